import { refuse, type DomainError } from '../../../kernel/domain-error.ts';
import type { Outcome } from '../../../kernel/outcome.ts';
import { educationRefusals } from '../../refusals.ts';
import { eachRow, once, type RecordedRow } from './each-row.ts';
import { recordResult, type RecordResult } from './record-result.ts';

type Ports = Parameters<typeof recordResult>[1];

/**
 * Opens many results, each of them or not: what is wrong with one row keeps none of the others.
 * @throws DomainError validation_failed (invalid) where there are none or too many
 */
export function recordResults(
  { rows }: { readonly rows: readonly (RecordResult | DomainError)[] },
  ports: Ports,
): Promise<Outcome<readonly RecordedRow[]>> {
  const existing = new Map<string, number>();
  const known = readOnce(ports);
  return eachRow(rows, (row, index) =>
    recordResult(row, { ...known, results: onceEach(ports.results, existing, index) }),
  );
}

function readOnce(ports: Ports): Ports {
  const { enrolments, units, terms, programmes, gradingScales } = ports;
  return {
    ...ports,
    enrolments: { ...enrolments, get: once(enrolments.get) },
    units: { ...units, get: once(units.get) },
    terms: { ...terms, get: once(terms.get) },
    programmes: { ...programmes, get: once(programmes.get) },
    gradingScales: { ...gradingScales, get: once(gradingScales.get) },
  };
}

/** The results as each row finds them: those of the rows before it are not in the database yet. */
function onceEach(results: Ports['results'], existing: Map<string, number>, index: number): typeof results {
  const keyOf = ({ studentId, unitId, termId, attempt }: Parameters<typeof results.existing>[0]) =>
    [studentId, unitId, termId, attempt].join(' ');
  return {
    ...results,
    existing: async (key) => {
      const earlier = existing.get(keyOf(key));
      if (earlier === undefined) return results.existing(key);
      throw refuse(educationRefusals.result_exists, `Row ${earlier} opens a result for this unit, term and attempt.`, {
        row: earlier,
      });
    },
    add: async (result) => {
      existing.set(keyOf(result), index);
      await results.add(result);
    },
  };
}
