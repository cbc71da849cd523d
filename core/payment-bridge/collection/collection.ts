import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, eventType, requireReason } from '../../kernel/lifecycle.ts';
import { least, type Cents } from '../../kernel/money.ts';
import { publicId, type App } from '../app.ts';
import type { TakenBack } from '../taken-back.ts';
import {
  withReply,
  REPLY_EXPECTED_WITHIN,
  RETRY_AFTER,
  withAttempt,
  nextCheck,
  type Attempt,
} from '../../payments/attempt.ts';
import { maskedName } from '../../payments/receipt.ts';
import type { ProviderReply } from '../../payments/provider-reply.ts';
import type { Failure } from '../failures.ts';
import type { Finding } from '../finding.ts';
import type { Metadata } from '../app.ts';
import { withEvidence, type Evidence } from '../../payments/evidence.ts';
import { unpaidState, type Paid, type ProviderStatus, type StatusSource } from '../../payments/provider-status.ts';
import type { ReceivedChannel } from '../../payments/channels.ts';
import { collectionLifecycle, type CollectionAction, type CollectionState } from './lifecycle.ts';

/** How long a payer has, with the provider's delays; a prompt on a phone lasts about a minute. */
const EXPIRES_AFTER = { minutes: 10 };

/** Facts of a new collection. */
export type NewCollection = {
  readonly uuid: string;
  readonly originatorId: string;
  readonly app: App;
  readonly amount: Cents;
  readonly fee: Cents;
  readonly currency: string;
  readonly channel: ReceivedChannel;
  readonly provider: string;
  readonly msisdn: string;
  readonly accountReference: string;
  readonly reference: string;
  readonly narration: string | null;
  readonly metadata: Metadata;
  readonly requestedBy: string;
  /** Until when no prompt is sent; null to send it immediately. */
  readonly sendAfter: Temporal.Instant | null;
};

/** By what it is known that a receipt is a collection's: its provider names the two together, or amount, account and payer fit. */
export type FoundBy = 'name' | 'terms';

/** Money that an app collects from a person. */
export class Collection {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  appId!: number;
  sandbox!: boolean;
  amount!: Cents;
  /** What the institution charges the app for it, when money has come. */
  fee!: Cents;
  currency!: string;
  channel!: ReceivedChannel;
  provider!: string;
  msisdn!: string;
  /** What the payer reads as account number. */
  accountReference!: string;
  /** The app's own name for it: unique for ever. */
  reference!: string;
  narration!: string | null;
  metadata!: Metadata;
  state!: CollectionState;
  originatorId!: string;
  /** The provider's name for the prompt. */
  providerRef!: string | null;
  receiptNo!: string | null;
  /** Its provider has named none: it was found by the terms, and may be that of another collection under them. */
  receiptByTerms!: boolean;
  payerName!: string | null;
  /** What the provider says came, in minor units; null while none is reported. */
  amountReceived!: Cents | null;
  /** What of it was refunded, or is on its way back, in minor units. */
  refunded!: Cents;
  failure!: Failure | null;
  attempts!: readonly Attempt[];
  findings!: readonly Finding[];
  /** What the provider reported that led to the review, and since. */
  evidence!: readonly Evidence[];
  requestedBy!: string;
  expiresAt!: Temporal.Instant;
  sentAt!: Temporal.Instant | null;
  settledAt!: Temporal.Instant | null;
  reversedAt!: Temporal.Instant | null;
  nextCheckAt!: Temporal.Instant | null;
  checks!: number;

  static create(
    { app, sendAfter, ...facts }: NewCollection,
    now: Temporal.Instant,
  ): { collection: Collection; event: DomainEvent } {
    const collection = Object.assign(new Collection(), facts, {
      appId: app.id,
      sandbox: app.sandbox,
      state: 'pending' as const,
      providerRef: null,
      receiptNo: null,
      receiptByTerms: false,
      payerName: null,
      amountReceived: null,
      refunded: 0n,
      failure: null,
      attempts: [],
      findings: [],
      evidence: [],
      expiresAt: (sendAfter ?? now).add(EXPIRES_AFTER),
      sentAt: null,
      settledAt: null,
      reversedAt: null,
      nextCheckAt: sendAfter ?? now,
      checks: 0,
    });
    return { collection, event: collection.emit('create') };
  }

  /** Its own time has not come: no prompt was sent, and it can be cancelled. */
  isEarly(now: Temporal.Instant): boolean {
    if (this.state !== 'pending' || this.attempts.length > 0 || this.nextCheckAt === null) return false;
    return Temporal.Instant.compare(now, this.nextCheckAt) < 0;
  }

  /** The payer may be prompted from now on. A prompt has no name of ours at the provider, so it is never sent twice. */
  begin(now: Temporal.Instant): void {
    this.state = advance(collectionLifecycle, this.state, 'begin');
    this.attempts = withAttempt(this.attempts, now);
    this.nextCheckAt = now.add(REPLY_EXPECTED_WITHIN);
  }

  /** No prompt was sent, for certain: it is tried again. */
  postpone(now: Temporal.Instant): void {
    this.state = advance(collectionLifecycle, this.state, 'postpone');
    this.nextCheckAt = now.add(RETRY_AFTER);
  }

  recordReply(reply: ProviderReply, now: Temporal.Instant): void {
    this.attempts = withReply(this.attempts, reply, now);
    if (reply.kind === 'accepted') this.providerRef ??= reply.providerRef;
  }

  accept(providerRef: string | null, now: Temporal.Instant): DomainEvent {
    this.state = advance(collectionLifecycle, this.state, 'accept');
    this.providerRef ??= providerRef;
    this.sentAt = now;
    this.nextCheckAt = nextCheck(this.checks, now);
    return this.emit('accept');
  }

  loseSight(now: Temporal.Instant): DomainEvent {
    this.state = advance(collectionLifecycle, this.state, 'lose_sight');
    this.sentAt ??= now;
    this.nextCheckAt = now;
    return this.emit('lose_sight');
  }

  /** Money has come, in time or not. */
  receive(paid: Paid, action: 'succeed' | 'receive_late' | 'arrive'): DomainEvent {
    this.state = advance(collectionLifecycle, this.state, action);
    this.amountReceived = paid.amount ?? this.amountReceived ?? this.amount;
    this.providerRef = paid.providerRef ?? this.providerRef;
    this.receiptNo = paid.receiptNo ?? this.receiptNo;
    this.payerName = maskedName(paid.recipientName) ?? this.payerName;
    this.failure = null;
    this.settledAt = paid.at;
    this.nextCheckAt = null;
    const late = action === 'receive_late';
    return this.emit(action, { late }, { received: this.amountReceived, charged: this.charge() });
  }

  /** A receipt that the provider gives later than the payment itself; of one that was found by the terms, the right one. */
  addReceipt(receiptNo: string, foundBy: FoundBy): void {
    this.receiptNo = receiptNo;
    this.receiptByTerms = foundBy === 'terms';
  }

  /** Another collection under the same terms turned out to have its receipt: its own is not known. */
  giveReceipt(): void {
    this.receiptNo = null;
    this.receiptByTerms = false;
  }

  decline(failure: Failure, at: Temporal.Instant): DomainEvent {
    this.state = advance(collectionLifecycle, this.state, 'decline', unpaidState(failure));
    return this.end('decline', failure, at);
  }

  /** Its time is over, and no prompt was sent. */
  lapse(now: Temporal.Instant): DomainEvent {
    this.state = advance(collectionLifecycle, this.state, 'lapse');
    const message = 'The provider could not be reached in time; the payer was not prompted.';
    return this.end('lapse', { code: 'provider_unavailable', message, providerCode: null, retryable: true }, now);
  }

  /** People have to find out, with evidence. `paid`: what the provider says came, where it says something. */
  refer(failure: Failure, paid: Paid | null): DomainEvent {
    this.state = advance(collectionLifecycle, this.state, 'refer');
    this.failure = failure;
    this.amountReceived = paid?.amount ?? null;
    this.receiptNo = paid?.receiptNo ?? null;
    this.nextCheckAt = null;
    return this.emit('refer', { failure_code: failure.code });
  }

  /** A person says what became of it, with evidence: the proposal. @throws DomainError validation_failed, invalid_state_transition */
  propose(finding: Finding): void {
    requireReason(collectionLifecycle, 'propose', finding.evidence);
    this.state = advance(collectionLifecycle, this.state, 'propose');
    this.findings = [finding];
  }

  /** A second person has found the same. @throws DomainError validation_failed, invalid_state_transition */
  agree(finding: Finding): void {
    requireReason(collectionLifecycle, 'propose', finding.evidence);
    this.state = advance(collectionLifecycle, this.state, 'propose');
    this.findings = [...this.findings, finding];
  }

  /** What the provider reports of one in review is evidence, and settles nothing. */
  recordEvidence(status: ProviderStatus, source: StatusSource, now: Temporal.Instant): void {
    this.evidence = withEvidence(this.evidence, status, source, now);
  }

  cancel(now: Temporal.Instant): DomainEvent {
    this.state = advance(collectionLifecycle, this.state, 'cancel');
    this.settledAt = now;
    this.nextCheckAt = null;
    return this.emit('cancel');
  }

  /** The provider took it back. @throws DomainError invalid_state_transition (conflict), validation_failed without evidence */
  reverse({ receiptNo, evidence }: TakenBack, at: Temporal.Instant): DomainEvent {
    const state = advance(collectionLifecycle, this.state, 'reverse');
    requireReason(collectionLifecycle, 'reverse', evidence);
    this.state = state;
    this.reversedAt = at;
    const taken = { reversal_receipt_no: receiptNo };
    return this.emit('reverse', taken, { evidence, received: this.received() });
  }

  /** What has come, in minor units. */
  received(): Cents {
    return this.amountReceived ?? 0n;
  }

  /** Since when the payer may have been prompted. */
  startedAt(): Temporal.Instant {
    const last = this.attempts.at(-1);
    return this.sentAt ?? (last ? Temporal.Instant.from(last.sent_at) : this.createdAt);
  }

  /** What the app is charged: never more than what came, in minor units. */
  charge(): Cents {
    return least(this.fee, this.received());
  }

  /** What can still be refunded, in minor units. */
  refundable(): Cents {
    return this.state === 'succeeded' ? this.received() - this.refunded : 0n;
  }

  private end(action: CollectionAction, failure: Failure, at: Temporal.Instant): DomainEvent {
    this.failure = failure;
    this.settledAt = at;
    this.nextCheckAt = null;
    return this.emit(action, { failure_code: failure.code });
  }

  private emit(
    action: CollectionAction,
    more: DomainEvent['data'] = {},
    internal: DomainEvent['internal'] = {},
  ): DomainEvent {
    const data = {
      collection_id: publicId('collection', this.uuid),
      reference: this.reference,
      account_reference: this.accountReference,
      amount: this.amount,
      amount_received: this.amountReceived,
      fee: this.fee,
      currency: this.currency,
      channel: this.channel,
      state: this.state,
      receipt_no: this.receiptNo,
      ...more,
    };
    const type = eventType(collectionLifecycle, action, this.state);
    return event(type, 'collection', this, data, { app_id: this.appId, ...internal });
  }
}
