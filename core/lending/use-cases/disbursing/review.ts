import { invalidField } from '../../../kernel/field-error.ts';
import { requireWithinRole } from '../../../kernel/personal-limits.ts';
import { requireReason } from '../../../kernel/lifecycle.ts';
import { requireSecondPerson, type Actor } from '../../../kernel/two-people.ts';
import { requireSeenVersion } from '../../../kernel/version.ts';
import type { Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import { disbursementLifecycle } from '../../disbursement/lifecycle.ts';
import type { PaymentOutcome } from '../../../payments/choices.ts';
import type { ReceiptPorts } from '../../../payments/ports.ts';
import type { LendingPorts } from '../../ports.ts';
import { requirePaymentTime, type PaymentClock } from '../../../payments/payment-time.ts';
import { bookOnLoan, bringBack, freeFloat, type Settling } from './booking.ts';
import { requireFree } from './claims.ts';
import { findDisbursement, type OnDisbursement } from './find-disbursement.ts';
import { clear } from './incidents.ts';
import { releasePlace } from './late-status.ts';
import { takeOffLoan } from './returns.ts';

/** What people settle, and what was on the work list for it. */
const SETTLED = [
  'amount_mismatch',
  'recipient_mismatch',
  'implausible_time',
  'no_answer',
  'returned_after_use',
  'receipt_used_twice',
] as const;

export type ProposeOutcome = OnDisbursement & {
  readonly outcome: PaymentOutcome;
  /** Where to find it: a statement, a letter of the provider. */
  readonly evidence: string | null;
  /** Of the payment, where it was made. */
  readonly receiptNo?: string | null;
  readonly paidAt?: Temporal.Instant | null;
  /** What was paid, in minor units; what was requested by default. */
  readonly amount?: Cents | null;
};

/**
 * A person says what became of a payment that the provider's answers do not settle. Nothing is booked yet.
 * @throws DomainError invalid_state_transition (conflict), validation_failed, not_found, precondition_failed
 */
export async function proposeDisbursementOutcome(
  command: ProposeOutcome,
  ports: Pick<LendingPorts, 'disbursements' | 'actor' | keyof PaymentClock> & ReceiptPorts,
): Promise<Outcome<Disbursement>> {
  const disbursement = await findDisbursement(command, ports);
  const { evidence, receiptNo = null, paidAt = null } = command;
  requireReason(disbursementLifecycle, 'propose_outcome', evidence);
  const amount = command.amount ?? disbursement.payout();
  const wrong = (field: string, detail: string) => invalidField(field, 'range', detail);
  if (command.outcome === 'paid') {
    if (disbursement.isReturned()) throw wrong('outcome', 'The money came back; the outcome can only be not_paid.');
    if (receiptNo === null) throw wrong('receipt_no', 'Name the provider’s receipt of the payment in receipt_no.');
    if (amount <= 0n || amount > disbursement.payout()) {
      throw wrong(
        'amount',
        `At most ${disbursement.payout()} was requested; claim what is beyond it from the recipient.`,
      );
    }
    requirePaymentTime(paidAt, disbursement.sentAt ?? disbursement.createdAt, ports);
    // What is booked as another payment can’t be this one’s: said before a second person has to approve.
    await requireFree(disbursement, 'out', { receiptNo, field: 'receipt_no', amount, at: paidAt ?? ports.now }, ports);
  }
  const proposed = disbursement.proposeOutcome({
    outcome: command.outcome,
    receiptNo,
    paidAt: paidAt?.toString() ?? null,
    amount: command.outcome === 'paid' ? amount.toString() : null,
    evidence: evidence ?? '',
    by: ports.actor,
    at: ports.now.toString(),
    approvedBy: null,
  });
  return outcome(disbursement, proposed);
}

/**
 * A second person agrees with what was proposed, and it is booked: paid, with the part that did not arrive taken back;
 * or not paid, with the float free again.
 * @throws DomainError invalid_state_transition, four_eyes_required, approval_needs_client, disbursement_not_undoable (conflict),
 *   precondition_failed where another outcome was proposed and no version is named, not_found
 */
export async function approveDisbursementOutcome(
  command: OnDisbursement,
  ports: Settling & Pick<LendingPorts, 'mayApprove' | keyof Actor | 'repayments' | 'personalLimits'>,
): Promise<Outcome<Disbursement>> {
  const disbursement = await findDisbursement(command, ports);
  const proposal = disbursement.requireApprovable();
  const step = { disbursement_id: disbursement.id, action: 'approve_outcome' };
  requireWithinRole('approve', disbursement.payout(), ports);
  await requireSecondPerson(proposal.by, ports, step);
  if (proposal.isReplacement === true) {
    requireSeenVersion(disbursement, command.version, 'Another outcome was proposed since the first one');
  }
  disbursement.approvedBy(ports.actor);
  const cleared = await clear(SETTLED, disbursement, `Two people settled it: ${proposal.evidence}`, ports);
  if (proposal.outcome === 'paid') {
    const at = proposal.paidAt === null ? ports.now : Temporal.Instant.from(proposal.paidAt);
    const missing = disbursement.payout() - BigInt(proposal.amount ?? disbursement.payout());
    const paid = { receiptNo: proposal.receiptNo, amount: disbursement.payout() - missing, at };
    const { book } = await requireFree(disbursement, 'out', paid, ports);
    const confirmed = disbursement.approvePaid({ providerRef: null, receiptNo: proposal.receiptNo }, missing, at);
    if (missing > 0n) await bringBack(disbursement, missing, ports);
    return outcome(disbursement, confirmed, ...(await bookOnLoan(disbursement, at, ports)), ...book(), ...cleared);
  }
  const reason = { code: 'not_paid', message: proposal.evidence };
  if (disbursement.isReturned()) {
    const undone = await takeOffLoan(disbursement, proposal.evidence, ports);
    return outcome(disbursement, disbursement.approveUnpaid(reason, ports.now), ...undone, ...cleared);
  }
  await freeFloat(disbursement, ports);
  const failed = disbursement.approveUnpaid(reason, ports.now);
  return outcome(disbursement, failed, ...cleared, ...(await releasePlace(disbursement, ports)));
}
