import { defined } from '../../../kernel/defined.ts';
import { DomainError } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { fieldErrors } from '../../field-errors.ts';
import type { Result } from '../../result/result.ts';

/** As many as one command moves. */
const MOST = 100;

export type ManyResults = {
  readonly resultIds: readonly number[];
  /** The version of each that was decided on, in the order of the ids; left out: as they are now. */
  readonly versions?: readonly number[];
};

/**
 * Takes one step with many results, all of them or none.
 * @throws DomainError validation_failed (invalid); the refusal of the first result that can't take the step, with the
 *   place of its id as `at`
 */
export async function allOrNone(
  { resultIds, versions }: ManyResults,
  take: (result: { readonly resultId: number; readonly version?: number }) => Promise<Outcome<Result>>,
): Promise<Outcome<readonly Result[]>> {
  const errors = fieldErrors();
  const fits = resultIds.length >= 1 && resultIds.length <= MOST;
  errors.require(fits, 'result_ids', 'length', `Send 1 to ${MOST} results.`);
  errors.require(new Set(resultIds).size === resultIds.length, 'result_ids', 'unique', 'Every result stands once.');
  const fitting = versions === undefined || versions.length === resultIds.length;
  errors.require(fitting, 'versions', 'length', 'Send a version for each result, in the same order.');
  errors.settle();
  const results: Result[] = [];
  const allEvents: DomainEvent[] = [];
  for (const [index, resultId] of resultIds.entries()) {
    const { result, events } = await take({ resultId, ...defined({ version: versions?.[index] }) }).catch(
      (error: unknown) => {
        throw at(index, error);
      },
    );
    results.push(result);
    allEvents.push(...events);
  }
  return outcome(results, ...allEvents);
}

function at(index: number, error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  const { kind, code, message, details } = error;
  return new DomainError(kind, code, message, { ...details, at: `result_ids.${index}` });
}
