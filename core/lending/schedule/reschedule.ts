import { sum, type Cents } from '../../kernel/money.ts';
import type { AnnualRate } from '../../kernel/rate.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { requireTerms } from './check-terms.ts';
import { amortizationOf } from './amortization/amortization.ts';
import { dateOf, dayOf, nominalDay } from './due-dates.ts';
import { periodsOf, ratesOf, runOf } from './periods.ts';
import type { Schedule, ScheduleRow } from './rows.ts';
import { disbursementsOf, lentUnder, scheduleFrom } from './schedule.ts';
import type { RateChange, ScheduleTerms } from './terms.ts';

/** What a reschedule changes of the rows still to come. What is not named stays as it was. */
export type RescheduleChange = {
  /** Rows due on this day or later are cut again; earlier ones stay, paid or not. */
  readonly from: Temporal.PlainDate;
  readonly annualRate?: AnnualRate;
  /** The first day at the new rate; by default that of the first period that is cut again. */
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

/** The new schedule, and the terms of its rest (for quotes and later changes). */
export type Rescheduled = Schedule & { readonly terms: ScheduleTerms };

/**
 * Cuts the rest of a schedule again from the principal that it then still asks for. Flat interest continues to
 * be charged on all that was lent, at the new rate and over the new time.
 * @param rows the schedule in force, which may itself be a re-cut one
 * @throws DomainError validation_failed (invalid) naming `from` or `terms...`
 */
export function rescheduled(terms: ScheduleTerms, rows: readonly ScheduleRow[], change: RescheduleChange): Rescheduled {
  const before = rows.filter((row) => Temporal.PlainDate.compare(row.dueDate, change.from) < 0);
  const toCome = change.instalments ?? rows.length - before.length;
  const last = before.at(-1);
  if (before.length === rows.length || last?.balanceAfter === 0n) {
    throw invalidField(
      'from',
      'range',
      'Send a date up to the last due date.',
      `No instalment is due on ${change.from.toString()} or later.`,
    );
  }
  const start = last?.dueDate ?? terms.disbursedOn;
  const changed = termsAfter(terms, before.length, start, toCome, change);
  const remaining = { ...changed, principal: last?.balanceAfter ?? terms.principal, instalments: toCome };
  requireTerms({
    ...remaining,
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
    firstDue: change.firstDueOn ?? dateOf(nominalDay(firstDue, before.length, terms.frequency, seedDay)),
    seedDay,
    count: toCome,
    interestFree: remaining.interestFree,
    rates: ratesOf(changed),
  };
  const periods = periodsOf(remaining, run);
  const transactions = disbursementsOf(terms).filter(({ day }) => day >= run.start);
  const amortization = amortizationOf({
    terms: remaining,
    periods,
    rates: run.rates,
    opening: remaining.principal,
    flatPrincipal: lentUnder(terms) - sum(transactions.map(({ amount }) => amount)),
    agreed: remaining.instalmentAmount,
    graceOnPrincipal: remaining.graceOnPrincipal,
    graceOnInterest: remaining.graceOnInterest,
    deferred: last?.deferred ?? 0n,
    transactions,
  });
  const fees = terms.fees.filter((fee) => fee.when !== 'date' || dayOf(fee.on) > run.start || before.length === 0);
  return { ...scheduleFrom({ ...terms, fees }, periods, amortization, before), terms: goingOn(changed, before.length) };
}

/** Terms count their graces from the first row of the loan, a segment from its own. */
function goingOn(terms: ScheduleTerms, earlierRows: number): ScheduleTerms {
  return {
    ...terms,
    graceOnPrincipal: earlierRows + terms.graceOnPrincipal,
    graceOnInterest: earlierRows + terms.graceOnInterest,
    interestFree: earlierRows + terms.interestFree,
  };
}

function termsAfter(
  terms: ScheduleTerms,
  earlierRows: number,
  start: Temporal.PlainDate,
  toCome: number,
  change: RescheduleChange,
): ScheduleTerms {
  const left = (grace: number) => Math.max(0, Math.min(grace - earlierRows, toCome - 1));
  const fixed = terms.method === 'fixed_instalment' ? terms.instalmentAmount : null;
  const moved = change.firstDueOn;
  return {
    ...terms,
    // Due dates are counted from the first one: a moved one moves it with it.
    firstDueOn: moved ? dateOf(nominalDay(moved, -earlierRows, terms.frequency, moved.day)) : terms.firstDueOn,
    seedDay: moved ? (terms.frequency.unit === 'months' ? moved.day : null) : terms.seedDay,
    rateChanges:
      change.annualRate === undefined ? terms.rateChanges : rateChangesAfter(terms, start, change.annualRate, change),
    instalments: earlierRows + toCome,
    instalmentAmount: change.instalmentAmount ?? fixed,
    graceOnPrincipal: change.graceOnPrincipal ?? left(terms.graceOnPrincipal),
    graceOnInterest: change.graceOnInterest ?? left(terms.graceOnInterest),
    interestFree: change.interestFree ?? left(terms.interestFree),
  };
}

/** The new rate replaces what was agreed for its day and later. */
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
