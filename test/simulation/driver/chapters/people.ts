import type { Knowledge } from '../history.ts';
import type { Colleague, Office } from '../office.ts';
import type { Go } from '../tour.ts';

const REASON = { reason: 'A chapter of the simulation.' };

/** What a person sees of themselves: refused once the session has ended. */
const me = (office: Office, { by }: Colleague) => office.ask(by, '{ viewer { actor scopes } }');

/** Invites a colleague, in the name of another; they have not joined yet. @returns the secret of the link */
async function invite(office: Office, by: Colleague, guest: Colleague, roles: readonly string[]): Promise<string> {
  const input = { name: guest.by.slice('person:'.length), email: guest.email, roles };
  const { record, secret } = await office.change(by.by, 'invitePerson', input);
  guest.uuid = record?.id ?? guest.uuid;
  return secret;
}

/** Sessions of a person that are open, by id. */
async function sessionsOf(office: Office, by: Colleague, { uuid }: Colleague): Promise<readonly string[]> {
  const { person } = await office.ask(by.by, 'query($id: ID!) { person(id: $id) { id version sessions { id } } }', {
    id: uuid,
  });
  return (person?.sessions ?? []).map(({ id }: { readonly id: string }) => id);
}

/** Who comes, is limited, is sent away and comes back, and who decides about them; nobody about themselves. */
export async function people(_: Knowledge, go: Go, office: Office): Promise<void> {
  const amina = await office.joined('Amina', 'administrator');
  await office.change(amina.by, 'assignRoles', { personId: amina.uuid, roles: ['OFFICER'] });
  await office.operate('person', 'invite', '--name', 'Amina', '--email', amina.email);
  const [baraka, chebet, dalila] = ['Baraka', 'Chebet', 'Dalila'].map(office.colleague) as [
    Colleague,
    Colleague,
    Colleague,
  ];
  const link = await invite(office, amina, baraka, ['ADMINISTRATOR']);
  await invite(office, amina, baraka, ['TELLER']);
  await baraka.register('no-such-link');
  const again = await office.change(amina.by, 'invitePersonAgain', { personId: baraka.uuid });
  await baraka.register(link);
  await baraka.register(again.secret);
  await baraka.register(again.secret);
  await baraka.stepUp();
  await me(office, baraka);
  await chebet.register(await invite(office, amina, chebet, ['OFFICER']));
  await office.change(chebet.by, 'suspendPerson', { personId: amina.uuid, ...REASON });
  await office.change(amina.by, 'assignRoles', { personId: chebet.uuid, roles: ['TELLER', 'APPROVER'] });
  await office.change(amina.by, 'assignRoles', { personId: chebet.uuid, roles: ['LECTURER', 'OFFICER'] });
  await office.change(amina.by, 'assignRoles', { personId: chebet.uuid, roles: ['TELLER'] }, { version: 1 });
  await limits(office, amina, chebet);
  await leaving(go, office, { amina, baraka, chebet, dalila });
}

/** Branches, clients and units to which a person is limited, and the amounts of a role. */
async function limits(office: Office, amina: Colleague, chebet: Colleague): Promise<void> {
  const { branches = [] } = await office.ask(amina.by, '{ branches { id code } }');
  const [branch] = branches;
  await office.change(amina.by, 'assignBranches', { personId: chebet.uuid, branchIds: [branch?.id] });
  await office.change(amina.by, 'assignBranches', { personId: chebet.uuid, branchIds: [] });
  const esi = await office.joined('Esi', 'administrator');
  await office.operate('person', 'branches', esi.email, branch?.code ?? 'HQ');
  await office.change(esi.by, 'assignBranches', { personId: amina.uuid, branchIds: [branch?.id] });
  await office.change(esi.by, 'changePolicies', { proposalDays: 20, ...REASON });
  await office.change(esi.by, 'suspendPerson', { personId: amina.uuid, ...REASON });
  const limit = { role: 'TELLER', step: 'DISBURSE', kind: 'AMOUNT', amount: 1_000, ...REASON };
  await office.change(amina.by, 'changeRoleLimit', limit);
  await office.change(amina.by, 'changeRoleLimit', { ...limit, role: 'ADMINISTRATOR' });
  await office.change(amina.by, 'assignBranches', { personId: chebet.uuid, branchIds: null });
  await office.change(amina.by, 'assignRoles', { personId: chebet.uuid, roles: ['TELLER'] });
  const { members, savingsProducts } = await office.ask(
    'officer',
    '{ members(first: 1) { nodes { id } } savingsProducts(first: 20) { nodes { id kind } } }',
  );
  const product = savingsProducts?.nodes.find(({ kind }: { readonly kind: string }) => kind === 'ORDINARY');
  const opened = { memberId: members?.nodes[0]?.id, productId: product?.id };
  const { record } = await office.change('officer', 'openSavingsAccount', opened);
  const on = { savingsAccountId: record?.id, channel: 'CASH' };
  await office.change(chebet.by, 'depositSavings', { ...on, amount: 10_000 });
  await office.change(chebet.by, 'withdrawSavings', { ...on, amount: 1_100 });
  await office.change(chebet.by, 'withdrawSavings', { ...on, amount: 900 });
  await office.change(amina.by, 'changeRoleLimit', { role: 'TELLER', step: 'DISBURSE', kind: 'USUAL', ...REASON });
  await office.change(amina.by, 'assignClients', { personId: chebet.uuid, clientIds: [] });
  await office.change(amina.by, 'assignRoles', { personId: chebet.uuid, roles: ['DEVELOPER'] });
  const { clients } = await office.ask(amina.by, '{ clients(first: 2) { nodes { id } } }');
  const clientIds = (clients?.nodes ?? []).map(({ id }: { readonly id: string }) => id);
  await office.change(amina.by, 'assignClients', { personId: chebet.uuid, clientIds });
  await office.change(amina.by, 'assignRoles', { personId: chebet.uuid, roles: ['LECTURER'] });
  const { units } = await office.ask('officer', '{ units(first: 100) { nodes { id } } }');
  const unitIds = (units?.nodes ?? []).map(({ id }: { readonly id: string }) => id);
  await office.change(amina.by, 'assignUnits', { personId: chebet.uuid, unitIds });
  const { results } = await office.ask(chebet.by, '{ results(first: 20) { nodes { id state } } }');
  const resultIds = (results?.nodes ?? []).map(({ id }: { readonly id: string }) => id);
  await office.change(chebet.by, 'publishResults', { resultIds: resultIds.slice(0, 3) });
  for (const resultId of resultIds.slice(0, 2))
    await office.change(chebet.by, 'withholdResult', { resultId, reason: 'FEES' });
}

type Colleagues = Readonly<Record<'amina' | 'baraka' | 'chebet' | 'dalila', Colleague>>;

/** Sessions end, keys are lost and replaced, people are suspended and leave; what they held is worth nothing from then on. */
async function leaving(go: Go, office: Office, { amina, baraka, chebet, dalila }: Colleagues): Promise<void> {
  const on = ({ uuid }: Colleague) => ({ personId: uuid });
  await me(office, chebet);
  const [ofAnother] = await sessionsOf(office, amina, amina);
  await office.change(chebet.by, 'endSession', { sessionId: ofAnother });
  await chebet.signIn();
  const [session] = await sessionsOf(office, amina, chebet);
  await office.change(amina.by, 'endSession', { sessionId: session });
  await me(office, chebet);
  await chebet.signIn();
  await office.change(amina.by, 'endSessions', on(chebet));
  await me(office, chebet);
  await chebet.stepUp();
  await chebet.signIn();
  await office.change(amina.by, 'suspendPerson', { ...on(chebet), ...REASON });
  await me(office, chebet);
  await chebet.signIn();
  await office.change(amina.by, 'suspendPerson', { ...on(chebet), ...REASON });
  await office.change(amina.by, 'invitePersonAgain', on(chebet));
  await office.change(amina.by, 'resumePerson', on(chebet));
  await chebet.signIn();
  await chebet.signOut();
  await me(office, chebet);
  await chebet.signIn();
  const { secret } = await office.change(amina.by, 'invitePersonAgain', on(chebet));
  await chebet.register(secret);
  chebet.loseKey();
  await chebet.signIn();
  await chebet.register(secret);
  await dalila.signIn();
  await dalila.register(await invite(office, amina, dalila, ['TELLER']));
  await office.change(amina.by, 'confirmPerson', on(dalila));
  await commandLine(go, office, dalila);
  await office.change(amina.by, 'dismissPerson', { ...on(dalila), ...REASON });
  await me(office, dalila);
  await dalila.signIn();
  await office.change(amina.by, 'resumePerson', on(dalila));
  await office.change(baraka.by, 'confirmPerson', on(amina));
  await office.change(baraka.by, 'dismissPerson', { ...on(amina), ...REASON });
}

/** A command line of a person: it waits with a code, is denied, is confirmed, and ends with the session that confirmed it. */
async function commandLine(go: Go, office: Office, person: Colleague): Promise<void> {
  const client = { client_id: 'umoja-cli' };
  const by = { by: person.by };
  const waiting = async () => (await go('POST', '/auth/device/code', { ...client, device_name: 'a laptop' }, by)).body;
  const poll = (code: string) =>
    go('POST', '/auth/device/token', {
      ...client,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: code,
    });
  const denied = await waiting();
  await go('POST', '/auth/device/waiting', { code: denied?.user_code }, by);
  await go('POST', '/auth/device/deny', { code: denied?.user_code }, by);
  await go('POST', '/auth/device/confirm', { code: denied?.user_code }, by);
  await poll(denied?.device_code);
  const wanted = await waiting();
  await go('POST', '/auth/device/confirm', { code: wanted?.user_code }, by);
  await poll(wanted?.device_code);
  await go('POST', '/auth/device/person', { token: wanted?.device_code }, by);
  await person.signOut();
  await go('POST', '/auth/device/person', { token: wanted?.device_code }, by);
}

/** Where two people are two: a key that is replaced, and who was let in, is another administrator's to confirm. */
export async function twoPeople(_: Knowledge, __: Go, office: Office): Promise<void> {
  const first = await office.joined('Farida', 'administrator');
  const second = await office.joined('Gakuru', 'administrator');
  const teller = office.colleague('Hawa');
  await office.change(first.by, 'changePolicies', { fourEyes: true, ...REASON });
  await teller.register(await invite(office, first, teller, ['ADMINISTRATOR']));
  await office.change(teller.by, 'suspendPerson', { personId: first.uuid, ...REASON });
  await office.change(first.by, 'confirmPerson', { personId: teller.uuid });
  await office.change(second.by, 'confirmPerson', { personId: teller.uuid });
  await office.change(first.by, 'assignRoles', { personId: teller.uuid, roles: ['TELLER'] });
  const { secret } = await office.change(first.by, 'invitePersonAgain', { personId: teller.uuid });
  await teller.register(secret);
  await office.change(first.by, 'confirmInvitation', { personId: teller.uuid });
  await office.change(second.by, 'confirmInvitation', { personId: teller.uuid });
  await office.change(second.by, 'confirmInvitation', { personId: teller.uuid });
  teller.loseKey();
  await teller.register(secret);
  await office.change(first.by, 'changePolicies', { fourEyes: false, ...REASON });
  const { proposals } = await office.ask(second.by, '{ proposals(first: 50) { nodes { id state } } }');
  for (const { id, state } of proposals?.nodes ?? [])
    if (state === 'PROPOSED') await office.change(second.by, 'approveProposal', { proposalId: id });
  await office.operate('tenant', 'policies', '--four-eyes', 'no');
  await office.change(first.by, 'suspendPerson', { personId: second.uuid, ...REASON });
}

/** Two administrators send each other away at the same moment: one of them is the last, and stays, and lets the others back. */
export async function duel(_: Knowledge, __: Go, office: Office): Promise<void> {
  for (const round of ['First', 'Second', 'Third']) {
    const one = await office.joined(`${round} of two`, 'administrator');
    const other = await office.joined(`${round} rival`, 'administrator');
    const { people: known } = await office.ask(one.by, '{ people(first: 100) { nodes { id state roles } } }');
    const others: readonly string[] = (known?.nodes ?? [])
      .filter(({ state, roles }: any) => state === 'ACTIVE' && roles.includes('ADMINISTRATOR'))
      .map(({ id }: { readonly id: string }) => id)
      .filter((id: string) => id !== one.uuid && id !== other.uuid);
    const suspend = (by: Colleague, personId: string) => office.change(by.by, 'suspendPerson', { personId, ...REASON });
    for (const id of others) await suspend(one, id);
    const ended = await Promise.all([suspend(one, other.uuid), suspend(other, one.uuid)]);
    const last = ended[0].codes.length === 0 ? one : other;
    for (const personId of others) await office.change(last.by, 'resumePerson', { personId });
    await office.colleague('Head').signIn();
    if (ended.some(({ codes }) => codes.includes('last_administrator'))) return;
  }
}
