import { invalidFields } from '../kernel/field-error.ts';
import { requirePositive, type Cents } from '../kernel/money.ts';
import { requireKenyanMobile } from '../kernel/msisdn.ts';
import type { Operator } from './operators.ts';
import { isOneOf } from '../kernel/names.ts';

/** How a provider of mobile money pays a person. */
export const PAYOUT_CHANNELS = ['mpesa_b2c', 'airtel_b2c'] as const;
export type PayoutChannel = (typeof PAYOUT_CHANNELS)[number];
/** How a provider of mobile money pays a business: at its paybill or till. */
export const BUSINESS_CHANNELS = ['mpesa_b2b'] as const;
export type BusinessChannel = (typeof BUSINESS_CHANNELS)[number];
/** How a bank pays an account at any bank: by a file of payments, where the institution has set that up. */
export const BANK_CHANNELS = ['bank'] as const;
export type BankChannel = (typeof BANK_CHANNELS)[number];
/** The channels on which a provider is sent payments. */
export type SentChannel = PayoutChannel | BusinessChannel | BankChannel;
/** How a provider of mobile money collects from a person: by a prompt on the phone. */
export const COLLECTION_CHANNELS = ['mpesa_stk', 'airtel'] as const;
export type CollectionChannel = (typeof COLLECTION_CHANNELS)[number];
/** How money of an app comes in: by a prompt, or at the paybill without one, under the app's prefix. */
export const RECEIVED_CHANNELS = [...COLLECTION_CHANNELS, 'mpesa_paybill'] as const;
export type ReceivedChannel = (typeof RECEIVED_CHANNELS)[number];
/** The channels that reach people. */
export type MobileChannel = PayoutChannel | CollectionChannel;

/** Who carries payments, as records and reports name it. */
export const PROVIDER_NAMES = ['mpesa', 'airtel'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
/** Who carries payments on a channel: a provider of mobile money, or the institution's bank. */
export type Carrier = ProviderName | 'bank';

type ChannelFacts = {
  readonly provider: ProviderName;
  /** The operator whose numbers it reaches. */
  readonly operator: Operator | null;
  /** Limits of one payment, in minor units. */
  readonly min: Cents;
  readonly max: Cents;
};

/** The channels of mobile money: 10 to 250,000 shillings to a person, 1 to 250,000 from one or to a business. */
export const CHANNELS: { readonly [C in MobileChannel | BusinessChannel]: ChannelFacts } = {
  mpesa_stk: { provider: 'mpesa', operator: 'safaricom', min: 100n, max: 25_000_000n },
  mpesa_b2c: { provider: 'mpesa', operator: 'safaricom', min: 1_000n, max: 25_000_000n },
  airtel: { provider: 'airtel', operator: 'airtel', min: 100n, max: 25_000_000n },
  airtel_b2c: { provider: 'airtel', operator: 'airtel', min: 1_000n, max: 25_000_000n },
  // A prompt and a payment to a business have no name of ours at the provider: neither is ever sent twice.
  mpesa_b2b: { provider: 'mpesa', operator: null, min: 100n, max: 25_000_000n },
};

/** The channels on which a provider pays the same originator id once, however often it is sent. */
export const isRepeatable = (channel: SentChannel): boolean => !isToBusiness(channel);

export const isToBank = (channel: string): channel is BankChannel => isOneOf(BANK_CHANNELS, channel);

export const carrierOf = (channel: SentChannel | CollectionChannel): Carrier =>
  isToBank(channel) ? 'bank' : CHANNELS[channel].provider;

export const isToBusiness = (channel: string): channel is BusinessChannel => isOneOf(BUSINESS_CHANNELS, channel);

/**
 * Refuses what the channel can't carry: no Kenyan number, cents where whole shillings are paid, too little, too much.
 * @throws DomainError invalid_msisdn, validation_failed (invalid)
 */
export function requireCarriable(channel: MobileChannel, amount: Cents, msisdn: string): void {
  requirePositive(amount, 'amount');
  requireKenyanMobile(msisdn);
  const detail = amountProblem(channel, amount);
  if (detail === null) return;
  const { min, max } = CHANNELS[channel];
  const amounts = { least_amount: min, most_amount: max };
  throw invalidFields(`amount can't be paid on ${channel}. ${detail}`, [
    { field: 'amount', code: 'range', detail, amounts },
  ]);
}

/** What is wrong with an amount for a channel, and what to send instead; null where nothing is. */
export function amountProblem(channel: MobileChannel | BusinessChannel, amount: Cents): string | null {
  const { min, max } = CHANNELS[channel];
  if (amount % 100n !== 0n) return 'The channel carries whole shillings: send a multiple of 100.';
  if (amount < min || amount > max) return `The channel carries ${min} to ${max} minor units a payment.`;
  return null;
}
