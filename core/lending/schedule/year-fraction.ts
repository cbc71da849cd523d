import type { Rational } from '../../kernel/rational.ts';
import { civil, epochDay, isLeapYear, nominalDay, type EpochDay } from './due-dates.ts';
import type { DayCount, Frequency } from './terms.ts';

/** A fraction that is not kept in lowest terms: the hot loops of a schedule have no time for a gcd. */
export type Fraction = Rational;

/** The sum of two fractions, unreduced. */
export function added(a: Fraction, b: Fraction): Fraction {
  if (a.num === 0n) return b;
  if (b.num === 0n) return a;
  return a.den === b.den ? { num: a.num + b.num, den: a.den } : { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

/** The product of two fractions, unreduced. */
export function multiplied(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.num, den: a.den * b.den };
}

/** Days in the year that a day count divides by; the actual year counts as 365 where a nominal one is asked for. */
export function daysInYear(dayCount: DayCount): bigint {
  switch (dayCount) {
    case 'thirty_360':
    case 'actual_360':
      return 360n;
    case 'actual_364':
      return 364n;
    case 'actual_365':
    case 'actual_actual':
      return 365n;
  }
}

/**
 * The part of a year from one day to another, by the day count.
 * 30/360 is the European method (30E/360: the 31st counts as the 30th); actual/actual is split at
 * the new year, each part over the length of its own year (ISDA 2006 definitions, section 4.16).
 */
export function yearFraction(dayCount: DayCount, from: EpochDay, to: EpochDay): Fraction {
  if (dayCount === 'thirty_360') return { num: BigInt(thirtyDayMonths(to) - thirtyDayMonths(from)), den: 360n };
  if (dayCount !== 'actual_actual') return { num: BigInt(to - from), den: daysInYear(dayCount) };
  const end = civil(to).year;
  let start = civil(from).year;
  if (start === end) return { num: BigInt(to - from), den: lengthOfYear(start) };
  let sum: Fraction = { num: BigInt(newYear(start + 1) - from), den: lengthOfYear(start) };
  for (start += 1; start < end; start++) sum = added(sum, { num: 1n, den: 1n });
  return added(sum, { num: BigInt(to - newYear(end)), den: lengthOfYear(end) });
}

/**
 * The part of a year that a whole repayment period is worth by convention, whatever its days:
 * k months are k/12, k weeks k/52, k days k over the days of the year.
 */
export function nominalFraction(frequency: Frequency, dayCount: DayCount): Fraction {
  const every = BigInt(frequency.every);
  switch (frequency.unit) {
    case 'months':
      return { num: every, den: 12n };
    case 'weeks':
      return { num: every, den: 52n };
    case 'days':
      return { num: every, den: daysInYear(dayCount) };
  }
}

/** The part of a year of a period of thirty-day months: what a level instalment under daily interest is worked out from. */
export function thirtyDayFraction(frequency: Frequency, dayCount: DayCount): Fraction {
  const days = { months: 30n, weeks: 7n, days: 1n }[frequency.unit];
  return { num: days * BigInt(frequency.every), den: daysInYear(dayCount) };
}

/**
 * How many whole periods lie between a day and the first due date. A broken one counts for its days
 * over the days of the period that it is part of: disbursed on 15 January and due on 1 February is 17/31.
 */
export function periodsBefore(start: EpochDay, first: Temporal.PlainDate, frequency: Frequency, seedDay: number): Fraction {
  let whole = 0n;
  let end = nominalDay(first, 0, frequency, seedDay);
  for (let step = -1; ; step--) {
    const begin = nominalDay(first, step, frequency, seedDay);
    if (start > begin) return { num: whole * BigInt(end - begin) + BigInt(end - start), den: BigInt(end - begin) };
    whole += 1n;
    if (start === begin) return { num: whole, den: 1n };
    end = begin;
  }
}

function thirtyDayMonths(day: EpochDay): number {
  const date = civil(day);
  return date.year * 360 + date.month * 30 + Math.min(date.day, 30);
}

function newYear(year: number): EpochDay {
  return epochDay(year, 1, 1);
}

function lengthOfYear(year: number): bigint {
  return isLeapYear(year) ? 366n : 365n;
}
