import { PAYOUT_CHANNELS, type PayoutChannel } from '../../payments/channels.ts';

/** `internal`: to a school whose fees are collected in the lender’s own books; nothing is sent anywhere. */
export const CHANNELS = [...PAYOUT_CHANNELS, 'bank', 'internal'] as const;
export type Channel = (typeof CHANNELS)[number];

/** True where a provider of mobile money pays, from the float of an agent. */
export const isMobile = (channel: Channel): channel is PayoutChannel =>
  (PAYOUT_CHANNELS as readonly Channel[]).includes(channel);
