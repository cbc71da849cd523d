import type { Cents } from '../../kernel/money.ts';

/** How money comes in that a batch books: the channels of deposits and of repayments alike. */
export const POSTING_CHANNELS = ['cash', 'bank', 'mpesa_paybill', 'airtel'] as const;
export type PostingChannel = (typeof POSTING_CHANNELS)[number];

/** What takes the money of a row: a repayment, or a deposit. */
export const POSTING_TARGETS = ['loan', 'savings_account'] as const;
export type PostingTarget = (typeof POSTING_TARGETS)[number];

/** One row of a batch, as its own command would take it. */
export type Posting = {
  readonly type: PostingTarget;
  /** The loan or the account. */
  readonly id: number;
  /** Minor units. */
  readonly amount: Cents;
  readonly channel: PostingChannel;
  readonly paidAt: Temporal.Instant | null;
  /** The payer's or provider's reference: of this row alone. */
  readonly reference: string | null;
  readonly msisdn: string | null;
  /** The branch at whose counter a deposit was paid in; the member's own by default. */
  readonly branchId: number | null;
};

/** What a row became. */
export type Posted = {
  readonly type: 'repayment' | 'savings_transaction';
  /** Its id is known once it is written. */
  readonly record: { readonly id: number; readonly uuid: string; readonly receiptNo: string | null };
  /** The same payment was booked there before: this is the record of then. */
  readonly isReplay: boolean;
};
