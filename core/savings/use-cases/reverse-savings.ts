import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import { refuse } from '../../kernel/domain-error.ts';
import type { ReversalCause } from '../../payments/payment-receipt.ts';
import { endUses } from '../../payments/receipt-registry.ts';
import { savingsRefusals } from '../refusals.ts';
import type { SavingsPorts } from '../ports.ts';
import { savingsTransactionLifecycle } from '../transaction/lifecycle.ts';
import type { SavingsTransaction } from '../transaction/savings-transaction.ts';
import { findSavingsTransaction, type OnSavingsTransaction } from './find-savings.ts';

/**
 * Undoes a movement that was wrong. A deposit that was spent meanwhile can't be taken back.
 * @throws DomainError invalid_state_transition, account_frozen, savings_account_not_active, insufficient_funds,
 * savings_transaction_not_reversible (conflict),
 * validation_failed where the reason is missing, not_found, precondition_failed
 */
export async function reverseSavingsTransaction(
  command: OnSavingsTransaction & {
    readonly reason: string | null;
    /** `corrected`, by default: the receipt may be booked again. `taken_back`: its money is the payer's again. */
    readonly cause?: ReversalCause | undefined;
  },
  ports: Pick<SavingsPorts, 'savingsAccounts' | 'savingsTransactions' | 'receipts' | 'now' | 'today'>,
): Promise<Outcome<SavingsTransaction>> {
  const { transaction, account } = await findSavingsTransaction(command, ports);
  requireAllowed(savingsTransactionLifecycle, transaction.state, 'reverse');
  requireReason(savingsTransactionLifecycle, 'reverse', command.reason);
  switch (transaction.type) {
    case 'deposit':
      account.debit(transaction.amount, ports.today);
      break;
    case 'withdrawal':
      account.credit(transaction.amount, ports.today);
      break;
    default:
      throw refuse(
        savingsRefusals.savings_transaction_not_reversible,
        `A movement of the type ${transaction.type} is not taken back by itself.`,
        { savings_transaction_id: transaction.id, type: transaction.type },
      );
  }
  await endUses({ type: 'savings_transaction', uuid: transaction.uuid }, command.cause ?? 'corrected', ports);
  return outcome(transaction, transaction.reverse(account, command.reason));
}
