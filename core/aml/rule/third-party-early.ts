import type { Cents } from '../../kernel/money.ts';
import type { Activity, Hit, RuleOf, Window } from './rule.ts';
import { reaching, windowsThatShow } from './windows.ts';

/**
 * Another person's number pays a loan back early: each time at least `fromPercent` of what was lent, at least
 * `earlyDays` days before the loan would have ended, and the threshold together. The loan may have been taken to give
 * dirty money an origin. Source: lending specification, section 5.
 * @param threshold minor units
 */
export function thirdPartyEarly(
  rule: RuleOf<'third_party_early'>,
  threshold: Cents,
  { facts }: Activity,
  covered: readonly Window[],
): readonly Hit[] {
  const early = facts.filter(({ repays }) => {
    if (!repays?.fromAnother || repays.daysEarly < rule.earlyDays) return false;
    return repays.principal * 100n >= repays.lent * BigInt(rule.fromPercent);
  });
  return windowsThatShow(rule, early, covered, (together) => reaching(threshold, together));
}
