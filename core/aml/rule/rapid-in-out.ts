import type { Cents } from '../../kernel/money.ts';
import type { Activity, Fact, Hit, RuleOf, Window } from './rule.ts';
import { windowsThatShow } from './windows.ts';

/**
 * What came in goes out again immediately: at least `outPercent` of it within `hours` of the first of it, where what came
 * in reaches the threshold. The account is a corridor. Source: lending specification, section 5 (80 % in 48 hours).
 * @param threshold minor units; the window's days have to hold the hours
 */
export function rapidInOut(
  rule: RuleOf<'rapid_in_out'>,
  threshold: Cents,
  { facts }: Activity,
  covered: readonly Window[],
): readonly Hit[] {
  return windowsThatShow(rule, facts, covered, (together, { start }) => {
    // Any movement of the first day may be the first of the corridor: what is near it moves along with it.
    const near = { in: 0n, out: 0n };
    let behind = 0;
    for (const [at, first] of together.entries()) {
      if (!first.on.equals(start)) return null;
      const until = first.at.add({ hours: rule.hours });
      for (let next = together[behind]; next && isUntil(next, until); next = together[behind]) {
        near[next.direction] += next.amount;
        behind += 1;
      }
      const isCorridor = near.in >= threshold && near.out * 100n >= near.in * BigInt(rule.outPercent);
      if (first.direction === 'in' && isCorridor) return { facts: together.slice(at, behind), amount: near.out };
      near[first.direction] -= first.amount;
    }
    return null;
  });
}

const isUntil = ({ at }: Fact, until: Temporal.Instant) => Temporal.Instant.compare(at, until) <= 0;
