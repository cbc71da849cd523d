import type { Cents } from '../../kernel/money.ts';
import type { AnnualRate } from '../../kernel/rate.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { requireTerms } from './check-terms.ts';
import { courseOf } from './amortization.ts';
import { dateOf, dayOf, nominalDay } from './due-dates.ts';
import { periodsOf, ratesOf, runOf } from './periods.ts';
import type { Schedule, ScheduleRow } from './rows.ts';
import { disbursementsOf, lentUnder, scheduleFrom } from './schedule.ts';
import type { RateChange, ScheduleTerms } from './terms.ts';

/** What a reschedule changes of the rows still to come. Whatever is not named stays as it was. */
export type RescheduleChange = {
  /** Rows due on this day or later are cut anew; earlier ones stay, paid or not. */
  readonly from: Temporal.PlainDate;
  readonly annualRate?: AnnualRate;
  /** The first day at the new rate; by default that of the first period that is cut anew. */
  readonly rateFrom?: Temporal.PlainDate;
  /** How many rows are still to come. */
  readonly instalments?: number;
  /** Where the first of them falls due. */
  readonly firstDueOn?: Temporal.PlainDate;
  readonly instalmentAmount?: Cents;
  /** Grace over the rows still to come; by default what is left of the grace that was agreed. */
  readonly graceOnPrincipal?: number;
  readonly graceOnInterest?: number;
  readonly interestFree?: number;
};

/** The new schedule, and the terms that it goes on under (for quotes and later changes). */
export type Rescheduled = Schedule & { readonly terms: ScheduleTerms };

/**
 * Cuts the rest of a schedule anew from the principal that it then still asks for. Flat interest goes on
 * being charged on all that was lent, at the new rate and over the new time.
 * @param rows the schedule in force, which may itself be a re-cut one
 * @throws DomainError validation_failed (invalid) naming `from` or `terms...`
 */
export function rescheduled(terms: ScheduleTerms, rows: readonly ScheduleRow[], change: RescheduleChange): Rescheduled {
  const kept = rows.filter((row) => Temporal.PlainDate.compare(row.dueDate, change.from) < 0);
  const toCome = change.instalments ?? rows.length - kept.length;
  const lastKept = kept.at(-1);
  if (kept.length === rows.length || lastKept?.balanceAfter === 0n) {
    throw invalidField(
      'from',
      'range',
      'Send a date up to the last due date.',
      `No instalment is due on ${change.from.toString()} or later.`,
    );
  }
  const start = lastKept?.dueDate ?? terms.disbursedOn;
  const changed = termsAfter(terms, kept.length, start, toCome, change);
  const leg = { ...changed, principal: lastKept?.balanceAfter ?? terms.principal, instalments: toCome };
  requireTerms({
    ...leg,
    annualRate: change.annualRate ?? terms.annualRate,
    disbursedOn: start,
    firstDueOn: change.firstDueOn ?? null,
    rateChanges: [],
    tranches: [],
    fees: [],
  });

  const { firstDue, seedDay } = runOf(changed, 1);
  const run = {
    start: dayOf(start),
    firstDue: change.firstDueOn ?? dateOf(nominalDay(firstDue, kept.length, terms.frequency, seedDay)),
    seedDay,
    count: toCome,
    interestFree: leg.interestFree,
    rates: ratesOf(changed),
  };
  const periods = periodsOf(leg, run);
  const happenings = disbursementsOf(terms).filter((happening) => happening.day >= run.start);
  const course = courseOf({
    terms: leg,
    periods,
    rates: run.rates,
    opening: leg.principal,
    flatPrincipal: lentUnder(terms) - happenings.reduce((sum, { amount }) => sum + amount, 0n),
    agreed: leg.instalmentAmount,
    graceOnPrincipal: leg.graceOnPrincipal,
    graceOnInterest: leg.graceOnInterest,
    deferred: lastKept?.deferred ?? 0n,
    happenings,
  });
  const fees = terms.fees.filter((fee) => fee.when !== 'date' || dayOf(fee.on) > run.start || kept.length === 0);
  return { ...scheduleFrom({ ...terms, fees }, periods, course, kept), terms: goingOn(changed, kept.length) };
}

/** Terms count their graces from the first row of the loan, a leg from its own. */
function goingOn(terms: ScheduleTerms, keptRows: number): ScheduleTerms {
  return {
    ...terms,
    graceOnPrincipal: keptRows + terms.graceOnPrincipal,
    graceOnInterest: keptRows + terms.graceOnInterest,
    interestFree: keptRows + terms.interestFree,
  };
}

function termsAfter(
  terms: ScheduleTerms,
  keptRows: number,
  start: Temporal.PlainDate,
  toCome: number,
  change: RescheduleChange,
): ScheduleTerms {
  const left = (grace: number) => Math.max(0, Math.min(grace - keptRows, toCome - 1));
  const fixed = terms.method === 'fixed_instalment' ? terms.instalmentAmount : null;
  const moved = change.firstDueOn;
  return {
    ...terms,
    // Due dates are counted from the first one: a moved one moves it with it.
    firstDueOn: moved ? dateOf(nominalDay(moved, -keptRows, terms.frequency, moved.day)) : terms.firstDueOn,
    seedDay: moved ? (terms.frequency.unit === 'months' ? moved.day : null) : terms.seedDay,
    rateChanges:
      change.annualRate === undefined ? terms.rateChanges : rateChangesAfter(terms, start, change.annualRate, change),
    instalments: keptRows + toCome,
    instalmentAmount: change.instalmentAmount ?? fixed,
    graceOnPrincipal: change.graceOnPrincipal ?? left(terms.graceOnPrincipal),
    graceOnInterest: change.graceOnInterest ?? left(terms.graceOnInterest),
    interestFree: change.interestFree ?? left(terms.interestFree),
  };
}

/** The new rate replaces whatever was agreed for its day and later. */
function rateChangesAfter(
  terms: ScheduleTerms,
  start: Temporal.PlainDate,
  annualRate: AnnualRate,
  { rateFrom }: RescheduleChange,
): RateChange[] {
  const from = rateFrom ?? start;
  const before = terms.rateChanges.filter((known) => Temporal.PlainDate.compare(known.from, from) < 0);
  return [...before, { from, annualRate }];
}
