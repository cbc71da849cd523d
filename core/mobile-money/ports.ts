import type { DomainEvent } from '../kernel/event.ts';
import type { Cents } from '../kernel/money.ts';
import type { PaymentReceipt } from '../payments/payment-receipt.ts';
import type { TimedPayment } from '../payments/payment-time.ts';
import type { PaymentPorts, RecordName } from '../payments/ports.ts';
import type { RoleLimited } from '../kernel/personal-limits.ts';
import type { Acting } from '../kernel/two-people.ts';
import type { AccountReference } from './account-reference.ts';
import type { MobileMoneyTransaction } from './transaction/mobile-money-transaction.ts';
import type { accountOf, Booking, Destination, DestinationType } from './transaction/mobile-money-record.ts';
import type { Institution, Wallets } from '../payments/wallet.ts';

/** Who says whose money it is: the reference that the payer typed, or a person who has looked. */
type PlacedBy = NonNullable<TimedPayment['placedBy']>;

/** Money that came in and is to be booked. */
export type ReceivedMoney = {
  /** Minor units. */
  readonly amount: Cents;
  readonly receiptNo: string;
  /** Where it came to: the paybill, the account at Airtel Money, or the one at the bank. */
  readonly channel: 'mpesa_paybill' | 'airtel' | 'bank';
  readonly msisdn: string;
  readonly accountReference: string;
  readonly paidAt: Temporal.Instant;
  /** The record in which it stands so far. */
  readonly from: RecordName;
  readonly placedBy: PlacedBy;
};

/**
 * Where money of one type is booked: in another context. The platform binds it to that context's use cases, in the same
 * transaction, so that money is never booked here and not there.
 */
export type PaymentDestination = {
  readonly type: DestinationType;
  /** The records that a reference means; more than one where it is not clear. */
  named(reference: AccountReference): Promise<readonly Destination[]>;
  find(id: number): Promise<Destination | null>;
  /** How much of the money it takes, in minor units. @throws DomainError where it takes none */
  partTaken(destination: Destination, money: ReceivedMoney): Promise<Cents>;
  /** Books the money. @throws DomainError where the destination takes none; nothing is changed then */
  book(
    destination: Destination,
    money: ReceivedMoney,
  ): Promise<{ readonly booking: Booking; readonly events: readonly DomainEvent[] }>;
};

/** What the use cases of mobile money need. `lock` reads a row that no other transaction may change until commit. */
export type MobileMoneyPorts = PaymentPorts &
  Acting &
  Partial<RoleLimited> &
  Institution & {
    /** The tenant requires that maker and approver differ. */
    readonly fourEyes: boolean;
    readonly newUuid: () => string;
    /** Numbers that providers have confirmed, independent of their range. */
    readonly wallets: Wallets;
    readonly paymentDestinations: readonly PaymentDestination[];
    /** What the bank and providers list of the institution's accounts, as far as it was brought here. */
    readonly statements: {
      /** Whether one of them has this much coming in under this receipt, however it is written. */
      show(payment: Pick<PaymentReceipt, 'account' | 'receiptNo' | 'amount'>): Promise<boolean>;
    };
    readonly mobileMoney: {
      lock(id: number): Promise<MobileMoneyTransaction | null>;
      lockByUuid(uuid: string): Promise<MobileMoneyTransaction | null>;
      /** However the receipt is written. */
      lockByReceipt(receiptNo: string, account: ReturnType<typeof accountOf>): Promise<MobileMoneyTransaction | null>;
      /** All that came in under a receipt: the payment and the rests of it, the oldest first. */
      lockAllByReceipt(receiptNo: string): Promise<readonly MobileMoneyTransaction[]>;
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
