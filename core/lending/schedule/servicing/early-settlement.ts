import { least, most, sum, type Cents } from '../../../kernel/money.ts';
import { dateOf, dayOf, nominalDay, workingDay, type EpochDay } from '../due-dates.ts';
import { factorWithin, ratesOf, runOf, type Period } from '../periods.ts';
import { roundedAmount } from '../amortization/plan.ts';
import type { ScheduleRow } from '../rows.ts';
import { disbursementsOf } from '../schedule.ts';
import type { ScheduleTerms } from '../terms.ts';
import {
  added,
  goesByDays,
  multiplied,
  nominalFraction,
  periodsBefore,
  yearFraction,
  type Fraction,
} from '../year-fraction.ts';
import { sumOfParts, totalOf, type Parts } from '../../parts.ts';
import type { OpenInstalment } from './open-instalment.ts';

/** Up to when a borrower who settles early pays interest. */
export type InterestUntil = 'pay_off_date' | 'next_due_date';

export type SettlementQuote = Parts & { readonly total: Cents; readonly on: Temporal.PlainDate };

/**
 * What settles a loan on a day: all principal still owed, what fell due until then and is unpaid, and the
 * interest of the running period up to that day or up to its due date, with what a grace on its payment deferred.
 * Interest of later periods is not owed: what was paid of it ahead counts for interest that is owed, then for
 * principal. It is the interest of the schedule: paying ahead lowers it only where the schedule follows payments.
 * Flat interest counts by the days of the running period.
 * @param rows the schedule in force
 * @param open what is still unpaid of each of its rows; a row that is paid may be left out
 * @param adjustedBy what interest of a row, by its number, was charged beside the schedule; negative: waived
 */
export function settlementQuote(
  terms: ScheduleTerms,
  rows: readonly ScheduleRow[],
  open: readonly OpenInstalment[],
  on: Temporal.PlainDate,
  until: InterestUntil,
  adjustedBy: (number: number) => Cents = () => 0n,
): SettlementQuote {
  const isToCome = ({ dueDate }: { readonly dueDate: Temporal.PlainDate }) =>
    Temporal.PlainDate.compare(dueDate, on) > 0;
  const fallen = sumOfParts(open.filter((instalment) => !isToCome(instalment)));
  const toCome = sumOfParts(open.filter(isToCome));
  const running = open.find(({ number }) => number === rows.find(isToCome)?.number);
  const paidAhead = sum(rows.filter(isToCome).map(({ interest }) => interest)) - toCome.interest;
  const interest = fallen.interest + owedOfRunning(terms, rows, on, until, adjustedBy) - paidAhead;
  const parts = {
    principal: most(fallen.principal + toCome.principal + least(interest, 0n), 0n),
    interest: most(interest, 0n),
    fees: fallen.fees + (until === 'next_due_date' ? (running?.fees ?? 0n) : 0n),
    penalties: fallen.penalties + (running?.penalties ?? 0n),
  };
  return { ...parts, total: totalOf(parts), on };
}

/** Interest of the running period, paid or not: no less than nothing. */
function owedOfRunning(
  terms: ScheduleTerms,
  rows: readonly ScheduleRow[],
  on: Temporal.PlainDate,
  until: InterestUntil,
  adjustedBy: (number: number) => Cents,
): Cents {
  const index = rows.findIndex(({ dueDate }) => Temporal.PlainDate.compare(dueDate, on) > 0);
  if (index < 0) return 0n;
  const row = rows[index]!;
  // What is deferred falls due in the first row behind the grace: what was charged or waived of that one counts.
  const asking = rows.slice(index).find(({ deferred }) => deferred === 0n) ?? row;
  const before = rows[index - 1]?.deferred ?? 0n;
  const borne = row.interest - adjustedBy(row.number) + row.deferred - before;
  const ofPeriod = until === 'next_due_date' ? borne : accruedIn(terms, row, borne, on);
  return most(before + ofPeriod + adjustedBy(asking.number), 0n);
}

/** Interest of a running period up to a day, of all that it bears, in minor units. */
function accruedIn(terms: ScheduleTerms, row: ScheduleRow, borne: Cents, on: Temporal.PlainDate): Cents {
  const due = dayOf(row.dueDate);
  const start = due - row.days;
  const until = Math.min(Math.max(dayOf(on), start), due);
  if (terms.method === 'flat') {
    return row.days === 0 ? borne : roundedAmount(terms, { num: borne * BigInt(until - start), den: BigInt(row.days) });
  }
  // A period that is free of interest.
  if (borne === 0n) return 0n;
  const period = periodOf(terms, row, start, due);
  const bears = (amount: Cents, from: EpochDay): Fraction => {
    if (from >= until) return { num: 0n, den: 1n };
    const { num, den } = factorWithin(terms, ratesOf(terms), period, from, until);
    return { num: amount * num, den };
  };
  // The row's principal counts what was lent within its period, which bears interest from its own day on.
  const lent = disbursementsOf(terms).filter(({ day }) => day > start && day < due);
  const opening = row.principal + row.balanceAfter - sum(lent.map(({ amount }) => amount));
  const parts = lent.map(({ amount, day }) => bears(amount, day));
  return roundedAmount(terms, parts.reduce(added, bears(opening, start)));
}

function periodOf(terms: ScheduleTerms, row: ScheduleRow, start: number, due: number): Period {
  const share = goesByDays(terms) ? yearFraction(terms.dayCount, start, due) : nominalShare(terms, row, start);
  // The factor of part of it is calculated by its days; this one is only what the whole period takes.
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
