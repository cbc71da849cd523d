import { annualFraction, type AnnualRate } from './rate.ts';
import { minus, over, rational, times, plus, ONE, type Rational } from './rational.ts';

/**
 * The exact interest of a balance that compounds every day: balance x ((1 + rate/days in year)^days - 1),
 * in minor units. Nothing is rounded: the posting of the interest rounds it, once.
 * @param balance minor units
 * @param daysInYear 365 or 360
 */
export function dailyCompoundInterest(balance: bigint, rate: AnnualRate, days: number, daysInYear: number): Rational {
  const daily = plus(ONE, over(annualFraction(rate), rational(BigInt(daysInYear))));
  // A fraction in lowest terms stays so when it is raised to a power.
  const growth = { num: daily.num ** BigInt(days), den: daily.den ** BigInt(days) };
  return times(rational(balance), minus(growth, ONE));
}
