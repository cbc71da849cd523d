import type { DomainEvent } from '../kernel/event.ts';
import type { Cents } from '../kernel/money.ts';
import type { AccountReference } from './account-reference.ts';
import type {
  Booking,
  Destination,
  DestinationType,
  MobileMoneyTransaction,
} from './transaction/mobile-money-transaction.ts';

/** Money that is here and wants to be booked. */
export type ReceivedMoney = {
  /** Minor units. */
  readonly amount: Cents;
  readonly receiptNo: string;
  readonly msisdn: string;
  readonly accountReference: string;
  readonly paidAt: Temporal.Instant;
};

/**
 * Where money of one type is booked: another context's counter. The platform puts it together from that context's use
 * cases, in the same transaction, so that money is never booked here and not there.
 */
export type PaymentDestination = {
  readonly type: DestinationType;
  /** The records that a reference means; more than one where it is not clear. */
  named(reference: AccountReference): Promise<readonly Destination[]>;
  find(id: number): Promise<Destination | null>;
  /** Books the money. @throws DomainError where the destination takes none; nothing is changed then */
  book(
    destination: Destination,
    money: ReceivedMoney,
  ): Promise<{ readonly booking: Booking; readonly events: readonly DomainEvent[] }>;
};

/** What the use cases of mobile money ask of the outside. `lock` reads a row that nobody else may change until commit. */
export type MobileMoneyPorts = {
  readonly now: Temporal.Instant;
  readonly newUuid: () => string;
  /** Who gives the command: an api client's key, or the name of a job. */
  readonly actor: string;
  readonly paymentDestinations: readonly PaymentDestination[];
  readonly mobileMoney: {
    lock(id: number): Promise<MobileMoneyTransaction | null>;
    lockByReceipt(receiptNo: string): Promise<MobileMoneyTransaction | null>;
    lockByOriginator(originatorId: string): Promise<MobileMoneyTransaction | null>;
    /** What is booked as this repayment, deposit or payment. */
    lockByBooking(bookedUuid: string): Promise<MobileMoneyTransaction | null>;
    /** The collection of this payer, for this amount and reference, of which nothing final is known. */
    lockAwaited(wanted: {
      msisdn: string;
      amount: Cents;
      referenceKey: string;
    }): Promise<MobileMoneyTransaction | null>;
    /** Resolves once the record has its id, which others may refer to. */
    add(transaction: MobileMoneyTransaction): Promise<void>;
  };
};

/** What a provider answers to the request to ask a payer. The answer is no result: it says whether he is asked. */
export type CollectionAnswer =
  | { readonly kind: 'accepted'; readonly providerRef: string }
  /** The provider read the request and declined: nobody is asked. */
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  /** Surely nothing was sent. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** Nobody knows whether the payer is asked. */
  | { readonly kind: 'unknown' };

/** What a provider says became of a collection: a callback, or the answer to a question of ours. */
export type CollectionNews =
  | {
      readonly kind: 'paid';
      /** Null where the provider tells none: an answer to a question has no receipt. */
      readonly receiptNo: string | null;
      /** What came, minor units; null where the provider doesn't say. */
      readonly amount: Cents | null;
      readonly at: Temporal.Instant;
    }
  | {
      readonly kind: 'not_paid';
      readonly code: string;
      readonly message: string;
      /** Very likely; races have been seen, so the provider is asked once more before anything is settled. */
      readonly unproven?: true;
    }
  /** The provider knows of no end, or of none that settles it. */
  | { readonly kind: 'pending' | 'unclear' | 'never_received' | 'mismatch' };
