import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { ScaleDefinition } from '../../grading/scale.ts';
import type { EducationPorts } from '../../ports.ts';
import type { Result } from '../../result/result.ts';
import type { Actor } from '../../../kernel/two-people.ts';
import { enteredBySame, requireReleaser } from './move-result.ts';
import { marksFrom, theResult, theScale, type Scores } from './marks.ts';

export type AmendResult = Scores & {
  readonly resultId: number;
  readonly version?: number;
  readonly reason?: string | null;
  /** True: under the scale in force now, instead of the edition frozen at the first publication. */
  readonly rescale?: boolean;
};

type Ports = Pick<
  EducationPorts,
  | 'results'
  | 'resultVersions'
  | 'gradingScales'
  | 'gradingScaleEditions'
  | 'policies'
  | 'isLecturer'
  | 'newUuid'
  | 'now'
  | keyof Actor
>;

/**
 * Corrects published marks; the version before stays readable.
 * @throws DomainError validation_failed (invalid) without a reason or with bad scores; self_approval,
 *   result_incomplete, invalid_state_transition (conflict)
 */
export async function amendResult(command: AmendResult, ports: Ports): Promise<Outcome<Result>> {
  const result = await theResult(command, ports);
  requireReleaser(result, 'amend', ports);
  const { definition, edition } = await scaleFor(result, command, ports);
  const amended = result.amend({
    by: ports.actor,
    at: ports.now,
    marks: marksFrom(command, result, definition, result.attempt),
    scaleVersion: edition,
    reason: command.reason ?? null,
    self: await enteredBySame(result, ports),
  });
  await ports.resultVersions.add(result.publishedRow(ports.newUuid()));
  return outcome(result, amended);
}

async function scaleFor(
  result: Result,
  { rescale = false }: Pick<AmendResult, 'rescale'>,
  ports: Ports,
): Promise<{ readonly definition: ScaleDefinition; readonly edition: number }> {
  if (rescale || result.scaleVersion === null) return theScale(result.gradingScaleId, ports);
  const frozen = await ports.gradingScaleEditions.get(result.gradingScaleId, result.scaleVersion);
  if (!frozen) throw new Error(`Edition ${result.scaleVersion} of scale ${result.gradingScaleId} is gone.`);
  return frozen;
}
