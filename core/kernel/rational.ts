/**
 * Exact fractions over bigint: every rate, factor and share is one of these until the single
 * point where it is rounded to minor units. Denominators are positive; values are kept reduced.
 */
export type Rational = { readonly num: bigint; readonly den: bigint };

/** How a fraction becomes an integer. */
export type Rounding = 'half_even' | 'half_up' | 'half_down' | 'up' | 'down' | 'ceiling' | 'floor';

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** num/den in lowest terms. Throws RangeError on a zero denominator. */
export function rational(num: bigint, den: bigint = 1n): Rational {
  if (den === 0n) throw new RangeError('A fraction needs a denominator other than zero.');
  const divisor = gcd(num, den) || 1n;
  const sign = den < 0n ? -1n : 1n;
  return { num: (sign * num) / divisor, den: (sign * den) / divisor };
}

export const ZERO: Rational = { num: 0n, den: 1n };
export const ONE: Rational = { num: 1n, den: 1n };

export function plus(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den + b.num * a.den, a.den * b.den);
}

export function minus(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den - b.num * a.den, a.den * b.den);
}

export function times(a: Rational, b: Rational): Rational {
  return rational(a.num * b.num, a.den * b.den);
}

export function over(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den, a.den * b.num);
}

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The whole number that a fraction rounds to. Halves go as the mode says; "up" is away from zero. */
export function round(value: Rational, mode: Rounding): bigint {
  const quotient = value.num / value.den; // truncates towards zero
  const remainder = value.num % value.den;
  if (remainder === 0n) return quotient;
  const negative = value.num < 0n;
  const away = negative ? quotient - 1n : quotient + 1n;
  switch (mode) {
    case 'up':
      return away;
    case 'down':
      return quotient;
    case 'ceiling':
      return negative ? quotient : away;
    case 'floor':
      return negative ? away : quotient;
    case 'half_even':
    case 'half_up':
    case 'half_down': {
      const twice = 2n * (negative ? -remainder : remainder);
      if (twice !== value.den) return twice > value.den ? away : quotient;
      if (mode === 'half_up') return away;
      if (mode === 'half_down') return quotient;
      return quotient % 2n === 0n ? quotient : away;
    }
  }
}

/** Rounds to the nearest multiple of `step` (a positive whole number). */
export function roundToMultiple(value: Rational, step: bigint, mode: Rounding): bigint {
  return round(over(value, rational(step)), mode) * step;
}

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,12}))?$/;

/** Reads a decimal string such as "12.5" exactly. Throws RangeError on anything else. */
export function parseDecimal(text: string): Rational {
  const match = DECIMAL.exec(text);
  if (!match) throw new RangeError(`"${text}" is not a decimal number.`);
  const [, sign, whole, fraction = ''] = match;
  const digits = BigInt(`${whole}${fraction}`);
  return rational(sign === '-' ? -digits : digits, 10n ** BigInt(fraction.length));
}

/** Writes a fraction with a fixed number of decimals, rounded half up: "2.33". */
export function formatDecimal(value: Rational, decimals: number, mode: Rounding = 'half_up'): string {
  const scale = 10n ** BigInt(decimals);
  const scaled = round(times(value, rational(scale)), mode);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const sign = scaled < 0n ? '-' : '';
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
