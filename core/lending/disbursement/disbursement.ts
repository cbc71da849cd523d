import { refuse } from '../../kernel/domain-error.ts';
import { invalidAmount } from '../../kernel/field-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, eventType, requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { nextCheck } from '../../payments/attempt.ts';
import type { Decline } from '../../payments/provider-reply.ts';
import type { Receipt } from '../../payments/receipt.ts';
import { withEvidence } from '../../payments/evidence.ts';
import type { ProviderStatus, StatusSource } from '../../payments/provider-status.ts';
import { DisbursementRecord, type Proposal } from './disbursement-record.ts';
import { disbursementLifecycle, type DisbursementAction, type DisbursementState } from './lifecycle.ts';

/** What a disbursement stores of a provider's receipt, or of a bank's. */
type PaidUnder = Pick<Receipt, 'providerRef' | 'receiptNo' | 'charge'>;

/** `retryAt`: when a provider that could not be reached may be tried again. */
type Reason = Decline & { readonly retryAt?: Temporal.Instant };

/** Where the money of a payment lies that is confirmed from these states; otherwise in transit. */
const PAID_FROM: { readonly [S in DisbursementState]?: 'float' | 'claim' } = { failed: 'float', in_recovery: 'claim' };

/** Money of one loan on its way to one recipient. */
export class Disbursement extends DisbursementRecord {
  /** Money by mobile money is about to be sent; by bank it waits for the transfer. */
  static request(
    facts: Pick<
      Disbursement,
      | 'id'
      | 'uuid'
      | 'originatorId'
      | 'loanId'
      | 'tranche'
      | 'agentId'
      | 'agentNo'
      | 'amount'
      | 'netted'
      | 'channel'
      | 'msisdn'
      | 'bankAccount'
      | 'bankPayee'
      | 'business'
      | 'requestedBy'
      | 'nextCheckAt'
    >,
  ): { disbursement: Disbursement; event: DomainEvent } {
    const disbursement = Object.assign(new Disbursement(), facts, {
      // What is sent to a provider is checked from then on.
      state: facts.nextCheckAt === null ? ('pending' as const) : ('sending' as const),
      providerRef: null,
      receiptNo: null,
      failureCode: null,
      failureMessage: null,
      retryAt: null,
      providerCode: null,
      inTransit: 0n,
      charge: null,
      returned: 0n,
      proposal: null,
      evidence: [],
      sentAt: null,
      settledAt: null,
      checks: 0,
    });
    return { disbursement, event: disbursement.emit('create') };
  }

  /** The provider accepted it. `taken` is what leaves the float with this step, in minor units. */
  accept(providerRef: string, now: Temporal.Instant): DomainEvent {
    const taken = this.takenBy('accept');
    this.state = advance(disbursementLifecycle, this.state, 'accept');
    this.inTransit += taken;
    this.providerRef = providerRef;
    this.sentAt = now;
    this.nextCheckAt = nextCheck(this.checks, now);
    return this.emit('accept', {}, { float_taken: taken });
  }

  /** It is unknown whether it was paid: the float counts as gone until the provider says otherwise. */
  loseSight(now: Temporal.Instant): DomainEvent {
    const taken = this.takenBy('lose_sight');
    this.state = advance(disbursementLifecycle, this.state, 'lose_sight');
    this.inTransit += taken;
    this.providerRef ??= this.originatorId;
    this.sentAt ??= now;
    this.nextCheckAt = nextCheck(this.checks, now);
    return this.emit('lose_sight', {}, { float_taken: taken });
  }

  /** The provider paid. Where it had said that it had not, the money is taken from the float now, or from the claim. */
  confirm(receipt: PaidUnder, at: Temporal.Instant): DomainEvent {
    const taken = this.takenBy('confirm');
    const paidFrom = PAID_FROM[this.state] ?? 'transit';
    this.state = advance(disbursementLifecycle, this.state, 'confirm');
    return this.settlePaid('confirm', receipt, at, { float_taken: taken, paid_from: paidFrom });
  }

  /** The bank made the transfer. `reference` is its own. */
  confirmByBank(reference: string, at: Temporal.Instant): DomainEvent {
    this.state = advance(disbursementLifecycle, this.state, 'confirm_by_bank');
    const receipt = { providerRef: reference, receiptNo: null };
    return this.settlePaid('confirm_by_bank', receipt, at, { float_taken: 0n, paid_from: 'bank' });
  }

  /** The school has it: in the lender’s own books. */
  bookInternally(at: Temporal.Instant): DomainEvent {
    this.state = advance(disbursementLifecycle, this.state, 'book_internally');
    const receipt = { providerRef: null, receiptNo: null };
    return this.settlePaid('book_internally', receipt, at, { float_taken: 0n, paid_from: 'school' });
  }

  cancel(reason: string | null, at: Temporal.Instant): DomainEvent {
    const state = advance(disbursementLifecycle, this.state, 'cancel');
    requireReason(disbursementLifecycle, 'cancel', reason);
    this.state = state;
    this.failureCode = 'cancelled';
    this.failureMessage = reason;
    this.settledAt = at;
    return this.emit('cancel', { reason });
  }

  /** The provider did not pay, or nothing was ever sent. */
  fail(reason: Reason, at: Temporal.Instant): DomainEvent {
    this.state = advance(disbursementLifecycle, this.state, 'fail');
    return this.settleUnpaid('fail', reason, at);
  }

  /** The provider paid after all, and the loan takes it no more: the recipient owes it back. */
  claimBack(receipt: PaidUnder, at: Temporal.Instant): DomainEvent {
    this.state = advance(disbursementLifecycle, this.state, 'claim_back');
    this.note(receipt, at);
    return this.emit('claim_back', {}, { claimed: this.payout(), charge: receipt.charge ?? 0n });
  }

  /** What the provider says does not fit, or it has said nothing for too long: people settle it, with evidence. */
  refer(reason: Reason): DomainEvent {
    const taken = this.takenBy('refer');
    this.state = advance(disbursementLifecycle, this.state, 'refer');
    this.inTransit += taken;
    this.explain(reason);
    this.nextCheckAt = null;
    return this.emit('refer', { failure_code: reason.code }, { float_taken: taken });
  }

  /** A person says what became of it. A later proposal takes the place of an earlier one. */
  proposeOutcome(proposal: Proposal): DomainEvent {
    const state = advance(disbursementLifecycle, this.state, 'propose_outcome');
    requireReason(disbursementLifecycle, 'propose_outcome', proposal.evidence);
    this.state = state;
    this.proposal = { ...proposal, isReplacement: this.proposal !== null };
    return this.emit('propose_outcome', { outcome: proposal.outcome, proposed_by: proposal.by });
  }

  /** What the provider reports of one in review is evidence, and settles nothing. */
  recordEvidence(status: ProviderStatus, source: StatusSource, now: Temporal.Instant): void {
    this.evidence = withEvidence(this.evidence, status, source, now);
  }

  /** What waits for a second person. @throws DomainError invalid_state_transition (conflict) */
  requireApprovable(): Proposal {
    requireAllowed(disbursementLifecycle, this.state, 'approve_outcome');
    if (this.proposal === null) {
      throw refuse(kernelRefusals.invalid_state_transition, 'No outcome is proposed yet; propose one first.', {
        current_state: this.state,
        action: 'approve_outcome',
        allowed_actions: ['propose_outcome'],
      });
    }
    return this.proposal;
  }

  /** A second person agreed. */
  approvedBy(by: string): void {
    if (this.proposal) this.proposal = { ...this.proposal, approvedBy: by };
  }

  /** It was paid, people say. `missing`, in minor units, did not arrive: it was never lent, and is on the float again. */
  approvePaid(receipt: PaidUnder, missing: Cents, at: Temporal.Instant): DomainEvent {
    this.state = advance(disbursementLifecycle, this.state, 'approve_outcome', 'confirmed');
    this.returned += missing;
    return this.settlePaid('approve_outcome', receipt, at, { float_taken: 0n, paid_from: 'transit', missing });
  }

  /** It was not paid, people say; or what came back is taken off the loan. */
  approveUnpaid(reason: Reason, at: Temporal.Instant): DomainEvent {
    const cameBack = this.isReturned();
    this.state = advance(disbursementLifecycle, this.state, 'approve_outcome', cameBack ? 'reversed' : 'failed');
    return cameBack
      ? this.settleReversed('approve_outcome', reason.message, { of: 'loan', into: 'transit' }, at)
      : this.settleUnpaid('approve_outcome', reason, at);
  }

  /**
   * The money came back whole.
   * @param waits something happened to the loan since: people may undo that before the return is taken off it
   */
  reverse(back: { reference: string; reason: string | null; waits: boolean }, at: Temporal.Instant): DomainEvent {
    const wasClaim = this.state === 'in_recovery';
    const outcome = back.waits ? 'review' : 'reversed';
    const state = advance(disbursementLifecycle, this.state, 'reverse', outcome);
    requireReason(disbursementLifecycle, 'reverse', back.reason);
    this.state = state;
    if (outcome === 'reversed') {
      const to = { of: wasClaim ? 'claim' : 'loan', into: this.source() } as const;
      return this.settleReversed('reverse', back.reference, to, at);
    }
    // The outcome that two people agreed on was carried out; the return is not decided by it.
    this.proposal = null;
    this.inTransit -= this.payout();
    this.explain({ code: 'returned_after_use', message: back.reason ?? '' });
    this.nextCheckAt = null;
    const more = { reversal_receipt_no: back.reference };
    return this.emit('reverse', more, { came_back: this.payout(), into: this.source() });
  }

  /** Part of it came back: so much less was lent. `amount` in minor units, less than what was paid. */
  returnPart(amount: Cents, reference: string, reason: string | null): DomainEvent {
    const state = advance(disbursementLifecycle, this.state, 'return_part');
    requireReason(disbursementLifecycle, 'return_part', reason);
    const most = this.payout() - 1n;
    if (amount <= 0n || amount > most) {
      const detail = `amount has to be 1 to ${most}; where everything came back, reverse the disbursement.`;
      throw invalidAmount('amount', 'range', detail, { most_amount: most });
    }
    this.state = state;
    this.returned += amount;
    const more = { returned: amount, reversal_receipt_no: reference, reason };
    return this.emit('return_part', more, { came_back: amount, into: this.source() });
  }

  /** What the recipient got, in minor units: the principal less fees netted, less what came back. */
  payout(): Cents {
    return this.amount - this.netted - this.returned;
  }

  /** What is lent with it, in minor units. */
  lent(): Cents {
    return this.amount - this.returned;
  }

  /** What leaves the float when this verb is taken now: everything, where it was only held so far. */
  takenBy(action: DisbursementAction): Cents {
    return this.state === 'sending' && action !== 'fail' ? this.payout() : 0n;
  }

  /** It was booked on the loan, came back, and waits for people to undo what happened since. */
  isReturned(): boolean {
    return this.state === 'review' && this.inTransit < 0n;
  }

  /** Where what comes back lies then: with the agent, or on the account from which it was paid. */
  private source(): 'bank' | 'float' | 'school' {
    return this.channel === 'internal' ? 'school' : this.channel === 'bank' ? 'bank' : 'float';
  }

  private note(receipt: PaidUnder, at: Temporal.Instant): void {
    this.providerRef = receipt.providerRef ?? this.providerRef ?? this.originatorId;
    this.receiptNo = receipt.receiptNo ?? this.receiptNo;
    this.charge = receipt.charge ?? this.charge;
    this.settledAt = at;
    this.nextCheckAt = null;
    this.failureCode = null;
    this.failureMessage = null;
    this.providerCode = null;
    this.retryAt = null;
  }

  private explain({ code, message, providerCode, retryAt }: Reason): void {
    this.failureCode = code;
    this.failureMessage = message;
    this.providerCode = providerCode ?? null;
    this.retryAt = retryAt ?? null;
  }

  private settlePaid(
    action: DisbursementAction,
    receipt: PaidUnder,
    at: Temporal.Instant,
    facts: { float_taken: Cents; paid_from: 'transit' | 'float' | 'claim' | 'bank' | 'school'; missing?: Cents },
  ): DomainEvent {
    // What a claim cost was booked with the claim.
    const charge = facts.paid_from === 'claim' ? 0n : (receipt.charge ?? 0n);
    this.inTransit = 0n;
    this.note(receipt, at);
    return this.emit(action, {}, { missing: 0n, ...facts, charge, lent: this.lent(), paid: this.payout() });
  }

  private settleUnpaid(action: DisbursementAction, reason: Reason, at: Temporal.Instant): DomainEvent {
    const returned = this.inTransit;
    this.inTransit = 0n;
    this.explain(reason);
    this.settledAt = at;
    this.nextCheckAt = null;
    return this.emit(action, { failure_code: reason.code }, { float_returned: returned });
  }

  private settleReversed(
    action: DisbursementAction,
    reference: string,
    to: { of: 'loan' | 'claim'; into: 'float' | 'bank' | 'school' | 'transit' },
    at: Temporal.Instant,
  ): DomainEvent {
    this.inTransit = 0n;
    this.explain({ code: 'reversed', message: 'The money came back.' });
    this.settledAt = at;
    this.nextCheckAt = null;
    const facts = { ...to, came_back: this.payout(), lent: this.lent(), reverses: 'disbursement.confirmed' };
    return this.emit(action, { reversal_receipt_no: reference }, facts);
  }

  private emit(
    action: DisbursementAction,
    more: DomainEvent['data'] = {},
    internal: DomainEvent['internal'] = {},
  ): DomainEvent {
    const data = {
      loan_id: this.loanId,
      agent_id: this.agentNo,
      amount: this.amount,
      netted: this.netted,
      channel: this.channel,
      state: this.state,
      provider_ref: this.providerRef,
      ...more,
    };
    return event(eventType(disbursementLifecycle, action, this.state), 'disbursement', this, data, internal);
  }
}
