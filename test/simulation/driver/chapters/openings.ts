import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Time } from '../time.ts';
import type { Go } from '../tour.ts';
import { idOf, join, REASON } from './parties.ts';

/** Two administrators decide that accounts wait for approval: another one than who opened an account accepts it, or does not. */
export async function openings(_: Knowledge, go: Go, office: Office): Promise<void> {
  const [first, second] = [
    await office.joined('Lulu', 'administrator'),
    await office.joined('Makena', 'administrator'),
  ];
  await office.operate('tenant', 'policies', '--four-eyes', 'yes');
  const decide = async (savingsNeedApproval: boolean) => {
    const { proposal } = await office.change(first.by, 'changePolicies', { savingsNeedApproval, ...REASON });
    await office.change(first.by, 'approveProposal', { proposalId: proposal });
    await office.change(second.by, 'approveProposal', { proposalId: proposal });
  };
  await decide(true);
  const member = await join(go, '32002301');
  const open = async () => {
    const { body } = await go('POST', '/api/v1/savings_accounts', { member_id: idOf(member), product_id: 1 });
    return `/api/v1/savings_accounts/${body?.id}`;
  };
  const [accepted, declined] = [await open(), await open()];
  const deposit = () => go('POST', `${accepted}/transactions`, { type: 'deposit', amount: 10_000, channel: 'cash' });
  await deposit();
  await go('PATCH', accepted, { action: 'approve' });
  await go('PATCH', accepted, { action: 'approve' }, { by: 'partner' });
  await deposit();
  await go('PATCH', declined, { action: 'reject', ...REASON }, { by: 'partner' });
  await go('PATCH', declined, { action: 'approve' }, { by: 'partner' });
  await decide(false);
  await open();
  await office.operate('tenant', 'policies', '--four-eyes', 'no');
}

/** An administrator who was away shows the key again; one who was away for long signs in again. */
export async function returns(_: Knowledge, go: Go, office: Office, { wait }: Time): Promise<void> {
  const person = await office.joined('Naliaka', 'administrator');
  const change = (proposalDays: number, key: string) =>
    office.change(person.by, 'changePolicies', { proposalDays, ...REASON }, { key });
  await change(15, 'chapter-here');
  await wait(0.1);
  await change(16, 'chapter-away');
  await office.ask(person.by, '{ viewer { actor } }');
  await person.stepUp();
  await change(16, 'chapter-away');
  await wait(1);
  await office.ask(person.by, '{ viewer { actor } }');
  await change(14, 'chapter-long-away');
  await person.stepUp();
  await person.signIn();
  await change(14, 'chapter-long-away');
  await person.signOut();
  // Another browser has the cookie, and this one has none.
  await go('POST', '/auth/token', {}, { by: 'left:Naliaka' });
  await go('POST', '/auth/token', {}, { by: person.by });
}
