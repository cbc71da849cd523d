import type { Cents } from '../../kernel/money.ts';
import { COLLECTION_CHANNELS, type ProviderName } from '../../payments/channels.ts';
import type { PaymentAccount } from '../../payments/payment-receipt.ts';
import type { MobileMoneyState } from './lifecycle.ts';

/**
 * `mpesa_paybill`: the payer pays unrequested; `mpesa_stk`, `airtel`: the payer is prompted on the phone; `bank`: a credit
 * on the statement of the institution's account, which waits in the same suspense.
 */
export const MOBILE_MONEY_CHANNELS = ['mpesa_paybill', ...COLLECTION_CHANNELS, 'bank'] as const;
export type MobileMoneyChannel = (typeof MOBILE_MONEY_CHANNELS)[number];
/** The channels on which money comes unrequested: by Airtel Money as a second payment of one prompt. */
export type UnrequestedChannel = Exclude<MobileMoneyChannel, 'mpesa_stk'>;

/** The channel of money that came under a prompt as a payment of its own. */
export function unrequested(channel: MobileMoneyChannel): UnrequestedChannel {
  return channel === 'mpesa_stk' ? 'mpesa_paybill' : channel;
}

/** Who keeps the account that money on a channel comes to. */
export function accountOf(channel: MobileMoneyChannel): Extract<PaymentAccount, ProviderName | 'bank'> {
  return channel === 'bank' || channel === 'airtel' ? channel : 'mpesa';
}

export const DESTINATION_TYPES = ['loan', 'savings_account', 'student'] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

/** Where money belongs: a record of another context, known by its ids. */
export type Destination = { readonly type: DestinationType; readonly id: number; readonly uuid: string };

/** Under which receipt money came, and when it was paid. */
export type Paid = { readonly receiptNo: string; readonly paidAt: Temporal.Instant };
/** What the money was booked as there: a repayment, a deposit, a payment of an invoice. */
export type Booking = { readonly type: string; readonly uuid: string };

/** What a person says for giving money back, and who agreed. Stored as JSON. */
export type ReturnProposal = {
  readonly by: string;
  readonly reason: string;
  /** Where it can be seen: a letter of the payer, a line of the statement. */
  readonly evidence: string;
  readonly approvedBy: string | null;
  /** How many requests to the provider may have left; of one that an earlier version has approved it is not known. */
  readonly requests?: number;
  /** Since when one may have. */
  readonly requestedAt?: string | null;
};

/** Why a prompt waits that is paid, as its provider says, under no receipt. */
export const RECEIPT_AWAITED = 'receipt_awaited';

/** Why money waits in suspense: callbacks are unsigned, and the provider is asked whether a high payment came. */
export const CONFIRMATION_AWAITED = 'confirmation_awaited';

/** What is known of a payment by mobile money. */
export class MobileMoneyRecord {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  channel!: MobileMoneyChannel;
  /** Minor units: what was requested, then what came; less the rest that is a record of its own. */
  amount!: Cents;
  msisdn!: string;
  /** What the payer typed, or was prompted with, as it was written. */
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
  /** The provider's name for the prompt. */
  providerRef!: string | null;
  /** Since when the payer may have been prompted; null while no prompt was sent, for certain. */
  sentAt!: Temporal.Instant | null;
  /** When a worker checks it next. */
  nextCheckAt!: Temporal.Instant | null;
  /** How often the provider's status was queried. */
  checks!: number;
  destinationType!: DestinationType | null;
  destinationId!: number | null;
  destinationUuid!: string | null;
  bookedType!: string | null;
  bookedUuid!: string | null;
  /** The payment that holds the money of a merged collection. */
  mergedIntoId!: number | null;
  /** The payment of which this is what its place did not take. */
  restOfId!: number | null;
  /** Who says that it has to go back to its payer, until a second person has agreed. */
  returnProposal!: ReturnProposal | null;
  /** Who asked the payer for it, or recorded it. */
  recordedBy!: string;
  /** The person or partner by whose word it came, or whose statement shows it; null where its provider was first. */
  enteredBy!: string | null;
  /** When its provider said itself that it came, for this account; null while it is only a caller's word. */
  reportedAt!: Temporal.Instant | null;

  /** The provider says that it is paid, and under which receipt is not known. */
  isPaidWithoutReceipt(): boolean {
    return this.stateReason === RECEIPT_AWAITED;
  }

  /** Why a prompt ends of which no status came in time, or no receipt. */
  whySilent(): string {
    return this.isPaidWithoutReceipt() ? RECEIPT_AWAITED : 'no_answer';
  }

  /** A request to return it is about to leave: from now on it may have been carried out. */
  requestReturn(now: Temporal.Instant): void {
    if (this.returnProposal === null) return;
    const { requests = 1, requestedAt } = this.returnProposal;
    const since = requestedAt ?? now.toString();
    this.returnProposal = { ...this.returnProposal, requests: requests + 1, requestedAt: since };
  }

  /** One of the requests did nothing, for certain. @returns whether none is left that may have been carried out */
  endRequest(): boolean {
    if (this.returnProposal === null) return false;
    const requests = Math.max((this.returnProposal.requests ?? 1) - 1, 0);
    const requestedAt = requests === 0 ? null : (this.returnProposal.requestedAt ?? null);
    this.returnProposal = { ...this.returnProposal, requests, requestedAt };
    return requests === 0;
  }
}
