import type { Cents } from '../../kernel/money.ts';
import type { PaymentAccount } from '../payment-receipt.ts';

/** How a payment comes in that one command splits. */
export const SPLIT_CHANNELS = ['mpesa_paybill', 'bank', 'cheque', 'cash', 'helb', 'bursary'] as const;
export type SplitChannel = (typeof SPLIT_CHANNELS)[number];

/** What a part of a payment pays: each is booked as its own command books it. */
export const PART_TYPES = ['loan', 'savings_account', 'invoice', 'student'] as const;
export type PartType = (typeof PART_TYPES)[number];

/**
 * What becomes of what the parts leave of a payment. `none`: nothing is left, or the command is refused. `suspense`: it
 * waits there until it is known whose it is.
 */
export const RESTS = ['none', 'suspense'] as const;
export type Rest = (typeof RESTS)[number];

/** A part of a payment: whose it is, and how much of it in minor units. */
export type Part = { readonly type: PartType; readonly id: number; readonly amount: Cents };

/** One payment that one command booked in several records: a bursary, a payroll, the collection of a group. */
export class ReceiptSplit {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  channel!: SplitChannel;
  account!: PaymentAccount;
  receiptKey!: string;
  receiptNo!: string;
  /** All of the payment, in minor units. */
  amount!: Cents;
  /** What its parts left, in suspense; minor units. */
  rest!: Cents;
  paidAt!: Temporal.Instant;
  recordedBy!: string;

  static of(fields: Omit<ReceiptSplit, 'id' | 'version' | 'createdAt' | 'updatedAt'>): ReceiptSplit {
    return Object.assign(new ReceiptSplit(), fields);
  }
}

/** A part as it was booked. Where its money stands now, the register of receipts says. */
export class SplitPart {
  id!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  splitId!: number;
  /** Its place in the command, from 1. */
  number!: number;
  type!: PartType;
  targetId!: number;
  targetUuid!: string;
  amount!: Cents;
  /** The repayment, deposit or invoice payment. */
  bookedType!: string;
  bookedUuid!: string;

  static of(fields: Omit<SplitPart, 'id' | 'createdAt' | 'updatedAt'>): SplitPart {
    return Object.assign(new SplitPart(), fields);
  }
}
