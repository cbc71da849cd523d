import type { Change } from '../process/changes.ts';
import { differenceOf, type End } from '../process/ends.ts';

/** What both were answered, and what changed. */
export type Outcome = { readonly statuses: readonly [string, string]; readonly changes: readonly Change[] };

/** The one up to a statement of its own, then the other as a whole or up to one of its own, then the rest of both. */
export type Plan = { readonly first: 0 | 1; readonly at: number; readonly other: number | null };

/** What one after the other leads to, in both orders, and what each leads to alone. */
export type Expected = {
  readonly serials: readonly (Pick<Outcome, 'statuses'> & { readonly end: End })[];
  readonly alones: readonly [End, End];
};

/** All schedules of so many statements with one preemption or two. */
export function plansOf([ofA, ofB]: readonly [number, number]): Plan[] {
  const plans: Plan[] = [];
  const sides = [
    [0, ofA, ofB],
    [1, ofB, ofA],
  ] as const;
  for (const [first, mine, others] of sides) {
    for (let at = 1; at <= mine; at++) {
      plans.push({ first, at, other: null });
      for (let other = 1; other <= others; other++) plans.push({ first, at, other });
    }
  }
  return plans;
}

export const sentenceOf = ({ first, at, other }: Plan): string =>
  `the ${first === 0 ? 'first' : 'second'} up to its statement ${at}, ` +
  `the other ${other === null ? 'as a whole' : `up to its ${other}`}`;

/** `serial`: as one after the other. `refused`: as one alone, or with its refusal stored. Else what is different. */
export function verdictOf({ statuses }: Outcome, end: End, { serials, alones }: Expected): string {
  const fault = statuses.find((status) => status.startsWith('5'));
  if (fault !== undefined) return `one was answered ${fault}`;
  const differences = serials.map((serial) =>
    serial.statuses.join() === statuses.join()
      ? differenceOf(serial.end, end)
      : `answers ${statuses.join(' and ')}, not ${serial.statuses.join(' and ')}`,
  );
  if (differences.includes(null)) return 'serial';
  const [isFirst, isSecond] = statuses.map((status) => status.startsWith('4'));
  if (isFirst !== isSecond && differenceOf(alones[isFirst ? 1 : 0], end) === null) return 'refused';
  const isRefusal = isFirst || isSecond;
  if (isRefusal && serials.some((serial) => differenceOf(serial.end, end) === null)) return 'refused';
  return differences.slice(0, 2).join(' / ').slice(0, 1_500);
}
