import { most, type Cents } from '../../../kernel/money.ts';
import { dateOf, dayOf, nominalDay, workingDay } from '../due-dates.ts';
import { factorWithin, ratesOf, runOf, type Period } from '../periods.ts';
import { roundedAmount } from '../plan.ts';
import type { ScheduleRow } from '../rows.ts';
import type { ScheduleTerms } from '../terms.ts';
import {
  goesByDays,
  multiplied,
  nominalFraction,
  periodsBefore,
  yearFraction,
  type Fraction,
} from '../year-fraction.ts';
import { partsTogether, totalOf, type OpenInstalment, type Parts } from './open-instalment.ts';

/** Up to when a borrower who settles early pays interest. */
export type InterestUntil = 'pay_off_date' | 'next_due_date';

export type SettlementQuote = Parts & { readonly total: Cents; readonly on: Temporal.PlainDate };

/**
 * What settles a loan on a day: all principal still owed, whatever fell due until then and is unpaid, and the
 * interest of the running period up to that day or up to its due date. Interest of later periods is not owed.
 * Flat interest counts by the days of the running period.
 * @param rows the schedule in force
 * @param open what is still unpaid of each of its rows; a row that is paid may be left out
 */
export function settlementQuote(
  terms: ScheduleTerms,
  rows: readonly ScheduleRow[],
  open: readonly OpenInstalment[],
  on: Temporal.PlainDate,
  until: InterestUntil,
): SettlementQuote {
  const fallen = open.filter((instalment) => Temporal.PlainDate.compare(instalment.dueDate, on) <= 0);
  const toCome = open.filter((instalment) => Temporal.PlainDate.compare(instalment.dueDate, on) > 0);
  const principal = partsTogether(open).principal;
  const running = runningParts(terms, rows, toCome, on, until);
  const parts = { ...partsTogether([...fallen, running]), principal };
  return { ...parts, total: totalOf(parts), on };
}

function runningParts(
  terms: ScheduleTerms,
  rows: readonly ScheduleRow[],
  toCome: readonly OpenInstalment[],
  on: Temporal.PlainDate,
  until: InterestUntil,
): Parts {
  const row = rows.find(({ dueDate }) => Temporal.PlainDate.compare(dueDate, on) > 0);
  const open = toCome.find(({ number }) => number === row?.number);
  const none = { principal: 0n, interest: 0n, fees: 0n, penalties: 0n };
  if (!row) return none;
  const interest =
    until === 'next_due_date' ? row.interest : accruedIn(terms, row, partsTogether(toCome).principal, on);
  const paidAhead = row.interest - (open?.interest ?? 0n);
  const fees = until === 'next_due_date' ? (open?.fees ?? 0n) : 0n;
  return { ...none, fees, penalties: open?.penalties ?? 0n, interest: most(interest - paidAhead, 0n) };
}

/**
 * Interest of a running period up to a day, in minor units.
 * @param balance principal that is not yet due: what the period bears interest on
 */
export function accruedIn(terms: ScheduleTerms, row: ScheduleRow, balance: Cents, on: Temporal.PlainDate): Cents {
  const due = dayOf(row.dueDate);
  const start = due - row.days;
  const until = Math.min(Math.max(dayOf(on), start), due);
  if (terms.method === 'flat') {
    return row.days === 0
      ? row.interest
      : roundedAmount(terms, { num: row.interest * BigInt(until - start), den: BigInt(row.days) });
  }
  if (row.number <= terms.interestFree) return 0n;
  const { num, den } = factorWithin(terms, ratesOf(terms), periodOf(terms, row, start, due), start, until);
  return roundedAmount(terms, { num: balance * num, den });
}

function periodOf(terms: ScheduleTerms, row: ScheduleRow, start: number, due: number): Period {
  const share = goesByDays(terms) ? yearFraction(terms.dayCount, start, due) : nominalShare(terms, row, start);
  // Its factor is worked out by the days asked for; the whole one is only what a whole period would take.
  const { rate } = ratesOf(terms)[0]!;
  const factor = multiplied(rate, share);
  return { start, due, share, rate, factor, levelFactor: factor };
}

/** A whole period, or the part of one that a first period, or one whose due date was moved, is worth. */
function nominalShare(terms: ScheduleTerms, row: ScheduleRow, start: number): Fraction {
  const nominal = nominalFraction(terms);
  const { firstDue, seedDay } = runOf(terms, 1);
  const before = workingDay(nominalDay(firstDue, row.number - 2, terms.frequency, seedDay), terms.calendar);
  if (start === before || (row.number === 1 && terms.firstPeriod === 'whole')) return nominal;
  const due = dateOf(nominalDay(firstDue, row.number - 1, terms.frequency, seedDay));
  return multiplied(nominal, periodsBefore(start, due, terms.frequency, seedDay));
}
