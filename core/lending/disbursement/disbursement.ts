import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { requireKenyanMobile } from '../../kernel/msisdn.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { disbursementLifecycle, type DisbursementAction, type DisbursementState } from './lifecycle.ts';

export const CHANNELS = ['mpesa_b2c'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Limits of one mobile-money payment to a person, in minor units: 10 to 250,000 shillings. */
export const CHANNEL_LIMITS: { readonly [C in Channel]: { min: Cents; max: Cents } } = {
  mpesa_b2c: { min: 1_000n, max: 25_000_000n },
};

/** Money of one loan on its way to one recipient. */
export class Disbursement {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  loanId!: number;
  agentId!: number;
  agentNo!: string;
  /** Counts the disbursements of a loan; a failed one gives its number back to the next try. */
  tranche!: number;
  /** Principal that is lent with it. */
  amount!: Cents;
  /** Fees kept back from it: the recipient gets the rest. */
  netted!: Cents;
  channel!: Channel;
  msisdn!: string;
  state!: DisbursementState;
  /** Our name for the request at the provider: fixed before anything is sent, the same at every try. */
  originatorId!: string;
  /** The provider's reference, or ours while the provider has given none. */
  providerRef!: string | null;
  receiptNo!: string | null;
  failureCode!: string | null;
  failureMessage!: string | null;
  /** When a provider that could not be reached may be asked again; null for every other failure. */
  retryAt!: Temporal.Instant | null;
  requestedBy!: string;
  sentAt!: Temporal.Instant | null;
  settledAt!: Temporal.Instant | null;
  /** When a worker looks after it next; null when nothing is awaited. */
  nextCheckAt!: Temporal.Instant | null;
  checks!: number;

  static request(given: {
    uuid: string;
    originatorId: string;
    loanId: number;
    tranche: number;
    agentId: number;
    agentNo: string;
    amount: Cents;
    netted: Cents;
    channel: Channel;
    msisdn: string;
    requestedBy: string;
    nextCheckAt: Temporal.Instant;
  }): { disbursement: Disbursement; event: DomainEvent } {
    const disbursement = Object.assign(new Disbursement(), given, {
      state: 'sending' as const,
      providerRef: null,
      receiptNo: null,
      failureCode: null,
      failureMessage: null,
      retryAt: null,
      sentAt: null,
      settledAt: null,
      checks: 0,
    });
    return { disbursement, event: disbursement.tell('create') };
  }

  /** The provider accepted it. `taken` is what leaves the float with this step, in minor units. */
  accept(providerRef: string, now: Temporal.Instant, nextCheckAt: Temporal.Instant): DomainEvent {
    const taken = this.takenBy('accept');
    this.state = advance(disbursementLifecycle, this.state, 'accept');
    this.providerRef = providerRef;
    this.sentAt = now;
    this.nextCheckAt = nextCheckAt;
    return this.tell('accept', {}, { float_taken: taken });
  }

  /** Nobody knows whether it was paid: the float counts as gone until the provider says otherwise. */
  loseSight(now: Temporal.Instant, nextCheckAt: Temporal.Instant): DomainEvent {
    const taken = this.takenBy('lose_sight');
    this.state = advance(disbursementLifecycle, this.state, 'lose_sight');
    this.providerRef ??= this.originatorId;
    this.sentAt ??= now;
    this.nextCheckAt = nextCheckAt;
    return this.tell('lose_sight', {}, { float_taken: taken });
  }

  /** The provider paid. */
  confirm(receipt: { providerRef: string | null; receiptNo: string | null }, at: Temporal.Instant): DomainEvent {
    const taken = this.takenBy('confirm');
    this.state = advance(disbursementLifecycle, this.state, 'confirm');
    this.providerRef = receipt.providerRef ?? this.providerRef ?? this.originatorId;
    this.receiptNo = receipt.receiptNo;
    this.failureCode = null;
    this.failureMessage = null;
    this.settledAt = at;
    this.nextCheckAt = null;
    return this.tell('confirm', {}, { float_taken: taken });
  }

  /** The provider did not pay, or nothing was ever sent. */
  fail(reason: { code: string; message: string; retryAt?: Temporal.Instant }, at: Temporal.Instant): DomainEvent {
    const returned = this.state === 'sending' ? 0n : this.payout();
    this.state = advance(disbursementLifecycle, this.state, 'fail');
    this.failureCode = reason.code;
    this.failureMessage = reason.message;
    this.retryAt = reason.retryAt ?? null;
    this.settledAt = at;
    this.nextCheckAt = null;
    return this.tell('fail', { failure_code: reason.code }, { float_returned: returned });
  }

  /** What the provider says does not fit, or it has said nothing for too long: people settle it, with evidence. */
  refer(reason: { code: string; message: string }): DomainEvent {
    const taken = this.takenBy('refer');
    this.state = advance(disbursementLifecycle, this.state, 'refer');
    this.failureCode = reason.code;
    this.failureMessage = reason.message;
    this.nextCheckAt = null;
    return this.tell('refer', { failure_code: reason.code }, { float_taken: taken });
  }

  /** The provider took the money back. */
  reverse(receiptNo: string, at: Temporal.Instant): DomainEvent {
    this.state = advance(disbursementLifecycle, this.state, 'reverse');
    this.settledAt = at;
    return this.tell('reverse', { reversal_receipt_no: receiptNo }, { reverses: 'disbursement.confirmed' });
  }

  /** What the recipient gets, in minor units: the principal less the fees that are kept back. */
  payout(): Cents {
    return this.amount - this.netted;
  }

  /** What leaves the float when this verb is taken now: everything, where it was only held so far. */
  takenBy(action: DisbursementAction): Cents {
    return this.state === 'sending' && action !== 'fail' ? this.payout() : 0n;
  }

  private tell(
    action: DisbursementAction,
    more: DomainEvent['data'] = {},
    internal: DomainEvent['internal'] = {},
  ): DomainEvent {
    const data = {
      loan_id: this.loanId,
      agent_id: this.agentNo,
      amount: this.amount,
      netted: this.netted,
      channel: this.channel,
      state: this.state,
      provider_ref: this.providerRef,
      ...more,
    };
    return event(disbursementLifecycle.verbs[action].emits, 'disbursement', this, data, internal);
  }
}

/**
 * Refuses what the channel can't carry: a wrong number, cents where whole shillings are paid, too little, too much.
 * @throws DomainError invalid_msisdn, validation_failed (invalid)
 */
export function requireCarriable(channel: Channel, amount: Cents, msisdn: string): void {
  requireKenyanMobile(msisdn);
  const { min, max } = CHANNEL_LIMITS[channel];
  const detail =
    amount % 100n !== 0n
      ? 'The channel pays whole shillings: send a multiple of 100.'
      : amount < min || amount > max
        ? `The channel carries ${min} to ${max} minor units a payment.`
        : null;
  if (detail === null) return;
  throw refuse(kernelRefusals.validation_failed, `amount can't be paid on ${channel}. ${detail}`, {
    errors: [{ pointer: '#/amount', code: 'range', detail }],
  });
}
