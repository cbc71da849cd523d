import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEducationGraph, type EducationGraph } from '#test/support/education-graph.ts';

let graph: EducationGraph;
/** Three members who sponsor one student, three, and eight; each student with two invoices, a payment and two results. */
let memberIds: string[];
beforeAll(async () => {
  graph = await openEducationGraph();
  const { testApp, school, sponsor, uuidOf } = graph;
  const { education } = testApp.app;
  memberIds = [];
  for (const sponsored of [1, 3, 8]) {
    const memberId = await testApp.newMember();
    memberIds.push(await uuidOf('member', memberId));
    for (let n = 0; n < sponsored; n++) {
      const { studentId, enrolmentId } = await school.enrolled();
      await sponsor(memberId, studentId);
      const invoiceId = await school.issued(studentId, 30_000n);
      await school.issued(studentId, 20_000n, 60);
      await testApp.done(education.recordPayment, {
        invoiceId,
        amount: 35_000n,
        method: 'bank',
        reference: `BANK-${studentId}`,
        paidAt: testApp.clock(),
      });
      for (const unitId of school.unitIds) await school.published(enrolmentId, unitId);
    }
  }
});
afterAll(() => graph.close());

/** The deepest walk through education, there and back. */
const DEEP = `
  fragment Everything on Member {
    id
    sponsoredInvoices(first: 50) { totalCount nodes { number } }
    sponsorships(first: 50) {
      totalCount
      nodes {
        member { id } balanceDue results { totalCount nodes { grade } }
        student {
          admissionNo programme { code gradingScale { bands { grade } } units { totalCount nodes { code } } } feeLoans { id }
          sponsors { totalCount nodes { member { id } } }
          enrolments { totalCount nodes { academicYear { name terms { name academicYear { name } } } term { name } units { unit { code } } } }
          invoices { totalCount nodes { number lines { amount } creditNotes { number } fundedBy { id }
            payments { totalCount nodes { amount student { payCode } allocations { invoice { number } lineId } } } } }
          payments { totalCount nodes { reference invoice { number } } }
          results { totalCount nodes { unit { code programme { code } } versions { number } enrolment { state } gradingScale { code } } }
        }
      }
    }
  }`;
const byEntities = (ids: readonly string[]) =>
  [
    `query($representations: [_Any!]!) { _entities(representations: $representations) { ...Everything } } ${DEEP}`,
    { representations: ids.map((id) => ({ __typename: 'Member', id })) },
  ] as const;

describe('The statements of a deep query', () => {
  it('are as many for one record as for many', async () => {
    const small = await graph.counted(() => graph.query(...byEntities(memberIds.slice(0, 1))));
    const large = await graph.counted(() => graph.query(...byEntities(memberIds)));
    const sponsorshipsOf = ({ result }: typeof small) =>
      result._entities.flatMap(({ sponsorships }: { sponsorships: { nodes: object[] } }) => sponsorships.nodes);
    expect([sponsorshipsOf(small).length, sponsorshipsOf(large).length]).toEqual([1, 12]);
    for (const { student, results } of sponsorshipsOf(large)) {
      expect([student.invoices.totalCount, student.results.totalCount, results.totalCount]).toEqual([2, 2, 2]);
      expect(student.invoices.nodes[0].payments.totalCount).toBe(1);
    }
    expect(large.reads.length).toBe(small.reads.length);
    expect(large.transactions).toBe(1);
    expect(large.reads.length).toBeLessThanOrEqual(40);
    // Nothing is read twice.
    expect(new Set(large.reads).size).toBe(large.reads.length);
  });

  it('leave out what is not selected', async () => {
    const { reads } = await graph.counted(() => graph.query('{ invoices { totalCount } }'));
    expect(reads).toEqual([expect.stringMatching(/^select count/)]);
    const page = await graph.counted(() =>
      graph.query('{ students { nodes { id balanceDue } pageInfo { endCursor } edges { cursor } } }'),
    );
    expect(page.reads).toHaveLength(1);
    const none = await graph.counted(() => graph.query('{ __typename student(id: "nonsense") { id } }'));
    expect([none.reads, none.transactions]).toEqual([[], 0]);
  });
});
