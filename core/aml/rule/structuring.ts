import type { Cents } from '../../kernel/money.ts';
import type { Activity, Hit, RuleOf, Window } from './rule.ts';
import { totalOf, windowsThatShow } from './windows.ts';

/**
 * At least `least` amounts just below the threshold, which together pass it: money that was cut up to stay below what
 * is reported. Branches, accounts and numbers don't matter. Source: lending specification, section 5.
 * @param threshold minor units; an amount counts from `fromPercent` to `toPercent` of it, both included
 */
export function structuring(
  rule: RuleOf<'structuring'>,
  threshold: Cents,
  { facts }: Activity,
  covered: readonly Window[],
): readonly Hit[] {
  const near = facts.filter(({ amount }) => {
    const hundredfold = amount * 100n;
    return hundredfold >= threshold * BigInt(rule.fromPercent) && hundredfold <= threshold * BigInt(rule.toPercent);
  });
  return windowsThatShow(rule, near, covered, (together) => {
    const amount = totalOf(together);
    return together.length >= rule.least && amount > threshold ? { facts: together, amount } : null;
  });
}
