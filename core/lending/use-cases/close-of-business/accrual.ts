import { most, type Cents } from '../../../kernel/money.ts';
import { rational, round } from '../../../kernel/rational.ts';
import type { Recognised } from '../../loan/income.ts';
import { dayOf } from '../../schedule/due-dates.ts';

/** The row whose period a day lies in: its interest is earned evenly over the days since the one before it. */
export type RunningRow = {
  readonly since: Temporal.PlainDate;
  readonly due: Temporal.PlainDate;
  readonly interest: Cents;
};

/**
 * Interest that time has earned by the end of a day: all of the rows that have fallen due, and the days' share of the
 * running one. Calculated from the beginning, so that the days of a row sum to its interest despite rounding.
 */
export function earnedBy(on: Temporal.PlainDate, fallenDue: Cents, running: RunningRow | null): Cents {
  if (running === null) return fallenDue;
  const whole = dayOf(running.due) - dayOf(running.since);
  const gone = Math.min(Math.max(dayOf(on) - dayOf(running.since), 0), whole);
  if (whole <= 0 || gone === 0) return fallenDue;
  return fallenDue + round(rational(running.interest * BigInt(gone), BigInt(whole)), 'half_even');
}

/**
 * Income once time has earned so much. What a payment recognised before its time is not recognised again: time only
 * catches up with it. Accruing takes nothing back; transactions that change what is owed do.
 */
export function accrue({ accrued, early }: Recognised, earned: Cents): Recognised {
  const byTime = most(accrued - early, earned);
  const next = most(accrued, byTime);
  return { accrued: next, early: next - byTime };
}
