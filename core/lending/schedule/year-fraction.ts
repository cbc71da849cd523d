import type { Rational } from '../../kernel/rational.ts';
import { civil, epochDay, isLeapYear, nominalDay, type EpochDay } from './due-dates.ts';
import type { DayCount, Frequency, ScheduleConventions } from './terms.ts';

/** A fraction that is not reduced to lowest terms: a gcd is too expensive in the inner loops of a schedule. */
export type Fraction = Rational;

export const NO_FRACTION: Fraction = { num: 0n, den: 1n };

/** The sum of two fractions, unreduced. */
export function added(a: Fraction, b: Fraction): Fraction {
  if (a.num === 0n) return b;
  if (b.num === 0n) return a;
  return a.den === b.den
    ? { num: a.num + b.num, den: a.den }
    : { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

/** The product of two fractions, unreduced. */
export function multiplied(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.num, den: a.den * b.den };
}

/** Days in the year that a day count divides by; the actual year counts as 365 for nominal periods. */
function daysInYear(dayCount: DayCount): bigint {
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
 * The part of a year from one day to another, by the day count. The day on which money is lent bears no
 * interest, the day on which it is paid back does.
 * 30/360 is the European method (30E/360: the 31st counts as the 30th). Actual/actual is split at the new
 * year, each day over the length of its own year, as Apache Fineract splits it: 12 December 2023 to
 * 12 January 2024 is 19/365 + 12/366.
 */
export function yearFraction(dayCount: DayCount, from: EpochDay, to: EpochDay): Fraction {
  if (dayCount === 'thirty_360') return { num: BigInt(thirtyDayMonths(to) - thirtyDayMonths(from)), den: 360n };
  if (dayCount !== 'actual_actual') return { num: BigInt(to - from), den: daysInYear(dayCount) };
  const last = civil(to).year;
  let sum: Fraction = { num: 0n, den: 1n };
  for (let [year, day] = [civil(from + 1).year, from]; year <= last; year++) {
    const end = Math.min(to, epochDay(year, 12, 31));
    if (end > day) sum = added(sum, { num: BigInt(end - day), den: isLeapYear(year) ? 366n : 365n });
    day = Math.max(day, end);
  }
  return sum;
}

/** Whether the interest of a period goes by its days. Under 30/360 a month is always thirty days. */
export function goesByDays(terms: Pick<ScheduleConventions, 'interestCalculation' | 'dayCount'>): boolean {
  return terms.interestCalculation === 'daily' && terms.dayCount !== 'thirty_360';
}

/**
 * The part of a year that a whole repayment period is worth where it doesn't go by its days: k months are
 * k/12; k weeks are k/52, or 7k/360 under daily 30/360; k days are k over the days of the year.
 */
export function nominalFraction({ frequency, dayCount, interestCalculation }: ScheduleConventions): Fraction {
  const every = BigInt(frequency.every);
  switch (frequency.unit) {
    case 'months':
      return { num: every, den: 12n };
    case 'weeks':
      return interestCalculation === 'daily'
        ? { num: 7n * every, den: daysInYear(dayCount) }
        : { num: every, den: 52n };
    case 'days':
      return { num: every, den: daysInYear(dayCount) };
  }
}

/** The part of a year of a period of thirty-day months: what a level instalment under daily interest is calculated from. */
export function thirtyDayFraction(frequency: Frequency, dayCount: DayCount): Fraction {
  const days = { months: 30n, weeks: 7n, days: 1n }[frequency.unit];
  return { num: days * BigInt(frequency.every), den: daysInYear(dayCount) };
}

/**
 * How many whole periods lie between a day and the first due date. A broken one counts for its days
 * over the days of the period that it is part of: disbursed on 15 January and due on 1 February is 17/31.
 */
export function periodsBefore(
  start: EpochDay,
  first: Temporal.PlainDate,
  frequency: Frequency,
  seedDay: number,
): Fraction {
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
