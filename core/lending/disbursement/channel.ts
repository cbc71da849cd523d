import {
  BANK_CHANNELS,
  BUSINESS_CHANNELS,
  PAYOUT_CHANNELS,
  type BankChannel,
  type PayoutChannel,
  type SentChannel,
} from '../../payments/channels.ts';

/** `internal`: to a school whose fees are collected in the lender’s own books; nothing is sent anywhere. */
export const CHANNELS = [...PAYOUT_CHANNELS, ...BUSINESS_CHANNELS, ...BANK_CHANNELS, 'internal'] as const;
export type Channel = (typeof CHANNELS)[number];

/** True where a provider of mobile money pays a person, from the float of an agent in its account. */
export const isMobile = (channel: Channel): channel is PayoutChannel =>
  (PAYOUT_CHANNELS as readonly Channel[]).includes(channel);

/** True where a provider is sent the payment; a bank is instructed by people unless its rail is set up. */
export const isSent = (channel: Channel): channel is Channel & Exclude<SentChannel, BankChannel> =>
  channel !== 'bank' && channel !== 'internal';
