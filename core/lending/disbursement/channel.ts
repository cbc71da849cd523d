import { invalidField } from '../../kernel/field-error.ts';
import type { Cents } from '../../kernel/money.ts';
import { requireKenyanMobile } from '../../kernel/msisdn.ts';

/** Those on which a provider of mobile money pays from the float of an agent. */
export const MOBILE_CHANNELS = ['mpesa_b2c'] as const;
/** `internal`: to a school whose fees are collected in the lender’s own books; nothing is sent anywhere. */
export const CHANNELS = [...MOBILE_CHANNELS, 'bank', 'internal'] as const;
export type Channel = (typeof CHANNELS)[number];
export type MobileChannel = (typeof MOBILE_CHANNELS)[number];

/** True where a provider of mobile money pays. */
export const isMobile = (channel: Channel): channel is MobileChannel =>
  (MOBILE_CHANNELS as readonly Channel[]).includes(channel);

/** Limits of one mobile-money payment to a person, in minor units: 10 to 250,000 shillings. */
export const CHANNEL_LIMITS = { mpesa_b2c: { min: 1_000n, max: 25_000_000n } } as const;

/**
 * Refuses what mobile money can't carry: a wrong number, cents where whole shillings are paid, too little, too much.
 * @throws DomainError invalid_msisdn, validation_failed (invalid)
 */
export function requireCarriable(channel: 'mpesa_b2c', amount: Cents, msisdn: string): void {
  requireKenyanMobile(msisdn);
  const { min, max } = CHANNEL_LIMITS[channel];
  const detail =
    amount % 100n !== 0n
      ? 'The channel pays whole shillings: send a multiple of 100.'
      : amount < min || amount > max
        ? `The channel carries ${min} to ${max} minor units a payment.`
        : null;
  if (detail === null) return;
  throw invalidField('amount', 'range', detail, `amount can't be paid on ${channel}. ${detail}`);
}
