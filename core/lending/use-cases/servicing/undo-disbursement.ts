import { refuse } from '../../../kernel/domain-error.ts';
import { advance, requireReason } from '../../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingWorld } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { followGuarantees } from '../guarantees.ts';
import { reverseEntry } from '../account/keep-account.ts';
import { requireCarried } from './reschedule-loan.ts';

export type UndoDisbursement = OnLoan & {
  /** The provider’s receipt for the reversal: the money is back on the float. */
  readonly reversalReceiptNo: string;
  readonly reason: string | null;
};

/**
 * The provider took the only disbursement back, and nothing was repaid or charged yet: the loan may be paid out again.
 * @throws DomainError invalid_state_transition, disbursement_in_flight, disbursement_not_undoable,
 *   loan_charged_off (conflict), not_found
 */
export async function undoDisbursement(
  command: UndoDisbursement,
  world: Pick<
    LendingWorld,
    'loans' | 'instalments' | 'entries' | 'guarantees' | 'disbursements' | 'agents' | 'actor' | 'now'
  >,
): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, world.loans.lock);
  advance(loanLifecycle, loan.state, 'undo_disbursement');
  requireReason(loanLifecycle, 'undo_disbursement', command.reason);
  requireCarried(loan);
  const alive = await world.disbursements.alive(loan.id);
  const [only] = alive;
  if (alive.some(({ state }) => state !== 'confirmed')) {
    throw refuse(
      lendingRefusals.disbursement_in_flight,
      `Loan ${loan.loanNo} has a disbursement under way; wait until it is confirmed or failed.`,
      { loan_id: loan.id, disbursement_id: alive.find(({ state }) => state !== 'confirmed')?.id ?? null },
    );
  }
  const notUndoable = (message: string) =>
    refuse(lendingRefusals.disbursement_not_undoable, message, { loan_id: loan.id });
  if (!only || alive.length > 1 || loan.refinances !== null) {
    throw notUndoable(`Loan ${loan.loanNo} was not paid out in one disbursement.`);
  }
  const entries = await world.entries.of(loan.id);
  if (entries.some(({ source, reversed }) => !reversed && source !== only.uuid)) {
    throw notUndoable(`Loan ${loan.loanNo} was repaid, charged or changed since it was paid out.`);
  }
  const { figures } = await reverseEntry(loan, only.uuid, world);
  const agent = await world.agents.lock(only.agentId);
  if (!agent) throw new Error(`Disbursement ${only.uuid} has lost its agent.`);
  agent.takeBack(only.payout());
  const told = only.reverse(command.reversalReceiptNo, world.now);
  return outcome(loan, told, loan.undoDisbursement(command.reason, figures), ...(await followGuarantees(loan, world)));
}
