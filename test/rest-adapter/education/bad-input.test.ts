import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { educationRoutes } from '#rest/education/routes.ts';
import type { Route } from '#rest/route.ts';
import { openRestTestApp, type RestTestApp } from '#test/support/rest-test-app.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';

/** Whatever is sent to the schools' surface, nothing of ours breaks. */
let ports: RestTestApp;
let school: SchoolClient;
let records: { readonly [collection: string]: { readonly [parameter: string]: Shown } };
let good: { readonly [operation: string]: Record<string, unknown> };

beforeAll(async () => {
  ports = await openRestTestApp();
  school = await openSchool(ports);
  const { scale, programme, units, year, term, intake } = school.school;
  const { student, enrolment } = await school.anEnrolment();
  const invoice = await school.anInvoice(student);
  const draft = await school.anInvoice(student, { issue: false });
  const payment = await school.aPayment(invoice, { amount: 1 });
  const note = await school.made(`/api/v1/invoices/${invoice.id}/credit_notes`, { amount: 5, reason: 'x' });
  const result = await school.aResult();
  records = {
    students: { id: student },
    enrolments: { id: enrolment },
    invoices: { id: invoice, payment_id: payment, credit_note_id: note },
    results: { id: result },
    programmes: { id: programme },
    units: { id: units[0] },
    academic_years: { id: year },
    terms: { id: term },
    intakes: { id: intake },
    fee_structures: {
      id: await school.made('/api/v1/fee_structures', {
        name: 'Fees',
        programme_id: programme.id,
        academic_year_id: year.id,
        components: [{ description: 'Tuition', fee_category: 'tuition', amount: 5 }],
      }),
    },
    grading_scales: { id: scale },
  };
  const named = { student_id: student.id, programme_id: programme.id, academic_year_id: year.id, term_id: term.id };
  const until = '2099-01-01';
  /** Bodies that come as far as the use case, to be spoilt one member at a time. */
  good = {
    createStudent: {
      ...named,
      middle_name: 'M',
      email: 'a@example.com',
      county: 'C',
      intake_id: intake.id,
      kcse_year: 2020,
      kcse_index_no: '20400001023',
      admission_no: 'A-1',
      national_id: '1',
      year_of_study: 1,
      guardians: [{ name: 'G' }],
    },
    changeStudent: {
      middle_name: 'M',
      date_of_birth: '2001-01-01',
      guardians: [],
      year_of_study: 2,
      admission_no: 'B-1',
      programme_id: programme.id,
    },
    createEnrolment: { ...named, year_of_study: 1, enrolled_on: school.today, units: [], intake_id: null },
    changeEnrolment: { action: 'defer', until },
    createInvoice: {
      ...named,
      enrolment_id: enrolment.id,
      fee_structure_id: null,
      due_date: until,
      lines: [{ description: 'T', fee_category: 'tuition', amount: 1, discount_percent: '1', priority: 1 }],
      payer: { type: 'self' },
    },
    changeInvoice: {
      due_date: until,
      lines: [{ description: 'T', fee_category: 'tuition', amount: 1 }],
      payer: { type: 'self', ref: 'x' },
      term_id: term.id,
    },
    createInvoicePayment: {
      amount: 1,
      method: 'bank',
      reference: 'R',
      paid_at: '2026-01-01T00:00:00Z',
      payer_member_id: null,
      allocations: [{ invoice_id: invoice.id, line_id: null, amount: 1 }],
      categories: ['tuition'],
    },
    changeInvoicePayment: { action: 'reverse', reason: 'x' },
    createResult: {
      student_id: student.id,
      enrolment_id: enrolment.id,
      unit_id: units[1].id,
      term_id: term.id,
      attempt: 1,
      score_status: null,
      grade: null,
      components: [{ kind: 'exam', label: 'E', max_score: '1', score: '1', weight_bp: 10_000 }],
    },
    changeResult: {
      components: [{ kind: 'exam', label: 'E', max_score: '1', score: '1', weight_bp: 10_000 }],
      grade: null,
    },
    createFeeStructure: { ...named, name: 'F', components: [{ description: 'T', fee_category: 'tuition', amount: 1 }] },
    createTerm: {
      academic_year_id: year.id,
      name: 'T',
      kind: 'term',
      start_date: school.today,
      end_date: school.today,
    },
  };
  records = { ...records, drafts: { id: draft } };
});
afterAll(() => ports.close());

const JUNK: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  99_999_999_999,
  '',
  ' ',
  '0',
  'x'.repeat(5_000),
  '\u0000',
  '\u0007',
  '\ud800',
  '😀'.repeat(300),
  "' or 1=1 --",
  '2024-02-30',
  '0000-01-01',
  '1900-01-01',
  '9999-12-31',
  '0001-01-01T00:00:00Z',
  '0198c0de-0000-7000-8000-000000000001',
  [],
  [null],
  {},
  [{}],
];

/** Each member meets a quarter, its neighbours the others; bad-requests.test.ts draws at random. */
const everyFourth = <Item>(items: readonly Item[], offset: number) => items.filter((_, n) => (n + offset) % 4 === 0);

const pathOf = (row: Route) =>
  row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const collection = row.operation === 'changeInvoice' ? 'drafts' : (row.path.split('/')[3] ?? '');
    return String(records[collection]?.[name]?.id);
  });
const rowsWithBody = educationRoutes.filter(({ body }) => body).map((row): [string, Route] => [row.operation, row]);
/** Credit notes have no filters of their own. */
const lists = educationRoutes
  .filter((row) => row.method === 'GET' && row.query && row.operation !== 'listCreditNotes')
  .map((row): [string, Route] => [row.operation, row]);

/** Several at a time, or this would take minutes. */
async function each<T>(
  items: readonly T[],
  send: (item: T) => Promise<unknown>,
  atATime: readonly number[] = [1, 2, 3, 4],
): Promise<unknown[]> {
  const left = [...items];
  const broken: unknown[] = [];
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) {
      const trouble = await send(item);
      if (trouble !== null) broken.push(trouble);
    }
  };
  await Promise.all(atATime.map(worker));
  return broken;
}

/** What everything refers to is changed now and then, and one after the other. */
const CATALOGUE = ['changeProgramme', 'changeGradingScale'];

describe('A body that is spoilt', () => {
  it.each(rowsWithBody)('is refused by %s or does no harm', async (_, row) => {
    const body = { ...(row.example as object), ...good[row.operation] };
    const members = Object.keys((row.body as unknown as { properties: object }).properties);
    const bodies = [
      ...JUNK,
      ...members.flatMap((member, n) => everyFourth(JUNK, n).map((value): unknown => ({ ...body, [member]: value }))),
    ].map((sent) => ({ sent }));
    const broken = await each(
      bodies,
      async ({ sent }) => {
        const { status } = await school.call(row.method, pathOf(row), { body: sent });
        return status >= 500 ? { sent, status } : null;
      },
      CATALOGUE.includes(row.operation) ? [1] : undefined,
    );
    expect(broken).toEqual([]);
  });
});

describe('A query that is spoilt', () => {
  it.each(lists)('is refused by %s or finds nothing', async (operation, row) => {
    const paging = ['limit', 'offset', 'updated_since', 'after_id', 'updated_before'];
    // How pages are requested is the same everywhere: one list stands for all.
    const names = Object.keys(row.query?.properties ?? {}).filter(
      (name) => operation === 'listStudents' || !paging.includes(name),
    );
    const texts = JUNK.filter((junk) => typeof junk !== 'object').map((junk) => String(junk).toWellFormed());
    const queries = names.flatMap((name, n) =>
      everyFourth(texts, n).map((text) => new URLSearchParams({ [name]: text }).toString()),
    );
    const since = queries.map((query) =>
      query.startsWith('updated_since') ? query : `${query}&updated_since=2020-01-01`,
    );
    const broken = await each([...queries, ...since], async (query) => {
      const { status } = await school.call('GET', `${pathOf(row)}?${query}`);
      return [200, 400].includes(status) ? null : { query, status };
    });
    expect(broken).toEqual([]);
  });
});
