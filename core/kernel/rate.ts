import { parseDecimal, rational, times, type Rational } from './rational.ts';

/** A yearly rate in percent, written as a decimal string: "12.5" is twelve and a half percent a year. */
export type AnnualRate = string;

/** The yearly rate as an exact fraction: "12.5" becomes 1/8. Throws RangeError on a malformed string. */
export function annualFraction(rate: AnnualRate): Rational {
  return times(parseDecimal(rate), rational(1n, 100n));
}
