import type { Cents } from '../kernel/money.ts';
import type { PaymentClock } from './payment-time.ts';
import type { Incident, IncidentKind } from './incident/incident.ts';
import type { PaymentReceipt, ReceiptUse } from './payment-receipt.ts';

/** A record of any context, by its type and uuid. */
export type RecordName = { readonly type: string; readonly uuid: string };

/** What is recorded under a receipt: the payment, and the records in which its money stands or stood. */
export type RegisteredReceipt = { readonly receipt: PaymentReceipt; readonly uses: readonly ReceiptUse[] };

/** What every use case needs that books money from outside. */
export type ReceiptPorts = {
  readonly now: Temporal.Instant;
  readonly newUuid: () => string;
  readonly receipts: {
    /** What is recorded under a key, on any account and in either direction, held until commit. */
    lock(receiptKey: string): Promise<readonly RegisteredReceipt[]>;
    /** Where money of a record stands, held until commit. */
    lockUses(record: RecordName): Promise<readonly ReceiptUse[]>;
    /** True where one command has booked the payment in parts. */
    wasSplit(receipt: Pick<PaymentReceipt, 'account' | 'receiptKey'>): Promise<boolean>;
    /** The id of a record that a refusal names; null where it has none. */
    idOf(record: RecordName): Promise<number | null>;
    add(receipt: PaymentReceipt): void;
    use(use: ReceiptUse): void;
  };
  /** Where people find what does not fit about payments of any context. */
  readonly workList: {
    /**
     * True where it is there about this record and receipt, or was and people have resolved it for this amount: since a time, where
     * one is named.
     */
    has(about: {
      readonly kind: IncidentKind;
      readonly subject: RecordName;
      readonly receiptKey: string;
      /** Minor units. */
      readonly amount: Cents | null;
      readonly resolvedSince: Temporal.Instant | null;
    }): Promise<boolean>;
    add(incident: Incident): void;
  };
};

/** What booking money from outside needs beside the collections of its context. */
export type PaymentPorts = ReceiptPorts & PaymentClock;
