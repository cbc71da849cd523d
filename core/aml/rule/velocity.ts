import { sum, type Cents } from '../../kernel/money.ts';
import type { Activity, Hit, RuleOf, Window } from './rule.ts';
import { contains, reaching, windowsThatShow } from './windows.ts';

/**
 * Far more than usual: what reaches the threshold within a window and is at least `percent` of what as many days came
 * to on average in the `baselineDays` before it. With movements on fewer than `leastDays` of these there is no usual
 * to compare with, and the rules of new and of dormant accounts apply. Source: lending specification, section 5 (90 days).
 * The float of an agent is judged alike, by what is paid out from it.
 * @param threshold minor units
 */
export function velocity(
  rule: RuleOf<'velocity' | 'agent_float'>,
  threshold: Cents,
  { facts, history }: Activity,
  covered: readonly Window[],
): readonly Hit[] {
  return windowsThatShow(rule, facts, covered, (together, { start }) => {
    const shown = reaching(threshold, together);
    if (!shown) return null;
    const before = { start: start.subtract({ days: rule.baselineDays }), end: start.subtract({ days: 1 }) };
    const days = history.filter(({ on }) => contains(before, on));
    const usual = sum(days.flatMap((day) => rule.directions.map((direction) => day[direction])));
    // Multiplied out, so that nothing is rounded.
    const much = shown.amount * 100n * BigInt(rule.baselineDays) >= usual * BigInt(rule.percent * rule.windowDays);
    return days.length >= rule.leastDays && much ? shown : null;
  });
}
