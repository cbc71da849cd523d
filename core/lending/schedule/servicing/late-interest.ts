import { most, type Cents } from '../../../kernel/money.ts';
import { annualFraction, type AnnualRate } from '../../../kernel/rate.ts';
import { round, type Rounding } from '../../../kernel/rational.ts';
import { dayOf } from '../due-dates.ts';
import type { DayCount } from '../terms.ts';
import { yearFraction } from '../year-fraction.ts';
import { overdueOn, type OpenInstalment } from './open-instalment.ts';

/** How overdue money continues to bear interest. */
export type LateInterestRule = {
  readonly annualRate: AnnualRate;
  readonly dayCount: DayCount;
  readonly of: 'principal' | 'principal_and_interest';
  /** Days after the due date in which nothing accrues; later on interest counts from the due date. */
  readonly graceDays: number;
  readonly rounding: Rounding;
};

export type LateInterest = { readonly number: number; readonly days: number; readonly interest: Cents };

/**
 * Simple interest on what is overdue on a day, one entry for each overdue instalment that bears any.
 * @param accruedUntil the day up to which late interest was booked before; null where none was. Days are never
 *   counted twice, so a daily run and one that catches up differ by rounding only.
 * @param charged by instalment number, the late interest that was booked before: it bears none itself
 */
export function lateInterestOn(
  open: readonly OpenInstalment[],
  on: Temporal.PlainDate,
  rule: LateInterestRule,
  accruedUntil: Temporal.PlainDate | null = null,
  charged: ReadonlyMap<number, Cents> = new Map(),
): LateInterest[] {
  const rate = annualFraction(rule.annualRate);
  const today = dayOf(on);
  return overdueOn(open, on).flatMap((instalment) => {
    const due = dayOf(instalment.dueDate);
    const graceEnds = due + rule.graceDays;
    if (today <= graceEnds) return [];
    const booked = accruedUntil === null ? due : dayOf(accruedUntil);
    // Within grace nothing was booked, so the days of grace count once it is over.
    const from = booked <= graceEnds ? due : booked;
    if (from >= today) return [];
    const agreed = most(instalment.interest - (charged.get(instalment.number) ?? 0n), 0n);
    const base = rule.of === 'principal' ? instalment.principal : instalment.principal + agreed;
    const share = yearFraction(rule.dayCount, from, today);
    const interest = round({ num: base * rate.num * share.num, den: rate.den * share.den }, rule.rounding);
    return interest > 0n ? [{ number: instalment.number, days: today - from, interest }] : [];
  });
}
