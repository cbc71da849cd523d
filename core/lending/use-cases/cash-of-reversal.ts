import { DomainError } from '../../kernel/domain-error.ts';
import { requireWithinRole } from '../../kernel/personal-limits.ts';
import { requireMovable } from '../../kernel/two-people.ts';
import type { Limited } from '../../payments/limits-of-one.ts';
import type { Loan } from '../loan/loan.ts';
import type { LendingPorts } from '../ports.ts';
import type { Repayment } from '../repayment/repayment.ts';
import { requireNotHeld, requirePayable } from './money-out.ts';

export type CashLeaving = Pick<LendingPorts, 'complianceHolds' | 'borrowers' | 'fourEyes'> & Limited;

/**
 * Cash leaves with the reversal of a repayment: it is missing at the counter from then on. Cash of a member whose money compliance
 * holds stays, and what would be paid to a member who is paid nothing takes two people, as with a deposit that is reversed.
 * @throws DomainError aml_hold, four_eyes_required (conflict), role_limit_exceeded (forbidden); SecondPersonRequired
 */
export async function requireCashMayLeave(
  loan: Loan,
  { id, uuid, channel, amount }: Repayment,
  ports: CashLeaving,
): Promise<void> {
  if (channel !== 'cash') return;
  requireNotHeld(loan, await ports.complianceHolds.on(loan.memberId));
  const kept = await whyKept(loan, ports);
  if (kept !== null) {
    const rule = `${kept} Reversing the repayment lets its cash out all the same, which takes two people.`;
    requireMovable(ports, { subject: { type: 'repayment', id, uuid }, rule, amount });
  } else if (ports.agreement !== 'reached') requireWithinRole('disburse', amount, ports);
}

/** Why nothing of the loan is paid to its member, in a sentence; null where it is. */
async function whyKept(loan: Loan, ports: CashLeaving): Promise<string | null> {
  try {
    await requirePayable(loan, ports);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'conflict') throw error;
    return error.message;
  }
}
