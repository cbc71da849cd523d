import {
  compare,
  formatDecimal,
  over,
  parseDecimal,
  plus,
  rational,
  times,
  ZERO,
  type Rational,
} from '../../kernel/rational.ts';
import type { ScoreStatus } from './assess.ts';
import { GRADING_PRESETS } from './presets.ts';

/** A published result as an average sees it. */
export type GradedUnit = {
  readonly unitId: number;
  readonly attempt: number;
  /** Decimal string: "3" or "3.0". */
  readonly creditHours: string;
  readonly scoreStatus: ScoreStatus;
  readonly gradePoints: string | null;
  readonly totalMark: string | null;
};

/**
 * Grade point average: sum(points * credits) / sum(credits), two places, half up. Of each unit the latest attempt that
 * was graded or exempted counts (a supplementary comes capped already); exempt units and units without points stay out.
 * @returns null where nothing counts
 */
export function gradePointAverage(results: readonly GradedUnit[]): string | null {
  return weighted(results, (result) => result.gradePoints);
}

/** The mean mark weighted by credit hours, two places, half up; the same units count as in the GPA. */
export function weightedMean(results: readonly GradedUnit[]): string | null {
  return weighted(results, (result) => result.totalMark);
}

export const HONOURS = ['first_class', 'second_class_upper', 'second_class_lower', 'pass', 'fail'] as const;
export type Honours = (typeof HONOURS)[number];

/** The class of a degree by its weighted mean: 70 first, 60 second upper, 50 second lower, 40 pass. */
export function honoursOf(mean: string): Honours {
  const classes: readonly (readonly [string, Honours])[] = [
    ['70', 'first_class'],
    ['60', 'second_class_upper'],
    ['50', 'second_class_lower'],
    ['40', 'pass'],
  ];
  const mark = parseDecimal(mean);
  return classes.find(([least]) => compare(mark, parseDecimal(least)) >= 0)?.[1] ?? 'fail';
}

/** The latest attempt of each unit, in the order in which the units first appear. */
export function latestAttempts<R extends { readonly unitId: number; readonly attempt: number }>(
  results: readonly R[],
): R[] {
  const latest = new Map<number, R>();
  for (const result of results) {
    const known = latest.get(result.unitId);
    if (!known || result.attempt >= known.attempt) latest.set(result.unitId, result);
  }
  return [...latest.values()];
}

/** An attempt that ended with neither mark nor exemption (absent, malpractice) replaces none: what was failed stays failed, and passed passed. */
const DECIDES: readonly ScoreStatus[] = ['fully_graded', 'exempt'];

/** The attempt of each unit that decides about it: the latest one that was graded or exempted. */
export const decidingAttempts = <
  R extends { readonly unitId: number; readonly attempt: number; readonly scoreStatus: ScoreStatus },
>(
  results: readonly R[],
): R[] => latestAttempts(results.filter(({ scoreStatus }) => DECIDES.includes(scoreStatus)));

const KCSE_SUBJECTS = 7;

/**
 * The mean of a school certificate: the best seven subjects' points over seven, two places, half up, and the
 * grade of that mean rounded half up to a whole point.
 * @param grades subject grades, A to E
 * @returns null with fewer than seven subjects
 * @throws RangeError on a grade that the examination doesn't have
 */
export function kcseMean(grades: readonly string[]): { readonly points: string; readonly grade: string } | null {
  const { bands } = GRADING_PRESETS.KCSE.definition;
  const points = grades.map((grade) => {
    const band = bands.find((candidate) => candidate.grade === grade);
    if (!band?.points) throw new RangeError(`"${grade}" is not a grade of the school certificate.`);
    return BigInt(band.points);
  });
  if (points.length < KCSE_SUBJECTS) return null;
  const best = points.sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, KCSE_SUBJECTS);
  const mean = rational(
    best.reduce((total, each) => total + each, 0n),
    BigInt(KCSE_SUBJECTS),
  );
  const whole = formatDecimal(mean, 0);
  const grade = bands.find((band) => band.points === whole)?.grade;
  if (grade === undefined) throw new Error(`No grade has ${whole} points.`);
  return { points: formatDecimal(mean, 2), grade };
}

function weighted(results: readonly GradedUnit[], valueOf: (result: GradedUnit) => string | null): string | null {
  let total: Rational = ZERO;
  let credits: Rational = ZERO;
  for (const result of decidingAttempts(results)) {
    const value = valueOf(result);
    if (result.scoreStatus === 'exempt' || value === null) continue;
    const hours = parseDecimal(result.creditHours);
    total = plus(total, times(parseDecimal(value), hours));
    credits = plus(credits, hours);
  }
  return credits.num === 0n ? null : formatDecimal(over(total, credits), 2);
}
