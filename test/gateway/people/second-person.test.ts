import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePersonSecret } from '#platform/auth/sessions.ts';
import { peopleAt } from '../../support/people-at-gateway.ts';
import { policies } from './policies.ts';
import { openWholeGraph, type WholeGraph } from '../../support/whole-graph.ts';
import { administrators } from './administrators.ts';
import { bursars } from './bursars.ts';
import { commandLines } from './command-lines.ts';
import { marksToPublish } from './marks-to-publish.ts';

/** An administrator invites themselves a second time, under another address and with another key: one person, two names. */
let graph: WholeGraph;
let at: ReturnType<typeof peopleAt>;
beforeAll(async () => {
  graph = await openWholeGraph('in one process');
  at = peopleAt(graph);
  await at.fourEyes('on');
});
afterAll(() => graph.close());

const approved = (loanId: number, caller: Parameters<typeof at.loanBy>[0]) =>
  at.refusalOf(graph.testApp.done(graph.testApp.app.lending.approveLoan, { loanId }, caller));
const confirmed = (personId: number, caller: Parameters<typeof at.loanBy>[0]) =>
  at.refusalOf(graph.testApp.done(graph.testApp.app.people.confirmPerson, { personId }, caller));

describe('Two people whom one administrator has invited alone', () => {
  it('count as one, and as the administrator, until another administrator or an operator confirms them', async () => {
    const { testApp } = graph;
    const first = await at.signedIn(['administrator']);
    const officer = await at.signedIn(['officer'], first);
    const approver = await at.signedIn(['approver'], first);
    const made = await at.loanBy(officer.caller);
    expect(await approved(made, approver.caller)).toBe('four_eyes_required');

    // Nor does a second administrator help whom the first one has invited, nor whom that one invites.
    const second = await at.signedIn(['administrator'], first);
    const third = await at.signedIn(['administrator', 'approver'], second);
    for (const caller of [first.caller, second.caller, third.caller]) {
      expect(await confirmed(approver.id, caller)).toBe('four_eyes_required');
    }
    expect(await approved(made, third.caller)).toBe('four_eyes_required');

    // The operator on the machine knows the second administrator.
    await testApp.app.people.operators.confirmPerson(testApp.operator, { personId: second.id });
    expect(await confirmed(approver.id, first.caller)).toBe('four_eyes_required');
    expect(await confirmed(approver.id, second.caller)).toBeNull();
    expect(await approved(made, approver.caller)).toBeNull();
    const events = await testApp.sql(
      `select actor from audit a join event e on e.uuid = a.event_uuid
        where a.event_type = 'person.confirmed' and e.subject_id = $1`,
      [approver.id],
    );
    expect(events).toEqual([{ actor: `person:${second.uuid}` }]);
  });

  it('are said to be one in a sentence that says what to do', async () => {
    const first = await at.signedIn(['administrator']);
    const [officer, approver] = [await at.signedIn(['officer'], first), await at.signedIn(['approver'], first)];
    const made = await at.loanBy(officer.caller);
    const { data } = await approver.browser.query(
      'mutation ($id: ID!) { approveLoan(input: { loanId: $id }) { userErrors { code message } } }',
      { id: (await graph.testApp.sql('select uuid from loan where id = $1', [made]))[0]?.['uuid'] },
    );
    expect(data.approveLoan.userErrors).toEqual([
      {
        code: 'four_eyes_required',
        message:
          `person:${approver.uuid} was invited by person:${first.uuid} alone, so that one person may hold both keys. ` +
          `Let a second administrator confirm person:${approver.uuid} (confirmPerson), or an operator on the machine ` +
          '(umoja person confirm); or let another person’s client do it.',
      },
    ]);
  });

  it('are two where one of them was confirmed, and with every person who has another origin', async () => {
    const first = await at.signedIn(['administrator']);
    const officer = await at.signedIn(['officer'], first);
    const stranger = await at.signedIn(['approver']);
    expect(await approved(await at.loanBy(officer.caller), stranger.caller)).toBeNull();
  });

  it('approve for each other where the institution lets one person do everything', async () => {
    const first = await at.signedIn(['administrator']);
    const [officer, approver] = [await at.signedIn(['officer'], first), await at.signedIn(['approver'], first)];
    const made = await at.loanBy(officer.caller);
    await at.fourEyes('off');
    expect(await approved(made, approver.caller)).toBeNull();
    await at.fourEyes('on');
  });

  it('stay one where a client is named for one of them', async () => {
    const { testApp } = graph;
    const first = await at.signedIn(['administrator']);
    const officer = await at.signedIn(['officer'], first);
    const approver = await at.signedIn(['approver'], first);
    const client = await testApp.newClient();
    const named = { clientId: client.id, responsible: approver.email.toUpperCase() };
    await testApp.app.partners.operators.changeClientResponsible(testApp.operator, named);
    expect(await approved(await at.loanBy(officer.caller), client.caller)).toBe('four_eyes_required');
  });
});

describe('An administrator', () => {
  it('gives themselves no role through a person whom they have invited alone', async () => {
    const { testApp } = graph;
    const first = await at.signedIn(['administrator']);
    const second = await at.signedIn(['administrator'], first);
    const give = (personId: number, caller: typeof first.caller) =>
      at.refusalOf(
        testApp.done(testApp.app.people.assignRoles, { personId, roles: ['administrator', 'approver'] }, caller),
      );
    expect(await give(first.id, second.caller)).toBe('own_person');
    expect(await give(second.id, first.caller)).toBeNull();
    await testApp.app.people.operators.confirmPerson(testApp.operator, { personId: second.id });
    expect(await give(first.id, second.caller)).toBeNull();
  });

  it('confirms no person who has not joined: who has the link may still use it', async () => {
    const [first, second] = [await at.signedIn(['administrator']), await at.signedIn(['administrator'])];
    const guest = await at.invited(['approver'], first);
    expect(await confirmed(guest.id, second.caller)).toBe('invalid_state_transition');
    const { id } = await at.joined(guest);
    expect(await confirmed(id, second.caller)).toBeNull();
    expect(await confirmed(id, second.caller)).toBeNull();
  });

  it('makes a new key for a person, who is unconfirmed again with it', async () => {
    const { testApp } = graph;
    const [first, second] = [await at.signedIn(['administrator']), await at.signedIn(['administrator'])];
    const approver = await at.signedIn(['approver'], first);
    expect(await confirmed(approver.id, second.caller)).toBeNull();
    const { secret, hash: tokenHash } = makePersonSecret();
    await testApp.done(testApp.app.people.invitePersonAgain, { personId: approver.id, tokenHash }, first.caller);
    await testApp.done(testApp.app.people.confirmInvitation, { personId: approver.id }, second.caller);
    const thief = at.newBrowser();
    expect((await thief.register(secret)).status).toBe(201);
    const officer = await at.signedIn(['officer'], first);
    const made = await at.loanBy(officer.caller);
    expect(await approved(made, await at.callerOf(thief))).toBe('four_eyes_required');
  });
});

describe('A lost key', () => {
  const inviteAgain = async (personId: number, caller?: Parameters<typeof at.loanBy>[0]) => {
    const { testApp } = graph;
    const { secret, hash: tokenHash } = makePersonSecret();
    if (caller) await testApp.done(testApp.app.people.invitePersonAgain, { personId, tokenHash }, caller);
    else await testApp.app.people.operators.invitePersonAgain(testApp.operator, { personId, tokenHash });
    return secret;
  };

  it('of the only administrator is replaced by the operator; of anybody else, by two of the operator and administrators', async () => {
    await at.owner(`update person set roles = '{officer}' where 'administrator' = any (roles)`);
    const only = await at.signedIn(['administrator']);
    const teller = await at.signedIn(['teller']);
    const { confirmInvitation } = graph.testApp.app.people;
    const confirm = (caller: typeof only.caller) =>
      at.refusalOf(graph.testApp.done(confirmInvitation, { personId: teller.id }, caller));

    const alone = await inviteAgain(teller.id, only.caller);
    expect(await confirm(only.caller)).toBe('four_eyes_required');
    expect((await at.newBrowser().register(alone)).status).toBe(410);
    const together = await inviteAgain(teller.id);
    expect((await at.newBrowser().register(together)).status).toBe(410);
    expect(await confirm(only.caller)).toBeNull();
    expect((await at.newBrowser().register(together)).status).toBe(201);

    const found = at.newBrowser();
    expect((await found.register(await inviteAgain(only.id))).status).toBe(201);
    expect((await only.browser.query('{ viewer { actor } }')).status).toBe(401);
    expect((await found.query('{ viewer { person { introducedBy } } }')).data.viewer.person.introducedBy).toBeNull();
    // Where there are two, the operator alone replaces neither key.
    const second = await at.signedIn(['administrator'], { caller: await at.callerOf(found) });
    expect((await at.newBrowser().register(await inviteAgain(second.id))).status).toBe(410);
  });
});

policies(
  () => graph,
  () => at,
);
commandLines(() => ({ graph, at }));
bursars(() => ({ graph, at }));
marksToPublish(() => ({ graph, at }));
administrators(() => ({ graph, at }));
