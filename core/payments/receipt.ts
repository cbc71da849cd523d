import type { Cents } from '../kernel/money.ts';

/** What a provider says of money that it moved. */
export type Receipt = {
  readonly providerRef: string | null;
  /** Null where the provider gives none: the status of a collection has no receipt. */
  readonly receiptNo: string | null;
  readonly at: Temporal.Instant;
  /** What moved, in minor units; null where the provider doesn't say. */
  readonly amount: Cents | null;
  /** Whom the provider knows under the number. */
  readonly recipientName?: string | null;
  /** What the provider charges us, in minor units, where it says so. */
  readonly charge?: Cents;
};

/** Some providers put the number before the name. */
const withoutNumber = (named: string | null | undefined): string =>
  (named ?? '').replace(/^\+?\d[\d\s*]*-\s*/, '').trim();

/** A person's name as the provider gives it; null where there is none, or one that hides letters. */
export function fullName(named: string | null | undefined): string | null {
  const name = withoutNumber(named);
  return /\p{L}/u.test(name) && !name.includes('*') ? name : null;
}

/** A person's name as others may see it: the first letter of each word; null where there is none. */
export function maskedName(named: string | null | undefined): string | null {
  const name = withoutNumber(named);
  if (!/\p{L}/u.test(name)) return null;
  return name
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}***`)
    .join(' ')
    .slice(0, 100);
}

/** A telephone number as others may see it: what begins it, and its last three digits; null where there is none. */
export function maskedNumber(number: string | null): string | null {
  if (number === null) return null;
  const [shown, ending] = [number.slice(0, 5), number.slice(-3)];
  return `${shown}${'*'.repeat(Math.max(number.length - shown.length - ending.length, 3))}${ending}`;
}
