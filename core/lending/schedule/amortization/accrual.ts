import { least, type Cents } from '../../../kernel/money.ts';
import type { EpochDay } from '../due-dates.ts';
import { factorWithin } from '../periods.ts';
import type { ScheduleTerms } from '../terms.ts';
import { added, type Fraction } from '../year-fraction.ts';
import { roundedAmount } from './plan.ts';
import type { Accrual, Context, Segment, State } from './state.ts';

/**
 * The interest of the running period up to a day: principal x rate x share of a year. It runs on the balance of the
 * schedule, or on less where principal was paid ahead; where overdue principal bears interest, on all that is
 * outstanding up to the day of the recalculation.
 */
export function accruedUntil({ segment, recalculation }: Context, state: State, to: EpochDay): Accrual {
  const { balance, outstanding, accrual, index } = state;
  if (recalculation?.lateAccrues && outstanding > balance) {
    const lateUntil = Math.min(to, recalculation.asOf);
    const late = lateUntil > accrual.until ? accruedOn(segment, index, accrual, outstanding, lateUntil) : accrual;
    return late.until === to && late !== accrual ? late : accruedOn(segment, index, late, balance, to);
  }
  return accruedOn(segment, index, accrual, least(outstanding, balance), to);
}

function accruedOn(segment: Segment, index: number, accrual: Accrual, principal: Cents, to: EpochDay): Accrual {
  const { terms } = segment;
  const interest = interestOn(segment, index, accrual.until, principal, to);
  const until = Math.max(accrual.until, to);
  return terms.interestRounding === 'segment'
    ? { until, exact: accrual.exact, rounded: accrual.rounded + roundedAmount(terms, interest) }
    : { until, exact: added(accrual.exact, interest), rounded: 0n };
}

function interestOn(segment: Segment, index: number, from: EpochDay, principal: Cents, to: EpochDay): Fraction {
  const { num, den } = factorWithin(segment.terms, segment.rates, segment.periods[index]!, from, to);
  return { num: principal * num, den };
}

/** What accrued, in minor units, rounded as the terms say. */
export function roundedAccrual(terms: ScheduleTerms, { exact, rounded }: Accrual): Cents {
  return terms.interestRounding === 'segment' ? rounded : roundedAmount(terms, exact);
}

/** What the running period will bear, in minor units, if nothing else happens in it. */
export function expectedInterest({ segment }: Context, { accrual, balance, index }: State): Cents {
  const whole = accruedOn(segment, index, accrual, balance, segment.periods[index]!.due);
  return roundedAccrual(segment.terms, whole);
}
