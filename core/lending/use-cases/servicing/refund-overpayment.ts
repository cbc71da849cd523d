import { requireAllowed } from '../../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import type { FundSource } from '../../repayment/repayment.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { bookEntry } from '../account/store-account.ts';

export type RefundOverpayment = OnLoan & {
  /** Where the money is paid from. */
  readonly channel: Exclude<FundSource, 'mpesa_paybill'>;
  readonly reference: string | null;
};

/**
 * Gives back what was paid too much, all of it; the loan is closed.
 * @throws DomainError invalid_state_transition (conflict), not_found
 */
export async function refundOverpayment(
  command: RefundOverpayment,
  ports: Pick<LendingPorts, 'loans' | 'instalments' | 'entries' | 'closes' | 'today' | 'actor'>,
): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, loan.state, 'refund_overpayment');
  const amount = loan.overpaid;
  const { figures } = await bookEntry(loan, { kind: 'refund', on: ports.today, amount }, ports);
  const { channel, reference } = command;
  return outcome(loan, loan.refundOverpayment({ amount, channel, reference }, figures));
}
