import { BANK_CHANNELS, BUSINESS_CHANNELS, type BankChannel, type SentChannel } from '../../payments/channels.ts';

/** How a provider of mobile money pays a person from an agent's float, which lies at M-Pesa. */
const FLOAT_CHANNELS = ['mpesa_b2c'] as const;
/** `internal`: to a school whose fees are collected in the lender’s own books; nothing is sent anywhere. */
export const CHANNELS = [...FLOAT_CHANNELS, ...BUSINESS_CHANNELS, ...BANK_CHANNELS, 'internal'] as const;
export type Channel = (typeof CHANNELS)[number];

/** True where a provider of mobile money pays a person, from the float of an agent. */
export const isMobile = (channel: Channel): channel is (typeof FLOAT_CHANNELS)[number] =>
  (FLOAT_CHANNELS as readonly Channel[]).includes(channel);

/** True where a provider is sent the payment; a bank is instructed by people unless its rail is set up. */
export const isSent = (channel: Channel): channel is Channel & Exclude<SentChannel, BankChannel> =>
  channel !== 'bank' && channel !== 'internal';
