import { sum, type Cents } from '../../kernel/money.ts';
import { invalidTerms, requireTerms } from './check-terms.ts';
import { courseOf, type Course, type Happening, type Leg } from './amortization.ts';
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
  const leg = legOf(terms);
  return scheduleFrom(terms, leg.periods, courseOf(leg));
}

/** The terms as one leg, from disbursement to maturity. */
export function legOf(terms: ScheduleTerms): Leg {
  if (terms.instalments !== null) return legOfRows(terms, terms.instalments);
  // As many rows as the agreed instalment needs: tried with ever more until it repays the loan.
  for (let count = 12; count < MOST_INSTALMENTS * 2; count *= 2) {
    const leg = legOfRows(terms, Math.min(count, MOST_INSTALMENTS));
    const { rows } = courseOf(leg);
    const last = rows.at(-1)!;
    const absorbed = rows.length === leg.periods.length && last.principal + last.interest > terms.instalmentAmount!;
    if (!absorbed) return { ...leg, periods: leg.periods.slice(0, rows.length) };
  }
  throw invalidTerms([
    {
      field: 'terms.instalment_amount',
      code: 'too_small',
      detail: `This instalment does not repay the loan within ${MOST_INSTALMENTS} rows. Agree on a larger one.`,
    },
  ]);
}

function legOfRows(terms: ScheduleTerms, count: number): Leg {
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
    happenings: disbursementsOf(terms),
  };
}

/** The further disbursements, in the order of their days. */
export function disbursementsOf(terms: ScheduleTerms): Happening[] {
  return terms.tranches
    .map(({ on, amount }): Happening => ({ kind: 'disbursed', day: dayOf(on), amount }))
    .sort((a, b) => a.day - b.day);
}

/**
 * Dresses a course in dates and fees.
 * @param kept rows that come before it and stay as they are
 */
export function scheduleFrom(
  terms: ScheduleTerms,
  periods: readonly Period[],
  course: Course,
  kept: readonly ScheduleRow[] = [],
): Schedule {
  const { perRow, netted } = feesOf(terms, periods, course.rows, totalsOf(kept));
  const cut = course.rows.map(({ principal, interest, balanceAfter, deferred }, index): ScheduleRow => {
    const period = periods[index]!;
    const fees = perRow[index]!;
    return {
      number: kept.length + index + 1,
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
  const rows = [...kept, ...cut];
  return {
    rows,
    totals: totalsOf(rows),
    instalment: course.level,
    netted,
    paidOut: lentUnder(terms) - netted,
    maturityDate: rows.at(-1)!.dueDate,
  };
}

/** All that is disbursed under the terms. */
export function lentUnder(terms: ScheduleTerms): Cents {
  return terms.principal + sum(terms.tranches.map((tranche) => tranche.amount));
}
