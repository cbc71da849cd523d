import { annualFraction, type AnnualRate } from '../../kernel/rate.ts';
import { dateOf, dayOf, nominalDay, workingDay, type EpochDay } from './due-dates.ts';
import type { ScheduleTerms } from './terms.ts';
import {
  added,
  goesByDays,
  multiplied,
  NO_FRACTION,
  nominalFraction,
  periodsBefore,
  thirtyDayFraction,
  yearFraction,
  type Fraction,
} from './year-fraction.ts';

/** One repayment period: from the due date before it (or disbursement) to its own. */
export type Period = {
  readonly start: EpochDay;
  readonly due: EpochDay;
  /** The part of a year that it is worth under the terms. */
  readonly share: Fraction;
  /** The yearly rate, by days where it changes within; zero in an interest-free period. */
  readonly rate: Fraction;
  /** The interest of a unit of principal that is owed for the whole of it; zero in an interest-free period. */
  readonly factor: Fraction;
  /** The factor that the level instalment is calculated from. */
  readonly levelFactor: Fraction;
};

/** A yearly rate and the first day on which interest runs at it. */
export type RateFrom = { readonly from: EpochDay; readonly rate: Fraction };

/** Where a run of periods begins. */
export type Run = {
  readonly start: EpochDay;
  /** The first due date of the run, before it is moved off days without work. */
  readonly firstDue: Temporal.PlainDate;
  readonly seedDay: number;
  readonly count: number;
  /** Periods at the start of the run in which no interest accrues. */
  readonly interestFree: number;
  readonly rates: readonly RateFrom[];
};

const WHOLE: Fraction = { num: 1n, den: 1n };

/** The rates of the terms, in order: the agreed one from the beginning, then each change. */
export function ratesOf(terms: ScheduleTerms): RateFrom[] {
  const changes = terms.rateChanges.map((change) => rateFrom(dayOf(change.from), change.annualRate));
  return [rateFrom(-Infinity, terms.annualRate), ...changes.sort((a, b) => a.from - b.from)];
}

/** A yearly rate in percent as a fraction, from a day on. */
function rateFrom(from: EpochDay, annualRate: AnnualRate): RateFrom {
  return { from, rate: annualFraction(annualRate) };
}

/** The run of periods from disbursement that the terms describe. */
export function runOf(terms: ScheduleTerms, count: number): Run {
  const seedDay = terms.seedDay ?? terms.firstDueOn?.day ?? terms.disbursedOn.day;
  return {
    start: dayOf(terms.disbursedOn),
    firstDue: terms.firstDueOn ?? dateOf(nominalDay(terms.disbursedOn, 1, terms.frequency, seedDay)),
    seedDay,
    count,
    interestFree: terms.interestFree,
    rates: ratesOf(terms),
  };
}

/** The periods of a run. Equal periods share one factor, so that their level instalment has a closed form. */
export function periodsOf(terms: ScheduleTerms, run: Run): Period[] {
  const nominal = nominalFraction(terms);
  const levelShare = terms.levelRate === 'nominal_month' ? thirtyDayFraction(terms.frequency, terms.dayCount) : null;
  const onlyRate = run.rates.length === 1 ? run.rates[0]!.rate : null;
  const wholeFactor = onlyRate && multiplied(onlyRate, nominal);
  const levelFactor = onlyRate && levelShare && multiplied(onlyRate, levelShare);
  const periods: Period[] = [];
  let start = run.start;
  for (let k = 0; k < run.count; k++) {
    const due = Math.max(start, workingDay(nominalDay(run.firstDue, k, terms.frequency, run.seedDay), terms.calendar));
    const whole = k > 0 || terms.firstPeriod === 'whole';
    const share = goesByDays(terms)
      ? yearFraction(terms.dayCount, start, due)
      : whole
        ? nominal
        : partOf(nominal, periodsBefore(start, run.firstDue, terms.frequency, run.seedDay));
    const free = k < run.interestFree;
    const factor = free
      ? NO_FRACTION
      : share === nominal && wholeFactor
        ? wholeFactor
        : factorOf(terms, run.rates, start, due, share);
    periods.push({
      start,
      due,
      share,
      rate: free ? NO_FRACTION : (onlyRate ?? averaged(run.rates, start, due, WHOLE)),
      factor,
      levelFactor: free || !levelShare ? factor : (levelFactor ?? averaged(run.rates, start, due, levelShare)),
    });
    start = due;
  }
  return periods;
}

/**
 * The interest of a unit of principal over part of a period. Where interest goes by days the day count says;
 * otherwise the part bears its share of the period's interest (14/29 of a month's).
 */
export function factorWithin(
  terms: ScheduleTerms,
  rates: readonly RateFrom[],
  period: Period,
  from: EpochDay,
  to: EpochDay,
): Fraction {
  if (from === period.start && to === period.due) return period.factor;
  if (to <= from || period.factor.num === 0n) return NO_FRACTION;
  const share = goesByDays(terms)
    ? yearFraction(terms.dayCount, from, to)
    : partOf(period.share, { num: BigInt(to - from), den: BigInt(period.due - period.start) });
  return factorOf(terms, rates, from, to, share);
}

/** The rate times the share of the year, stretch by stretch where the rate changes on the way. */
function factorOf(
  terms: ScheduleTerms,
  rates: readonly RateFrom[],
  from: EpochDay,
  to: EpochDay,
  share: Fraction,
): Fraction {
  if (!goesByDays(terms)) return averaged(rates, from, to, share);
  let sum = NO_FRACTION;
  for (const stretch of stretches(rates, from, to)) {
    sum = added(sum, multiplied(stretch.rate, yearFraction(terms.dayCount, stretch.from, stretch.to)));
  }
  return sum;
}

/** The share of a year at the rates of its days, each by the days that it is in force. */
function averaged(rates: readonly RateFrom[], from: EpochDay, to: EpochDay, share: Fraction): Fraction {
  const parts = stretches(rates, from, to);
  if (parts.length === 1) return multiplied(parts[0]!.rate, share);
  let sum = NO_FRACTION;
  for (const part of parts) sum = added(sum, multiplied(part.rate, { num: BigInt(part.to - part.from), den: 1n }));
  return multiplied({ num: sum.num, den: sum.den * BigInt(to - from) }, share);
}

function stretches(rates: readonly RateFrom[], from: EpochDay, to: EpochDay) {
  const found: { from: EpochDay; to: EpochDay; rate: Fraction }[] = [];
  for (const [index, { from: begins, rate }] of rates.entries()) {
    const ends = rates[index + 1]?.from ?? Infinity;
    // A period without days, which a holiday can make, still has the rate of its day.
    if (begins < Math.max(to, from + 1) && ends > from)
      found.push({ from: Math.max(begins, from), to: Math.min(ends, to), rate });
  }
  return found;
}

function partOf(share: Fraction, part: Fraction): Fraction {
  return part.num === part.den ? share : multiplied(share, part);
}
