import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Time } from '../time.ts';
import type { Go } from '../tour.ts';
import { allocated } from '../commands/lender.ts';
import { join, lend, REASON, save } from './parties.ts';

const BANDS = 'normal:0:1,watch:1:5,substandard:31:25,doubtful:181:50,loss:361:100';

/** What was agreed beforehand, and shows only as time goes by: grace, penalties, pauses, classes of risk, the quarter's interest. */
export async function lateness(known: Knowledge, go: Go, { operate, change }: Office, { later }: Time): Promise<void> {
  await operate('arrears-bands', '--set', BANDS);
  const terms = {
    penalty: { percent: '5', of: 'principal_and_interest', grace_days: 2, every: 'instalment' },
    arrears_grace_days: 1,
  };
  const offer = async (code: string, of: object) => {
    const limits = { min_principal: 1_000, max_principal: 90_000_000, min_term_months: 3, max_term_months: 24 };
    const offered = {
      code,
      name: code,
      method: 'declining_equal_instalments',
      interest_rate: '18',
      ...limits,
      terms: of,
    };
    return (await go('POST', '/api/v1/loan_products', offered)).body;
  };
  const product = await offer('CHAPLATE', terms);
  const vertical = await offer('CHAPDOWN', { allocation: allocated('vertical', 'next') });
  const member = await join(go, '32002101');
  const borrow = (amount: number, reference: string, of = product?.id) => lend(go, member, amount, reference, of);
  await borrow(310_000, 'FTCHLATE1');
  const paused = await borrow(320_000, 'FTCHLATE2');
  const partly = await borrow(330_000, 'FTCHLATE3');
  const down = await borrow(350_000, 'FTCHLATE5', vertical?.id);
  const settled = await borrow(340_000, 'FTCHLATE4', 1);
  const offered = ['--rate', '8', '--tax', '15', '--posting', 'quarter'];
  const { body: quarterly } = await operate(
    'savings-product',
    'offer',
    '--code',
    'CHAPQ',
    '--name',
    'CHAPQ',
    ...offered,
  );
  await save(go, member, 600_000, quarterly?.id);
  const monthly = await save(go, member, 900_000);
  const { body: wrong } = await go('POST', `${monthly}/transactions`, {
    type: 'deposit',
    amount: 700_000,
    channel: 'cash',
  });
  await later(24 * 3);
  // What comes ahead pays the next instalment, with its interest.
  await go('POST', `${settled}/repayments`, { amount: 130_000, channel: 'cash' });
  await later(24 * 29);
  const { body: quote } = await go('GET', `${settled}/settlement_quote`);
  await go('POST', `${settled}/settlement`, { amount: quote?.total, channel: 'cash' });
  await go('PATCH', paused, { action: 'pause_arrears', until: known.day(12), ...REASON });
  await later(24 * 2);
  await later(24 * 2);
  await go('POST', `${partly}/repayments`, { amount: 20_000, channel: 'cash', paid_at: known.instant(-60 * 24 * 4) });
  await later(24 * 28);
  // It has earned interest by then, of which tax was withheld.
  await change('officer', 'reverseSavingsTransaction', { savingsTransactionId: wrong?.uuid, ...REASON });
  // Two instalments are late: the interest of both is paid before the principal of either.
  await go('POST', `${down}/repayments`, { amount: 9_000, channel: 'cash' });
  await go('POST', `${partly}/repayments`, { amount: 7_000, channel: 'cash' });
}

const DEFINITION = {
  entry: 'marks',
  bands: [
    { grade: 'A', min_mark: '70', points: '4.0', remark: 'pass' },
    { grade: 'C', min_mark: '40', points: '2.0', remark: 'pass' },
    { grade: 'E', min_mark: '0', points: '0.0', remark: 'fail' },
  ],
  rounding: 'none',
  pass_mark: '40',
  supplementary_cap: '40',
  weights: [
    { kind: 'cat', weight_bp: 3000 },
    { kind: 'exam', weight_bp: 7000 },
  ],
};

/** Money that comes back whole, a payer who is given back the same money twice at one moment, a loss that is paid after all. */
export async function moneyBack(_: Knowledge, go: Go, office: Office): Promise<void> {
  const member = await join(go, '32002201');
  const loan = await lend(go, member, 360_000, 'FTCHBACK1');
  const { body: sent } = await go('GET', `${loan}/disbursements`);
  const back = { disbursementId: sent?.data?.[0]?.uuid, reversalReceiptNo: 'FTCHBACK1R', ...REASON };
  await office.change('officer', 'reverseDisbursement', back);
  await lend(go, member, 360_000, 'FTCHBACK1');
  const asked = {
    amount: 40_000,
    channel: 'mpesa_stk',
    msisdn: '+254700000005',
    account_reference: 'INV-22',
    reference: 'returns',
  };
  const { body } = await go('POST', '/v1/collections', asked);
  const collected = (body?.data ?? body)?.id;
  await go('POST', `/v1/test/collections/${collected}/complete`, { outcome: 'succeeded' });
  const giveBack = (reference: string) =>
    go('POST', '/v1/refunds', { collection_id: collected, amount: 40_000, reference });
  await Promise.all([giveBack('returns-1'), giveBack('returns-2')]);
  const lost = await lend(go, member, 370_000, 'FTCHBACK2');
  await go('PATCH', lost, { action: 'charge_off', ...REASON });
  await go('POST', `${lost}/repayments`, { amount: 10_000, channel: 'cash' });
}

/** A unit that is sat three times, a scale that changes meanwhile, and fees of which each shilling goes where it belongs. */
export async function sittings(known: Knowledge, go: Go): Promise<void> {
  const { body: scale } = await go('POST', '/api/v1/grading_scales', {
    code: 'CHAPSC',
    name: 'Of sittings',
    definition: DEFINITION,
  });
  const offered = {
    code: 'CHAPSIT',
    name: 'Of sittings',
    level: 'diploma',
    duration_terms: 2,
    grading_scale_id: scale?.id,
  };
  const { body: programme } = await go('POST', '/api/v1/programmes', offered);
  const unit = { code: 'SIT 101', title: 'A unit', credit_hours: '3', year_of_study: 1, programme_id: programme?.id };
  const { body: sat } = await go('POST', '/api/v1/units', unit);
  const dates = { start_date: known.day(-10), end_date: known.day(210) };
  const { body: year } = await go('POST', '/api/v1/academic_years', { name: 'Of sittings', ...dates });
  const of = { academic_year_id: year?.id, name: 'Of sittings', kind: 'term', ...dates };
  const { body: term } = await go('POST', '/api/v1/terms', of);
  const born = { first_name: 'Sitting', last_name: 'Otieno', programme_id: programme?.id, date_of_birth: '2004-05-14' };
  const { body: student } = await go('POST', '/api/v1/students', born);
  await go('PATCH', `/api/v1/students/${student?.id}`, { action: 'admit' });
  const at = { programme_id: programme?.id, academic_year_id: year?.id, term_id: term?.id, year_of_study: 1 };
  const { body: enrolment } = await go('POST', '/api/v1/enrolments', {
    student_id: student?.id,
    ...at,
    enrolled_on: known.day(),
  });
  await go('PATCH', `/api/v1/enrolments/${enrolment?.id}`, { action: 'confirm' });
  const components = (exam: string) => [
    { kind: 'cat', label: 'CAT', max_score: '30', score: '24', weight_bp: 3000 },
    { kind: 'exam', label: 'Exam', max_score: '70', score: exam, weight_bp: 7000 },
  ];
  const results: string[] = [];
  for (const [n, exam] of ['5', '52', '48.5'].entries()) {
    const entered = { student_id: student?.id, enrolment_id: enrolment?.id, unit_id: sat?.id, attempt: n + 1 };
    const { body } = await go('POST', '/api/v1/results', { ...entered, components: components(exam) });
    results.push(`/api/v1/results/${body?.id}`);
    await go('PATCH', results[n]!, { action: 'submit' });
    await go('PATCH', results[n]!, { action: 'publish' }, { by: 'partner' });
  }
  await go('GET', `/api/v1/students/${student?.id}/transcript`);
  const raised = {
    ...DEFINITION,
    bands: DEFINITION.bands.map((band) => (band.grade === 'C' ? { ...band, min_mark: '45' } : band)),
  };
  await go('PATCH', `/api/v1/grading_scales/${scale?.id}`, { definition: { ...raised, pass_mark: '45' } });
  await go('PATCH', results[0]!, { action: 'amend', ...REASON, components: components('19') }, { by: 'partner' });
  await go(
    'PATCH',
    results[2]!,
    { action: 'amend', ...REASON, components: components('49'), rescale: true },
    { by: 'partner' },
  );
  await go('GET', `/api/v1/students/${student?.id}/transcript`);
  await spend(known, go, student);
}

/** What is paid without a word fills the lines by their priority; what a giver meant for tuition pays nothing else. */
async function spend(known: Knowledge, go: Go, student: any): Promise<void> {
  const line = (fee_category: string, amount: number) => ({ description: fee_category, fee_category, amount });
  const invoice = async (...lines: readonly object[]) =>
    (await go('POST', '/api/v1/invoices', { student_id: student?.id, due_date: known.day(30), lines, issue: true }))
      .body;
  const first = await invoice(line('accommodation', 40_000), line('tuition', 60_000), line('registration', 5_000));
  const msisdn = '+254700000000';
  const byPaybill = { channel: 'mpesa_paybill', msisdn, account_reference: first?.pay_code, receipt_no: 'SCHAPSIT01' };
  await go('POST', '/api/v1/mobile_money/transactions', { ...byPaybill, amount: 30_000 });
  const meant = {
    amount: 70_000,
    method: 'bank',
    reference: 'STCHAPSIT2',
    paid_at: known.instant(-1),
    categories: ['tuition'],
  };
  await go('POST', `/api/v1/invoices/${first?.id}/payments`, { ...meant, allow_credit: true });
  await invoice(line('library', 9_000), line('tuition', 8_000));
}
