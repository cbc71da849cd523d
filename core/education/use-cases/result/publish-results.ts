import { DomainError } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { fieldErrors } from '../../field-errors.ts';
import type { Result } from '../../result/result.ts';
import { publishResult } from './move-result.ts';

/** As many as one command releases. */
const MOST = 100;

export type PublishResults = { readonly resultIds: readonly number[] };

/**
 * Releases complete marks of many students, all of them or none.
 * @throws DomainError validation_failed (invalid); the refusal of the first result that can't be published, with the
 *   place of its id as `at`
 */
export async function publishResults(
  command: PublishResults,
  ports: Parameters<typeof publishResult>[1],
): Promise<Outcome<readonly Result[]>> {
  const { resultIds } = command;
  const errors = fieldErrors();
  const fits = resultIds.length >= 1 && resultIds.length <= MOST;
  errors.require(fits, 'result_ids', 'length', `Send 1 to ${MOST} results.`);
  errors.require(new Set(resultIds).size === resultIds.length, 'result_ids', 'unique', 'Every result stands once.');
  errors.settle();
  const results: Result[] = [];
  const allEvents: DomainEvent[] = [];
  for (const [index, resultId] of resultIds.entries()) {
    const { result, events } = await publishOne(resultId, index, ports);
    results.push(result);
    allEvents.push(...events);
  }
  return outcome(results, ...allEvents);
}

async function publishOne(
  resultId: number,
  index: number,
  ports: Parameters<typeof publishResult>[1],
): Promise<Outcome<Result>> {
  try {
    return await publishResult({ resultId }, ports);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { kind, code, message, details } = error;
    throw new DomainError(kind, code, message, { ...details, at: `result_ids.${index}` });
  }
}
