import { requireAllowed } from '../../../kernel/lifecycle.ts';
import type { Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import type { Actor, Word } from '../../../kernel/two-people.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { overpaymentLeaves, requireOverpaid, requireRecordedByAnother, wordsOnOverpayment } from './overpayment.ts';

/** A loan whose overpayment leaves it, how much that is, and by whose word it is there. */
export type TransferredOverpayment = {
  readonly loan: Loan;
  readonly amount: Cents;
  readonly words: readonly Word[];
};

/**
 * What was paid too much leaves the loan for a savings account, all of it; the loan is closed, but for one whose debt was
 * written off. Savings takes it in the same transaction, or nothing happens.
 * @throws DomainError invalid_state_transition, nothing_overpaid, debt_not_recovered, four_eyes_required (conflict), not_found
 */
export async function transferOverpayment(
  command: OnLoan & { readonly savingsAccountUuid: string },
  ports: Pick<
    LendingPorts,
    | 'loans'
    | 'instalments'
    | 'entries'
    | 'closes'
    | 'today'
    | 'repayments'
    | 'fourEyes'
    | 'phoneChangeDays'
    | 'now'
    | keyof Actor
  >,
): Promise<Outcome<TransferredOverpayment>> {
  const loan = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, loan.state, 'transfer_to_savings');
  requireOverpaid(loan);
  await requireRecordedByAnother(loan, { action: 'transfer_to_savings', channel: null }, ports);
  const amount = loan.overpaid;
  const words = await wordsOnOverpayment(loan, ports);
  const { savingsAccountUuid } = command;
  const figures = await overpaymentLeaves(loan, ports);
  return outcome({ loan, amount, words }, loan.transferToSavings({ amount, savingsAccountUuid }, figures));
}
