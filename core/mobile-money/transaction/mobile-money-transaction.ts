import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { mobileMoneyLifecycle, type MobileMoneyAction, type MobileMoneyState } from './lifecycle.ts';

/** `mpesa_paybill`: the payer pays of his own accord; `mpesa_stk`: we ask on his phone. */
export const MOBILE_MONEY_CHANNELS = ['mpesa_paybill', 'mpesa_stk'] as const;
export type MobileMoneyChannel = (typeof MOBILE_MONEY_CHANNELS)[number];

export const DESTINATION_TYPES = ['loan', 'savings_account', 'student'] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

/** Where money belongs: a record of another context, known by its ids. */
export type Destination = { readonly type: DestinationType; readonly id: number; readonly uuid: string };

/** What the money was booked as there: a repayment, a deposit, a payment of an invoice. */
export type Booking = { readonly type: string; readonly uuid: string };

/** Money that a payer sends to the society by phone, asked for or not. */
export class MobileMoneyTransaction {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  channel!: MobileMoneyChannel;
  /** Minor units: what was asked for, then what came. */
  amount!: Cents;
  msisdn!: string;
  /** What the payer typed, or was asked with, as it was written. */
  accountReference!: string;
  /** The form under which references are compared. */
  referenceKey!: string;
  state!: MobileMoneyState;
  /** Why it lies in suspense, failed or was reversed. */
  stateReason!: string | null;
  /** The provider's receipt: one receipt, one payment. */
  receiptNo!: string | null;
  /** Our name for a collection at the provider. */
  originatorId!: string | null;
  paidAt!: Temporal.Instant | null;
  expiresAt!: Temporal.Instant | null;
  destinationType!: DestinationType | null;
  destinationId!: number | null;
  destinationUuid!: string | null;
  bookedType!: string | null;
  bookedUuid!: string | null;
  /** The payment that holds the money of a merged collection. */
  mergedIntoId!: number | null;
  recordedBy!: string;

  /** Money came in unasked. */
  static receive(
    given: Pick<
      MobileMoneyTransaction,
      'uuid' | 'amount' | 'msisdn' | 'accountReference' | 'referenceKey' | 'recordedBy'
    > & { receiptNo: string; paidAt: Temporal.Instant },
  ): { payment: MobileMoneyTransaction; event: DomainEvent } {
    const payment = Object.assign(new MobileMoneyTransaction(), given, {
      channel: 'mpesa_paybill' as const,
      state: 'unallocated' as const,
      originatorId: null,
      expiresAt: null,
      ...NOT_SETTLED,
    });
    return { payment, event: payment.tell('receive') };
  }

  /** A payer is asked for money. */
  static request(
    given: Pick<
      MobileMoneyTransaction,
      'uuid' | 'amount' | 'msisdn' | 'accountReference' | 'referenceKey' | 'recordedBy'
    > & { originatorId: string; expiresAt: Temporal.Instant },
  ): { collection: MobileMoneyTransaction; event: DomainEvent } {
    const collection = Object.assign(new MobileMoneyTransaction(), given, {
      channel: 'mpesa_stk' as const,
      state: 'pending' as const,
      receiptNo: null,
      paidAt: null,
      ...NOT_SETTLED,
    });
    return { collection, event: collection.tell('request') };
  }

  /** What was asked for came in; `amount` is what really came, in minor units. */
  receive(paid: { receiptNo: string; amount: Cents; paidAt: Temporal.Instant }): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'receive');
    this.stateReason = null;
    Object.assign(this, paid);
    return this.tell('receive');
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
    return this.tell('allocate', { held_for_school: this.heldForSchool() });
  }

  /** The booking was undone; the money waits again. */
  returnToSuspense(reason: string): DomainEvent {
    const heldForSchool = this.heldForSchool();
    this.state = advance(mobileMoneyLifecycle, this.state, 'return_to_suspense');
    Object.assign(this, { ...NOT_SETTLED, stateReason: reason });
    return this.tell('return_to_suspense', { held_for_school: heldForSchool });
  }

  /** Its money came as a payment of its own, under a receipt that is that payment's. */
  mergeInto(payment: MobileMoneyTransaction): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, 'merge');
    this.stateReason = null;
    this.mergedIntoId = payment.id;
    return this.tell('merge');
  }

  /** Nothing came. */
  end(action: 'fail' | 'expire', reason: string): DomainEvent {
    this.state = advance(mobileMoneyLifecycle, this.state, action);
    this.stateReason = reason;
    return this.tell(action);
  }

  /** The provider took the money back. What was booked has to be undone first. */
  reverse(reason: string | null): DomainEvent {
    const state = advance(mobileMoneyLifecycle, this.state, 'reverse');
    requireReason(mobileMoneyLifecycle, 'reverse', reason);
    this.state = state;
    this.stateReason = reason;
    return this.tell('reverse', { reverses: 'mobile_money.received' });
  }

  /** A school keeps no books with us: what is booked for a student is owed to the school from then on. Minor units. */
  private heldForSchool(): Cents {
    return this.destinationType === 'student' ? this.amount : 0n;
  }

  // Neither the payer's number nor what he typed is told: both are about a person.
  private tell(action: MobileMoneyAction, internal: DomainEvent['internal'] = {}): DomainEvent {
    return event(
      mobileMoneyLifecycle.verbs[action].emits,
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

const NOT_SETTLED = {
  stateReason: null,
  destinationType: null,
  destinationId: null,
  destinationUuid: null,
  bookedType: null,
  bookedUuid: null,
  mergedIntoId: null,
};
