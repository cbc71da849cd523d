import type { Cents } from '../../kernel/money.ts';
import type { Activity, Hit, RuleOf, Window } from './rule.ts';
import { totalOf, windowsThatShow } from './windows.ts';

/**
 * What came in goes out again at once: at least `outPercent` of it within `hours` of the first of it, where what came
 * in reaches the threshold. The account is a corridor. Source: lending specification, section 5 (80 % in 48 hours).
 * @param threshold minor units; the window's days have to hold the hours
 */
export function rapidInOut(
  rule: RuleOf<'rapid_in_out'>,
  threshold: Cents,
  { facts }: Activity,
  covered: readonly Window[],
): readonly Hit[] {
  return windowsThatShow(rule, facts, covered, (together) => {
    const first = together[0];
    if (first?.direction !== 'in') return null;
    const until = first.at.add({ hours: rule.hours });
    const near = together.filter(({ at }) => Temporal.Instant.compare(at, until) <= 0);
    const received = totalOf(near.filter(({ direction }) => direction === 'in'));
    const paidOut = totalOf(near.filter(({ direction }) => direction === 'out'));
    const isCorridor = received >= threshold && paidOut * 100n >= received * BigInt(rule.outPercent);
    return isCorridor ? { facts: near, amount: paidOut } : null;
  });
}
