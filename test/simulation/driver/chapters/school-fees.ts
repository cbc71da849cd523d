import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Go } from '../tour.ts';
import { idOf, join, REASON } from './parties.ts';

const components = (exam: string | null) => [
  { kind: 'cat', label: 'CAT', max_score: '30', score: '20', weight_bp: 3000 },
  { kind: 'exam', label: 'Exam', max_score: '70', score: exam, weight_bp: 7000 },
];

async function admitted(go: Go, name: string, programme = 1): Promise<string> {
  const body = { first_name: name, last_name: 'Otieno', programme_id: programme, date_of_birth: '2004-05-14' };
  const path = `/api/v1/students/${(await go('POST', '/api/v1/students', body)).body?.id}`;
  await go('PATCH', path, { action: 'admit' });
  return path;
}

/** Loans that pay school fees, while the family pays as well, or the school gives up what it is owed. */
export async function feeLoans(known: Knowledge, go: Go): Promise<void> {
  const member = await join(go, '32002001');
  const student = await admitted(go, 'Of a fee loan');
  const invoiced = async (amount: number) => {
    const lines = [{ description: 'Tuition', fee_category: 'tuition', amount }];
    const body = { student_id: idOf(student), due_date: known.day(30), lines, issue: true };
    const { body: made } = await go('POST', '/api/v1/invoices', body);
    return { path: `/api/v1/invoices/${made?.id}`, uuid: made?.uuid };
  };
  const applied = async (amount: number, uuid: string) => {
    const fee = { school_fee: { invoice_uuid: uuid }, purpose: 'School fees' };
    const asked = { member_id: idOf(member), product_id: 1, principal: amount, term_months: 3, ...fee };
    const loan = `/api/v1/loans/${(await go('POST', '/api/v1/loans', asked)).body?.id}`;
    await go('PATCH', loan, { action: 'approve' });
    return loan;
  };
  const disburse = async (loan: string, amount: number, channel: string, more: object = {}) =>
    `${loan}/disbursements/${(await go('POST', `${loan}/disbursements`, { amount, channel, ...more })).body?.id}`;
  const family = (path: string, amount: number, reference: string) =>
    go('POST', `${path}/payments`, { amount, method: 'bank', reference, paid_at: known.instant(-1) });

  const kept = await invoiced(210_000);
  const withdrawn = await applied(210_000, kept.uuid);
  await go('PATCH', kept.path, { action: 'void', ...REASON });
  await go('PATCH', kept.path, { action: 'write_off', ...REASON });
  await go('PATCH', withdrawn, { action: 'withdraw', ...REASON });

  const phone = await invoiced(220_000);
  await disburse(await applied(220_000, phone.uuid), 220_000, 'mpesa_b2c', { msisdn: '+254700000000' });

  const books = await invoiced(230_000);
  await disburse(await applied(230_000, books.uuid), 230_000, 'internal');
  const { body: payments } = await go('GET', `${books.path}/payments`);
  for (const { id } of payments?.data ?? [])
    await go('PATCH', `${books.path}/payments/${id}`, { action: 'reverse', ...REASON });

  // The family pays while the bank's transfer is under way: a part of it, and all of it.
  for (const [at, part] of [100_000, 240_000].entries()) {
    const raced = await invoiced(240_000);
    const loan = await applied(240_000, raced.uuid);
    const sent = await disburse(loan, 240_000, 'bank', { bank_account: '0112345678' });
    await family(raced.path, part, `STCHAPFEE${at}`);
    await go('PATCH', sent, { action: 'confirm_by_bank', provider_ref: `FTCHAPFEE${at}` });
    const { body: paid } = await go('GET', `${raced.path}/payments`);
    for (const { id, method } of paid?.data ?? [])
      if (method === 'loan')
        await go('PATCH', `${raced.path}/payments/${id}`, { action: 'return_to_lender', ...REASON });
  }
  await go('PATCH', student, { programme_id: 2 });
}

/** Students who owe, or have begun; marks that lack a score, and who may publish them. */
export async function standards(known: Knowledge, go: Go, { operate }: Office): Promise<void> {
  const student = await admitted(go, 'Of standards');
  const twin = { first_name: 'Twin', last_name: 'Otieno', programme_id: 1, date_of_birth: '2004-05-14' };
  for (let n = 0; n < 2; n++) await go('POST', '/api/v1/students', { ...twin, passport_no: 'AK0200210' });
  const dates = { start_date: known.day(-10), end_date: known.day(210) };
  const { body: year } = await go('POST', '/api/v1/academic_years', { name: 'Of standards', ...dates });
  const of = { academic_year_id: year?.id, name: 'Of standards', kind: 'term', ...dates };
  const { body: term } = await go('POST', '/api/v1/terms', of);
  const at = { programme_id: 1, academic_year_id: year?.id, term_id: term?.id, year_of_study: 1 };
  const enrolled = { student_id: idOf(student), ...at, enrolled_on: known.day() };
  const enrolment = (await go('POST', '/api/v1/enrolments', enrolled)).body;
  await go('PATCH', `/api/v1/enrolments/${enrolment?.id}`, { action: 'confirm' });
  await go('PATCH', student, { programme_id: 2 });
  const units = (await go('GET', '/api/v1/units')).body?.data ?? [];
  const ofProgramme = units.filter((one: any) => (one.programme_id ?? one.programme?.id) === 1);
  await operate('school-policies', '--results-need-two', 'yes');
  for (const [n, { id: unit }] of ofProgramme.slice(0, 2).entries()) {
    const entered = { student_id: idOf(student), enrolment_id: enrolment?.id, unit_id: unit };
    const { body } = await go('POST', '/api/v1/results', {
      ...entered,
      components: components(n === 0 ? null : '61.5'),
    });
    const path = `/api/v1/results/${body?.id}`;
    await go('PATCH', path, { action: 'submit' });
    await go('PATCH', path, { action: 'publish' });
    await go('PATCH', path, { action: 'publish' }, { by: 'partner' });
  }
  await operate('school-policies', '--results-need-two', 'no');
  await owing(known, go, { academic_year_id: year?.id, term_id: term?.id });
}

/** Who has done all that a programme asks for, and has not paid for it. */
async function owing(known: Knowledge, go: Go, when: object): Promise<void> {
  const offered = { code: 'CHAPS', name: 'Of standards', level: 'diploma', duration_terms: 1, grading_scale_id: 1 };
  const { body: programme } = await go('POST', '/api/v1/programmes', offered);
  const student = await admitted(go, 'Owing', programme?.id);
  const at = { programme_id: programme?.id, ...when, year_of_study: 1, enrolled_on: known.day() };
  const { body: enrolment } = await go('POST', '/api/v1/enrolments', { student_id: idOf(student), ...at });
  await go('PATCH', `/api/v1/enrolments/${enrolment?.id}`, { action: 'confirm' });
  const lines = [{ description: 'Tuition', fee_category: 'tuition', amount: 45_000 }];
  await go('POST', '/api/v1/invoices', { student_id: idOf(student), due_date: known.day(30), lines, issue: true });
  await go('PATCH', `/api/v1/enrolments/${enrolment?.id}`, { action: 'complete' });
  await go('PATCH', student, { action: 'complete' });
  await go('PATCH', student, { action: 'graduate' });
  await go('PATCH', student, { action: 'graduate', override_reason: 'The county pays in July.' });
}
