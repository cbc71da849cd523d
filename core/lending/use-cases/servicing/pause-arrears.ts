import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';

/**
 * Days of lateness are not counted from today on: the loan stays in the class that it is in. What is owed stays owed,
 * and what lateness costs by the loan's terms is charged nevertheless; it can be waived.
 * @throws DomainError invalid_state_transition, arrears_paused (conflict), validation_failed (invalid), not_found
 */
export async function pauseArrears(
  command: OnLoan & {
    /** The last day that is not counted; null: until it is resumed. */
    readonly until: Temporal.PlainDate | null;
    readonly reason: string | null;
  },
  ports: Pick<LendingPorts, 'loans' | 'today'>,
): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  return outcome(loan, loan.pauseArrears(ports.today, command.until, command.reason));
}

/** Days of lateness count again from today on. @throws DomainError invalid_state_transition, arrears_not_paused */
export async function resumeArrears(
  command: OnLoan,
  ports: Pick<LendingPorts, 'loans' | 'today'>,
): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  return outcome(loan, loan.resumeArrears(ports.today));
}
