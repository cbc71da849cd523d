import { DomainError, refuse } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { educationRefusals } from '../../refusals.ts';
import type { Result } from '../../result/result.ts';
import { recordResult, type RecordResult } from './record-result.ts';

/** As many as one command opens. */
export const MOST_RESULTS = 500;

type Ports = Parameters<typeof recordResult>[1];

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
  ports: Ports,
): Promise<Outcome<readonly RecordedRow[]>> {
  const { rows } = command;
  if (rows.length === 0 || rows.length > MOST_RESULTS) {
    throw invalidField('results', 'length', `Send 1 to ${MOST_RESULTS} results.`);
  }
  const recorded: RecordedRow[] = [];
  const allEvents: DomainEvent[] = [];
  const existing = new Map<string, number>();
  const known = readOnce(ports);
  for (const [index, row] of rows.entries()) {
    try {
      // A row may have been found wrong before it came here: it names a record that there isn't.
      if (row instanceof DomainError) throw row;
      const { result, events } = await recordResult(row, {
        ...known,
        results: onceEach(ports.results, existing, index),
      });
      recorded.push({ result, refusal: null });
      allEvents.push(...events);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      recorded.push({ result: null, refusal: error });
    }
  }
  return outcome(recorded, ...allEvents);
}

/** What many rows name alike is looked up once: a class of students has one programme, one scale and a few units. */
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

function once<Found>(get: (id: number) => Promise<Found>): (id: number) => Promise<Found> {
  const found = new Map<number, Promise<Found>>();
  return (id) => {
    const reading = found.get(id) ?? get(id);
    found.set(id, reading);
    return reading;
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
