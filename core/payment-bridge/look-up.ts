import { isKenyanMobile } from '../kernel/msisdn.ts';
import { CHANNELS, isToBusiness, type MobileChannel, type ProviderName } from '../payments/channels.ts';
import { operatorOf, type Operator } from '../payments/operators.ts';
import { namesOf } from '../kernel/names.ts';

/** What a number itself says: nothing of its owner. */
export type Looked = {
  /** In international format; null where it is no Kenyan mobile number. */
  readonly msisdn: string | null;
  /** Null where its range has no operator. */
  readonly operator: Operator | null;
  /** The channels on which it can be paid and prompted. */
  readonly channels: readonly MobileChannel[];
};

/** A number as people write it, in international format: 0712 345 678, 254712345678, +254 712 345 678. Null for none. */
export function normalMsisdn(text: string): string | null {
  const digits = text.replaceAll(/[\s()-]/g, '').replace(/^\+/, '');
  const msisdn = `+254${digits.replace(/^(?:254|0)(?=[17]\d{8}$)/, '')}`;
  return isKenyanMobile(msisdn) ? msisdn : null;
}

/** @param confirmed the providers that have confirmed a wallet of the number, which count as well as its range */
export function lookUp(text: string, confirmed: readonly ProviderName[]): Looked {
  const msisdn = normalMsisdn(text);
  if (msisdn === null) return { msisdn: null, operator: null, channels: [] };
  const operator = operatorOf(msisdn);
  const reaches = ({ operator: reached, provider }: (typeof CHANNELS)[MobileChannel]) =>
    (reached !== null && reached === operator) || confirmed.includes(provider);
  const toPeople = namesOf(CHANNELS).filter((channel) => !isToBusiness(channel));
  return { msisdn, operator, channels: toPeople.filter((channel) => reaches(CHANNELS[channel])) };
}
