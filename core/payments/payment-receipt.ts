import { invalidField } from '../kernel/field-error.ts';
import type { Cents } from '../kernel/money.ts';
import { CHANNELS, type ProviderName } from './channels.ts';

/** Which way money went that a receipt names: to the institution, or from it. */
export type Direction = 'in' | 'out';

/**
 * The institution's own account that money reached or left, by who keeps it. One provider numbers all payments of its
 * accounts in one series, so the provider is enough.
 */
export type PaymentAccount = ProviderName | 'bank' | 'cheque' | 'cash' | 'helb' | 'bursary';

/** The account behind each channel and method that callers name. One that is missing moves no money from outside. */
const ACCOUNTS: { readonly [channel: string]: PaymentAccount } & {
  readonly [C in keyof typeof CHANNELS]: ProviderName;
} = {
  mpesa_paybill: 'mpesa',
  mpesa_stk: CHANNELS.mpesa_stk.provider,
  mpesa_b2c: CHANNELS.mpesa_b2c.provider,
  mpesa_b2b: CHANNELS.mpesa_b2b.provider,
  airtel: CHANNELS.airtel.provider,
  airtel_b2c: CHANNELS.airtel_b2c.provider,
  bank: 'bank',
  cheque: 'cheque',
  cash: 'cash',
  helb: 'helb',
  bursary: 'bursary',
};

/** The own account that a channel leads to; null where it moves no money from outside, such as `school` or `loan`. */
export function accountBehind(channel: string): PaymentAccount | null {
  return ACCOUNTS[channel] ?? null;
}

/**
 * What a bank or a provider has paid out is named by its reference, in every record: without one the same payment could be
 * booked twice. Cash has a voucher of ours.
 * @throws DomainError validation_failed (invalid)
 */
export function requirePayoutReference(channel: string, reference: string | null): void {
  const account = accountBehind(channel);
  if (reference !== null || account === null || account === 'cash') return;
  throw invalidField('reference', 'required', `Send the reference under which it was paid by ${channel}.`);
}

/** The form under which receipts are compared: people copy them in lower case, with blanks and with what no one sees. */
export function receiptKey(receiptNo: string): string {
  return receiptNo
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replaceAll(/[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, '');
}

/** One payment as its provider, bank or drawer names it: one row, wherever its money is booked. */
export class PaymentReceipt {
  id!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  account!: PaymentAccount;
  direction!: Direction;
  receiptKey!: string;
  /** As the provider wrote it. */
  receiptNo!: string;
  /** All of it, in minor units. */
  amount!: Cents;
  paidAt!: Temporal.Instant;
  /** A caller's word can be corrected; what the provider has reported is not. */
  reportedBy!: 'caller' | 'provider';
}

/**
 * Why money stands no longer in a record. `moved`: it stands in another one now. `corrected`: the booking was wrong, and
 * the receipt is free for another. `taken_back`: the provider or the bank has it again, so it is never booked again.
 */
export const USE_ENDS = ['moved', 'corrected', 'taken_back'] as const;
export type UseEnd = (typeof USE_ENDS)[number];

/** Why a booking is taken back: it was wrong, or its money is no longer here. */
export const REVERSAL_CAUSES = ['corrected', 'taken_back'] as const satisfies readonly UseEnd[];
export type ReversalCause = (typeof REVERSAL_CAUSES)[number];

/** A record in which money of a receipt stands, or stood. */
export class ReceiptUse {
  id!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  account!: PaymentAccount;
  direction!: Direction;
  receiptKey!: string;
  recordType!: string;
  recordUuid!: string;
  /** Whose money it is there: `loan:12`. The same payment of the same party is a repetition. */
  party!: string;
  /** Minor units; a part where the receipt was split by one command. */
  amount!: Cents;
  state!: 'live' | UseEnd;
  endedAt!: Temporal.Instant | null;

  isLive(): boolean {
    return this.state === 'live';
  }

  /** The part that stays where the money stood, of which the other part moves on. */
  ofRest(amount: Cents): ReceiptUse {
    const { account, direction, receiptKey: key, recordType, recordUuid, party } = this;
    const where = { account, direction, receiptKey: key, recordType, recordUuid, party };
    return Object.assign(new ReceiptUse(), { ...where, amount, state: 'live' as const, endedAt: null });
  }

  end(why: UseEnd, at: Temporal.Instant): void {
    this.state = why;
    this.endedAt = at;
  }
}
