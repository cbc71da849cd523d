import type { Cents } from '../../../kernel/money.ts';
import { parseDecimal, round, type Rounding } from '../../../kernel/rational.ts';
import { dayOf } from '../due-dates.ts';
import type { ScheduleRow } from '../rows.ts';
import type { Charge } from '../terms.ts';
import { overdueOn, type OpenInstalment } from './open-instalment.ts';

/** What an instalment that is not paid in time costs. A percentage is of what is overdue of it. */
export type PenaltyRule = {
  readonly charge: Charge;
  /** Days after the due date in which nothing is charged. */
  readonly graceDays: number;
  /** Once for an overdue instalment, or for every day that it stays overdue after the grace. */
  readonly every: 'instalment' | 'day';
  readonly rounding: Rounding;
};

export type Penalty = { readonly number: number; readonly amount: Cents };

/**
 * The penalties that fall on overdue instalments on a day, without those charged before. Penalties bear none themselves.
 * @param chargedUntil by instalment number, the day up to which penalties were charged before
 */
export function penaltiesOn(
  open: readonly OpenInstalment[],
  on: Temporal.PlainDate,
  rule: PenaltyRule,
  chargedUntil: ReadonlyMap<number, Temporal.PlainDate> = new Map(),
): Penalty[] {
  const today = dayOf(on);
  return overdueOn(open, on).flatMap((instalment) => {
    const graceEnds = dayOf(instalment.dueDate) + rule.graceDays;
    const before = chargedUntil.get(instalment.number);
    if (today <= graceEnds || (rule.every === 'instalment' && before !== undefined)) return [];
    const from = before === undefined ? graceEnds : Math.max(graceEnds, dayOf(before));
    const times = rule.every === 'instalment' ? 1 : Math.max(0, today - from);
    // Rounded a day, so that charging every day and catching up come to the same.
    const amount = penaltyOn(instalment, rule) * BigInt(times);
    return amount > 0n ? [{ number: instalment.number, amount }] : [];
  });
}

function penaltyOn(instalment: OpenInstalment, { charge, rounding }: PenaltyRule): Cents {
  if (charge.kind === 'flat') return charge.amount;
  const base = {
    principal: instalment.principal,
    interest: instalment.interest,
    principal_and_interest: instalment.principal + instalment.interest,
  }[charge.of];
  const { num, den } = parseDecimal(charge.percent);
  return round({ num: base * num, den: den * 100n }, rounding);
}

/** The rows with penalties added to them. */
export function withPenalties(rows: readonly ScheduleRow[], penalties: readonly Penalty[]): ScheduleRow[] {
  return rows.map((row) => {
    const added = penalties.reduce((sum, { number, amount }) => (number === row.number ? sum + amount : sum), 0n);
    return added === 0n ? row : { ...row, penalties: row.penalties + added, total: row.total + added };
  });
}
