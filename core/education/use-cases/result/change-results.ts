import type { DomainError } from '../../../kernel/domain-error.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import type { Outcome } from '../../../kernel/outcome.ts';
import { eachRow, once, type RecordedRow } from './each-row.ts';
import { changeResult, type ChangeResult } from './record-result.ts';

/**
 * Enters scores of many results before publication, each of them or not: a row that is refused, or was decided on an
 * older version, keeps none of the others.
 * @throws DomainError validation_failed (invalid) where there are none or too many
 */
export function changeResults(
  { rows }: { readonly rows: readonly (ChangeResult | DomainError)[] },
  ports: Parameters<typeof changeResult>[1],
): Promise<Outcome<readonly RecordedRow[]>> {
  const seen = new Set<number>();
  const { gradingScales } = ports;
  const known = { ...ports, gradingScales: { ...gradingScales, get: once(gradingScales.get) } };
  return eachRow(rows, async (row) => {
    // The second of two would be decided on a version that the first has just ended.
    if (seen.has(row.resultId)) throw invalidField('result_id', 'unique', 'Every result stands once.');
    seen.add(row.resultId);
    return changeResult(row, known);
  });
}
