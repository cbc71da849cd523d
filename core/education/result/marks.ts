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
