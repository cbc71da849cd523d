import { DomainError } from '../../kernel/domain-error.ts';
import { requireWithinRole } from '../../kernel/personal-limits.ts';
import type { requireMovable } from '../../kernel/two-people.ts';
import type { Limited } from '../../payments/limits-of-one.ts';
import type { ReversalCause } from '../../payments/payment-receipt.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';
import type { SavingsTransaction } from '../transaction/savings-transaction.ts';
import { requireLetOut, requireNoComplianceHold } from './move-savings.ts';
import { requireSeenByAnother, type Vouching } from './said-by-one.ts';

export type Leaving = Vouching & Pick<SavingsPorts, 'savers' | 'shareBylaws' | 'complianceHolds' | 'today'> & Limited;

/**
 * Money that leaves with the reversal of a deposit: cash, which is missing at the counter from then on, and what the bank or
 * a provider has taken back. Where a withdrawal of it would be refused it takes two people; cash of a member whose
 * money compliance holds stays.
 * @returns why it takes two people, where it does, for when everything else was checked
 * @throws DomainError aml_hold (conflict), role_limit_exceeded (forbidden) for cash
 */
export async function leavingWithReversal(
  transaction: SavingsTransaction,
  account: SavingsAccount,
  cause: ReversalCause,
  ports: Leaving,
): Promise<Parameters<typeof requireMovable>[1] | null> {
  const { id, uuid, type, channel, amount } = transaction;
  const isCash = channel === 'cash';
  if (type !== 'deposit' || (!isCash && cause !== 'taken_back')) return null;
  if (isCash) await requireNoComplianceHold(account, ports);
  const kept = await whyKept(transaction, account, ports);
  if (kept === null) {
    if (isCash && ports.agreement !== 'reached') requireWithinRole('disburse', amount, ports);
    return null;
  }
  const rule = `${kept} Reversing the deposit lets it out all the same, which takes two people.`;
  return { subject: { type: 'savings_transaction', id, uuid }, rule, amount };
}

/** What a withdrawal of as much would be refused with, in a sentence; null where it would not be. */
async function whyKept(
  { amount, channel }: SavingsTransaction,
  account: SavingsAccount,
  ports: Leaving,
): Promise<string | null> {
  try {
    await requireNoComplianceHold(account, ports);
    // What others have paid in is not paid out for a deposit that is there by this person's word.
    if (channel === 'cash') await requireSeenByAnother(account, { amount, channel, action: 'reverse' }, ports);
    await requireLetOut(account, amount, ports);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'conflict') throw error;
    return error.message;
  }
}
