import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { Word } from '../../kernel/two-people.ts';
import type { SavingsPorts } from '../ports.ts';
import { savingsRefusals } from '../refusals.ts';
import type { SavingsTransaction } from '../transaction/savings-transaction.ts';
import { findSavingsAccount, type OnSavingsAccount } from './find-savings.ts';
import { requireNoComplianceHold } from './move-savings.ts';
import { requireStillMember } from './payouts-allowed.ts';
import { postTransfer } from './post-transfer.ts';

export type ReceiveTransfer = OnSavingsAccount & {
  /** Minor units. */
  readonly amount: Cents;
  /** Whose money it is: the account has to be theirs. */
  readonly memberId: number;
  /** The account of the ledger that it comes from. */
  readonly from: 'loan_overpayments';
  /** By whose word it came there: who of them would pay it out can’t do so here either. */
  readonly words: readonly Word[];
};

/**
 * Money of a member that the society holds already is saved.
 * @throws DomainError savings_account_of_another, account_frozen, savings_account_not_active, member_not_active, aml_hold (conflict),
 * validation_failed (invalid), not_found
 */
export async function receiveTransfer(
  command: ReceiveTransfer,
  ports: Pick<
    SavingsPorts,
    'savingsAccounts' | 'savingsTransactions' | 'savers' | 'complianceHolds' | 'newUuid' | 'actor' | 'now' | 'today'
  >,
): Promise<Outcome<SavingsTransaction>> {
  const amount = requirePositive(command.amount, 'amount');
  const account = await findSavingsAccount(command, ports);
  if (account.memberId !== command.memberId) {
    throw refuse(
      savingsRefusals.savings_account_of_another,
      `Account ${account.accountNo} belongs to another member; the money stays where it is.`,
      { savings_account_id: account.id },
    );
  }
  await requireStillMember(account, ports);
  await requireNoComplianceHold(account, ports);
  account.credit(amount, ports.today);
  const transfer = { type: 'transfer_in', account, amount, counterpart: command.from, words: command.words } as const;
  const { transaction, event } = await postTransfer(transfer, ports);
  return outcome(transaction, event);
}
