import { sum, type Cents } from '../../kernel/money.ts';
import type { AmlRule, Fact, Hit, Window } from './rule.ts';

/** What of the movements in a window shows the pattern; null where they don't. */
export type Shown = { readonly facts: readonly Fact[]; readonly amount: Cents } | null;

/**
 * The windows that show a pattern. A window begins with the first movement of a day that counts and lasts the rule's days;
 * the first that shows the pattern is a hit, and what lies in it is not looked at again. The windows move over the movements
 * once: an agent has thousands in a month, and each of them is screened.
 * @param counting the movements that the pattern is made of, in any order
 * @param covered windows that an alert stands for already: the same pattern raises one alert
 * @param shown what of the movements in a window, which come in their order, shows the pattern
 */
export function windowsThatShow(
  rule: AmlRule,
  counting: readonly Fact[],
  covered: readonly Window[],
  shown: (together: readonly Fact[], window: Window) => Shown,
): readonly Hit[] {
  const open = counting
    .filter((fact) => isOfRule(rule, fact) && !covered.some((window) => contains(window, fact.on)))
    .toSorted(inOrder);
  const days = [...Map.groupBy(open, ({ on }) => on.toString())].map(([day, moved]) => ({
    on: Temporal.PlainDate.from(day),
    moved,
  }));
  const hits: Hit[] = [];
  let behind = 0;
  for (let at = 0; at < days.length;) {
    const first = days[at];
    if (!first) break;
    const window = { start: first.on, end: first.on.add({ days: rule.windowDays - 1 }) };
    for (let next = days[behind]; next && contains(window, next.on); next = days[behind]) behind += 1;
    const together = days.slice(at, behind).flatMap(({ moved }) => moved);
    const found = shown(together, window);
    if (found) hits.push({ window, ...found });
    at = found ? behind : at + 1;
  }
  return hits;
}

/** All of these movements, where they come to the threshold. */
export function reaching(threshold: Cents, facts: readonly Fact[]): Shown {
  const amount = totalOf(facts);
  return facts.length > 0 && amount >= threshold ? { facts, amount } : null;
}

export const totalOf = (facts: readonly Fact[]): Cents => sum(facts.map(({ amount }) => amount));

export function contains({ start, end }: Window, day: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(start, day) <= 0 && Temporal.PlainDate.compare(day, end) <= 0;
}

function isOfRule(rule: AmlRule, fact: Fact): boolean {
  return rule.directions.includes(fact.direction) && (rule.channels === null || rule.channels.includes(fact.channel));
}

function inOrder(a: Fact, b: Fact): number {
  const byTime = Temporal.PlainDate.compare(a.on, b.on) || Temporal.Instant.compare(a.at, b.at);
  return byTime || (a.ref < b.ref ? -1 : 1);
}
