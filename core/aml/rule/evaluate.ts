import { sum, type Cents } from '../../kernel/money.ts';
import { parseDecimal, rational, round, times } from '../../kernel/rational.ts';
import type { AmlRule, Fact, Hit, Window } from './rule.ts';

/**
 * What a rule finds among the movements of one subject. A window begins with a movement that counts and lasts the
 * rule's days; the first window that shows the pattern is a hit, and what lies in it is not looked at again.
 * @param threshold the rule's threshold in minor units of the tenant's currency
 * @param covered windows that an alert stands for already: the same pattern raises one alert
 */
export function evaluate(
  rule: AmlRule,
  threshold: Cents,
  facts: readonly Fact[],
  covered: readonly Window[],
): readonly Hit[] {
  const counting = facts
    .filter((fact) => counts(rule, threshold, fact) && !covered.some((window) => contains(window, fact.on)))
    .toSorted((a, b) => Temporal.PlainDate.compare(a.on, b.on) || (a.ref < b.ref ? -1 : 1));
  const hits: Hit[] = [];
  for (let at = 0; at < counting.length;) {
    const start = counting[at]?.on;
    if (!start) break;
    const window = { start, end: start.add({ days: rule.windowDays - 1 }) };
    const together = counting.slice(at).filter(({ on }) => contains(window, on));
    const amount = sum(together.map((fact) => fact.amount));
    if (shows(rule, threshold, together.length, amount)) {
      hits.push({ window, facts: together, amount });
      at += together.length;
    } else {
      at += 1;
    }
  }
  return hits;
}

function counts(rule: AmlRule, threshold: Cents, fact: Fact): boolean {
  if (!rule.directions.includes(fact.direction)) return false;
  if (rule.channels !== null && !rule.channels.includes(fact.channel)) return false;
  if (rule.kind === 'aggregate') return true;
  const hundredfold = fact.amount * 100n;
  return hundredfold >= threshold * BigInt(rule.fromPercent) && hundredfold <= threshold * BigInt(rule.toPercent);
}

function shows(rule: AmlRule, threshold: Cents, count: number, amount: Cents): boolean {
  return rule.kind === 'aggregate' ? amount >= threshold : count >= rule.least && amount > threshold;
}

function contains({ start, end }: Window, day: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(start, day) <= 0 && Temporal.PlainDate.compare(day, end) <= 0;
}

/**
 * A threshold in the tenant's currency, rounded down: a rule is never looser than the law.
 * @param rate units of the tenant's currency for one of the threshold's, a decimal string
 */
export function convertThreshold(amount: Cents, rate: string): Cents {
  return round(times(rational(amount), parseDecimal(rate)), 'floor');
}
