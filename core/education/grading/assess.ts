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
import type { Component } from './component.ts';
import type { Band, ScaleDefinition } from './scale.ts';

export const SCORE_STATUSES = [
  'fully_graded',
  'partially_graded',
  'absent',
  'exempt',
  'incomplete',
  'deferred',
  'malpractice',
] as const;
export type ScoreStatus = (typeof SCORE_STATUSES)[number];
/** A status that an examiner sets instead of scores. */
export type SpecialStatus = Exclude<ScoreStatus, 'fully_graded' | 'partially_graded'>;

type Remark = 'pass' | 'fail' | 'supplementary' | 'retake' | 'special';

/** What became of the components: the mark is a decimal string of two places. */
export type Assessment = {
  readonly scoreStatus: ScoreStatus;
  readonly totalMark: string | null;
  readonly grade: string | null;
  readonly gradePoints: string | null;
  readonly remark: Remark | null;
};

/** How results without a mark are shown: an absence is X, never zero. */
const UNMARKED: { readonly [S in SpecialStatus]: Pick<Assessment, 'grade' | 'remark'> } = {
  absent: { grade: 'X', remark: 'special' },
  exempt: { grade: null, remark: 'pass' },
  incomplete: { grade: 'I', remark: 'special' },
  deferred: { grade: null, remark: 'special' },
  malpractice: { grade: null, remark: 'retake' },
};

/**
 * Turns a result's components into mark, grade and points.
 * Mark = sum(score / max * weight in basis points) / 100, as an exact fraction rounded half up once: to two
 * places, or to a whole mark where the scale says so. The grade is read from the rounded mark, so that what
 * is shown explains the grade.
 * @param attempt 1 first, 2 supplementary (capped), 3 retake
 * @param enteredGrade the examiner's grade, on scales whose grades are entered
 */
export function assess(
  components: readonly Component[],
  scale: ScaleDefinition,
  attempt: number,
  special: SpecialStatus | null,
  enteredGrade: string | null = null,
): Assessment {
  if (special !== null) return { scoreStatus: special, totalMark: null, gradePoints: null, ...UNMARKED[special] };
  if (scale.entry === 'grade') {
    const band = scale.bands.find((candidate) => candidate.grade === enteredGrade);
    return band ? graded(band, { passed: band.remark === 'pass', totalMark: null, attempt }) : UNFINISHED;
  }
  if (components.some((component) => component.score === null)) return UNFINISHED;
  const mark = capped(rounded(exactMark(components), scale), scale, attempt);
  const band = scale.bands.find((candidate) => reaches(mark, candidate.minMark));
  if (!band) throw new Error(`The scale has no band for the mark ${mark}.`);
  return graded(band, {
    passed: band.remark === 'pass' && reaches(mark, scale.passMark),
    totalMark: mark,
    attempt,
  });
}

const UNFINISHED: Assessment = {
  scoreStatus: 'partially_graded',
  totalMark: null,
  grade: null,
  gradePoints: null,
  remark: null,
};

/** The mark of fully scored components as an exact fraction of 100. */
function exactMark(components: readonly Component[]): Rational {
  return components.reduce((total, component) => {
    const share = over(parseDecimal(component.score ?? '0'), parseDecimal(component.maxScore));
    return plus(total, times(share, rational(BigInt(component.weightBp), 100n)));
  }, ZERO);
}

function rounded(mark: Rational, scale: ScaleDefinition): string {
  return scale.rounding === 'half_up_0dp' ? `${formatDecimal(mark, 0)}.00` : formatDecimal(mark, 2);
}

function capped(mark: string, scale: ScaleDefinition, attempt: number): string {
  if (attempt !== 2 || scale.supplementaryCap === null) return mark;
  const cap = parseDecimal(scale.supplementaryCap);
  return compare(parseDecimal(mark), cap) > 0 ? formatDecimal(cap, 2) : mark;
}

function graded(
  band: Band,
  {
    passed,
    totalMark,
    attempt,
  }: { readonly passed: boolean; readonly totalMark: string | null; readonly attempt: number },
): Assessment {
  // A failed first sitting leads to a supplementary, a failed supplementary to a retake, a failed retake nowhere.
  const onFailure = attempt === 1 ? 'supplementary' : attempt === 2 ? 'retake' : 'fail';
  return {
    scoreStatus: 'fully_graded',
    totalMark,
    grade: band.grade,
    gradePoints: band.points,
    remark: passed ? 'pass' : onFailure,
  };
}

function reaches(mark: string, least: string | null): boolean {
  return least === null || compare(parseDecimal(mark), parseDecimal(least)) >= 0;
}
