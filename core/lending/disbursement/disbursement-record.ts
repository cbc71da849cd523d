import type { Cents } from '../../kernel/money.ts';
import type { Evidence } from '../../payments/evidence.ts';
import type { Business } from '../../payments/business.ts';
import type { ReviewOutcome } from '../../payments/review.ts';
import type { Channel } from './channel.ts';
import type { DisbursementState } from './lifecycle.ts';

/** What a person says became of a payment that the provider's statuses did not settle. Stored as JSON. */
export type Proposal = {
  readonly outcome: ReviewOutcome;
  /** Of the payment, where it was made. */
  readonly receiptNo: string | null;
  /** An instant, where it was made. */
  readonly paidAt: string | null;
  /** What was paid, in minor units, as text. */
  readonly amount: string | null;
  readonly evidence: string;
  readonly by: string;
  readonly at: string;
  /** Who agreed; null until then. */
  readonly approvedBy: string | null;
  /** Whether it stands in the place of another one, which a second person may have seen. */
  readonly isReplacement?: boolean;
};

/** What is known of a disbursement. */
export class DisbursementRecord {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  loanId!: number;
  /** The agent whose float pays; null where none does. */
  agentId!: number | null;
  agentNo!: string | null;
  /** Counts the disbursements of a loan; a failed one gives its number back to the next try. */
  tranche!: number;
  /** Principal that is lent with it. */
  amount!: Cents;
  /** Fees netted from it: the recipient gets the rest. */
  netted!: Cents;
  channel!: Channel;
  /** The recipient on mobile money. */
  msisdn!: string | null;
  /** The recipient's account at a bank. */
  bankAccount!: string | null;
  /** The holder of that account, as the file of payments names it; null on other channels. */
  bankPayee!: string | null;
  /** The paybill or till that is paid. */
  business!: Business | null;
  state!: DisbursementState;
  /** Our name for the request at the provider: fixed before anything is sent, the same at every try. */
  originatorId!: string;
  /** The provider's reference, or ours while the provider has none. */
  providerRef!: string | null;
  receiptNo!: string | null;
  failureCode!: string | null;
  failureMessage!: string | null;
  /** When a provider that could not be reached may be tried again; null for every other failure. */
  retryAt!: Temporal.Instant | null;
  /** The code by which the provider names the reason. */
  providerCode!: string | null;
  /** What of the ledger's transit account is its own, minor units: negative where money came back and is not booked. */
  inTransit!: Cents;
  /** What the provider charged us for it, in minor units. */
  charge!: Cents | null;
  /** What of it came back, in minor units: it was never lent. */
  returned!: Cents;
  proposal!: Proposal | null;
  /** What the provider reported that led to the review, and since. */
  evidence!: readonly Evidence[];
  requestedBy!: string;
  sentAt!: Temporal.Instant | null;
  settledAt!: Temporal.Instant | null;
  /** When a worker checks it next; null when nothing is awaited. */
  nextCheckAt!: Temporal.Instant | null;
  checks!: number;
}
