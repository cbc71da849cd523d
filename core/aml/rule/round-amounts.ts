import type { Cents } from '../../kernel/money.ts';
import type { Activity, Hit, RuleOf, Window } from './rule.ts';
import { reaching, windowsThatShow } from './windows.ts';

/**
 * Again and again a round amount, which reach the threshold together: business seldom comes out round. Source: lending
 * specification, section 5.
 * @param threshold minor units; `multipleOf` is in minor units of the tenant's currency too
 */
export function roundAmounts(
  rule: RuleOf<'round_amounts'>,
  threshold: Cents,
  { facts }: Activity,
  covered: readonly Window[],
): readonly Hit[] {
  const rounded = facts.filter(({ amount }) => amount % BigInt(rule.multipleOf) === 0n);
  return windowsThatShow(rule, rounded, covered, (together) =>
    together.length >= rule.least ? reaching(threshold, together) : null,
  );
}
