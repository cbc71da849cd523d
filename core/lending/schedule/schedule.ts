import { MAX_CENTS, sum, type Cents } from '../../kernel/money.ts';
import { invalidTerms, requireTerms } from './check-terms.ts';
import { amortizationOf, type Amortization } from './amortization/amortization.ts';
import type { Movement, Segment } from './amortization/state.ts';
import { dateOf, dayOf } from './due-dates.ts';
import { feesOf } from './fees.ts';
import { periodsOf, runOf, type Period } from './periods.ts';
import { totalsOf, type Schedule, type ScheduleRow } from './rows.ts';
import { MOST_INSTALMENTS, type ScheduleTerms } from './terms.ts';

/**
 * The schedule that follows from the terms: pure, exact until the one point where each amount is rounded.
 * Amounts in minor units. The rows' principal sums to what is disbursed and the last balance is zero.
 * A loan has fewer rows than agreed where rounding the instalment up repays it sooner.
 * @throws DomainError validation_failed (invalid) naming each impossible term as `terms...`
 */
export function scheduleOf(terms: ScheduleTerms): Schedule {
  requireTerms(terms);
  const segment = segmentOf(terms);
  const schedule = scheduleFrom(terms, segment.periods, amortizationOf(segment));
  if (schedule.totals.total <= MAX_CENTS) return schedule;
  const detail = `With interest and fees it comes to more than ${MAX_CENTS}.`;
  throw invalidTerms([{ field: 'terms.principal', code: 'range', detail }]);
}

/** The terms as one segment, from disbursement to maturity. */
export function segmentOf(terms: ScheduleTerms): Segment {
  if (terms.instalments !== null) return segmentOfRows(terms, terms.instalments);
  // As many rows as the agreed instalment needs: tried with more and more until it repays the loan.
  for (let count = 12; count < MOST_INSTALMENTS * 2; count *= 2) {
    const segment = segmentOfRows(terms, Math.min(count, MOST_INSTALMENTS));
    const { rows } = amortizationOf(segment);
    const last = rows.at(-1)!;
    const absorbed = rows.length === segment.periods.length && last.principal + last.interest > terms.instalmentAmount!;
    if (!absorbed) return { ...segment, periods: segment.periods.slice(0, rows.length) };
  }
  throw invalidTerms([
    {
      field: 'terms.instalment_amount',
      code: 'too_small',
      detail: `This instalment does not repay the loan within ${MOST_INSTALMENTS} rows. Agree on a larger one.`,
    },
  ]);
}

function segmentOfRows(terms: ScheduleTerms, count: number): Segment {
  const run = runOf(terms, count);
  return {
    terms,
    periods: periodsOf(terms, run),
    rates: run.rates,
    opening: terms.principal,
    flatPrincipal: terms.principal,
    agreed: terms.instalmentAmount,
    graceOnPrincipal: terms.graceOnPrincipal,
    graceOnInterest: terms.graceOnInterest,
    deferred: 0n,
    transactions: disbursementsOf(terms),
  };
}

/** When the rows fall due, whatever is lent; one row where an agreed instalment says how many there are. */
export function dueDatesOf(terms: ScheduleTerms): Temporal.PlainDate[] {
  return periodsOf(terms, runOf(terms, terms.instalments ?? 1)).map(({ due }) => dateOf(due));
}

/** The further disbursements, in the order of their days. */
export function disbursementsOf(terms: ScheduleTerms): Movement[] {
  return terms.tranches
    .map(({ on, amount }): Movement => ({ kind: 'drawdown', day: dayOf(on), amount }))
    .sort((a, b) => a.day - b.day);
}

/**
 * The schedule of an amortization: its rows with due dates and fees.
 * @param before rows that come before it and stay as they are
 */
export function scheduleFrom(
  terms: ScheduleTerms,
  periods: readonly Period[],
  { rows: cut, level }: Amortization,
  before: readonly ScheduleRow[] = [],
): Schedule {
  const { perRow, netted } = feesOf(terms, periods, cut, totalsOf(before));
  const dated = cut.map(({ principal, interest, balanceAfter, deferred }, index): ScheduleRow => {
    const period = periods[index]!;
    const fees = perRow[index]!;
    return {
      number: before.length + index + 1,
      dueDate: dateOf(period.due),
      days: period.due - period.start,
      principal,
      interest,
      fees,
      penalties: 0n,
      total: principal + interest + fees,
      balanceAfter,
      deferred,
    };
  });
  const rows = [...before, ...dated];
  return {
    rows,
    totals: totalsOf(rows),
    instalment: level,
    netted,
    paidOut: lentUnder(terms) - netted,
    maturityDate: rows.at(-1)!.dueDate,
  };
}

/** All that is disbursed under the terms. */
export function lentUnder(terms: ScheduleTerms): Cents {
  return terms.principal + sum(terms.tranches.map((tranche) => tranche.amount));
}
