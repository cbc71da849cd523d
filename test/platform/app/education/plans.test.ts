import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSuperuser } from '#test/support/database.ts';
import { viewsOf, type Views } from '#platform/app/views.ts';
import { where } from '#test/support/criteria.ts';
import { openTestSchool } from '#test/support/test-app-school.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import type { TenantTransaction } from '#platform/postgres/database.ts';
import { letReadWhole } from '#test/support/plans.ts';

/** What grows with an institution. Small tables are read whole, rightly. */
const LARGE = [
  'student',
  'student_word',
  'enrolment',
  'invoice',
  'invoice_line',
  'invoice_payment',
  'payment_allocation',
  'result',
  'sponsorship',
];

type Plan = {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Relation Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly Plan[];
};

let testApp: TestApp;
const paging = { limit: 100, offset: 0 };

beforeAll(async () => {
  testApp = await openTestApp();
  await openTestSchool(testApp);
  await seed();
});
afterAll(() => testApp.close());

/** 20,000 students with an enrolment, an invoice, a payment and a result each, in forty programmes. */
async function seed(): Promise<void> {
  const client = await connectSuperuser(testApp.settings);
  await client.query(`set app.tenant = '${testApp.tenantId}'`);
  // Without triggers: neither stamps nor references are looked at.
  await client.query('set session_replication_role = replica');
  const rows = 20_000;
  const stamps = `'2025-01-01'::timestamptz + n * interval '1 minute'`;
  await client.query(`
    insert into programme (uuid, code, name, level, mode, duration_terms, grading_scale_id, state)
    select gen_random_uuid(), 'P' || n, 'P', 'diploma', 'full_time', 6, 1, 'active' from generate_series(1, 40) n`);
  await client.query(`
    insert into academic_year (uuid, name, start_date, end_date)
    select gen_random_uuid(), 'Y' || n, '2025-01-01', '2025-12-31' from generate_series(1, 10) n`);
  await client.query(`
    insert into term (uuid, academic_year_id, name, kind, start_date, end_date)
    select gen_random_uuid(), 1, 'T' || n, 'term', '2025-01-01', '2025-03-31' from generate_series(1, 30) n`);
  await client.query(`
    insert into student (uuid, updated_at, admission_no, admission_key, pay_code, programme_id, first_name, last_name, gender,
                         year_of_study, study_mode, sponsorship_type, guardians, state, erased)
    select gen_random_uuid(), ${stamps}, 'ADM/' || n, 'ADM' || n, 'S' || n, 1 + n % 40, 'F' || n, 'L' || n % 500, 'female',
           1, 'full_time', 'self', '[]', case when n % 50 = 0 then 'deferred' else 'active' end, false
      from generate_series(1, ${rows}) n`);
  await client.query(`
    insert into student_word (tenant_id, student_id, word)
    select s.tenant_id, s.id, word from student s cross join lateral search_words(s.search_text) as word`);
  await client.query(`
    insert into enrolment (uuid, updated_at, student_id, programme_id, academic_year_id, term_id, year_of_study, units,
                           enrolled_on, boarding, state)
    select gen_random_uuid(), s.updated_at, s.id, s.programme_id, 1 + s.id % 8, 1 + s.id % 24, 1, '[]', '2025-01-01', false,
           case when s.id % 50 = 0 then 'pending' else 'enrolled' end
      from student s`);
  await client.query(`
    insert into invoice (uuid, updated_at, number, pay_code, student_id, issue_date, due_date, currency, payer, subtotal,
                         discount_total, total, paid, credited, lines_edition, state)
    select gen_random_uuid(), s.updated_at, 'INV-2025-' || s.id, 'V' || s.id, s.id, '2025-01-01',
           '2025-01-01'::date + s.id::int % 700, 'KES', '{"type":"self","ref":null}', 1000, 0, 1000,
           case when s.id % 10 = 0 then 0 else 1000 end, 0, 1, case when s.id % 10 = 0 then 'issued' else 'paid' end
      from student s`);
  await client.query(`
    insert into invoice_line (uuid, invoice_id, position, description, fee_category, amount, discount, priority, paid)
    select gen_random_uuid(), i.id, 1, 'Tuition', 'tuition', 1000, 0, 20, i.paid from invoice i`);
  await client.query(`
    insert into invoice_payment (uuid, updated_at, student_id, amount, method, reference, key, paid_at, allocated, surplus, state,
                                 recorded_by)
    select gen_random_uuid(), s.updated_at, s.id, 1000, 'bank', 'R' || s.id, 'bank:R' || s.id, s.updated_at, 1000, 0, 'allocated', 'x'
      from student s`);
  await client.query(`
    insert into payment_allocation (uuid, payment_id, invoice_id, line_id, amount, allocated_at)
    select gen_random_uuid(), p.id, i.id, l.id, 1000, p.paid_at
      from invoice_payment p join invoice i on i.student_id = p.student_id join invoice_line l on l.invoice_id = i.id`);
  await client.query(`
    insert into result (uuid, updated_at, student_id, enrolment_id, programme_id, unit_id, academic_year_id, term_id, attempt, components,
                        score_status, grading_scale_id, state, published_version, entered_by, submitted_by, amended)
    select gen_random_uuid(), e.updated_at, e.student_id, e.id, e.programme_id, 1 + e.id % 2, e.academic_year_id, e.term_id, 1, '[]', 'fully_graded',
           1, case when e.id % 50 = 0 then 'withheld' when e.id % 4 = 1 then 'submitted' else 'published' end, 1, 'x' || e.id % 3, 'x', false
      from enrolment e`);
  await client.query(`
    insert into sponsorship (uuid, updated_at, member_id, student_id, consent, started_on)
    select gen_random_uuid(), s.updated_at, case when s.id % 1000 = 0 then ${testApp.memberId} else 1000 + s.id end, s.id, 'marks',
           '2025-01-01'
      from student s`);
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
  await client.end();
}

type Explained = { readonly Plan: Plan; readonly 'Execution Time': number };
type Planned = { readonly plan: Plan; readonly milliseconds: number };

const contextOf = ({ sealing, sql: own }: TenantTransaction, sql = own): Parameters<typeof viewsOf>[0] => ({
  sql,
  now: testApp.clock(),
  today: Temporal.PlainDate.from('2026-02-01'),
  pii: true,
  sealing,
  bands: [],
});

/** The plans of a view's statements, as the application's role runs them, with its tenant and its rights. */
async function plansOf(look: (views: Views) => Promise<unknown>): Promise<Planned[]> {
  const requests: { text: string; params: readonly unknown[] }[] = [];
  return testApp.database.report(testApp.tenantId, async (tx) => {
    const sql: typeof tx.sql = (text, params = []) => {
      requests.push({ text, params });
      return tx.sql(text, params);
    };
    await look(viewsOf(contextOf(tx, sql)));
    await letReadWhole(tx);
    const plans: Planned[] = [];
    for (const { text, params } of requests.filter((each) => !each.text.includes('sync_horizon'))) {
      const [row] = await tx.sql<{ 'QUERY PLAN': [Explained] }>(`explain (analyze, format json) ${text}`, params);
      if (!row) throw new Error('Nothing was explained.');
      const [{ Plan: plan, 'Execution Time': milliseconds }] = row['QUERY PLAN'];
      plans.push({ plan, milliseconds });
    }
    return plans;
  });
}

/** Large tables that are read from one end to the other; `except` names a subplan that may. */
function wholeReads(plan: Plan, except: string | null = null): string[] {
  if (except !== null && plan['Subplan Name'] === except) return [];
  const own =
    plan['Node Type'] === 'Seq Scan' && LARGE.includes(plan['Relation Name'] ?? '')
      ? [plan['Relation Name'] ?? '']
      : [];
  return [...own, ...(plan.Plans ?? []).flatMap((child) => wholeReads(child, except))];
}

/** How a plan reads a table, where it does: the kind of scan and the index. Parts that were not carried out are left out. */
function readsOf(plan: Plan, table: string): string[] {
  if (plan['Actual Loops'] === 0) return [];
  const own = plan['Relation Name'] === table ? [`${plan['Node Type']} ${plan['Index Name'] ?? ''}`.trim()] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((child) => readsOf(child, table))];
}

/** As many rows as a step of the plan has handed on, all its turns together. */
function mostRowsOf(plan: Plan): number {
  const own = (plan['Actual Rows'] ?? 0) * (plan['Actual Loops'] ?? 0);
  return Math.max(own, ...(plan.Plans ?? []).map(mostRowsOf));
}

/** The class whose marks have waited longest: the uuid of the first of them. */
async function firstClass(): Promise<string> {
  const [row] = await testApp.sql<{ uuid: string }>(
    `select uuid from result where state = 'submitted' order by id limit 1`,
  );
  return row?.uuid ?? '';
}

const recently = { since: Temporal.Instant.from('2025-01-14T20:00:00Z') };

describe('Over twenty thousand of each, no list reads a large table whole:', () => {
  it.each<[string, (views: Views) => Promise<unknown>]>([
    ['students of a programme', ({ students }) => students.list(where({ programme: 'P7' }), paging)],
    ['students in a state', ({ students }) => students.list(where({ state: ['deferred'] }), paging)],
    ['a student by admission number', ({ students }) => students.list(where({ admission_no: 'adm/777' }), paging)],
    ['students by words', ({ students }) => students.list(where({ q: 'l77 adm/777' }), paging)],
    [
      'students of a sponsor',
      ({ students }) => students.list(where({ sponsor_member_id: String(testApp.memberId) }), paging),
    ],
    ['students that changed', ({ students }) => students.changedSince(where(), recently, paging)],
    [
      'students of a programme that changed',
      ({ students }) => students.changedSince(where({ programme: 'P7' }), recently, paging),
    ],
    ['enrolments of a programme', ({ enrolments }) => enrolments.list(where({ programme: 'P7' }), paging)],
    ['enrolments of a student', ({ enrolments }) => enrolments.list(where({ student_id: '777' }), paging)],
    ['enrolments by admission number', ({ enrolments }) => enrolments.list(where({ admission_no: 'adm/777' }), paging)],
    ['enrolments of a term', ({ enrolments }) => enrolments.list(where({ term: '3' }), paging)],
    ['enrolments in a state', ({ enrolments }) => enrolments.list(where({ state: ['pending'] }), paging)],
    ['enrolments that changed', ({ enrolments }) => enrolments.changedSince(where(), recently, paging)],
    ['invoices of a student', ({ invoices }) => invoices.list(where({ student_id: '777' }), paging)],
    ['invoices by admission number', ({ invoices }) => invoices.list(where({ admission_no: 'ADM/777' }), paging)],
    [
      'invoices of a sponsor’s students',
      ({ invoices }) => invoices.list(where({ sponsor_member_id: String(testApp.memberId) }), paging),
    ],
    [
      'invoices due in a week',
      ({ invoices }) => invoices.list(where({ due_after: '2026-02-01', due_before: '2026-02-09' }), paging),
    ],
    ['invoices that changed', ({ invoices }) => invoices.changedSince(where(), recently, paging)],
    ['payments of a student', ({ payments }) => payments.list(where({ student_id: '777' }), paging)],
    ['results of a student', ({ results }) => results.list(where({ student_id: '777' }), paging)],
    ['results by admission number', ({ results }) => results.list(where({ admission_no: 'adm/777' }), paging)],
    ['results in a state', ({ results }) => results.list(where({ state: ['withheld'] }), paging)],
    ['results of a term', ({ results }) => results.list(where({ term: '3' }), paging)],
    ['results that changed', ({ results }) => results.changedSince(where(), recently, paging)],
    ['students by ids', ({ students }) => students.byIds([1, 777, 20_000])],
    ['invoices of students', ({ invoices }) => invoices.ofEach('studentId', [1, 777, 20_000], 20)],
    ['results of students', ({ results }) => results.ofEach('studentId', [1, 777, 20_000], 20)],
    [
      'a slice of invoices',
      ({ invoices }) => invoices.slice(where(), { after: null, before: null, limit: 20, fromEnd: false }),
    ],
  ])('%s', async (_, look) => {
    const plans = await plansOf(look);
    // What a filter names is looked up first, by a statement of its own.
    expect(plans.length).toBeLessThanOrEqual(2);
    for (const { plan, milliseconds } of plans) {
      expect(wholeReads(plan)).toEqual([]);
      expect(milliseconds).toBeLessThan(250);
    }
  });

  it.each<[string, (views: Views) => Promise<unknown>]>([
    ['all students', ({ students }) => students.list(where(), paging)],
    ['all invoices', ({ invoices }) => invoices.list(where(), paging)],
    ['all results', ({ results }) => results.list(where(), paging)],
    ['invoices of a programme', ({ invoices }) => invoices.list(where({ programme: 'P7' }), paging)],
    ['results of a programme', ({ results }) => results.list(where({ programme: 'P7' }), paging)],
    ['overdue invoices', ({ invoices }) => invoices.list(where({ overdue: 'true' }), paging)],
  ])('%s, but for counting them', async (_, look) => {
    for (const { plan, milliseconds } of await plansOf(look)) {
      expect(wholeReads(plan, 'CTE counted')).toEqual([]);
      expect(milliseconds).toBeLessThan(500);
    }
  });
});

describe('Where five thousand marks were handed in, the inbox of approvals', () => {
  const first = { after: null, before: null, limit: 100, fromEnd: false };

  it.each<[string, (views: Views) => Promise<unknown>]>([
    ['shows their classes', ({ waiting }) => waiting.slice(where(), first)],
    ['counts them', ({ waiting }) => waiting.count(where())],
    [
      'goes on behind one',
      async ({ waiting }) => {
        const [one] = await waiting.slice(where(), { ...first, limit: 1 });
        return waiting.slice(where(), { ...first, after: one?.place ?? null });
      },
    ],
  ])('%s from the index of what waits alone', async (_, look) => {
    for (const { plan, milliseconds } of await plansOf(look)) {
      expect(readsOf(plan, 'result')).toEqual(expect.arrayContaining(['Index Only Scan result_of_class_handed_in']));
      expect(wholeReads(plan)).toEqual([]);
      expect(milliseconds).toBeLessThan(250);
    }
  });

  it('has one row a class, with how many wait', async () => {
    const rows = await testApp.database.report(testApp.tenantId, async (tx) =>
      viewsOf(contextOf(tx)).waiting.slice(where(), first),
    );
    const [{ classes, results } = { classes: 0, results: 0 }] = await testApp.sql<{ classes: number; results: number }>(
      `select count(distinct (unit_id, academic_year_id, term_id, programme_id))::int as classes, count(*)::int as results
         from result where state = 'submitted'`,
    );
    expect(results).toBe(5_000);
    expect(rows).toHaveLength(classes);
    expect(rows.reduce((sum, { record: { resultCount } }) => sum + (resultCount ?? 0), 0)).toBe(results);
    expect(rows.every(({ record: { kind, proposedBy } }) => kind === 'class_results' && proposedBy === 'x')).toBe(true);
  });

  it('is not summed up for a record: a loan looks at no marks, a result at those of its class', async () => {
    const uuid = await firstClass();
    for (const { plan } of await plansOf(({ waiting }) => waiting.ofSubjects([uuid])))
      expect(readsOf(plan, 'result')).toEqual([]);
    const ofResult = await plansOf(({ waiting }) => waiting.ofResults([uuid]));
    expect(ofResult).toHaveLength(1);
    for (const { plan } of ofResult) {
      expect(wholeReads(plan)).toEqual([]);
      expect(mostRowsOf(plan)).toBeLessThan(300);
    }
  });
});
