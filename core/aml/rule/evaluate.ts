import type { Cents } from '../../kernel/money.ts';
import { parseDecimal, rational, round, times } from '../../kernel/rational.ts';
import { dormantThenLarge } from './dormant-then-large.ts';
import { newAccount } from './new-account.ts';
import { rapidInOut } from './rapid-in-out.ts';
import { roundAmounts } from './round-amounts.ts';
import type { Activity, AmlRule, Hit, Window } from './rule.ts';
import { sharedNumber } from './shared-number.ts';
import { structuring } from './structuring.ts';
import { thirdPartyEarly } from './third-party-early.ts';
import { velocity } from './velocity.ts';
import { reaching, windowsThatShow } from './windows.ts';

/**
 * What a rule finds in the activity of one subject.
 * @param threshold the rule's threshold in minor units of the tenant's currency
 * @param covered windows that an alert stands for already: the same pattern raises one alert
 */
export function evaluate(
  rule: AmlRule,
  threshold: Cents,
  activity: Activity,
  covered: readonly Window[],
): readonly Hit[] {
  switch (rule.kind) {
    case 'aggregate':
      // All of it together reaches the threshold.
      return windowsThatShow(rule, activity.facts, covered, (together) => reaching(threshold, together));
    case 'structuring':
      return structuring(rule, threshold, activity, covered);
    case 'round_amounts':
      return roundAmounts(rule, threshold, activity, covered);
    case 'new_account':
      return newAccount(rule, threshold, activity, covered);
    case 'rapid_in_out':
      return rapidInOut(rule, threshold, activity, covered);
    case 'dormant_then_large':
      return dormantThenLarge(rule, threshold, activity, covered);
    case 'third_party_early':
      return thirdPartyEarly(rule, threshold, activity, covered);
    case 'shared_number':
      return sharedNumber(rule, threshold, activity, covered);
    case 'velocity':
    case 'agent_float':
      return velocity(rule, threshold, activity, covered);
  }
}

/**
 * A threshold in the tenant's currency, rounded down: a rule is never looser than the law.
 * @param rate units of the tenant's currency for one of the threshold's, a decimal string
 */
export function convertThreshold(amount: Cents, rate: string): Cents {
  return round(times(rational(amount), parseDecimal(rate)), 'floor');
}
