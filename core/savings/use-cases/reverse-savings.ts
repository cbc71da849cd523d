import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import { requireMovable } from '../../kernel/two-people.ts';
import type { ReversalCause } from '../../payments/payment-receipt.ts';
import { requireReversible, type Limited } from '../../payments/limits-of-one.ts';
import { endUses } from '../../payments/receipt-registry.ts';
import type { SavingsPorts } from '../ports.ts';
import { savingsTransactionLifecycle } from '../transaction/lifecycle.ts';
import type { SavingsTransaction } from '../transaction/savings-transaction.ts';
import { changeOf, earnedWithout } from './earned-without.ts';
import { findSavingsTransaction, type OnSavingsTransaction } from './find-savings.ts';
import { leavingWithReversal, type Leaving } from './leaving-with-reversal.ts';
import { requireStillMember } from './payouts-allowed.ts';

const A_DAY = { hours: 24 };

/**
 * Undoes a movement that was wrong, as if it had never been: what it earned goes back with it, and what was not earned for
 * want of it is earned. A deposit that was spent meanwhile, or whose interest was, can't be taken back, and nothing comes back
 * to the account of a member who has left. What one person reverses alone is limited for all that is reversed on an account
 * within a day.
 * @throws DomainError invalid_state_transition, account_frozen, savings_account_not_active, insufficient_funds,
 * savings_transaction_not_reversible, member_not_active, aml_hold, four_eyes_required (conflict), role_limit_exceeded (forbidden),
 * validation_failed where the reason is missing, not_found, precondition_failed; SecondPersonRequired
 */
export async function reverseSavingsTransaction(
  command: OnSavingsTransaction & {
    readonly reason: string | null;
    /** `corrected`, by default: the receipt may be booked again. `taken_back`: its money is the payer's again. */
    readonly cause?: ReversalCause | undefined;
  },
  ports: Pick<
    SavingsPorts,
    'savingsAccounts' | 'savingsTransactions' | 'savers' | 'closedDays' | 'receipts' | 'now' | 'today' | keyof Limited
  > &
    Leaving,
): Promise<Outcome<SavingsTransaction>> {
  const { transaction, account } = await findSavingsTransaction(command, ports);
  requireAllowed(savingsTransactionLifecycle, transaction.state, 'reverse');
  requireReason(savingsTransactionLifecycle, 'reverse', command.reason);
  const cause = command.cause ?? 'corrected';
  const corrected = await earnedWithout(transaction, account, ports);
  const leaving = await leavingWithReversal(transaction, account, cause, ports);
  const { interest, tax } = corrected.takenBack;
  const correction = { credited: tax - interest, accrued: corrected.accrued, days: corrected.days };
  const change = changeOf(transaction);
  if (correction.credited > change) await requireStillMember(account, ports);
  account.unbook(change, corrected.bookedOn, correction);
  const { id, uuid, amount } = transaction;
  const before = await ports.savingsTransactions.reversedSince(account.id, ports.now.subtract(A_DAY));
  requireReversible(amount, { type: 'savings_transaction', id, uuid }, ports, { before });
  if (leaving !== null) requireMovable(ports, leaving);
  await endUses({ type: 'savings_transaction', uuid }, cause, ports);
  return outcome(transaction, transaction.reverse(account, command.reason, corrected.takenBack));
}
