import { beforeAll, describe, expect, it } from 'vitest';
import { CAT_AND_EXAM } from '../../support/test-app-school.ts';
import type { peopleAt, SignedInPerson } from '../../support/people-at-gateway.ts';
import type { WholeGraph } from '../../support/whole-graph.ts';

type Opened = { readonly graph: WholeGraph; readonly at: ReturnType<typeof peopleAt> };

const ROW = `id kind resultCount proposedBy proposedAt obstacle mayDecide mutation amount moves subjectType
  result { attempt unit { code } academicYear { name } term { name } enrolment { programme { code } } }`;
const INBOX = `{ pendingApprovals(filter: { kinds: [CLASS_RESULTS] }) { totalCount nodes { ${ROW} } } }`;
const ON_RECORD = `query ($id: ID!) { result(id: $id) { state pendingApprovals { id kind resultCount obstacle } } }`;
const PUBLISH = `mutation ($ids: [ID!]!) {
  publishResults(input: { resultIds: $ids }) { results { state } userErrors { code } } }`;

/** Marks that a lecturer hands in wait for another person, as everything does that takes two. */
export function marksToPublish(opened: () => Opened): void {
  describe('The marks of a class that were handed in', () => {
    let lecturer: SignedInPerson;
    let registrar: SignedInPerson;
    let colleague: SignedInPerson;
    /** Of three students, submitted by the lecturer. */
    let own: readonly number[];

    const unit = (place: number) => opened().graph.school.unitIds[place] ?? 0;
    const uuidsOf = async (ids: readonly number[]) => {
      const rows = await opened().graph.testApp.sql<{ uuid: string }>(
        'select uuid from result where id = any($1::bigint[]) order by id',
        [ids],
      );
      return rows.map(({ uuid }) => uuid);
    };
    const inbox = async ({ browser }: SignedInPerson) => {
      const { data, errors } = await browser.query(INBOX);
      expect(errors).toBeUndefined();
      return data.pendingApprovals;
    };
    const recorded = async (by: SignedInPerson, unitId: number) => {
      const { testApp, school } = opened().graph;
      const { education } = testApp.app;
      const studentId = await school.newStudent();
      await testApp.done(education.admitStudent, { studentId });
      const units = [{ unitId, status: 'registered' as const }];
      const { id: enrolmentId } = await testApp.done(education.enrolStudent, school.enrolment(studentId, { units }));
      await testApp.done(education.confirmEnrolment, { enrolmentId });
      const sent = { enrolmentId, unitId, components: CAT_AND_EXAM };
      return (await testApp.done(education.recordResult, sent, by.caller)).id;
    };
    const submitted = async (by: SignedInPerson, resultIds: readonly number[]) => {
      const { testApp } = opened().graph;
      await testApp.done(testApp.app.education.submitResults, { resultIds }, by.caller);
    };
    const published = async ({ browser }: SignedInPerson, ids: readonly number[]) => {
      const { publishResults } = (await browser.query(PUBLISH, { ids: await uuidsOf(ids) })).data;
      return publishResults.userErrors[0]?.code ?? publishResults.results.map(({ state }: { state: string }) => state);
    };
    const needTwo = async (state: boolean) => {
      const { at, graph } = opened();
      await at.owner(`update tenant set four_eyes_on_results = ${state}`);
      graph.testApp.internals.tenants.forget(graph.testApp.tenantId);
    };

    beforeAll(async () => {
      const { at, graph } = opened();
      await needTwo(true);
      lecturer = await at.signedIn(['lecturer']);
      [registrar, colleague] = [await at.signedIn(['registrar']), await at.signedIn(['registrar'])];
      const { assignUnits } = graph.testApp.app.people;
      await graph.testApp.done(assignUnits, { personId: lecturer.id, unitIds: [unit(0)] }, graph.testApp.operator);
      lecturer = { ...lecturer, caller: await at.callerOf(lecturer.browser) };
      own = [await recorded(lecturer, unit(0)), await recorded(lecturer, unit(0)), await recorded(lecturer, unit(0))];
    });

    it('wait in one row, not one for each student, from when they were handed in', async () => {
      expect(await inbox(registrar)).toEqual({ totalCount: 0, nodes: [] });
      await submitted(lecturer, own);
      const { totalCount, nodes } = await inbox(registrar);
      expect(totalCount).toBe(1);
      const [first] = await uuidsOf(own);
      expect(nodes).toEqual([
        {
          id: first,
          kind: 'CLASS_RESULTS',
          resultCount: 3,
          proposedBy: `person:${lecturer.uuid}`,
          proposedAt: expect.any(String),
          obstacle: null,
          mayDecide: true,
          mutation: 'publishResults',
          amount: null,
          moves: 'NOTHING',
          subjectType: 'result',
          result: {
            attempt: 1,
            unit: { code: 'CSC101' },
            academicYear: { name: '2025/2026' },
            term: { name: 'Semester 1' },
            enrolment: { programme: { code: 'BSC-CS' } },
          },
        },
      ]);
      const { data } = await registrar.browser.query(`query ($id: ID!) { pendingApproval(id: $id) { id kind } }`, {
        id: first,
      });
      expect(data.pendingApproval).toEqual({ id: first, kind: 'CLASS_RESULTS' });
    });

    it('stand on the record of each of them', async () => {
      const ids = await uuidsOf(own);
      for (const id of ids) {
        const { data, errors } = await registrar.browser.query(ON_RECORD, { id });
        expect(errors).toBeUndefined();
        const pendingApprovals = [{ id: ids[0], kind: 'CLASS_RESULTS', resultCount: 3, obstacle: null }];
        expect(data.result).toEqual({ state: 'SUBMITTED', pendingApprovals });
      }
      const [draft] = await uuidsOf([await recorded(lecturer, unit(0))]);
      expect((await registrar.browser.query(ON_RECORD, { id: draft })).data.result).toEqual({
        state: 'DRAFT',
        pendingApprovals: [],
      });
    });

    it('are not there without the scope of results, on the graph or on REST', async () => {
      const { at, graph } = opened();
      const [first] = await uuidsOf(own);
      for (const role of ['bursar', 'approver', 'auditor', 'compliance', 'administrator']) {
        const person = await at.signedIn([role]);
        const { data } = await person.browser.query(
          `query ($id: ID!) { pendingApproval(id: $id) { id } pendingApprovals { nodes { id kind } } }`,
          { id: first },
        );
        expect([role, data.pendingApproval]).toEqual([role, null]);
        const kinds = data.pendingApprovals.nodes.map(({ kind }: { kind: string }) => kind);
        expect([role, kinds.filter((kind: string) => kind === 'CLASS_RESULTS')]).toEqual([role, []]);
      }
      const ofClient = async (...more: string[]) => {
        const { data } = await graph.execute(INBOX, {}, ['approvals:read', ...more]);
        return data.pendingApprovals.totalCount;
      };
      expect(await ofClient('results:read')).toBe(0);
      expect(await ofClient('results:write')).toBe(1);
      // Lecturers read no approvals: they see their classes on the sheet.
      expect((await lecturer.browser.query(INBOX)).data).toEqual({ pendingApprovals: null });
      // Who is limited to branches knows no school.
      const { database, tenantId, branchId } = graph.testApp;
      const [row] = await database
        .limitedTo({ branches: [branchId], clients: [] })
        .read(tenantId, ({ sql }) => sql(`select from result where state = 'submitted' limit 1`));
      expect(row).toBeUndefined();
    });

    it('are two rows where two people handed them in, or of two units: each is decided by others', async () => {
      const ofColleague = [await recorded(colleague, unit(0)), await recorded(colleague, unit(1))];
      await submitted(colleague, ofColleague);
      const rows = async (by: SignedInPerson) =>
        (await inbox(by)).nodes.map(({ resultCount, obstacle, result, proposedBy }: any) => [
          result.unit.code,
          proposedBy === `person:${lecturer.uuid}`,
          resultCount,
          obstacle,
        ]);
      expect(await rows(registrar)).toEqual([
        ['CSC101', true, 3, null],
        ['CSC101', false, 1, null],
        ['CSC102', false, 1, null],
      ]);
      expect(await rows(colleague)).toEqual([
        ['CSC101', true, 3, null],
        ['CSC101', false, 1, 'OWN'],
        ['CSC102', false, 1, 'OWN'],
      ]);
      expect(await published(colleague, ofColleague)).toBe('self_approval');
      await needTwo(false);
      expect(await rows(colleague)).toEqual(await rows(registrar));
      await needTwo(true);
      expect(await published(registrar, ofColleague)).toEqual(['PUBLISHED', 'PUBLISHED']);
    });

    it('are published by who corrected one of them but for that one, which waits on for another person', async () => {
      const { testApp } = opened().graph;
      const [corrected = 0, ...others] = own;
      const components = CAT_AND_EXAM.map((part) => ({ ...part, score: part.kind === 'exam' ? '60' : part.score }));
      await testApp.done(testApp.app.education.changeResult, { resultId: corrected, components }, colleague.caller);
      const seen = async (by: SignedInPerson) =>
        (await inbox(by)).nodes.map(({ resultCount, obstacle }: any) => [resultCount, obstacle]);
      expect(await seen(colleague)).toEqual([[3, null]]);
      expect(await published(colleague, own)).toBe('self_approval');
      expect(await published(colleague, others)).toEqual(['PUBLISHED', 'PUBLISHED']);
      expect(await seen(colleague)).toEqual([[1, 'OWN']]);
      expect(await seen(registrar)).toEqual([[1, null]]);
      expect(await published(registrar, [corrected])).toEqual(['PUBLISHED']);
      expect(await inbox(registrar)).toEqual({ totalCount: 0, nodes: [] });
      const [id] = await uuidsOf(own);
      expect((await registrar.browser.query(ON_RECORD, { id })).data.result.pendingApprovals).toEqual([]);
    });

    it('wait no longer once they were sent back', async () => {
      const { testApp } = opened().graph;
      const resultId = await recorded(lecturer, unit(0));
      await submitted(lecturer, [resultId]);
      expect((await inbox(registrar)).totalCount).toBe(1);
      await testApp.done(testApp.app.education.returnResult, { resultId, reason: 'One is missing.' }, registrar.caller);
      expect((await inbox(registrar)).totalCount).toBe(0);
    });
  });
}
