import { refuse } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';
import { savingsRefusals } from '../refusals.ts';

/** Members of whose accounts nothing is paid out, whatever their accounts' own states are. */
const STOPPED: ReadonlySet<string> = new Set(['deceased', 'blacklisted']);

/**
 * Money may leave the account as far as its member goes: what a dead member left is paid out by a claim, and what a
 * blacklisted one has is compliance's to decide.
 * @throws DomainError payouts_stopped (conflict) with member_id, member_state
 */
export async function requirePayoutsAllowed(
  account: SavingsAccount,
  ports: Pick<SavingsPorts, 'savers'>,
): Promise<void> {
  const saver = await ports.savers.get(account.memberId);
  if (!saver || !STOPPED.has(saver.state)) return;
  throw refuse(
    savingsRefusals.payouts_stopped,
    `Member ${saver.memberNo} is ${saver.state}: nothing is paid out of account ${account.accountNo}.`,
    { savings_account_id: account.id, member_id: saver.id, member_state: saver.state },
  );
}

/**
 * Money may come in as long as its member is one. Who has left was owed nothing and is owed nothing: what a payer sends all the
 * same waits in suspense for the right place.
 * @throws DomainError member_not_active (conflict) with member_id, member_state
 */
export async function requireStillMember(account: SavingsAccount, ports: Pick<SavingsPorts, 'savers'>): Promise<void> {
  const saver = await ports.savers.get(account.memberId);
  if (saver?.state !== 'exited') return;
  throw refuse(
    kernelRefusals.member_not_active,
    `Member ${saver.memberNo} has left: account ${account.accountNo} takes no money any more.`,
    { savings_account_id: account.id, member_id: saver.id, member_state: saver.state },
  );
}
