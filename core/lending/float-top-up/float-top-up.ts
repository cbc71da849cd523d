import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, eventType, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { checkLater, nextCheck, REPLY_EXPECTED_WITHIN, RETRY_AFTER } from '../../payments/attempt.ts';
import { withEvidence, type Evidence } from '../../payments/evidence.ts';
import type { Decline } from '../../payments/provider-reply.ts';
import type { ProviderStatus, StatusSource } from '../../payments/provider-status.ts';
import type { Receipt } from '../../payments/receipt.ts';
import { floatTopUpLifecycle, type FloatTopUpAction, type FloatTopUpState } from './lifecycle.ts';

/** Under which receipt money was moved, and how much of it, in minor units. */
export type Moved = Pick<Receipt, 'providerRef' | 'receiptNo' | 'charge' | 'at'> & { readonly amount: Cents };

/**
 * Money that the institution's paybill has collected on its way to the account at the provider from which people are paid:
 * float of an agent once the provider has moved it, and not before.
 */
export class FloatTopUp {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  agentId!: number;
  agentNo!: string;
  /** What is to be moved, minor units. */
  amount!: Cents;
  /** What was moved, where it was. */
  moved!: Cents | null;
  state!: FloatTopUpState;
  /** Our name for the request at the provider: fixed before anything is sent. */
  originatorId!: string;
  providerRef!: string | null;
  receiptNo!: string | null;
  failureCode!: string | null;
  failureMessage!: string | null;
  providerCode!: string | null;
  /** What the provider charged for it. */
  charge!: Cents | null;
  /** What the provider reported of it while it was in review. */
  evidence!: readonly Evidence[];
  requestedBy!: string;
  sentAt!: Temporal.Instant | null;
  settledAt!: Temporal.Instant | null;
  /** When a worker sends or checks it next; null where nothing is awaited. */
  nextCheckAt!: Temporal.Instant | null;
  checks!: number;

  /** Nothing has left: a worker sends it once it is committed. */
  static request(
    facts: Pick<FloatTopUp, 'uuid' | 'originatorId' | 'agentId' | 'agentNo' | 'amount' | 'requestedBy'>,
    now: Temporal.Instant,
  ): { topUp: FloatTopUp; event: DomainEvent } {
    const topUp = Object.assign(new FloatTopUp(), facts, {
      state: 'pending' as const,
      moved: null,
      providerRef: null,
      receiptNo: null,
      failureCode: null,
      failureMessage: null,
      providerCode: null,
      charge: null,
      evidence: [],
      sentAt: null,
      settledAt: null,
      nextCheckAt: now,
      checks: 0,
    });
    return { topUp, event: topUp.emit('create') };
  }

  /** It may leave from now on. */
  begin(now: Temporal.Instant): void {
    this.state = advance(floatTopUpLifecycle, this.state, 'begin');
    this.sentAt = now;
    this.nextCheckAt = now.add(REPLY_EXPECTED_WITHIN);
  }

  /** Nothing has left, for certain. */
  postpone(now: Temporal.Instant): void {
    this.state = advance(floatTopUpLifecycle, this.state, 'postpone');
    this.sentAt = null;
    this.nextCheckAt = now.add(RETRY_AFTER);
  }

  /** @throws DomainError invalid_state_transition (conflict), validation_failed without a reason */
  cancel(reason: string | null, at: Temporal.Instant): DomainEvent {
    const state = advance(floatTopUpLifecycle, this.state, 'cancel');
    requireReason(floatTopUpLifecycle, 'cancel', reason);
    this.state = state;
    this.end({ code: 'cancelled', message: reason ?? '' }, at);
    return this.emit('cancel', { reason });
  }

  /** The provider took the request. */
  accept(providerRef: string, now: Temporal.Instant): DomainEvent {
    this.state = advance(floatTopUpLifecycle, this.state, 'accept');
    this.providerRef = providerRef;
    this.nextCheckAt = nextCheck(this.checks, now);
    return this.emit('accept');
  }

  loseSight(now: Temporal.Instant): DomainEvent {
    this.state = advance(floatTopUpLifecycle, this.state, 'lose_sight');
    this.nextCheckAt = nextCheck(this.checks, now);
    return this.emit('lose_sight');
  }

  /** The provider moved the money. @throws DomainError invalid_state_transition (conflict) */
  confirm(paid: Moved): DomainEvent {
    this.state = advance(floatTopUpLifecycle, this.state, 'confirm');
    return this.settlePaid('confirm', paid);
  }

  /** The provider did not. @throws DomainError invalid_state_transition (conflict) */
  fail(reason: Decline, at: Temporal.Instant): DomainEvent {
    this.state = advance(floatTopUpLifecycle, this.state, 'fail');
    this.end(reason, at);
    return this.emit('fail', { failure_code: reason.code });
  }

  /** What the provider says does not fit, or it has said nothing for too long: people settle it, with evidence. */
  refer(reason: Decline): DomainEvent {
    this.state = advance(floatTopUpLifecycle, this.state, 'refer');
    this.explain(reason);
    this.nextCheckAt = null;
    return this.emit('refer', { failure_code: reason.code });
  }

  /** What the provider reports of one in review is evidence, and settles nothing. */
  recordEvidence(status: ProviderStatus, source: StatusSource, now: Temporal.Instant): void {
    this.evidence = withEvidence(this.evidence, status, source, now);
  }

  /** People say that it was moved. @throws DomainError invalid_state_transition (conflict), validation_failed */
  settleMoved(paid: Moved, evidence: string | null): DomainEvent {
    const state = advance(floatTopUpLifecycle, this.state, 'settle', 'confirmed');
    requireReason(floatTopUpLifecycle, 'settle', evidence);
    this.state = state;
    return this.settlePaid('settle', paid, { evidence });
  }

  /** People say that it was not. @throws DomainError invalid_state_transition (conflict), validation_failed */
  settleUnmoved(evidence: string | null, at: Temporal.Instant): DomainEvent {
    const state = advance(floatTopUpLifecycle, this.state, 'settle', 'failed');
    requireReason(floatTopUpLifecycle, 'settle', evidence);
    this.state = state;
    this.end({ code: 'not_paid', message: evidence ?? '' }, at);
    return this.emit('settle', { failure_code: 'not_paid', evidence });
  }

  /** The provider moved it back. @throws DomainError invalid_state_transition (conflict), validation_failed */
  reverse(back: { readonly reference: string; readonly reason: string | null }, at: Temporal.Instant): DomainEvent {
    const state = advance(floatTopUpLifecycle, this.state, 'reverse');
    requireReason(floatTopUpLifecycle, 'reverse', back.reason);
    this.state = state;
    this.end({ code: 'reversed', message: back.reason ?? '' }, at);
    const more = { reversal_receipt_no: back.reference, reason: back.reason };
    return this.emit('reverse', more, { came_back: this.movedAmount() });
  }

  /** The status is queried again, after ever longer intervals. */
  checkLater(now: Temporal.Instant): void {
    checkLater(this, now);
  }

  /** What was moved, in minor units. */
  movedAmount(): Cents {
    return this.moved ?? this.amount;
  }

  private settlePaid(action: 'confirm' | 'settle', paid: Moved, more: DomainEvent['data'] = {}): DomainEvent {
    this.providerRef = paid.providerRef ?? this.providerRef;
    this.receiptNo = paid.receiptNo;
    this.charge = paid.charge ?? this.charge;
    this.moved = paid.amount;
    this.settledAt = paid.at;
    this.nextCheckAt = null;
    this.failureCode = null;
    this.failureMessage = null;
    this.providerCode = null;
    return this.emit(action, more, { booked: paid.amount, charge: paid.charge ?? 0n });
  }

  private end(reason: Decline, at: Temporal.Instant): void {
    this.explain(reason);
    this.settledAt = at;
    this.nextCheckAt = null;
  }

  private explain({ code, message, providerCode }: Decline): void {
    this.failureCode = code;
    this.failureMessage = message;
    this.providerCode = providerCode ?? null;
  }

  private emit(
    action: FloatTopUpAction,
    more: DomainEvent['data'] = {},
    internal: DomainEvent['internal'] = {},
  ): DomainEvent {
    const { agentNo, amount, moved, state, receiptNo } = this;
    const data = { agent_id: agentNo, amount, moved, state, receipt_no: receiptNo, ...more };
    return event(eventType(floatTopUpLifecycle, action, state), 'float_top_up', this, data, internal);
  }
}
