import type { Knowledge } from '../history.ts';
import type { Go } from '../tour.ts';
import { decide } from './decide.ts';

const REASON = { reason: 'A chapter of the simulation.' };

/** A student who has been admitted. @returns the path */
async function admit(go: Go, name: string, more: object = {}): Promise<string> {
  const body = { first_name: name, last_name: 'Otieno', programme_id: 1, date_of_birth: '2004-05-14', ...more };
  const path = `/api/v1/students/${(await go('POST', '/api/v1/students', body)).body?.id}`;
  await go('PATCH', path, { action: 'admit' });
  return path;
}

const idOf = (path: string) => Number(path.split('/').at(-1));

/** Programmes, years, students and their enrolments, in every way in which they end. */
export async function studies(known: Knowledge, go: Go): Promise<void> {
  const offered = { code: 'CHAP', name: 'Of a chapter', level: 'diploma', duration_terms: 2, grading_scale_id: 1 };
  const programme = `/api/v1/programmes/${(await go('POST', '/api/v1/programmes', offered)).body?.id}`;
  await go('POST', '/api/v1/programmes', offered);
  await go('PATCH', programme, { name: 'Of a chapter, edited' });
  await go('PATCH', programme, { action: 'retire' });
  await admit(go, 'Late', { programme_id: idOf(programme) });
  await go('PATCH', programme, { action: 'reactivate' });
  await go('POST', '/api/v1/units', {
    programme_id: idOf(programme),
    code: 'CHAP 101',
    title: 'A unit',
    credit_hours: '3',
    year_of_study: 1,
  });
  const dates = { start_date: known.day(-20), end_date: known.day(200) };
  const { body: year } = await go('POST', '/api/v1/academic_years', { name: 'Of a chapter', ...dates });
  const of = { academic_year_id: year?.id, name: 'Of a chapter', kind: 'term' };
  const { body: term } = await go('POST', '/api/v1/terms', { ...of, ...dates, registration_deadline: known.day(150) });
  const enrolled = async (student: string) => {
    const at = { programme_id: 1, academic_year_id: year?.id, term_id: term?.id, year_of_study: 1 };
    const body = { student_id: idOf(student), ...at };
    const { body: made } = await go('POST', '/api/v1/enrolments', { ...body, enrolled_on: known.day() });
    return `/api/v1/enrolments/${made?.id}`;
  };
  const ends = [
    ['cancel'],
    ['confirm', 'defer', 'resume', 'complete', 'withdraw'],
    ['confirm', 'discontinue', 'confirm'],
    ['confirm', 'withdraw', 'resume'],
    ['confirm', 'transfer'],
  ] as const;
  for (const [at, actions] of ends.entries()) {
    const student = await admit(go, `Of way ${at}`, { admission_no: `CHAP/${at}` });
    await admit(go, `Of way ${at}`, { admission_no: `CHAP/${at}` });
    const enrolment = await enrolled(student);
    await enrolled(student);
    await go('PATCH', enrolment, { boarding: true });
    for (const action of actions)
      await go('PATCH', enrolment, {
        action,
        ...(action === 'defer' ? { until: known.day(30) } : {}),
        ...(action === 'transfer' ? { programme_id: 2, ...REASON } : {}),
      });
    await go('PATCH', enrolment, { boarding: false });
  }
  const lives = [
    ['defer', 'resume', 'suspend', 'reinstate', 'withdraw', 'readmit', 'discontinue', 'erase', 'erase'],
    ['complete', 'graduate', 'graduate', 'erase'],
    ['record_death', 'admit', 'erase'],
  ] as const;
  for (const [at, actions] of lives.entries()) {
    const student = await admit(go, `Of life ${at}`);
    await go('PATCH', student, { programme_id: 2, first_name: 'Renamed' });
    for (const action of actions)
      await go('PATCH', student, {
        action,
        ...(action === 'defer' ? { until: known.day(60) } : {}),
        ...(/suspend|discontinue/.test(action) ? REASON : {}),
        ...(action === 'graduate' ? { override_reason: 'By the senate.' } : {}),
      });
    await enrolled(student);
  }
}

/** Invoices that are drafted, changed, discarded, paid too much or not at all, and given up by two. */
export async function fees(known: Knowledge, go: Go): Promise<void> {
  const student = await admit(go, 'Of fees');
  const invoice = async (amount: number, issue: boolean, due = 30) => {
    const lines = [{ description: 'Tuition', fee_category: 'tuition', amount }];
    const body = { student_id: idOf(student), due_date: known.day(due), lines, issue };
    return `/api/v1/invoices/${(await go('POST', '/api/v1/invoices', body)).body?.id}`;
  };
  const pay = async (path: string, amount: number, reference: string, more: object = {}) => {
    const paid = { amount, method: 'bank', reference, paid_at: known.instant(-1), ...more };
    return `${path}/payments/${(await go('POST', `${path}/payments`, paid)).body?.id}`;
  };
  const draft = await invoice(100_000, false);
  await go('PATCH', draft, { due_date: known.day(40) });
  await pay(draft, 1_000, 'STCHAPIN0');
  await go('DELETE', draft);
  const issued = await invoice(200_000, true);
  await go('PATCH', issued, { due_date: known.day(40) });
  await go('DELETE', issued);
  const payment = await pay(issued, 50_000, 'STCHAPIN1');
  await pay(issued, 50_000, 'STCHAPIN1');
  await go('PATCH', issued, { action: 'void', ...REASON });
  await go('POST', `${issued}/credit_notes`, { amount: 900_000, ...REASON });
  await go('PATCH', payment, { action: 'return_to_lender', ...REASON });
  await go('PATCH', payment, { action: 'reverse', ...REASON });
  await go('PATCH', payment, { action: 'reverse', ...REASON });
  await go('PATCH', issued, { action: 'write_off', ...REASON });
  await decide(go);
  const big = await invoice(90_000_000, true);
  await go('PATCH', big, { action: 'write_off', ...REASON });
  await go('PATCH', big, { action: 'write_off', ...REASON });
  for (const action of ['reject', 'withdraw'] as const) {
    await decide(go, action);
    await go('POST', `${big}/credit_notes`, { amount: 80_000_000, ...REASON });
  }
  await pay(big, 95_000_000, 'STCHAPIN2', { allow_credit: true });
  await pay(big, 95_000_000, 'STCHAPIN3', { allow_credit: false });
}

/** Marks: entered, edited, sent back, kept back for fees, amended, void. */
export async function marks(_: Knowledge, go: Go): Promise<void> {
  const enrolments = ((await go('GET', '/api/v1/enrolments')).body?.data ?? []).filter(
    ({ state }: any) => state === 'enrolled',
  );
  const units = (await go('GET', '/api/v1/units')).body?.data ?? [];
  const components = (exam: string | null) => [
    { kind: 'cat', label: 'CAT', max_score: '30', score: '20', weight_bp: 3000 },
    { kind: 'exam', label: 'Exam', max_score: '70', score: exam, weight_bp: 7000 },
  ];
  let at = 0;
  for (const enrolment of enrolments.slice(-4))
    for (const { id: unit } of units) {
      const entered = { student_id: enrolment.student_id, enrolment_id: enrolment.id, unit_id: unit };
      const exam = at % 2 === 0 ? '51.5' : null;
      const { status, body } = await go('POST', '/api/v1/results', { ...entered, components: components(exam) });
      if (status >= 400) continue;
      at += 1;
      const path = `/api/v1/results/${body?.id}`;
      const act = (action: string, more: object = {}, by: 'officer' | 'partner' = 'officer') =>
        go('PATCH', path, { action, ...more }, { by });
      await act('publish');
      await act('submit');
      await act('return', REASON, 'partner');
      await go('PATCH', path, { components: components('52.5') });
      await act('submit');
      await act('publish', {}, 'partner');
      await go('PATCH', path, { components: components('53.5') });
      await act('withhold', { reason: 'fees' });
      await act('release');
      await act('amend', { ...REASON, components: components('54.5') }, at % 2 === 0 ? 'officer' : 'partner');
      if (at % 3 === 0) await act('void', REASON);
      if (at > 8) return;
    }
}
