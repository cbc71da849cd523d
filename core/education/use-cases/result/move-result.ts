import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { invalidField } from '../../field-errors.ts';
import type { EducationWorld } from '../../ports.ts';
import { WITHHOLD_REASONS, type Result, type WithholdReason } from '../../result/result.ts';
import { marksFrom, theResult, theScale } from './marks.ts';

export type MoveResult = { readonly resultId: number; readonly version?: number };
export type MoveResultWithReason = MoveResult & { readonly reason?: string | null };

type Results = Pick<EducationWorld, 'results'>;

/** The lecturer hands the marks in. */
export async function submitResult(
  command: MoveResult,
  world: Pick<EducationWorld, 'results' | 'actor'>,
): Promise<Outcome<Result>> {
  const result = await theResult(command, world);
  return outcome(result, result.submit(world.actor));
}

/** The examiner sends the marks back to the lecturer. */
export async function returnResult(command: MoveResultWithReason, world: Results): Promise<Outcome<Result>> {
  const result = await theResult(command, world);
  return outcome(result, result.return(command.reason ?? null));
}

/**
 * Releases complete marks, worked out under the scale in force, whose edition is frozen from now on.
 * @throws DomainError self_approval, result_incomplete (conflict)
 */
export async function publishResult(
  command: MoveResult,
  world: Pick<
    EducationWorld,
    'results' | 'resultVersions' | 'gradingScales' | 'policies' | 'actor' | 'newUuid' | 'now'
  >,
): Promise<Outcome<Result>> {
  const result = await theResult(command, world);
  const scale = await theScale(result.gradingScaleId, world);
  const published = result.publish({
    by: world.actor,
    at: world.now,
    marks: marksFrom({}, result, scale.definition, result.attempt),
    scaleVersion: scale.edition,
    fourEyes: world.policies.fourEyesOnResults,
  });
  await world.resultVersions.add(result.publishedRow(world.newUuid()));
  return outcome(result, published);
}

export async function withholdResult(
  command: MoveResult & { readonly reason: WithholdReason },
  world: Results,
): Promise<Outcome<Result>> {
  const result = await theResult(command, world);
  if (!WITHHOLD_REASONS.includes(command.reason)) {
    throw invalidField('reason', 'unknown', `Send one of ${WITHHOLD_REASONS.join(', ')}.`);
  }
  return outcome(result, result.withhold(command.reason));
}

export async function releaseResult(command: MoveResult, world: Results): Promise<Outcome<Result>> {
  const result = await theResult(command, world);
  return outcome(result, result.release());
}

export async function voidResult(command: MoveResultWithReason, world: Results): Promise<Outcome<Result>> {
  const result = await theResult(command, world);
  return outcome(result, result.void(command.reason ?? null));
}
