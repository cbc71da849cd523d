import type { Cents } from '../kernel/money.ts';

/** A line of a provider's statement, or of a list that was pulled from it. */
export type StatementLine = {
  /** Counted from 1, as a person counts the lines of the file. */
  readonly lineNo: number;
  /** The provider's receipt. A charge has the receipt of the payment that it is for. */
  readonly receiptNo: string | null;
  /** `fee`: what the provider charges, or gives back of that. */
  readonly kind: 'movement' | 'fee';
  /** When the provider completed it. */
  readonly at: Temporal.Instant;
  /** Minor units: what came in is positive, what went out negative. */
  readonly amount: Cents;
  /** The other party's number as the provider shows it: digits, perhaps with asterisks for some of them. */
  readonly msisdn: string | null;
  /** What the payer typed. */
  readonly accountReference: string | null;
  /** Our own name for the request, where the provider's list has it. */
  readonly originatorId: string | null;
  /** The receipt of the payment that this one undoes. */
  readonly linkedReceiptNo: string | null;
};

/** A record of ours, by its ids. */
export type Booked = { readonly type: string; readonly id: number; readonly uuid: string };

/** What one journal did to the account. A record that was undone has two. */
export type Movement = {
  /** The journal's UUID. */
  readonly journal: string;
  readonly subject: Booked;
  /** `fee`: a charge, which has no receipt of its own and is known by our name for it. */
  readonly kind: 'movement' | 'fee';
  /** Minor units: a debit of the account is positive. */
  readonly amount: Cents;
  readonly bookedOn: Temporal.PlainDate;
  /** When it happened, as far as the record knows. */
  readonly at: Temporal.Instant;
  readonly receiptNo: string | null;
  readonly originatorId: string | null;
  readonly msisdn: string | null;
  /** The provider has not said yet what became of it. */
  readonly inTransit: boolean;
  /** Its record was entered wrongly, and corrected: it stands for nothing that moved at the provider. */
  readonly corrected: boolean;
};
