import type { Cents } from '../../kernel/money.ts';
import type { Activity, Hit, RuleOf, Window } from './rule.ts';
import { reaching, windowsThatShow } from './windows.ts';

/**
 * After at least `quietDays` without a movement, what reaches the threshold within a window. Who has never moved
 * anything was not dormant: a new account has a rule of its own. Source: lending specification, section 5.
 * @param threshold minor units
 */
export function dormantThenLarge(
  rule: RuleOf<'dormant_then_large'>,
  threshold: Cents,
  { facts, history }: Activity,
  covered: readonly Window[],
): readonly Hit[] {
  const days = [...history, ...facts].map(({ on }) => on).toSorted(Temporal.PlainDate.compare);
  return windowsThatShow(rule, facts, covered, (together, { start }) => {
    const last = days.findLast((day) => Temporal.PlainDate.compare(day, start) < 0);
    return last && last.until(start).days >= rule.quietDays ? reaching(threshold, together) : null;
  });
}
