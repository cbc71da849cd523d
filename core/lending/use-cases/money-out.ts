import { refuse } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { lendingRefusals } from '../refusals.ts';
import type { Loan } from '../loan/loan.ts';
import type { LendingPorts } from '../ports.ts';

/** Members who are paid nothing: what a dead member is owed is the estate's, and a blacklisted one's is compliance's to decide. */
const STOPPED: ReadonlySet<string> = new Set(['deceased', 'blacklisted']);

/**
 * Compliance lets the member's money move.
 * @param alertId the alert that holds it, if any
 * @throws DomainError aml_hold (conflict) with alert_id
 */
export function requireNotHeld(loan: Loan, alertId: number | null): void {
  if (alertId === null) return;
  throw refuse(kernelRefusals.aml_hold, `Money of loan ${loan.loanNo} is held until alert ${alertId} is decided.`, {
    alert_id: alertId,
    loan_id: loan.id,
  });
}

/**
 * What is the member's own of a loan may be paid to the member.
 * @throws DomainError aml_hold, member_not_active (conflict)
 */
export async function requirePayable(
  loan: Loan,
  ports: Pick<LendingPorts, 'complianceHolds' | 'borrowers'>,
): Promise<void> {
  requireNotHeld(loan, await ports.complianceHolds.on(loan.memberId));
  const borrower = await ports.borrowers.get(loan.memberId);
  if (!borrower || !STOPPED.has(borrower.state)) return;
  throw refuse(
    kernelRefusals.member_not_active,
    `Member ${borrower.memberNo} is ${borrower.state}: nothing of loan ${loan.loanNo} is paid out.`,
    { member_id: borrower.id, member_state: borrower.state, loan_id: loan.id },
  );
}

/**
 * No money is on its way to the member: it would be lent by a loan that takes nothing any more.
 * @throws DomainError disbursement_in_flight (conflict) with disbursement_id
 */
export async function requireNothingUnderWay(loan: Loan, ports: Pick<LendingPorts, 'disbursements'>): Promise<void> {
  const alive = await ports.disbursements.alive(loan.id);
  const inFlight = alive.find(({ state }) => state !== 'confirmed');
  if (!inFlight) return;
  throw refuse(
    lendingRefusals.disbursement_in_flight,
    `Loan ${loan.loanNo} has a disbursement under way; wait until it is confirmed or failed.`,
    { loan_id: loan.id, disbursement_id: inFlight.id },
  );
}
