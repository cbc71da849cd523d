import { DomainError, refuse } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { invalidField } from '../../field-errors.ts';
import { educationRefusals } from '../../refusals.ts';
import type { Result } from '../../result/result.ts';
import { recordResult, type RecordResult } from './record-result.ts';

/** As many as one command opens. */
export const MOST_RESULTS = 500;

/** What became of one row of many. */
export type RecordedRow =
  { readonly result: Result; readonly refusal: null } | { readonly result: null; readonly refusal: DomainError };

/**
 * Opens many results, each of them or not: what is wrong with one row keeps none of the others. Nothing of a refused row is
 * written, since a result is added only after everything about it was found right.
 * @throws DomainError validation_failed (invalid) where there are none or too many
 */
export async function recordResults(
  command: { readonly rows: readonly (RecordResult | DomainError)[] },
  world: Parameters<typeof recordResult>[1],
): Promise<Outcome<readonly RecordedRow[]>> {
  const { rows } = command;
  if (rows.length === 0 || rows.length > MOST_RESULTS) {
    throw invalidField('results', 'length', `Send 1 to ${MOST_RESULTS} results.`);
  }
  const recorded: RecordedRow[] = [];
  const news: DomainEvent[] = [];
  const standing = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    try {
      // A row may have been found wrong before it came here: it names a record that there isn't.
      if (row instanceof DomainError) throw row;
      const { result, events } = await recordResult(row, {
        ...world,
        results: onceEach(world.results, standing, index),
      });
      recorded.push({ result, refusal: null });
      news.push(...events);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      recorded.push({ result: null, refusal: error });
    }
  }
  return outcome(recorded, ...news);
}

/** The results as each row finds them: those of the rows before it are not in the database yet. */
function onceEach(
  results: Parameters<typeof recordResult>[1]['results'],
  standing: Map<string, number>,
  index: number,
): typeof results {
  const keyOf = ({ studentId, unitId, termId, attempt }: Parameters<typeof results.standing>[0]) =>
    [studentId, unitId, termId, attempt].join(' ');
  return {
    ...results,
    standing: async (key) => {
      const earlier = standing.get(keyOf(key));
      if (earlier === undefined) return results.standing(key);
      throw refuse(educationRefusals.result_exists, `Row ${earlier} opens a result for this unit, term and attempt.`, {
        row: earlier,
      });
    },
    add: async (result) => {
      standing.set(keyOf(result), index);
      await results.add(result);
    },
  };
}
