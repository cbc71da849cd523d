import { BUSINESS_CHANNELS, PAYOUT_CHANNELS, type PayoutChannel, type SentChannel } from '../../payments/channels.ts';

/** `internal`: to a school whose fees are collected in the lender’s own books; nothing is sent anywhere. */
export const CHANNELS = [...PAYOUT_CHANNELS, ...BUSINESS_CHANNELS, 'bank', 'internal'] as const;
export type Channel = (typeof CHANNELS)[number];

/** True where a provider of mobile money pays a person, from the float of an agent. */
export const isMobile = (channel: Channel): channel is PayoutChannel =>
  (PAYOUT_CHANNELS as readonly Channel[]).includes(channel);

/** True where a provider is sent the payment; a bank is instructed by people. */
export const isSent = (channel: Channel): channel is SentChannel => channel !== 'bank' && channel !== 'internal';
