import type { Cents } from '../../kernel/money.ts';
import type { Activity, Hit, RuleOf, Window } from './rule.ts';
import { reaching, windowsThatShow } from './windows.ts';

/**
 * A savings account that is not older than `newForDays` days moves what reaches the threshold
 * within the window. Source: lending specification, section 5.
 * @param threshold minor units
 */
export function newAccount(
  rule: RuleOf<'new_account'>,
  threshold: Cents,
  { facts }: Activity,
  covered: readonly Window[],
): readonly Hit[] {
  const young = facts.filter(
    ({ on, accountOpenedOn }) => accountOpenedOn && accountOpenedOn.until(on).days <= rule.newForDays,
  );
  return windowsThatShow(rule, young, covered, (together) => reaching(threshold, together));
}
