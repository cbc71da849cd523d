import { invalidField } from './field-error.ts';

/** An amount of money in minor units (KES cents). Never a float, never a number. */
export type Cents = bigint;

/** The largest amount that travels as an integer to partners without loss: 2^53 - 1. */
export const MAX_CENTS: Cents = 9_007_199_254_740_991n;

/** Every account and every rail is in it. */
const CURRENCY = 'KES';

/** An amount as people write it, for a sentence that people read: `KES 24,500.00`. */
export function written(amount: Cents): string {
  const [units, cents] = [amount / 100n, amount % 100n].map((part) => (part < 0n ? -part : part));
  const grouped = String(units).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${CURRENCY} ${amount < 0n ? '-' : ''}${grouped}.${String(cents).padStart(2, '0')}`;
}

/** The sum of amounts, in minor units. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

/** The smaller of two amounts. */
export function least(a: Cents, b: Cents): Cents {
  return a < b ? a : b;
}

/** The larger of two amounts. */
export function most(a: Cents, b: Cents): Cents {
  return a > b ? a : b;
}

/**
 * Refuses an amount that is not a positive number of minor units within that range.
 * @param field the field of the command that carries it, for the refusal
 */
export function requirePositive(amount: Cents, field: string): Cents {
  if (amount > 0n && amount <= MAX_CENTS) return amount;
  throw invalidField(
    field,
    'range',
    'Send a positive integer of minor units.',
    `${field} must be a positive amount in minor units.`,
  );
}
