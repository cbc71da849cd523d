import { describe, expect, it } from 'vitest';
import type { peopleAt, SignedInPerson } from '../../support/people-at-gateway.ts';
import type { WholeGraph } from '../../support/whole-graph.ts';

type At = ReturnType<typeof peopleAt>;

const CHANGE = `mutation ($input: ChangePoliciesInput!, $version: Int, $key: String) {
  changePolicies(input: $input, version: $version, idempotencyKey: $key) {
    policies { id version backdateDays fourEyes reversalLimit arrearsBands { name fromDays } appTariff { direction upTo fee } }
    proposal { id rule state } userErrors { code message path } } }`;
const LIMIT = `mutation ($input: ChangeRoleLimitInput!) {
  changeRoleLimit(input: $input) {
    role { limits { approve } } proposal { id rule } userErrors { code } } }`;
const DETAILS = `query ($id: ID!) { proposal(id: $id) { details { path kind cents text } } }`;
const APPROVE = `mutation ($id: ID!) {
  approveProposal(input: { proposalId: $id }) { proposal { state } userErrors { code } } }`;

/** What the institution has decided, and who decides otherwise. */
export function policies(graph: () => WholeGraph, at: () => At): void {
  const reason = 'The board has decided it.';
  const change = async ({ browser }: SignedInPerson, input: object, more: object = {}) => {
    const { data, errors } = await browser.query(CHANGE, { input: { reason, ...input }, ...more });
    if (errors) throw new Error(JSON.stringify(errors));
    return data.changePolicies;
  };
  const limit = async ({ browser }: SignedInPerson, input: object) =>
    (await browser.query(LIMIT, { input: { reason, ...input } })).data.changeRoleLimit;
  const approve = async ({ browser }: SignedInPerson, id: string) => {
    const { proposal, userErrors } = (await browser.query(APPROVE, { id })).data.approveProposal;
    return proposal?.state ?? userErrors[0].code;
  };
  const now = async ({ browser }: SignedInPerson) =>
    (await browser.query('{ policies { version fourEyes backdateDays reversalLimit } }')).data.policies;
  const refusals = ({ userErrors }: { userErrors: { code: string; path: string[] | null }[] }) =>
    userErrors.map(({ code, path }) => [code, path?.slice(1).join('.')]);
  const audited = () =>
    graph().testApp.sql(
      `select a.actor, e.data from audit a join event e on e.uuid = a.event_uuid
        where a.event_type = 'institution.policies_changed' order by a.id desc limit 1`,
    );

  describe('What an institution has decided', () => {
    it('is changed by one administrator where it wants no two, once for a key, and on what was shown', async () => {
      await at().fourEyes('off');
      const admin = await at().signedIn(['administrator']);
      const { version } = await now(admin);
      const sent = [{ backdateDays: 12 }, { version, key: 'policies-1' }] as const;
      const changed = await change(admin, ...sent);
      expect(changed).toMatchObject({ policies: { version: version + 1, backdateDays: 12 }, proposal: null });
      expect(await change(admin, ...sent)).toEqual(changed);
      expect(refusals(await change(admin, { backdateDays: 30 }, { version }))).toEqual([
        ['precondition_failed', undefined],
      ]);
      expect(await now(admin)).toMatchObject({ version: version + 1, backdateDays: 12 });
      expect(await audited()).toEqual([
        {
          actor: `person:${admin.uuid}`,
          data: expect.objectContaining({
            changed: ['backdate_days'],
            before: { backdate_days: null },
            after: { backdate_days: 12 },
            proposed_by: null,
            reason,
          }),
        },
      ]);
    });

    it('takes two where it wants two: who turns that off, or raises what one does alone, changes nothing alone', async () => {
      await at().fourEyes('on');
      const [first, second] = [await at().signedIn(['administrator']), await at().signedIn(['administrator'])];
      const proposed = await change(first, { fourEyes: false, reversalLimit: 90_000_000 });
      expect(proposed).toMatchObject({ policies: null, userErrors: [], proposal: { state: 'PROPOSED' } });
      expect(proposed.proposal.rule).toContain('four eyes from true to false');
      expect(await now(first)).toMatchObject({ fourEyes: true, reversalLimit: 1_000_000 });
      expect(refusals(await change(first, { fourEyes: false, reversalLimit: 90_000_000 }))).toEqual([
        ['already_proposed', undefined],
      ]);
      expect(await approve(first, proposed.proposal.id)).toBe('four_eyes_required');
      expect(await approve(second, proposed.proposal.id)).toBe('APPROVED');
      expect(await now(first)).toMatchObject({ fourEyes: false, reversalLimit: 90_000_000 });
      expect(await audited()).toEqual([
        {
          actor: `person:${second.uuid}`,
          data: expect.objectContaining({ proposed_by: `person:${first.uuid}`, before: expect.anything() }),
        },
      ]);
      await change(first, { fourEyes: true, reversalLimit: null });
      expect(await now(first)).toMatchObject({ fourEyes: true, reversalLimit: 1_000_000 });
      // Matters of order stay those of one.
      expect(await change(first, { lateRegistration: 'ACCEPTED' })).toMatchObject({ proposal: null, userErrors: [] });
    });

    it('is decided on what was shown: what changed before the second person agrees closes the proposal', async () => {
      await at().fourEyes('on');
      const [first, second] = [await at().signedIn(['administrator']), await at().signedIn(['administrator'])];
      const { version } = await now(first);
      const { proposal } = await change(first, { proposalDays: 9 }, { version });
      const { app, operator } = graph().testApp;
      await app.people.operators.changePolicies(operator, { changes: { proposal_days: 3 } });
      expect(await approve(second, proposal.id)).toBe('precondition_failed');
      await app.people.operators.changePolicies(operator, { changes: { proposal_days: 7 } });
    });

    it('is read by who approves it as it is and as it will be: amounts as such, and what nothing stands for', async () => {
      await at().fourEyes('on');
      const [first, second] = [await at().signedIn(['administrator']), await at().signedIn(['administrator'])];
      const { dormancyDays, waiverLimit } = (await first.browser.query('{ policies { dormancyDays waiverLimit } }'))
        .data.policies;
      expect([dormancyDays, waiverLimit]).toEqual([365, 1_000_000]);
      const { proposal } = await change(first, { dormancyDays: 180, waiverLimit: 2_500_000 });
      const read = async ({ browser }: SignedInPerson) =>
        (await browser.query(DETAILS, { id: proposal.id })).data.proposal.details;
      expect(await read(second)).toEqual([
        { path: ['before', 'waiver_limit'], kind: 'NONE', cents: null, text: null },
        { path: ['before', 'dormancy_days'], kind: 'NUMBER', cents: null, text: '365' },
        { path: ['reason'], kind: 'TEXT', cents: null, text: reason },
        { path: ['changes', 'waiver_limit'], kind: 'MONEY', cents: 2_500_000, text: null },
        { path: ['changes', 'dormancy_days'], kind: 'NUMBER', cents: null, text: '180' },
      ]);
      // What it was read as being changed from is no more what stands there.
      const { app, operator } = graph().testApp;
      await app.people.operators.changePolicies(operator, { changes: { dormancy_days: 30 } });
      expect(await approve(second, proposal.id)).toBe('precondition_failed');
      await app.people.operators.changePolicies(operator, { changes: { dormancy_days: 365 } });
    });

    it('is refused at its field where a policy does not take the value', async () => {
      await at().fourEyes('off');
      const admin = await at().signedIn(['administrator']);
      const wrong = {
        backdateDays: 4000,
        fourEyes: null,
        schoolPaybill: '12',
        admissionPattern: '{year}',
        arrearsBands: [{ name: 'late', fromDays: 5, provisionRate: '1' }],
        appTariff: [{ direction: 'PAYOUT', upTo: 1000, fee: 5 }],
      };
      expect(refusals(await change(admin, wrong))).toEqual([
        ['type', 'fourEyes'],
        ['range', 'backdateDays'],
        ['format', 'schoolPaybill'],
        ['format', 'arrearsBands'],
        ['format', 'admissionPattern'],
        ['range', 'appTariff.payout.0.upTo'],
      ]);
      const tariff = [
        { direction: 'PAYOUT', upTo: 1000, fee: 5 },
        { direction: 'PAYOUT', upTo: null, fee: 9 },
      ];
      expect((await change(admin, { appTariff: tariff })).policies.appTariff).toEqual(tariff);
      // The limit of fees is not lowered below what is charged.
      expect(refusals(await change(admin, { appFeeLimit: 8 }))).toEqual([['range', 'appTariff.payout.1.fee']]);
      expect((await change(admin, { appTariff: null })).policies.appTariff).toEqual([]);
    });

    it('is changed by who keeps the settings of the whole institution, with a key shown a moment ago', async () => {
      const auditor = await at().signedIn(['auditor', 'officer']);
      const { errors } = await auditor.browser.query(CHANGE, { input: { reason, backdateDays: 1 } });
      expect(errors?.[0].extensions.code).toBe('insufficient_scope');
      const local = await at().signedIn(['administrator']);
      await at().owner(`update person set branch_ids = array(select id from branch limit 1) where id = ${local.id}`);
      expect(refusals(await change(local, { backdateDays: 1 }))).toEqual([['beyond_branches', undefined]]);
      const idle = await at().signedIn(['administrator']);
      await at().owner(
        `update person_session set stepped_up_at = now() - interval '6 minutes' where person_id = ${idle.id}`,
      );
      expect(refusals(await change(idle, { backdateDays: 1 }))).toEqual([['step_up_required', undefined]]);
    });
  });

  describe('The limit of a role', () => {
    it('is changed by two who do not hold the role: neither one’s own is raised, nor agreed to by who gains', async () => {
      await at().fourEyes('on');
      const gains = await at().signedIn(['administrator', 'approver']);
      const [first, second] = [await at().signedIn(['administrator']), await at().signedIn(['administrator'])];
      const raised = { role: 'APPROVER', step: 'APPROVE', kind: 'AMOUNT', amount: 900_000_000 };
      expect((await limit(gains, raised)).userErrors).toEqual([{ code: 'own_limit' }]);
      const { proposal } = await limit(first, raised);
      expect(proposal.rule).toBe(
        'Policies are changed by two people: role limits approver approve from usual to 900000000 cents',
      );
      expect(await approve(first, proposal.id)).toBe('four_eyes_required');
      expect(await approve(gains, proposal.id)).toBe('own_limit');
      expect(await approve(second, proposal.id)).toBe('APPROVED');
      const { data } = await gains.browser.query('{ viewer { limits { approve } } }');
      expect(data.viewer.limits).toEqual({ approve: 900_000_000 });
      await at().fourEyes('off');
      expect((await limit(first, { ...raised, amount: null })).userErrors).toEqual([{ code: 'required' }]);
      expect((await limit(first, { ...raised, kind: 'USUAL' })).role.limits.approve).toBe(50_000_000);
    });

    it('says to who agrees that there is none from then on', async () => {
      await at().fourEyes('on');
      const first = await at().signedIn(['administrator']);
      const { proposal, userErrors } = await limit(first, { role: 'TELLER', step: 'DISBURSE', kind: 'NO_LIMIT' });
      expect(userErrors).toEqual([]);
      expect(proposal.rule).toBe(
        'Policies are changed by two people: role limits teller disburse from usual to no limit',
      );
    });
  });

  describe('What is pending when a policy changes', () => {
    it('goes by the policy that is in force when it is decided: an application of one person takes two from then on', async () => {
      await at().fourEyes('off');
      const admin = await at().signedIn(['administrator']);
      const [one, other] = [await at().signedIn(['approver', 'officer']), await at().signedIn(['approver'])];
      const loanId = await at().loanBy(one.caller);
      expect((await change(admin, { fourEyes: true })).userErrors).toEqual([]);
      const decide = (by: SignedInPerson) =>
        at().refusalOf(graph().testApp.done(graph().testApp.app.lending.approveLoan, { loanId }, by.caller));
      expect(await decide(one)).toBe('four_eyes_required');
      expect(await decide(other)).toBeNull();
    });

    it('stays a proposal that another person approves, also where one could do it alone by now', async () => {
      await at().fourEyes('on');
      const [first, second] = [await at().signedIn(['administrator']), await at().signedIn(['administrator'])];
      const { proposal } = await change(first, { reversalLimit: 5 });
      await at().fourEyes('off');
      expect(await approve(first, proposal.id)).toBe('four_eyes_required');
      expect(await approve(second, proposal.id)).toBe('APPROVED');
      await change(first, { reversalLimit: null });
      await at().fourEyes('on');
    });
  });
}
