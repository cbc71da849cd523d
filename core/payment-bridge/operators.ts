import { isKenyanMobile } from '../kernel/msisdn.ts';
import { COLLECTION_CHANNELS, PAYOUT_CHANNELS, type MobileChannel } from '../payments/channels.ts';

/**
 * The operators of mobile numbers, by the three digits after the country code (numbering plan of the Communications
 * Authority). A number that was ported has the same digits: the provider's own reply is what counts.
 */
const RANGES: readonly { readonly operator: string; readonly prefixes: RegExp }[] = [
  { operator: 'safaricom', prefixes: /^(7[012]\d|74[01234568]|75[789]|76[89]|79\d|11[0-5])/ },
  { operator: 'airtel', prefixes: /^(73\d|75[0-6]|76[27]|78\d|10[0-8])/ },
  { operator: 'telkom', prefixes: /^77\d/ },
  { operator: 'equitel', prefixes: /^76[3-6]/ },
  { operator: 'jamii', prefixes: /^747/ },
];

export const OPERATORS = RANGES.map(({ operator }) => operator);

/** What a number itself says: nothing of its owner. */
export type Looked = {
  /** In international format; null where it is no Kenyan mobile number. */
  readonly msisdn: string | null;
  /** Null where its range has no operator. */
  readonly operator: string | null;
  /** The channels on which it can be paid and prompted. */
  readonly channels: readonly MobileChannel[];
};

/** Reads a number as people write it: 0712 345 678, 254712345678, +254 712 345 678. */
export function lookUp(text: string): Looked {
  const digits = text.replaceAll(/[\s()-]/g, '').replace(/^\+/, '');
  const msisdn = `+254${digits.replace(/^(?:254|0)(?=[17]\d{8}$)/, '')}`;
  if (!isKenyanMobile(msisdn)) return { msisdn: null, operator: null, channels: [] };
  const operator = RANGES.find(({ prefixes }) => prefixes.test(msisdn.slice(4)))?.operator ?? null;
  return { msisdn, operator, channels: operator === 'safaricom' ? [...COLLECTION_CHANNELS, ...PAYOUT_CHANNELS] : [] };
}
