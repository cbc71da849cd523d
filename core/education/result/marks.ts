import { compare, parseDecimal } from '../../kernel/rational.ts';

/** A part of a result as it is stored: scores are decimal strings, a null score is missing. */
export type ResultComponent = {
  readonly kind: 'cat' | 'assignment' | 'practical' | 'project' | 'exam';
  readonly label: string;
  readonly maxScore: string;
  readonly score: string | null;
  readonly weightBp: number;
};

/** What the scale made of the components; worked out by the grading functions. */
export type Marks = {
  readonly components: readonly ResultComponent[];
  readonly scoreStatus:
    'fully_graded' | 'partially_graded' | 'absent' | 'exempt' | 'incomplete' | 'deferred' | 'malpractice';
  /** Decimal string of two places. */
  readonly totalMark: string | null;
  readonly grade: string | null;
  readonly gradePoints: string | null;
  readonly remark: 'pass' | 'fail' | 'supplementary' | 'retake' | 'special' | null;
};

/** Statuses that follow from the scores; the others a person states. */
const COUNTED: readonly Marks['scoreStatus'][] = ['fully_graded', 'partially_graded'];

/**
 * True where something that a person had entered before stands in the new marks as well: a score, a status, a grade by hand. A
 * score stands under whichever kind and label: who renames its component has not entered it.
 */
export function keepsScores(marks: Marks, before: Marks): boolean {
  const isSame = ({ score: one }: ResultComponent, { score: other }: ResultComponent) =>
    one !== null && other !== null && compare(parseDecimal(one), parseDecimal(other)) === 0;
  const isStated = !COUNTED.includes(before.scoreStatus);
  return (
    before.components.some((each) => marks.components.some((now) => isSame(each, now))) ||
    (isStated && before.scoreStatus === marks.scoreStatus) ||
    (before.components.length === 0 && before.grade !== null && before.grade === marks.grade)
  );
}

/** True where two markings say the same, whatever order their members were written in. */
export function sameMarks(marks: Marks, result: Marks): boolean {
  const form = (each: Marks) =>
    JSON.stringify([
      each.components.map((c) => [c.kind, c.label, c.maxScore, c.score, c.weightBp]),
      each.scoreStatus,
      each.grade,
      each.totalMark,
    ]);
  return form(marks) === form(result);
}
