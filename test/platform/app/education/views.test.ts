import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '#platform/cli/tenants.ts';
import type { Views } from '#platform/app/views.ts';
import { where } from '#test/support/criteria.ts';
import { openTestSchool, type TestSchool } from '#test/support/test-app-school.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
let school: TestSchool;
let education: TestApp['app']['education'];
let minor: number;
let enrolled: { readonly studentId: number; readonly enrolmentId: number };
beforeAll(async () => {
  testApp = await openTestApp();
  school = await openTestSchool(testApp);
  education = testApp.app.education;
  minor = await school.newStudent({
    firstName: 'Brian',
    lastName: 'Kamau',
    dateOfBirth: today().subtract({ years: 15 }),
    birthCertificateNo: 'BC-12345',
    guardians: [
      {
        name: 'Wanjiku',
        relationship: 'mother',
        phone: '+254700000001',
        email: null,
        primary: true,
        memberId: testApp.memberId,
      },
    ],
  });
  enrolled = await school.enrolled({
    firstName: 'Faith',
    dateOfBirth: today().subtract({ years: 30 }),
    nationalId: '7654321',
  });
  await school.issued(enrolled.studentId, 1_000n);
  await school.draft(enrolled.studentId, 1_000n);
  await testApp.done(education.recordPayment, {
    studentId: enrolled.studentId,
    amount: 1_500n,
    method: 'bank',
    reference: 'FT1',
    paidAt: testApp.clock(),
  });
  await testApp.done(education.sponsorStudent, { memberId: testApp.memberId, studentId: enrolled.studentId });
});
afterAll(() => testApp.close());

const today = () => testApp.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
const all = { limit: 100, offset: 0 };
const looking = <T>(look: (views: Views) => Promise<T>) => testApp.app.read(testApp.client.caller, look);
const trusted = <T>(look: (views: Views) => Promise<T>) =>
  testApp.app.read({ ...testApp.client.caller, pii: true }, look);

/** The ways in which education's collections are read as lists. */
const LISTS = [
  'students',
  'enrolments',
  'invoices',
  'payments',
  'creditNotes',
  'results',
  'markbook',
  'sponsorships',
  'programmes',
  'academicYears',
  'terms',
  'intakes',
  'units',
  'feeStructures',
  'gradingScales',
] as const satisfies readonly (keyof Views)[];

describe('A minor in a view', () => {
  it('is masked for a client without the pii flag, in every way of reading', async () => {
    const seen = await looking(async ({ students }) => [
      await students.one(minor),
      ...(await students.byIds([minor])),
      ...(await students.list(where({ q: 'brian kamau' }), all)).rows,
      ...(await students.ofEach('programmeId', [school.programmeId], 10)).filter(({ id }) => id === minor),
      ...(await students.changedSince(where({ q: 'KAMAU' }), { since: testApp.clock().subtract({ hours: 1 }) }, all))
        .rows,
    ]);
    expect(seen).toHaveLength(5);
    for (const student of seen) {
      expect(student).toMatchObject({
        dateOfBirth: null,
        birthCertificateNo: '*****345',
        guardians: [],
        masked: ['birth_certificate_no', 'date_of_birth', 'guardians'],
      });
    }
  });

  it('is shown to a client with the flag', async () => {
    const student = await trusted(({ students }) => students.one(minor));
    expect(student).toMatchObject({ birthCertificateNo: 'BC-12345', masked: [] });
    expect(student?.guardians).toMatchObject([{ name: 'Wanjiku', member: { id: testApp.memberId } }]);
  });

  it('and an adult, who is shown to all', async () => {
    const student = await looking(({ students }) => students.one(enrolled.studentId));
    expect(student).toMatchObject({ nationalId: '7654321', masked: [] });
  });
});

describe('A student in a view', () => {
  it('is found by what partners ask for', async () => {
    const found = (filter: Parameters<typeof where>[0]) =>
      looking(async ({ students }) => (await students.list(where(filter), all)).rows.map(({ id }) => id));
    const uuidIn = async (table: 'programme' | 'member', id: number) =>
      (await testApp.sql<{ uuid: string }>(`select uuid from ${table} where id = $1`, [id]))[0]!.uuid;
    const uuid = await uuidIn('programme', school.programmeId);
    const member = await uuidIn('member', testApp.memberId);
    for (const programme of ['BSC-CS', String(school.programmeId), uuid])
      expect(await found({ programme })).toHaveLength(2);
    for (const programme of ['NONE', '999999', randomUUID()]) expect(await found({ programme })).toEqual([]);
    for (const sponsor of [String(testApp.memberId), member])
      expect(await found({ sponsor_member_id: sponsor })).toEqual([enrolled.studentId]);
    expect(await found({ sponsor_member_id: 'nobody' })).toEqual([]);
    expect(await found({ state: ['applicant'] })).toEqual([minor]);
    expect(await found({ admission_no: ' bsc-cs/0001/' + today().year })).toEqual([minor]);
    expect(await found({ q: '%' })).toEqual([]);
    expect(await found({ q: "o'; drop table student" })).toEqual([]);
    for (const filter of ['q', 'programme', 'intake', 'admission_no', 'sponsor_member_id']) {
      expect(await found({ [filter]: 'a\0b' })).toEqual([]);
    }
  });

  it('comes with what is owed and what is left over', async () => {
    const student = await looking(({ students }) => students.one(enrolled.studentId));
    expect([student?.balanceDue, student?.creditBalance]).toEqual([0n, 500n]);
  });
});

describe('A programme whose code is a number', () => {
  it('is found by its code before any by that id', async () => {
    await testApp.sql(
      `insert into programme (id, uuid, code, name, level, mode, duration_terms, grading_scale_id, state)
       values (77, $1, 'OTHER', 'Other', 'diploma', 'evening', 6, $2, 'active')`,
      [randomUUID(), school.scaleId],
    );
    await school.newStudent({ programmeId: 77 });
    const { id } = await testApp.done(education.defineProgramme, {
      code: '77',
      name: 'Numbered',
      level: 'diploma',
      department: null,
      mode: 'full_time',
      durationTerms: 6,
      gradingScaleId: school.scaleId,
      kuccpsCode: null,
    });
    const studentId = await school.newStudent({ programmeId: id });
    const { rows } = await looking(({ students }) => students.list(where({ programme: '77' }), all));
    expect(rows.map((student) => student.id)).toEqual([studentId]);
  });
});

describe('A result', () => {
  const shown = async (resultId: number) => {
    const [partner, keeper] = await looking(async ({ results, markbook }) => [
      await results.one(resultId),
      await markbook.one(resultId),
    ]);
    return { partner, keeper };
  };
  const step = (useCase: typeof education.submitResult) => (resultId: number) => testApp.done(useCase, { resultId });

  it('is not there for partners before it is published, and without marks while it is withheld or void', async () => {
    const { enrolmentId, studentId } = enrolled;
    const [unitId = 0] = school.unitIds;
    const components = [{ kind: 'exam', label: 'Exam', maxScore: '100', score: '58', weightBp: 10_000 }] as const;
    const { id } = await testApp.done(education.recordResult, { enrolmentId, unitId, components });
    const counted = () => looking(({ results }) => results.list(where({ student_id: String(studentId) }), all));
    const since = { since: testApp.clock().subtract({ hours: 1 }) };
    const emitted = () => looking(({ results }) => results.changedSince(where(), since, all));

    expect(await shown(id)).toMatchObject({ partner: null, keeper: { state: 'draft', totalMark: '58.00' } });
    await step(education.submitResult)(id);
    expect(await shown(id)).toMatchObject({ partner: null, keeper: { state: 'submitted' } });
    expect([(await counted()).total, (await emitted()).total]).toEqual([0, 0]);
    expect(await looking(({ results }) => results.ofEach('studentId', [studentId], 10))).toEqual([]);
    expect(await looking(({ results }) => results.count(where()))).toBe(0);

    await step(education.publishResult)(id);
    expect(await shown(id)).toMatchObject({
      partner: { state: 'published', totalMark: '58.00', grade: 'C+', marksHidden: false },
    });
    expect((await counted()).total).toBe(1);
    expect(await looking(({ resultVersions }) => resultVersions.ofResults([id]))).toHaveLength(1);

    await testApp.done(education.withholdResult, { resultId: id, reason: 'fees' });
    const hidden = { components: [], scoreStatus: null, totalMark: null, grade: null, gradePoints: null, remark: null };
    expect(await shown(id)).toMatchObject({
      partner: { state: 'withheld', withheldReason: 'fees', marksHidden: true, ...hidden },
      keeper: { state: 'withheld', totalMark: '58.00' },
    });
    expect(await looking(({ resultVersions }) => resultVersions.ofResults([id]))).toEqual([]);
    expect(await looking(({ resultVersions }) => resultVersions.ofAnyResults([id]))).toHaveLength(1);

    await step(education.releaseResult)(id);
    await testApp.done(education.voidResult, { resultId: id, reason: 'wrong candidate' });
    expect(await shown(id)).toMatchObject({ partner: { state: 'void', marksHidden: true, ...hidden } });
  });
});

describe('Another institution', () => {
  it('sees nothing of ours, in any way of reading', async () => {
    const other = await createTenant(testApp.settings.adminUrl, { name: 'Another', mode: 'sandbox' });
    const stranger = { tenantId: other, pii: true };
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    for (const name of LISTS) {
      const ours = await looking(async (views) => (await views[name].list(where(), all)).total);
      const theirs = await testApp.app.read(stranger, async (views) => [
        (await views[name].list(where(), all)).total,
        (await views[name].byIds(ids)).length,
        await views[name].count(where()),
        (await views[name].changedSince(where(), { since: testApp.clock().subtract({ hours: 1 }) }, all)).total,
      ]);
      expect([name, theirs]).toEqual([name, [0, 0, 0, 0]]);
      if (name === 'students' || name === 'invoices') expect(ours).toBeGreaterThan(1);
    }
  });

  it('can’t be reached without one: a bare statement of the application finds nothing', async () => {
    for (const table of [
      'student',
      'enrolment',
      'invoice',
      'invoice_line',
      'invoice_payment',
      'result',
      'tombstone',
      'number_series',
    ]) {
      expect([table, await testApp.database.query(`select 1 from ${table}`)]).toEqual([table, []]);
    }
  });
});

describe('A list', () => {
  it('costs one statement, and changes cost two, however long they are', async () => {
    for (let n = 0; n < 30; n++) await school.issued(await school.newStudent(), 100n);
    for (const name of LISTS) {
      for (const limit of [1, 100]) {
        expect([name, limit, await statementsOf((views) => views[name].list(where(), { limit, offset: 0 }))]).toEqual([
          name,
          limit,
          1,
        ]);
        const since = testApp.clock().subtract({ hours: 1 });
        const changes = (views: Views) => views[name].changedSince(where(), { since }, { limit, offset: 0 });
        expect([name, limit, await statementsOf(changes)]).toEqual([name, limit, 2]);
      }
    }
  });

  it('says how many there are on a page beyond the end', async () => {
    const page = await looking(({ students }) => students.list(where(), { limit: 10, offset: 1_000 }));
    expect(page.rows).toEqual([]);
    expect(page.total).toBeGreaterThan(30);
  });

  it('gives the children of many parents in one statement, newest first and bounded for each', async () => {
    const studentId = await school.newStudent();
    const invoices: number[] = [];
    for (let n = 0; n < 4; n++) invoices.push(await school.issued(studentId, 100n));
    const parents = [studentId, enrolled.studentId];
    let rows: { readonly id: number; readonly student: { readonly id: number } }[] = [];
    const look = async (views: Views) => void (rows = await views.invoices.ofEach('studentId', parents, 3));
    expect(await statementsOf(look)).toBe(1);
    expect(rows.filter(({ student }) => student.id === studentId).map(({ id }) => id)).toEqual(
      invoices.toReversed().slice(0, 3),
    );
    expect(rows.filter(({ student }) => student.id === enrolled.studentId)).toHaveLength(2);
    const tallies = await looking(({ invoices: views }) => views.countOfEach('studentId', parents));
    expect(tallies).toContainEqual({ id: studentId, count: 4 });
  });
});

async function statementsOf(look: (views: Views) => Promise<unknown>): Promise<number> {
  let count = 0;
  await looking(async (views) => {
    testApp.database.onStatement = () => (count += 1);
    try {
      await look(views);
    } finally {
      testApp.database.onStatement = null;
    }
  });
  return count;
}
