import { invalidField } from '../../kernel/field-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, eventType, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { checkLater, nextCheck, REPLY_EXPECTED_WITHIN, RETRY_AFTER } from '../../payments/attempt.ts';
import type { CollectionChannel } from '../../payments/channels.ts';
import { unpaidState } from '../../payments/provider-status.ts';
import { AWAITED, mobileMoneyLifecycle, type MobileMoneyAction, type MobileMoneyState } from './lifecycle.ts';
import {
  MobileMoneyRecord,
  RECEIPT_AWAITED,
  type UnrequestedChannel,
  type Destination,
  type Booking,
  type Paid,
  type ReturnProposal,
} from './mobile-money-record.ts';

/** Money that a payer sends to the society by phone, requested or not, or to its account at the bank. */
export class MobileMoneyTransaction extends MobileMoneyRecord {
  /** Money came in unrequested. */
  static receive(
    facts: Pick<
      MobileMoneyTransaction,
      'uuid' | 'amount' | 'msisdn' | 'accountReference' | 'referenceKey' | 'recordedBy' | 'enteredBy' | 'reportedAt'
    > &
      Paid & { channel: UnrequestedChannel },
  ): { payment: MobileMoneyTransaction; event: DomainEvent } {
    const payment = Object.assign(new MobileMoneyTransaction(), facts, {
      state: 'unallocated' as const,
      originatorId: null,
      expiresAt: null,
      providerRef: null,
      sentAt: null,
      nextCheckAt: null,
      checks: 0,
      restOfId: null,
      ...NOT_SETTLED,
    });
    return { payment, event: payment.emit('receive') };
  }

  /** What the place of a payment does not take stays in suspense, as a record under the same receipt. */
  leaveRest({ uuid, amount }: { readonly uuid: string; readonly amount: Cents }): {
    rest: MobileMoneyTransaction;
    emitted: () => DomainEvent;
  } {
    this.amount -= amount;
    const { msisdn, accountReference, referenceKey, recordedBy, enteredBy, reportedAt, receiptNo, paidAt } = this;
    if (receiptNo === null || paidAt === null) throw new Error(`Mobile money ${this.uuid} has no receipt.`);
    const facts = { uuid, amount, msisdn, accountReference, referenceKey, receiptNo, paidAt };
    const said = { recordedBy, enteredBy, reportedAt };
    const { payment: rest } = MobileMoneyTransaction.receive({ ...facts, ...said, channel: 'mpesa_paybill' });
    Object.assign(rest, { channel: this.channel, restOfId: this.id, stateReason: REST });
    return { rest, emitted: () => rest.emit('leave_rest') };
  }

  /** A rest of it that waits in suspense as well is one with it again. */
  takeBackRest(rest: MobileMoneyTransaction): DomainEvent {
    rest.state = advance(mobileMoneyLifecycle, rest.state, 'rejoin');
    rest.stateReason = null;
    rest.mergedIntoId = this.id;
    this.amount += rest.amount;
    return rest.emit('rejoin');
  }

  /** Money is requested of a payer. */
  static request(
    facts: Pick<
      MobileMoneyTransaction,
      'uuid' | 'amount' | 'msisdn' | 'accountReference' | 'referenceKey' | 'recordedBy'
    > & { channel: CollectionChannel; originatorId: string; expiresAt: Temporal.Instant },
    now: Temporal.Instant,
  ): { collection: MobileMoneyTransaction; event: DomainEvent } {
    const collection = Object.assign(new MobileMoneyTransaction(), facts, {
      state: 'pending' as const,
      receiptNo: null,
      paidAt: null,
      enteredBy: null,
      reportedAt: null,
      providerRef: null,
      checks: 0,
      restOfId: null,
      ...NOT_SETTLED,
    });
    collection.begin(now);
    return { collection, event: collection.emit('request') };
  }

  /** The payer may be prompted from now on. A prompt has no name of ours at the provider, so it is sent once. */
  begin(now: Temporal.Instant): void {
    this.sentAt = now;
    this.nextCheckAt = now.add(REPLY_EXPECTED_WITHIN);
  }

  /** No prompt was sent, for certain: it is tried again while there is time. */
  postpone(now: Temporal.Instant): void {
    this.sentAt = null;
    this.nextCheckAt = now.add(RETRY_AFTER);
  }

  /** The provider prompts the payer. */
  prompt(providerRef: string, now: Temporal.Instant): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'prompt');
    this.providerRef = providerRef;
    this.nextCheckAt = nextCheck(this.checks, now);
    return this.emit('prompt');
  }

  loseSight(now: Temporal.Instant): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'lose_sight');
    this.nextCheckAt = now;
    return this.emit('lose_sight');
  }

  /** It is paid, but the receipt under which it can be booked is not known yet. It is awaited, not for ever. */
  awaitReceipt(now: Temporal.Instant): readonly DomainEvent[] {
    const isKnown = this.isPaidWithoutReceipt();
    if (isKnown && this.isOver(now)) return [this.expire(RECEIPT_AWAITED)];
    if (!isKnown) this.expiresAt = now.add(RECEIPT_EXPECTED_WITHIN);
    this.stateReason = RECEIPT_AWAITED;
    checkLater(this, now);
    return [];
  }

  /** Its time is over. */
  isOver(now: Temporal.Instant): boolean {
    return this.expiresAt !== null && Temporal.Instant.compare(this.expiresAt, now) <= 0;
  }

  /** Nothing final is known of it. */
  isAwaited(): boolean {
    return AWAITED.includes(this.state);
  }

  /** What was requested came in; `amount` is what really came, in minor units. */
  receive(paid: Pick<MobileMoneyTransaction, 'amount' | 'enteredBy' | 'reportedAt'> & Paid): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'receive');
    this.stateReason = null;
    this.nextCheckAt = null;
    Object.assign(this, paid);
    return this.emit('receive');
  }

  /** The money was booked at its destination. */
  allocate(destination: Destination, booking: Booking): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'allocate');
    this.stateReason = null;
    this.destinationType = destination.type;
    this.destinationId = destination.id;
    this.destinationUuid = destination.uuid;
    this.bookedType = booking.type;
    this.bookedUuid = booking.uuid;
    return this.emit('allocate', { held_for_school: this.heldForSchool() });
  }

  /** It was booked in the wrong place, and stands in another one now: another loan, never a student’s. */
  reallocate(destination: Destination, booking: Booking): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'reallocate');
    this.destinationId = destination.id;
    this.destinationUuid = destination.uuid;
    this.bookedUuid = booking.uuid;
    return this.emit('reallocate');
  }

  /** The booking was undone; the money waits again. */
  returnToSuspense(reason: string): DomainEvent {
    const heldForSchool = this.heldForSchool();
    this.state = advance(mobileMoneyLifecycle, this.state, 'return_to_suspense');
    Object.assign(this, { ...NOT_SETTLED, stateReason: reason });
    return this.emit('return_to_suspense', { held_for_school: heldForSchool });
  }

  /** Its money came as a payment of its own, under a receipt that is that payment's; null: booked as another record. */
  mergeInto(payment: Pick<MobileMoneyTransaction, 'id'> | null): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'merge');
    this.stateReason = null;
    this.nextCheckAt = null;
    this.mergedIntoId = payment?.id ?? null;
    return this.emit('merge');
  }

  /** It is an app's: its collection has the receipt. */
  giveToApp(): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'give_to_app');
    this.stateReason = 'paid_to_app';
    return this.emit('give_to_app');
  }

  /** Nothing came, and the provider says why. */
  fail(reason: string): DomainEvent {
    return this.end('fail', unpaidState({ code: reason }), reason);
  }

  /** No status came in time. What comes after all is booked all the same. */
  expire(reason: string): DomainEvent {
    return this.end('expire', 'expired', reason);
  }

  /** A person says that it has to go back. @throws DomainError invalid_state_transition, validation_failed */
  proposeReturn(proposal: Omit<ReturnProposal, 'approvedBy'>): DomainEvent {
    const state = advance(mobileMoneyLifecycle, this.state, 'propose_return');
    requireReason(mobileMoneyLifecycle, 'propose_return', proposal.reason);
    if (proposal.evidence.trim() === '') {
      throw invalidField('evidence', 'required', 'Say where it can be seen, such as a letter of the payer.');
    }
    this.state = state;
    this.returnProposal = { ...proposal, approvedBy: null };
    return this.emit('propose_return');
  }

  /** A second person agrees; that it is one, the use case has made sure of. @throws DomainError invalid_state_transition */
  approveReturn(by: string): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'approve_return');
    this.returnApproved(by);
    return this.emit('approve_return');
  }

  /** Who agreed that it goes back, on the record. */
  returnApproved(by: string): void {
    if (this.returnProposal) this.returnProposal = { ...this.returnProposal, approvedBy: by, requests: 0 };
  }

  /** The provider did not give it back. */
  keepInSuspense(reason: string): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'keep');
    this.stateReason = reason;
    this.returnProposal = null;
    return this.emit('keep');
  }

  /** It went back to the payer. What was booked has to be undone first. */
  return(reason: string | null): DomainEvent {
    const state = advance(mobileMoneyLifecycle, this.state, 'return');
    requireReason(mobileMoneyLifecycle, 'return', reason);
    this.state = state;
    this.stateReason = reason;
    return this.emit('return', { reverses: 'mobile_money.received' });
  }

  /** It was entered wrongly: it never came so. @throws DomainError invalid_state_transition, validation_failed */
  correct(reason: string | null): DomainEvent {
    const state = advance(mobileMoneyLifecycle, this.state, 'correct');
    requireReason(mobileMoneyLifecycle, 'correct', reason);
    this.state = state;
    this.stateReason = reason;
    this.returnProposal = null;
    return this.emit('correct', { reverses: 'mobile_money.received' });
  }

  private end(action: 'fail' | 'expire', state: MobileMoneyState, reason: string): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, action, state);
    this.stateReason = reason;
    this.nextCheckAt = null;
    return this.emit(action);
  }

  /** A school has no books with us: what is booked for a student is owed to the school from then on. Minor units. */
  private heldForSchool(): Cents {
    return this.destinationType === 'student' ? this.amount : 0n;
  }

  // Neither the payer's number nor what was typed is emitted: both are about a person.
  private emit(action: MobileMoneyAction, internal: DomainEvent['internal'] = {}): DomainEvent {
    return event(
      eventType(mobileMoneyLifecycle, action, this.state),
      'mobile_money_transaction',
      this,
      {
        channel: this.channel,
        amount: this.amount,
        receipt_no: this.receiptNo,
        state: this.state,
        ...(this.stateReason === null ? {} : { reason: this.stateReason }),
        ...(this.destinationType === null
          ? {}
          : {
              destination: { type: this.destinationType, id: this.destinationId, uuid: this.destinationUuid },
              booked_as: { type: this.bookedType, uuid: this.bookedUuid },
            }),
      },
      internal,
    );
  }
}

/** It comes in a callback, the paybill's confirmation or the day's statement. */
const RECEIPT_EXPECTED_WITHIN = { hours: 48 };
const REST = 'rest_of_payment';

const NOT_SETTLED = {
  stateReason: null,
  destinationType: null,
  destinationId: null,
  destinationUuid: null,
  bookedType: null,
  bookedUuid: null,
  mergedIntoId: null,
  returnProposal: null,
};
