import { beforeAll, describe, expect, it } from 'vitest';
import type { peopleAt, SignedInPerson } from '../../support/people-at-gateway.ts';
import type { WholeGraph } from '../../support/whole-graph.ts';

type Opened = { readonly graph: WholeGraph; readonly at: ReturnType<typeof peopleAt> };

const CREDIT = `mutation ($id: ID!, $amount: Cents!) {
  issueCreditNote(input: { invoiceId: $id, amount: $amount, reason: "A bursary." }) {
    creditNote { id } proposal { id command } userErrors { code } } }`;
const INBOX =
  '{ pendingApprovals { totalCount nodes { id kind command obstacle mayDecide } } proposals { totalCount nodes { id } } }';
const decide = (step: string, input = '') =>
  `mutation ($id: ID!) { done: ${step}(input: { proposalId: $id ${input} }) { proposal { state } userErrors { code } } }`;

/** Two bursars keep the fees of a school: what takes two people, one proposes and the other approves. */
export function bursars(opened: () => Opened): void {
  describe('Two bursars', () => {
    let first: SignedInPerson;
    let second: SignedInPerson;
    let ofLending: string;
    beforeAll(async () => {
      const { graph, at } = opened();
      const { testApp } = graph;
      await at.fourEyes('on');
      await at.owner('update tenant set waiver_limit = 50000');
      testApp.internals.tenants.forget(testApp.tenantId);
      [first, second] = [await at.signedIn(['bursar']), await at.signedIn(['bursar'])];
      const [officer, teller] = [await at.signedIn(['officer']), await at.signedIn(['teller'])];
      await at.loanBy(officer.caller);
      const { data, errors } = await teller.browser.query(
        `mutation ($agentNo: String!) { topUpFloat(input: { agentNo: $agentNo, amount: 100, reference: "FT-BURSARS" }, idempotencyKey: "bursars-1") {
          proposal { id } userErrors { code } } }`,
        { agentNo: testApp.agent.agentNo },
      );
      expect(errors).toBeUndefined();
      ofLending = data.topUpFloat.proposal.id;
    });

    const credited = async (amount: number): Promise<string> => {
      const { school } = opened().graph;
      const { studentId } = await school.enrolled();
      const invoice = await school.issued(studentId, 3_000_000n);
      const [{ uuid } = { uuid: '' }] = await opened().graph.testApp.sql('select uuid from invoice where id = $1', [
        invoice,
      ]);
      const { data } = await first.browser.query(CREDIT, { id: uuid, amount });
      expect(data.issueCreditNote).toMatchObject({ creditNote: null, proposal: { command: 'CREDIT_INVOICE' } });
      return data.issueCreditNote.proposal.id;
    };
    const decided = async (by: SignedInPerson, id: string, step = 'approveProposal', input = '') => {
      const { data } = await by.browser.query(decide(step, input), { id });
      return data.done.proposal?.state ?? data.done.userErrors[0].code;
    };

    it('approve for each other, and neither their own (finding: no role of a school could approve)', async () => {
      const id = await credited(60_000);
      const inbox = async ({ browser }: SignedInPerson) => (await browser.query(INBOX)).data.pendingApprovals;
      const row = { id, kind: 'PROPOSAL', command: 'CREDIT_INVOICE' };
      expect(await inbox(first)).toEqual({ totalCount: 1, nodes: [{ ...row, obstacle: 'OWN', mayDecide: false }] });
      expect(await inbox(second)).toEqual({ totalCount: 1, nodes: [{ ...row, obstacle: null, mayDecide: true }] });
      expect(await decided(first, id)).toBe('four_eyes_required');
      expect(await decided(second, id)).toBe('APPROVED');
      expect(await inbox(second)).toEqual({ totalCount: 0, nodes: [] });
    });

    it('approve no more than their role does', async () => {
      const { graph, at } = opened();
      await at.owner(`update tenant set role_limits = '{"bursar": {"approve": "70000"}}'`);
      graph.testApp.internals.tenants.forget(graph.testApp.tenantId);
      const id = await credited(70_001);
      expect(await decided(second, id)).toBe('role_limit_exceeded');
      expect(await decided(first, id, 'withdrawProposal')).toBe('WITHDRAWN');
      await at.owner(`update tenant set role_limits = '{}'`);
      graph.testApp.internals.tenants.forget(graph.testApp.tenantId);
    });

    it('see nothing of lending that waits, and decide nothing of it', async () => {
      const { graph, at } = opened();
      const { data } = await second.browser.query(INBOX);
      expect(data.proposals.nodes.map(({ id }: { id: string }) => id)).not.toContain(ofLending);
      expect(data.pendingApprovals).toEqual({ totalCount: 0, nodes: [] });
      for (const query of ['proposal', 'pendingApproval']) {
        const { data: one } = await second.browser.query(`query ($id: ID!) { ${query}(id: $id) { id } }`, {
          id: ofLending,
        });
        expect(one).toEqual({ [query]: null });
      }
      for (const [step, input] of [
        ['approveProposal', ''],
        ['rejectProposal', ', reason: "No."'],
        ['withdrawProposal', ''],
        ['addProposalEvidence', ', evidence: "Seen."'],
      ] as const) {
        expect([step, await decided(second, ofLending, step, input)]).toEqual([step, 'unknown_reference']);
      }
      const { app } = graph.testApp;
      const [{ id: proposalId } = { id: 0 }] = await graph.testApp.sql('select id from proposal where uuid = $1', [
        ofLending,
      ]);
      const rejecting = graph.testApp.done(
        app.approvals.rejectProposal,
        { proposalId: Number(proposalId), reason: 'No.' },
        second.caller,
      );
      expect(await at.refusalOf(rejecting)).toBe('not_found');
      const approver = await at.signedIn(['approver']);
      const seen = (await approver.browser.query(INBOX)).data.pendingApprovals.nodes;
      expect(seen.map(({ id }: { id: string }) => id)).toContain(ofLending);
    });
  });
}
