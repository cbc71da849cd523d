import { invalidField } from '../../../kernel/field-error.ts';
import { notFound } from '../../field-errors.ts';
import { assess, type ScoreStatus, type SpecialStatus } from '../../grading/assess.ts';
import type { GradingScale, ScaleDefinition } from '../../grading/scale.ts';
import type { EducationPorts } from '../../ports.ts';
import { checkComponents, plainScore } from '../../result/check-components.ts';
import type { Marks, ResultComponent } from '../../result/marks.ts';
import type { Result } from '../../result/result.ts';
import { requireVersion } from '../../../kernel/version.ts';

/** Scores as a lecturer writes them: what is absent stays as it was. */
export type Scores = {
  readonly components?: readonly ResultComponent[];
  /** A special status says why there is no mark; the graded ones follow from the scores. */
  readonly scoreStatus?: ScoreStatus | null;
  /** On scales whose grades are entered. */
  readonly grade?: string | null;
};

/**
 * The marks that scores make under a scale.
 * @param before what stands, for everything that the scores leave out
 * @throws DomainError validation_failed (invalid)
 */
export function marksFrom(
  scores: Scores,
  before: Pick<Marks, 'components' | 'scoreStatus' | 'grade'>,
  scale: ScaleDefinition,
  attempt: number,
): Marks {
  const components = (scores.components ?? before.components).map((component) => ({
    kind: component.kind,
    label: component.label,
    maxScore: component.maxScore,
    score: component.score,
    weightBp: component.weightBp,
  }));
  checkComponents(components);
  const plain = components.map(({ maxScore, score, ...rest }) => ({
    ...rest,
    maxScore: plainScore(maxScore),
    score: score === null ? null : plainScore(score),
  }));
  const status = scores.scoreStatus === undefined ? before.scoreStatus : scores.scoreStatus;
  const grade = scores.grade === undefined ? before.grade : scores.grade;
  checkGrade(scores, scale);
  const entered = scale.entry === 'grade' ? grade : null;
  const assessment = assess(plain, scale, attempt, specialOf(status), entered);
  if (scores.scoreStatus === 'fully_graded' && assessment.scoreStatus !== 'fully_graded') {
    throw invalidField('score_status', 'incomplete', 'A component has no score, so the result is not fully graded.');
  }
  return { components: plain, ...assessment };
}

/** The scale in force. */
export async function theScale(id: number, ports: Pick<EducationPorts, 'gradingScales'>): Promise<GradingScale> {
  const scale = await ports.gradingScales.get(id);
  if (!scale) throw notFound('grading_scale', id);
  return scale;
}

/** The result of a command, at the version that its giver read. */
export async function theResult(
  command: { readonly resultId: number; readonly version?: number },
  ports: Pick<EducationPorts, 'results'>,
): Promise<Result> {
  const result = await ports.results.get(command.resultId);
  if (!result) throw notFound('result', command.resultId);
  requireVersion(result, command.version);
  return result;
}

function specialOf(status: ScoreStatus | null): SpecialStatus | null {
  return status === null || status === 'fully_graded' || status === 'partially_graded' ? null : status;
}

function checkGrade(scores: Scores, scale: ScaleDefinition): void {
  const grade = scores.grade ?? null;
  if (grade === null) return;
  if (scale.entry === 'marks')
    throw invalidField('grade', 'computed', 'The scale works the grade out from the scores.');
  if (scale.bands.some((band) => band.grade === grade)) return;
  const known = scale.bands.map((band) => band.grade).join(', ');
  throw invalidField('grade', 'unknown', `The scale has these grades: ${known}.`);
}
