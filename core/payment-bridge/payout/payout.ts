import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { publicId, type App } from '../app.ts';
import { withReply, REPLY_EXPECTED_WITHIN, withAttempt, nextCheck, type Attempt } from '../../payments/attempt.ts';
import { maskedName, type Receipt } from '../../payments/receipt.ts';
import type { ProviderReply } from '../../payments/provider-reply.ts';
import { HELD_BACK, type Failure } from '../failures.ts';
import type { Finding } from '../finding.ts';
import type { Metadata } from '../app.ts';
import { withEvidence, type Evidence } from '../../payments/evidence.ts';
import type { Paid, ProviderStatus, StatusSource } from '../../payments/provider-status.ts';
import type { PayoutChannel } from '../../payments/channels.ts';
import { payoutLifecycle, type PayoutAction, type PayoutState } from './lifecycle.ts';

/** Why money goes out; a refund gives a collection back. */
export type Purpose = 'payout' | 'refund';

/** Facts of a new payout. */
export type NewPayout = {
  readonly uuid: string;
  readonly originatorId: string;
  readonly app: App;
  readonly accountId: number;
  readonly purpose: Purpose;
  readonly batchId?: number | null;
  readonly batchRow?: number | null;
  readonly amount: Cents;
  readonly fee: Cents;
  readonly currency: string;
  readonly channel: PayoutChannel;
  readonly provider: string;
  readonly msisdn: string;
  readonly reference: string;
  readonly narration: string | null;
  readonly metadata: Metadata;
  readonly requestedBy: string;
};

/** Money of an app on its way to a person. */
export class Payout {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  appId!: number;
  sandbox!: boolean;
  accountId!: number;
  purpose!: Purpose;
  batchId!: number | null;
  /** Counts the rows of the batch, from 1. */
  batchRow!: number | null;
  amount!: Cents;
  /** What the institution charges the app for it, on success. */
  fee!: Cents;
  currency!: string;
  channel!: PayoutChannel;
  provider!: string;
  msisdn!: string;
  /** The app's own name for it: unique for ever. */
  reference!: string;
  narration!: string | null;
  metadata!: Metadata;
  state!: PayoutState;
  /** Our name for the request at the provider: the same at every try. */
  originatorId!: string;
  providerRef!: string | null;
  receiptNo!: string | null;
  recipientName!: string | null;
  /** What the provider charged the institution for it, in minor units; the app is charged `fee`. */
  charge!: Cents | null;
  /** What really moved, in minor units, where that is not what was requested. */
  amountPaid!: Cents | null;
  failure!: Failure | null;
  attempts!: readonly Attempt[];
  /** What people found out, in review: the first one's, then that of the second. */
  findings!: readonly Finding[];
  /** What the provider reported that led to the review, and since. */
  evidence!: readonly Evidence[];
  requestedBy!: string;
  sentAt!: Temporal.Instant | null;
  settledAt!: Temporal.Instant | null;
  reversedAt!: Temporal.Instant | null;
  /** When a worker checks it next; null where nothing is awaited. */
  nextCheckAt!: Temporal.Instant | null;
  checks!: number;

  static create({ app, ...facts }: NewPayout, now: Temporal.Instant): { payout: Payout; event: DomainEvent } {
    const payout = Object.assign(new Payout(), {
      batchId: null,
      batchRow: null,
      ...facts,
      appId: app.id,
      sandbox: app.sandbox,
      state: 'pending' as const,
      providerRef: null,
      receiptNo: null,
      recipientName: null,
      amountPaid: null,
      charge: null,
      failure: null,
      attempts: [],
      findings: [],
      evidence: [],
      sentAt: null,
      settledAt: null,
      reversedAt: null,
      nextCheckAt: now,
      checks: 0,
    });
    return { payout, event: payout.emit('create') };
  }

  /** It may leave from now on: a worker that finds it like this later queries its status before anything is sent. */
  begin(now: Temporal.Instant): void {
    this.state = advance(payoutLifecycle, this.state, 'begin');
    this.attempts = withAttempt(this.attempts, now);
    this.nextCheckAt = now.add(REPLY_EXPECTED_WITHIN);
  }

  /** Nothing has left. It is tried again after ever longer intervals, or when the provider takes payments again. */
  postpone(now: Temporal.Instant, seconds: number | null = null): void {
    this.state = advance(payoutLifecycle, this.state, 'postpone');
    this.nextCheckAt = seconds === null ? nextCheck(this.attempts.length, now) : now.add({ seconds });
  }

  recordReply(reply: ProviderReply, now: Temporal.Instant): void {
    this.attempts = withReply(this.attempts, reply, now);
    if (reply.kind === 'accepted') this.providerRef ??= reply.providerRef;
  }

  accept(providerRef: string | null, now: Temporal.Instant): DomainEvent {
    this.state = advance(payoutLifecycle, this.state, 'accept');
    this.providerRef ??= providerRef;
    this.sentAt = now;
    this.nextCheckAt = nextCheck(this.checks, now);
    return this.emit('accept', {}, { float_taken: this.amount });
  }

  loseSight(now: Temporal.Instant): DomainEvent {
    const taken = this.state === 'sending' ? this.amount : 0n;
    this.state = advance(payoutLifecycle, this.state, 'lose_sight');
    this.sentAt ??= now;
    this.nextCheckAt = now;
    return this.emit('lose_sight', {}, { float_taken: taken });
  }

  succeed(paid: Paid): DomainEvent {
    this.state = advance(payoutLifecycle, this.state, 'succeed');
    this.settle(paid);
    return this.emit('succeed', {}, { charged: this.fee, requested: this.amount, charge: this.charge ?? 0n });
  }

  /** The provider paid what it had declined. */
  correct(paid: Paid): DomainEvent {
    this.state = advance(payoutLifecycle, this.state, 'correct');
    this.settle(paid);
    return this.emit('correct', {}, { charged: this.fee, charge: this.charge ?? 0n });
  }

  fail(failure: Failure, at: Temporal.Instant): DomainEvent {
    return this.endUnpaid('fail', failure, at);
  }

  /** Nothing is sent to its recipient for now. */
  holdBack(at: Temporal.Instant): DomainEvent {
    return this.endUnpaid('hold_back', HELD_BACK, at);
  }

  /** People have to find out, with evidence. `paid`: what the provider says moved, where it says something. */
  refer(failure: Failure, paid: Pick<Receipt, 'receiptNo' | 'amount'> | null): DomainEvent {
    this.state = advance(payoutLifecycle, this.state, 'refer');
    this.failure = failure;
    this.receiptNo = paid?.receiptNo ?? null;
    this.amountPaid = paid?.amount ?? null;
    this.nextCheckAt = null;
    return this.emit('refer', { failure_code: failure.code });
  }

  /** A person says what became of it, with evidence: the proposal. @throws DomainError validation_failed, invalid_state_transition */
  propose(finding: Finding): void {
    requireReason(payoutLifecycle, 'propose', finding.evidence);
    this.state = advance(payoutLifecycle, this.state, 'propose');
    this.findings = [finding];
  }

  /** A second person has found the same. @throws DomainError validation_failed, invalid_state_transition */
  agree(finding: Finding): void {
    requireReason(payoutLifecycle, 'propose', finding.evidence);
    this.state = advance(payoutLifecycle, this.state, 'propose');
    this.findings = [...this.findings, finding];
  }

  /** What the provider reports of one in review is evidence, and settles nothing. */
  recordEvidence(status: ProviderStatus, source: StatusSource, now: Temporal.Instant): void {
    this.evidence = withEvidence(this.evidence, status, source, now);
  }

  cancel(now: Temporal.Instant): DomainEvent {
    this.state = advance(payoutLifecycle, this.state, 'cancel');
    this.settledAt = now;
    this.nextCheckAt = null;
    return this.emit('cancel');
  }

  reverse(reversal: { receiptNo: string; evidence: string }, at: Temporal.Instant): DomainEvent {
    requireReason(payoutLifecycle, 'reverse', reversal.evidence);
    this.state = advance(payoutLifecycle, this.state, 'reverse');
    this.reversedAt = at;
    return this.emit('reverse', { reversal_receipt_no: reversal.receiptNo }, { evidence: reversal.evidence });
  }

  /** What it takes from the app in all, in minor units. */
  total(): Cents {
    return this.amount + this.fee;
  }

  /** What the recipient got, or is to get, in minor units. */
  paidOut(): Cents {
    return this.amountPaid ?? this.amount;
  }

  /** True where the money is in transit: sent, and not known to have arrived. */
  hasLeft(): boolean {
    return this.state === 'sent' || this.state === 'unknown' || this.state === 'review';
  }

  /** Since when it may be on its way. */
  startedAt(): Temporal.Instant {
    const [first] = this.attempts;
    return this.sentAt ?? (first ? Temporal.Instant.from(first.sent_at) : this.createdAt);
  }

  private endUnpaid(action: 'fail' | 'hold_back', failure: Failure, at: Temporal.Instant): DomainEvent {
    const returned = this.hasLeft() ? this.amount : 0n;
    this.state = advance(payoutLifecycle, this.state, action);
    this.amountPaid = null;
    this.failure = failure;
    this.settledAt = at;
    this.nextCheckAt = null;
    return this.emit(action, { failure_code: failure.code }, { float_returned: returned });
  }

  private settle({ providerRef, receiptNo, at, amount, recipientName, charge }: Receipt): void {
    this.charge = charge ?? null;
    this.amountPaid = amount === null || amount === this.amount ? null : amount;
    this.providerRef = providerRef ?? this.providerRef;
    this.receiptNo = receiptNo;
    this.recipientName = maskedName(recipientName) ?? this.recipientName;
    this.failure = null;
    this.settledAt = at;
    this.nextCheckAt = null;
  }

  private emit(
    action: PayoutAction,
    more: DomainEvent['data'] = {},
    internal: DomainEvent['internal'] = {},
  ): DomainEvent {
    const data = {
      payout_id: publicId('payout', this.uuid),
      reference: this.reference,
      amount: this.amount,
      amount_paid: this.amountPaid,
      fee: this.fee,
      currency: this.currency,
      channel: this.channel,
      state: this.state,
      receipt_no: this.receiptNo,
      ...more,
    };
    return event(payoutLifecycle.verbs[action].emits, 'payout', this, data, {
      app_id: this.appId,
      paid_out: this.paidOut(),
      ...internal,
    });
  }
}
