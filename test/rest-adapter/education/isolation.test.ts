import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemCatalogue } from '#rest/problems.ts';
import { educationRoutes } from '#rest/education/routes.ts';
import type { Route } from '#rest/route.ts';
import { bodyCheck } from '#rest/validate.ts';
import { openRestTestApp, type RestTestApp } from '#test/support/rest-test-app.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';

/** What belongs to one institution is not there for another, through any endpoint of the schools' surface. */
let ports: RestTestApp;
let owner: SchoolClient;
let stranger: SchoolClient;
/** The owner's records, by the collection in the path and the name of the parameter. */
let records: { readonly [collection: string]: { readonly [parameter: string]: Shown } };

beforeAll(async () => {
  ports = await openRestTestApp();
  owner = await openSchool(ports);
  stranger = await openSchool(ports);
  const { scale, programme, units, year, term, intake } = owner.school;
  const { student, enrolment } = await owner.anEnrolment();
  const invoice = await owner.anInvoice(student);
  const payment = await owner.aPayment(invoice);
  const note = await owner.made(`/api/v1/invoices/${invoice.id}/credit_notes`, { amount: 5, reason: 'x' });
  const result = await owner.aResult();
  const structure = await owner.made('/api/v1/fee_structures', {
    name: 'Fees',
    programme_id: programme.id,
    academic_year_id: year.id,
    components: [{ description: 'Tuition', fee_category: 'tuition', amount: 5 }],
  });
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
    fee_structures: { id: structure },
    grading_scales: { id: scale },
  };
});
afterAll(() => ports.close());

const recordsOf = ({ path }: Route) => records[path.split('/')[3] ?? ''] ?? {};
const pathOf = (row: Route, form: 'id' | 'uuid') =>
  row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(recordsOf(row)[name]?.[form]));
const named = (rows: readonly Route[]): [string, Route][] => rows.map((row) => [`${row.method} ${row.path}`, row]);
const isList = (row: Route) => row.method === 'GET' && 'limit' in (row.query?.properties ?? {});

describe('Another institution’s record', () => {
  it.each(named(educationRoutes.filter(({ params }) => params)))('is not there for %s', async (_, row) => {
    for (const form of ['id', 'uuid'] as const) {
      const sent = row.body ? { body: row.example } : {};
      const { status, body } = await stranger.call(row.method, pathOf(row, form), sent);
      expect({ status, code: body?.code }).toEqual({ status: 404, code: 'not_found' });
    }
  });

  it.each(named(educationRoutes.filter(({ method, params }) => method === 'GET' && params)))(
    'is there for its owner by %s',
    async (_, row) => {
      for (const form of ['id', 'uuid'] as const) expect((await owner.call('GET', pathOf(row, form))).status).toBe(200);
    },
  );

  it.each(named(educationRoutes.filter((row) => isList(row) && !row.params)))('is in no list of %s', async (_, row) => {
    const uuids = async (of: SchoolClient, query: string): Promise<string[]> =>
      (await of.got(`${row.path}?limit=500${query}`)).data.map(({ uuid }: Shown) => uuid);
    for (const query of ['', '&updated_since=2000-01-01']) {
      const mine = await uuids(owner, query);
      expect(mine).toContain(recordsOf(row)['id']?.uuid);
      const theirs = new Set(await uuids(stranger, query));
      expect(mine.filter((uuid) => theirs.has(uuid))).toEqual([]);
    }
  });

  it.each([
    ['students', 'programme_id', () => owner.school.programme],
    ['students', 'intake_id', () => owner.school.intake],
    ['enrolments', 'student_id', () => records['students']?.['id']],
    ['enrolments', 'academic_year_id', () => owner.school.year],
    ['enrolments', 'term_id', () => owner.school.term],
    ['invoices', 'student_id', () => records['students']?.['id']],
    ['invoices', 'enrolment_id', () => records['enrolments']?.['id']],
    ['invoices', 'term_id', () => owner.school.term],
    ['invoices', 'fee_structure_id', () => records['fee_structures']?.['id']],
    ['results', 'enrolment_id', () => records['enrolments']?.['id']],
    ['programmes', 'grading_scale_id', () => owner.school.scale],
    ['units', 'programme_id', () => owner.school.programme],
    ['terms', 'academic_year_id', () => owner.school.year],
    ['fee_structures', 'programme_id', () => owner.school.programme],
  ])('can’t be named by %s in %s', async (collection, field, record) => {
    const student = await stranger.aStudent();
    const { programme, year, units, scale } = stranger.school;
    const bodies: { readonly [collection: string]: object } = {
      students: { first_name: 'A', last_name: 'B', programme_id: programme.id },
      enrolments: {
        student_id: student.id,
        programme_id: programme.id,
        academic_year_id: year.id,
        year_of_study: 1,
        enrolled_on: stranger.today,
      },
      invoices: {
        student_id: student.id,
        due_date: '2099-01-01',
        lines: [{ description: 'T', fee_category: 'tuition', amount: 5 }],
      },
      results: {
        student_id: student.id,
        unit_id: units[0].id,
        components: [{ kind: 'exam', label: 'E', max_score: '1', score: '1', weight_bp: 10_000 }],
      },
      programmes: { code: 'NEW', name: 'N', level: 'diploma', duration_terms: 1, grading_scale_id: scale.id },
      units: { code: 'NEW', title: 'N', credit_hours: '1', year_of_study: 1 },
      terms: { name: 'N', kind: 'term', start_date: '2026-01-01', end_date: '2026-02-01' },
      fee_structures: {
        name: 'N',
        programme_id: programme.id,
        academic_year_id: year.id,
        components: [{ description: 'T', fee_category: 'tuition', amount: 5 }],
      },
    };
    for (const form of ['id', 'uuid'] as const) {
      const { status, body } = await stranger.call('POST', `/api/v1/${collection}`, {
        body: { ...bodies[collection], [field]: record()?.[form] },
      });
      expect({ status, code: body.code, pointer: body.errors?.[0]?.pointer }).toEqual({
        status: 422,
        code: 'unknown_reference',
        pointer: `#/${field}`,
      });
    }
  });

  it('is found by no filter', async () => {
    const { programme, year, term } = owner.school;
    const student = records['students']?.['id'];
    for (const query of [
      `students?programme=${programme.uuid}`,
      `enrolments?student_id=${student?.uuid}`,
      `enrolments?academic_year=${year.uuid}`,
      `invoices?student_id=${student?.id}`,
      `invoices?admission_no=${encodeURIComponent(String(programme.id))}`,
      `results?term=${term.id}`,
      `terms?academic_year=${year.uuid}`,
    ]) {
      expect((await stranger.got(`/api/v1/${query}`)).pagination.total).toBe(0);
    }
  });
});

describe('Every row of the schools', () => {
  it.each(named(educationRoutes.filter(({ body }) => body)))('%s has an example that its schema takes', (_, row) => {
    expect(row.example).toBeDefined();
    expect(() => bodyCheck(row.body!)(row.example)).not.toThrow();
  });

  it.each(named(educationRoutes))(
    '%s names refusals of the catalogue only, and counts against the right quota',
    (_, row) => {
      expect(row.refusals.filter((code) => !problemCatalogue.has(code))).toEqual([]);
      expect(new Set(row.refusals).size).toBe(row.refusals.length);
      expect({ surface: row.surface, bucket: row.bucket }).toEqual({
        surface: 'education',
        bucket: row.method === 'GET' ? 'C.read' : 'C.write',
      });
      expect(row.scope).toMatch(row.method === 'GET' ? /:read$/ : /:write$/);
    },
  );

  it('shows the quotas of this surface', async () => {
    const { headers } = await owner.call('GET', '/api/v1/students?limit=1');
    for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
    expect(headers.get('ratelimit-policy')).toContain('"C.read"');
  });

  it('shows what its schema says, no more and no less', async () => {
    for (const row of educationRoutes) {
      if (row.method !== 'GET' || !row.reply.schema) continue;
      for (const form of ['integer', 'uuid']) {
        const { status, body } = await owner.call('GET', `${pathOf(row, 'id')}?id_format=${form}`);
        expect({ operation: row.operation, status }).toEqual({ operation: row.operation, status: 200 });
        expect(() => bodyCheck(row.reply.schema!)(body)).not.toThrow();
      }
    }
  });
});
