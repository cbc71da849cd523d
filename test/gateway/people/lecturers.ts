import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '#platform/cli/owner.ts';
import { ROW_LIMITS } from '#platform/postgres/migrations/row-limits.ts';
import type { peopleAt, SignedInPerson } from '../../support/people-at-gateway.ts';
import { CAT_AND_EXAM, type TestSchool } from '../../support/test-app-school.ts';
import type { WholeGraph } from '../../support/whole-graph.ts';

type Reply = { readonly status: number; readonly body: any };
type Opened = {
  readonly graph: WholeGraph;
  readonly at: ReturnType<typeof peopleAt>;
  readonly rest: (person: SignedInPerson, path: string, body?: object, method?: string) => Promise<Reply>;
};

const LISTS = `{ units { totalCount nodes { code } } students { totalCount nodes { id } } enrolments { totalCount nodes { id } }
  results { totalCount nodes { id } } programmes { totalCount } }`;
const COMPONENTS = CAT_AND_EXAM.map(({ kind, ...part }) => ({ kind: kind.toUpperCase(), ...part }));
/** As REST takes them. */
const PARTS = CAT_AND_EXAM.map(({ maxScore: max_score, weightBp: weight_bp, ...part }) => ({
  ...part,
  max_score,
  weight_bp,
}));

/** Two units of a school with a student each, and one student who takes both; a lecturer a unit. */
export function lecturers(opened: () => Opened): void {
  let school: TestSchool;
  let first: SignedInPerson;
  let second: SignedInPerson;
  type Enrolled = { readonly studentId: number; readonly enrolmentId: number };
  let own: Enrolled;
  let other: Enrolled;
  let both: Enrolled;
  /** Published: of the other class, of the student of both in each unit. */
  let otherResult: number;
  let ofBoth: readonly number[];

  const unit = (place: number) => school.unitIds[place] ?? 0;
  const assign = (personId: number, unitIds: readonly number[], by = opened().graph.testApp.operator) => {
    const { testApp } = opened().graph;
    return testApp.done(testApp.app.people.assignUnits, { personId, unitIds }, by);
  };
  const uuidOf = async (table: string, id: number) =>
    String((await opened().graph.testApp.sql(`select uuid from ${table} where id = $1`, [id]))[0]?.['uuid']);
  const uuidsOf = (table: string, ids: readonly number[]) =>
    Promise.all(ids.map((id) => uuidOf(table, id))).then((uuids) => uuids.toSorted());
  const lists = async ({ browser }: SignedInPerson) => {
    const { data, errors } = await browser.query(LISTS);
    expect(errors).toBeUndefined();
    return data;
  };
  const idsIn = (list: { readonly nodes: readonly { readonly id: string }[] }) =>
    list.nodes.map(({ id }) => id).toSorted();
  const enrolledIn = async (unitIds: readonly number[]): Promise<Enrolled> => {
    const { testApp } = opened().graph;
    const { education } = testApp.app;
    const studentId = await school.newStudent();
    await testApp.done(education.admitStudent, { studentId });
    const units = unitIds.map((unitId) => ({ unitId, status: 'registered' as const }));
    const { id: enrolmentId } = await testApp.done(education.enrolStudent, school.enrolment(studentId, { units }));
    await testApp.done(education.confirmEnrolment, { enrolmentId });
    return { studentId, enrolmentId };
  };

  describe('A lecturer', () => {
    beforeAll(async () => {
      const { graph, at } = opened();
      school = graph.school;
      [own, other, both] = [await enrolledIn([unit(0)]), await enrolledIn([unit(1)]), await enrolledIn(school.unitIds)];
      otherResult = await school.published(other.enrolmentId, unit(1));
      ofBoth = [await school.published(both.enrolmentId, unit(0)), await school.published(both.enrolmentId, unit(1))];
      [first, second] = [await at.signedIn(['lecturer']), await at.signedIn(['lecturer'])];
      await assign(second.id, [unit(1)]);
    });

    it('to whom no unit was assigned sees no class, in no table, and the programmes that the school offers', async () => {
      const { testApp } = opened().graph;
      const nothing = { totalCount: 0, nodes: [] };
      const none = { units: nothing, students: nothing, enrolments: nothing, results: nothing };
      expect(await lists(first)).toEqual({ ...none, programmes: { totalCount: 1 } });
      const reach = testApp.database.limitedTo({ branches: [], clients: [], units: [] });
      const seen: string[] = [];
      for (const [name, { kind }] of Object.entries(ROW_LIMITS)) {
        if (kind === 'common' || kind === 'school') continue;
        const [row] = await reach.read(testApp.tenantId, ({ sql }) => sql(`select from "${name}" limit 1`));
        if (row) seen.push(name);
      }
      expect(seen).toEqual([]);
      // Who is limited to branches knows no school, as before.
      const [known] = await testApp.database
        .limitedTo({ branches: [testApp.branchId], clients: [] })
        .read(testApp.tenantId, ({ sql }) =>
          sql(
            'select (select count(*)::int from student) as students, (select count(*)::int from programme) as programmes',
          ),
        );
      expect(known).toEqual({ students: 0, programmes: 0 });
    });

    it('sees the class of a unit from the next request on: who takes it, and their results in it', async () => {
      await assign(first.id, [unit(0)]);
      const seen = await lists(first);
      expect(seen.units).toEqual({ totalCount: 1, nodes: [{ code: 'CSC101' }] });
      expect(idsIn(seen.students)).toEqual(await uuidsOf('student', [own.studentId, both.studentId]));
      expect(idsIn(seen.enrolments)).toEqual(await uuidsOf('enrolment', [own.enrolmentId, both.enrolmentId]));
      expect(idsIn(seen.results)).toEqual(await uuidsOf('result', [ofBoth[0] ?? 0]));
      // Another lecturer sees another class, of which one student is the same.
      const others = await lists(second);
      expect(idsIn(others.students)).toEqual(await uuidsOf('student', [other.studentId, both.studentId]));
      expect(idsIn(others.results)).toEqual(await uuidsOf('result', [otherResult, ofBoth[1] ?? 0]));
      const rows = (await opened().rest(first, '/api/v1/results')).body.data;
      expect(rows.map(({ id }: { id: string }) => id)).toEqual([await uuidOf('result', ofBoth[0] ?? 0)]);
    });

    it('is shown of a student what is of the class, and no average, which a part of the results would falsify', async () => {
      const { data, errors } = await first.browser.query(
        `query ($id: ID!) { student(id: $id) { enrolments { nodes { units { unit { code } } } } results { totalCount }
           transcript { gpa mean honours incomplete terms { gpa results { unit { code } } } } } }`,
        { id: await uuidOf('student', both.studentId) },
      );
      expect(errors).toBeUndefined();
      expect(data.student).toEqual({
        enrolments: { nodes: [{ units: [{ unit: { code: 'CSC101' } }] }] },
        results: { totalCount: 1 },
        transcript: {
          gpa: null,
          mean: null,
          honours: null,
          incomplete: true,
          terms: [{ gpa: null, results: [{ unit: { code: 'CSC101' } }] }],
        },
      });
    });

    it('reaches no record of another class by its address, on the graph or on REST', async () => {
      const [result, student, enrolment] = [
        await uuidOf('result', otherResult),
        await uuidOf('student', other.studentId),
        await uuidOf('enrolment', other.enrolmentId),
      ];
      const { data, errors } = await first.browser.query(
        `query ($result: ID!, $student: ID!, $enrolment: ID!, $own: ID!, $unit: ID!) {
           result(id: $result) { id } student(id: $student) { id } enrolment(id: $enrolment) { id }
           life(recordId: $result) { nodes { kind } }
           own: enrolment(id: $own) { hidden: result(unitId: $unit, attempt: 1) { id } } }`,
        {
          result,
          student,
          enrolment,
          own: await uuidOf('enrolment', both.enrolmentId),
          unit: await uuidOf('unit', unit(1)),
        },
      );
      expect(errors).toBeUndefined();
      const nothing = { result: null, student: null, enrolment: null, life: { nodes: [] }, own: { hidden: null } };
      expect(data).toEqual(nothing);
      const paths = [
        ...[otherResult, result].flatMap((id) => [`/api/v1/results/${id}`, `/api/v1/results/${id}/versions`]),
        ...[other.studentId, student].map((id) => `/api/v1/students/${id}`),
        `/api/v1/students/${student}/transcript`,
        `/api/v1/enrolments/${other.enrolmentId}`,
        `/api/v1/units/${unit(1)}`,
      ];
      for (const path of paths) expect([path, (await opened().rest(first, path)).status]).toEqual([path, 404]);
      const [shown] = (await opened().rest(second, `/api/v1/results/${otherResult}/versions`)).body.data;
      expect(shown).toMatchObject({ total_mark: '76.00' });
    });

    it('marks the own class, and no other, whatever names it; nothing is left of the try', async () => {
      const { graph, at, rest } = opened();
      const { testApp } = graph;
      const { education } = testApp.app;
      const marked = async (place: number) => ({
        enrolmentId: await uuidOf('enrolment', own.enrolmentId),
        unitId: await uuidOf('unit', unit(place)),
        components: COMPONENTS,
      });
      const RECORD = `mutation ($input: RecordResultInput!) { recordResult(input: $input) { result { id } userErrors { code } } }`;
      const made = await first.browser.query(RECORD, { input: await marked(0) });
      expect(made.data.recordResult).toEqual({ result: { id: expect.any(String) }, userErrors: [] });

      const results = 'select id, version, state from result order by id';
      const before = await testApp.sql(results);
      const refused = await first.browser.query(RECORD, { input: await marked(1) });
      expect(refused.data.recordResult).toEqual({ result: null, userErrors: [{ code: 'unknown_reference' }] });
      // By their numbers, which are no secret; and as a student of another class in the own unit.
      for (const [{ studentId, enrolmentId }, unitId] of [
        [other, unit(1)],
        [other, unit(0)],
        [both, unit(1)],
      ] as const) {
        const sent = { enrolmentId, unitId, attempt: 2, components: CAT_AND_EXAM };
        expect(await at.refusalOf(testApp.done(education.recordResult, sent, first.caller))).toBe('not_found');
        const row = {
          student_id: studentId,
          enrolment_id: enrolmentId,
          unit_id: unitId,
          attempt: 2,
          components: PARTS,
        };
        const alone = await rest(first, '/api/v1/results', row);
        expect([alone.status, alone.body.code]).toEqual([404, 'not_found']);
        const among = await rest(first, '/api/v1/results/bulk', { results: [row] });
        expect([among.status, among.body.created, among.body.data[0].problem.code]).toEqual([
          207,
          0,
          'unknown_reference',
        ]);
      }
      const moves = [
        { action: 'amend', reason: 'Wrong', components: PARTS },
        { action: 'withhold', reason: 'fees' },
        { action: 'void', reason: 'Wrong' },
        { components: PARTS },
      ];
      for (const body of moves) {
        const { status } = await rest(first, `/api/v1/results/${otherResult}`, body, 'PATCH');
        expect([body, status]).toEqual([body, 404]);
      }
      const amended = { resultId: otherResult, components: CAT_AND_EXAM, reason: 'Wrong' };
      expect(await at.refusalOf(testApp.done(education.amendResult, amended, first.caller))).toBe('not_found');
      const submitted = { resultIds: [otherResult] };
      expect(await at.refusalOf(testApp.done(education.submitResults, submitted, first.caller))).not.toBeNull();
      expect(await testApp.sql(results)).toEqual(before);
      // A student of the class, and the own unit: the same requests are carried out.
      const { studentId: student_id, enrolmentId: enrolment_id } = both;
      const again = { student_id, enrolment_id, unit_id: unit(0), attempt: 2, components: PARTS };
      expect((await rest(first, '/api/v1/results', again)).status).toBe(201);
      // A row of another class is refused, and none with it (finding: one of a number refused the whole request).
      const foreign = {
        student_id: other.studentId,
        enrolment_id: other.enrolmentId,
        unit_id: unit(0),
        components: PARTS,
      };
      const mixed = {
        results: [
          { ...foreign, attempt: 3 },
          { ...again, attempt: 3 },
          { ...again, enrolment_id: 987_654 },
        ],
      };
      const third = await rest(first, '/api/v1/results/bulk', mixed);
      expect([third.status, third.body.created, third.body.refused]).toEqual([207, 1, 2]);
      const codes = third.body.data.map(({ problem }: { problem: { code: string } | null }) => problem?.code);
      expect(codes).toEqual(['unknown_reference', undefined, 'unknown_reference']);
      const { id } = third.body.data[1].result;
      const voided = await rest(first, `/api/v1/results/${id}`, { action: 'void', reason: 'Not sat.' }, 'PATCH');
      expect([voided.status, voided.body.state]).toEqual([200, 'void']);
    });

    it('sees what became of the own results: corrected, with both versions, and withheld', async () => {
      const { graph, rest } = opened();
      const { testApp } = graph;
      const { education } = testApp.app;
      const resultId = ofBoth[0] ?? 0;
      const components = CAT_AND_EXAM.map((part) => ({ ...part, score: part.kind === 'exam' ? '60' : part.score }));
      await testApp.done(education.amendResult, { resultId, components, reason: 'An appeal was allowed.' });
      await testApp.done(education.withholdResult, { resultId, reason: 'fees' });
      const versions = (await rest(first, `/api/v1/results/${resultId}/versions`)).body.data;
      expect(versions.map(({ total_mark }: { total_mark: string }) => total_mark)).toEqual(['76.00', '84.00']);
      expect((await rest(first, `/api/v1/results/${resultId}`)).body).toMatchObject({
        state: 'withheld',
        amended: true,
      });
      for (const path of ['', '/versions'])
        expect((await rest(second, `/api/v1/results/${resultId}${path}`)).status).toBe(404);
    });

    it('sees no student who has dropped the unit, and no class that was taken away, with the next request', async () => {
      const { testApp } = opened().graph;
      const studies = async () => idsIn((await lists(first)).students);
      const units = school.unitIds.map((unitId, place) => ({
        unitId,
        status: place === 0 ? ('dropped' as const) : ('registered' as const),
      }));
      await testApp.done(testApp.app.education.changeEnrolment, { enrolmentId: both.enrolmentId, units });
      expect(await studies()).toEqual(await uuidsOf('student', [own.studentId]));
      expect((await opened().rest(first, '/api/v1/results')).body.data).toHaveLength(1);
      await assign(first.id, []);
      expect((await lists(first)).students).toEqual({ totalCount: 0, nodes: [] });
      expect((await opened().rest(first, '/api/v1/results')).body.data).toEqual([]);
      // The role is given again without the units that went with it.
      await assign(first.id, [unit(0)]);
      const { assignRoles } = testApp.app.people;
      for (const roles of [['registrar'], ['lecturer']])
        await testApp.done(assignRoles, { personId: first.id, roles }, testApp.operator);
      expect(await studies()).toEqual([]);
    });

    it('has who is enrolled while the application has no rights on the rows of classes, as in the middle of a migration', async () => {
      const { testApp } = opened().graph;
      const { adminUrl, appRole } = testApp.settings;
      const rights = (statement: string) => asOwner(adminUrl, (owner) => owner.query(statement));
      await rights(`revoke insert, delete on enrolment_unit from "${appRole}"`);
      const late = await enrolledIn([unit(0)]).finally(() =>
        rights(`grant insert, delete on enrolment_unit to "${appRole}"`),
      );
      await assign(second.id, [unit(0)]);
      expect(idsIn((await lists(second)).students)).toContain(await uuidOf('student', late.studentId));
      await assign(second.id, [unit(1)]);
    });

    it('is given units that there are, a hundred at most, by an administrator; the trail says which before and after', async () => {
      const { graph, at } = opened();
      const { testApp } = graph;
      const administrator = await at.signedIn(['administrator']);
      const ASSIGN = `mutation ($input: AssignUnitsInput!, $key: String) {
        assignUnits(input: $input, idempotencyKey: $key) { person { unitIds version } userErrors { code path } } }`;
      const unitIds = await Promise.all(school.unitIds.map((id) => uuidOf('unit', id)));
      const input = { personId: first.uuid, unitIds };
      const key = randomUUID();
      const assigned = (await administrator.browser.query(ASSIGN, { input, key })).data.assignUnits;
      expect(assigned).toMatchObject({ person: { unitIds }, userErrors: [] });
      for (const sent of [{ input, key }, { input }])
        expect((await administrator.browser.query(ASSIGN, sent)).data.assignUnits).toEqual(assigned);
      const trail = await testApp.sql(
        `select e.data->'units' as units, e.data->'before' as before from event e join audit a on a.event_uuid = e.uuid
          where e.type = 'person.units_assigned' and e.subject_id = $1 and a.actor = $2 order by e.id`,
        [first.id, administrator.caller.clientKey],
      );
      expect(trail).toEqual([{ units: school.unitIds.map(String), before: [] }]);

      const unknown = { input: { personId: first.uuid, unitIds: [randomUUID()] } };
      expect((await administrator.browser.query(ASSIGN, unknown)).data.assignUnits).toMatchObject({
        person: null,
        userErrors: [{ code: 'unknown_reference', path: ['input', 'unitIds'] }],
      });
      const refusal = (personId: number, ids: readonly number[], by = testApp.operator) =>
        at.refusalOf(assign(personId, ids, by));
      expect(await refusal(first.id, [999_999])).toBe('unknown_reference');
      expect(
        await refusal(
          first.id,
          Array.from({ length: 101 }, (_, place) => place + 1),
        ),
      ).toBe('validation_failed');
      expect(await refusal(administrator.id, [unit(0)])).toBe('validation_failed');
      expect(await refusal(second.id, [unit(0)], first.caller)).not.toBeNull();
      const both = { personId: first.id, roles: ['lecturer', 'bursar'] };
      expect(await at.refusalOf(testApp.done(testApp.app.people.assignRoles, both, testApp.operator))).toBe(
        'validation_failed',
      );
    });

    it('hands marks in, and neither releases nor corrects them (finding: a colleague’s were published and amended)', async () => {
      const { graph, at, rest } = opened();
      const { app } = graph.testApp;
      const [author, colleague] = [await at.signedIn(['lecturer']), await at.signedIn(['lecturer'])];
      for (const { id: lecturer } of [author, colleague]) await assign(lecturer, [unit(0)]);
      const { studentId: student_id, enrolmentId: enrolment_id } = await enrolledIn([unit(0)]);
      const row = { student_id, enrolment_id, unit_id: unit(0), components: PARTS };
      const { id } = (await rest(author, '/api/v1/results', row)).body;
      const [found] = await graph.testApp.sql('select id from result where uuid::text = $1 or id::text = $1', [
        String(id),
      ]);
      const numbered = Number(found?.['id']);
      const step = async (by: SignedInPerson, body: object) => {
        const reply = await rest(by, `/api/v1/results/${id}`, body, 'PATCH');
        return reply.body.code ?? [reply.body.state, reply.body.available_actions];
      };
      expect(await step(author, { action: 'submit' })).toEqual(['submitted', ['return', 'void']]);
      for (const lecturer of [author, colleague]) {
        expect(await step(lecturer, { action: 'publish' })).toBe('marks_released_by_others');
        const publishing = graph.testApp.done(
          app.education.publishResults,
          { resultIds: [numbered] },
          await at.callerOf(lecturer.browser),
        );
        expect(await at.refusalOf(publishing)).toBe('marks_released_by_others');
      }
      const registrar = await at.signedIn(['registrar']);
      const [state, actions] = await step(registrar, { action: 'publish' });
      expect([state, actions]).toEqual(['published', expect.arrayContaining(['amend', 'withhold', 'void'])]);
      for (const body of [
        { action: 'amend', reason: 'Wrong', components: PARTS },
        { action: 'withhold', reason: 'fees' },
        { action: 'void', reason: 'Wrong' },
      ]) {
        expect([body.action, await step(colleague, body)]).toEqual([body.action, 'marks_released_by_others']);
      }
    });
  });
}
