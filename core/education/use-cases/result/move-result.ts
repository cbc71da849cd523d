import { refuse } from '../../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { namesOf } from '../../../kernel/names.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { mayBeSamePerson, type Actor } from '../../../kernel/two-people.ts';
import type { EducationPorts } from '../../ports.ts';
import { educationRefusals } from '../../refusals.ts';
import type { ResultAction, ResultState } from '../../result/lifecycle.ts';
import { WITHHOLD_REASON, type Result, type WithholdReason } from '../../result/result.ts';
import { marksFrom, theResult, theScale } from './marks.ts';

export type MoveResult = { readonly resultId: number; readonly version?: number };
export type MoveResultWithReason = MoveResult & { readonly reason?: string | null };

type Results = Pick<EducationPorts, 'results'>;
type Releasing = Pick<EducationPorts, 'isLecturer'>;

/** The steps by which a student is shown marks, or others than before. */
const OF_RELEASE: readonly string[] = ['publish', 'amend', 'withhold', 'release'];

/** True for a step that is not for lecturers: marks are entered and handed in by them, and released by others. */
export function isForReleasers(action: string, state: ResultState): boolean {
  return OF_RELEASE.includes(action) || (action === 'void' && state === 'published');
}

/** @throws DomainError marks_released_by_others (forbidden) */
export function requireReleaser({ id, state }: Result, action: ResultAction, { isLecturer }: Releasing): void {
  if (!isLecturer || !isForReleasers(action, state)) return;
  throw refuse(
    educationRefusals.marks_released_by_others,
    `Lecturers enter marks and hand them in; ${action} takes a person who keeps the results of the whole school.`,
    { result_id: id, action },
  );
}

/** The lecturer hands the marks in. */
export async function submitResult(
  command: MoveResult,
  ports: Pick<EducationPorts, 'results' | 'actor'>,
): Promise<Outcome<Result>> {
  const result = await theResult(command, ports);
  return outcome(result, result.submit(ports.actor));
}

/** The examiner sends the marks back to the lecturer. */
export async function returnResult(command: MoveResultWithReason, ports: Results): Promise<Outcome<Result>> {
  const result = await theResult(command, ports);
  return outcome(result, result.return(command.reason ?? null));
}

/**
 * Releases complete marks, worked out under the scale in force, whose edition is frozen from now on.
 * @throws DomainError marks_released_by_others (forbidden); self_approval, result_incomplete (conflict)
 */
export async function publishResult(
  command: MoveResult,
  ports: Pick<
    EducationPorts,
    'results' | 'resultVersions' | 'gradingScales' | 'policies' | 'isLecturer' | 'newUuid' | 'now' | keyof Actor
  >,
): Promise<Outcome<Result>> {
  const result = await theResult(command, ports);
  requireReleaser(result, 'publish', ports);
  const scale = await theScale(result.gradingScaleId, ports);
  const published = result.publish({
    by: ports.actor,
    at: ports.now,
    marks: marksFrom({}, result, scale.definition, result.attempt),
    scaleVersion: scale.edition,
    self: await enteredBySame(result, ports),
  });
  await ports.resultVersions.add(result.publishedRow(ports.newUuid()));
  return outcome(result, published);
}

/** Whether the person who acts also entered some of the marks or submitted them, where the institution wants two people. */
export async function enteredBySame(
  { enteredBy, alsoEnteredBy, submittedBy }: Result,
  ports: Pick<EducationPorts, 'policies' | keyof Actor>,
): Promise<boolean> {
  if (!ports.policies.fourEyesOnResults) return false;
  for (const each of [enteredBy, ...alsoEnteredBy]) if (await mayBeSamePerson(each, ports)) return true;
  return submittedBy !== null && (await mayBeSamePerson(submittedBy, ports));
}

export async function withholdResult(
  command: MoveResult & { readonly reason: WithholdReason },
  ports: Results & Releasing,
): Promise<Outcome<Result>> {
  const result = await theResult(command, ports);
  requireReleaser(result, 'withhold', ports);
  if (!Object.hasOwn(WITHHOLD_REASON.words, command.reason)) {
    throw invalidField('reason', 'unknown', `Send one of ${namesOf(WITHHOLD_REASON.words).join(', ')}.`);
  }
  return outcome(result, result.withhold(command.reason));
}

export async function releaseResult(command: MoveResult, ports: Results & Releasing): Promise<Outcome<Result>> {
  const result = await theResult(command, ports);
  requireReleaser(result, 'release', ports);
  return outcome(result, result.release());
}

export async function voidResult(command: MoveResultWithReason, ports: Results & Releasing): Promise<Outcome<Result>> {
  const result = await theResult(command, ports);
  requireReleaser(result, 'void', ports);
  return outcome(result, result.void(command.reason ?? null));
}
