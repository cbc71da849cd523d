import type { Cents } from '../kernel/money.ts';
import type { Business } from './business.ts';
import type { CollectionChannel, SentChannel } from './channels.ts';
import type { ProviderReply } from './provider-reply.ts';
import type { ProviderStatus } from './provider-status.ts';

/** Whom a bank pays. */
export type BankPayee = { readonly account: string; readonly name: string | null };

export type PayoutOrder = {
  readonly originatorId: string;
  /** Minor units; whole shillings on mobile money. */
  readonly amount: Cents;
  readonly channel: SentChannel;
  /** The person who is paid, E.164; null where a business or an account at a bank is. */
  readonly msisdn: string | null;
  readonly business: Business | null;
  /**
   * The institution's own account that pays people is filled from what its paybill has collected: on a channel that pays
   * businesses, and no business is named then.
   */
  readonly payee?: 'own_float';
  /** The account at a bank that is paid, and the name of its holder. */
  readonly bankAccount?: BankPayee | null;
  readonly remarks: string;
};

/**
 * The callbacks of a payout. `payout`: its result. `payout_timeout`: the provider's own queue has timed out.
 * `payout_status`, `payout_status_timeout`: the same of a status query.
 */
export const PAYOUT_CALLBACKS = ['payout', 'payout_timeout', 'payout_status', 'payout_status_timeout'] as const;
export type PayoutCallback = (typeof PAYOUT_CALLBACKS)[number];

/** The payment that a callback's address belongs to, as we know it. */
export type AwaitedPayout = Omit<PayoutOrder, 'remarks'> & {
  /** The provider's reference, once it has acknowledged. */
  readonly providerRef: string | null;
  /** A reply or a result of the provider is awaited. */
  readonly isAwaited: boolean;
};

/** A payment whose status is queried. */
type QueriedPayout = Pick<AwaitedPayout, 'originatorId' | 'channel' | 'amount' | 'providerRef' | 'payee'>;

/** Something about a notification that people may have to look at. */
export type Concern =
  | 'unreadable'
  /** Its ids are those of another payment. */
  | 'other_payment'
  /** It says that another person was paid. */
  | 'other_recipient'
  | 'other_amount'
  | 'no_amount'
  | 'no_receipt'
  | 'unknown_code'
  /** The float at the provider is too low: no further payment will work. */
  | 'float_insufficient'
  /** The credential, the account or its rights have to be repaired. */
  | 'provider_config';

/** What a provider notification says of a payout. */
export type PayoutNotification = {
  /** What to record; null where nothing was learnt of the payment. */
  readonly status: ProviderStatus | null;
  readonly concerns: readonly Concern[];
  /** The result code of this payment or query, for the circuit; null where there is none. */
  readonly resultCode: string | null;
};

/**
 * A way to pay people and businesses. It calls the outside, so it is only called between two transactions. The same
 * `originatorId` is never paid twice on a channel that is repeatable (`channels.ts`); on the others it is sent once.
 */
export type PayoutRail = {
  readonly send: (order: PayoutOrder, deadline: AbortSignal) => Promise<ProviderReply>;
  /** What became of a payment that we may have sent. */
  readonly query: (payment: QueriedPayout, deadline: AbortSignal) => Promise<ProviderStatus>;
  /** What a notification says. The rail learns from it too, for instance that its credential is locked. */
  readonly receive: (callback: PayoutCallback, text: string, awaited: AwaitedPayout) => Promise<PayoutNotification>;
  /** Seconds until the provider is sent new payments again; null where it is sent them now. */
  readonly closedFor: (channel: SentChannel) => Promise<number | null>;
};

export type CollectionOrder = {
  readonly originatorId: string;
  /** Minor units; whole shillings. */
  readonly amount: Cents;
  readonly channel: CollectionChannel;
  readonly msisdn: string;
  readonly accountReference: string;
  readonly description: string | null;
};

/** A prompt on a payer's phone that a callback's address belongs to, as we know it. */
export type AwaitedPrompt = Pick<CollectionOrder, 'originatorId' | 'channel' | 'amount'> & {
  readonly providerRef: string | null;
};

/** A prompt whose status is queried. */
type QueriedPrompt = Pick<AwaitedPrompt, 'originatorId' | 'channel' | 'providerRef'>;

/**
 * A way to collect from a person. It calls the outside, so it is only called between two transactions. A prompt has no
 * name of ours at the provider: it is sent once, and its status is queried by the provider's reference.
 */
export type CollectionRail = {
  readonly prompt: (order: CollectionOrder, deadline: AbortSignal) => Promise<ProviderReply>;
  /** What became of a prompt that the provider took. */
  readonly query: (prompt: QueriedPrompt, deadline: AbortSignal) => Promise<ProviderStatus>;
  /** What a notification says; null where it says nothing of the prompt that its address belongs to. */
  readonly receive: (text: string, awaited: AwaitedPrompt) => Promise<ProviderStatus | null>;
};
