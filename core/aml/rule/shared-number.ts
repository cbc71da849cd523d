import type { Cents } from '../../kernel/money.ts';
import type { Activity, Hit, RuleOf, Window } from './rule.ts';
import { reaching, windowsThatShow } from './windows.ts';

/**
 * One phone number moves the money of at least `least` members within a window, and it reaches the threshold: they may
 * be one person, or lend their names to one. Source: lending specification, section 5 (one phone, many members).
 * @param threshold minor units
 */
export function sharedNumber(
  rule: RuleOf<'shared_number'>,
  threshold: Cents,
  { facts }: Activity,
  covered: readonly Window[],
): readonly Hit[] {
  const ofMembers = facts.filter(({ memberId }) => memberId !== null);
  return windowsThatShow(rule, ofMembers, covered, (together) => {
    const members = new Set(together.map(({ memberId }) => memberId));
    return members.size >= rule.least ? reaching(threshold, together) : null;
  });
}
