import { refuse } from '../../../kernel/domain-error.ts';
import { unusableReference } from '../../../kernel/field-error.ts';
import { requireAllowed, requireReason } from '../../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import type { LoanEntry } from '../../loan/entry.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import type { Loan } from '../../loan/loan.ts';
import type { Limited } from '../../../payments/limits-of-one.ts';
import type { ReceiptPorts } from '../../../payments/ports.ts';
import { endUses } from '../../../payments/receipt-registry.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { givenBackOf } from '../reverse-repayment.ts';
import { requireNothingUnderWay } from '../money-out.ts';
import { bringBack } from '../disbursing/booking.ts';
import { requireFree } from '../disbursing/claims.ts';
import { broughtPartBack, isUntouchedSince, requireReversalOf, undo } from '../disbursing/returns.ts';
import { requireCarried } from './reschedule-loan.ts';

export type UndoDisbursement = OnLoan & {
  /** Which one; null: the last that was booked. */
  readonly disbursementId?: number | null;
  /** The provider’s receipt for the reversal: the money is back on the float. */
  readonly reversalReceiptNo: string;
  readonly reason: string | null;
};

/**
 * The provider took a disbursement back, and nothing but other disbursements, lateness, and what came back, was
 * booked since: what it lent may be paid out again. Where it was the only one the loan is ready to disburse; otherwise its schedule is cut without it.
 * @throws DomainError invalid_state_transition, disbursement_in_flight, disbursement_not_undoable,
 *   loan_charged_off, duplicate_payment_reference (conflict), unknown_reference (invalid), not_found; SecondPersonRequired
 *   beyond what one person reverses
 */
export async function undoDisbursement(
  command: UndoDisbursement,
  ports: Pick<
    LendingPorts,
    | 'loans'
    | 'instalments'
    | 'entries'
    | 'closes'
    | 'today'
    | 'guarantees'
    | 'disbursements'
    | 'repayments'
    | 'agents'
    | 'actor'
    | 'now'
    | keyof Limited
  > &
    ReceiptPorts,
): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, loan.state, 'undo_disbursement');
  requireReason(loanLifecycle, 'undo_disbursement', command.reason);
  requireCarried(loan);
  await requireNothingUnderWay(loan, ports);
  const alive = await ports.disbursements.alive(loan.id);
  const entries = (await ports.entries.of(loan.id)).filter(({ reversed }) => !reversed);
  const undone = chosen(command, alive, entries);
  const own = undone && entries.find(({ source }) => source === undone.uuid);
  const givenBack = undone ? await givenBackOf(undone, ports) : null;
  if (!own || !isUntouchedSince(undone, entries, givenBack?.uuid ?? null)) {
    throw refuse(
      lendingRefusals.disbursement_not_undoable,
      own
        ? `Loan ${loan.loanNo} was repaid, charged or changed since the money was paid out.`
        : `Loan ${loan.loanNo} was lent no money that a provider could take back.`,
      { loan_id: loan.id },
    );
  }
  const { reversalReceiptNo: reference, reason } = command;
  const back = { receiptNo: reference, amount: undone.payout(), at: ports.now };
  const { replayOf, book } = await requireFree(undone, 'in', back, ports);
  if (replayOf) throw broughtPartBack(undone, reference);
  requireReversalOf(undone, undone.payout(), ports);
  await endUses({ type: 'disbursement', uuid: undone.uuid, direction: 'out' }, 'taken_back', ports);
  await bringBack(undone, undone.payout(), ports);
  const reversed = undone.reverse({ reference, reason, waits: false }, ports.now);
  return outcome(loan, reversed, ...(await undo(undone, loan, reason, ports)), ...book());
}

/** The disbursement that is named, or the last one that was booked. @throws DomainError unknown_reference (invalid) */
function chosen(
  { disbursementId = null }: UndoDisbursement,
  alive: readonly Disbursement[],
  entries: readonly LoanEntry[],
): Disbursement | undefined {
  if (disbursementId === null) {
    const last = entries.findLast(
      ({ kind, source }) => kind === 'disbursement' && alive.some((d) => d.uuid === source),
    );
    return alive.find(({ uuid }) => uuid === last?.source);
  }
  const named = alive.find(({ id }) => id === disbursementId);
  if (named) return named;
  throw unusableReference(
    'disbursement_id',
    `The loan has no confirmed disbursement ${disbursementId}.`,
    'Use the id of one of its disbursements.',
  );
}
