import { DomainError } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Result } from '../../result/result.ts';

/** As many as one command takes. */
export const MOST_RESULTS = 500;

/** What became of one row of many. */
export type RecordedRow =
  { readonly result: Result; readonly refusal: null } | { readonly result: null; readonly refusal: DomainError };

/**
 * Carries out each row or not: what is wrong with one keeps none of the others. A row changes nothing before everything
 * about it was found right.
 * @param rows a row may have been found wrong before it came here: it names a record that there isn't
 * @throws DomainError validation_failed (invalid) where there are none or too many
 */
export async function eachRow<Row>(
  rows: readonly (Row | DomainError)[],
  take: (row: Row, index: number) => Promise<Outcome<Result>>,
): Promise<Outcome<readonly RecordedRow[]>> {
  if (rows.length === 0 || rows.length > MOST_RESULTS) {
    throw invalidField('results', 'length', `Send 1 to ${MOST_RESULTS} results.`);
  }
  const recorded: RecordedRow[] = [];
  const allEvents: DomainEvent[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      if (row instanceof DomainError) throw row;
      const { result, events } = await take(row, index);
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
export function once<Found>(get: (id: number) => Promise<Found>): (id: number) => Promise<Found> {
  const found = new Map<number, Promise<Found>>();
  return (id) => {
    const reading = found.get(id) ?? get(id);
    found.set(id, reading);
    return reading;
  };
}
