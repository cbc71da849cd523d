import { createHash } from 'node:crypto';

/** A statement that a connection parses once, and knows by its name from then on. */
export type Prepared = { readonly name: string; readonly text: string };

/**
 * How a statement is planned. `each_time`: for the values of each execution, and under no name; for those that are rare, or
 * carry arrays of any length. `once`: its plan is the same whatever its values are, because keys or the order of a list
 * find its rows. `in_order`: the same of a page whose order an index has, with its filter: it is walked, and nothing is sorted.
 * `by_values`: its filters may match one row or a million, so PostgreSQL plans its first executions for their values, and
 * plans it once only where that was no worse.
 */
export type Planning = 'each_time' | 'once' | 'in_order' | 'by_values';

/** Names a statement by its text, so that two of a name are the same. */
export function prepared(text: string): Prepared {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
}

/** More than the application has: what varies beyond are combinations of filters, which come and go. */
const MOST_TEXTS = 2_000;
const known = new Map<string, Prepared>();

/** The same for texts that are made at each call. */
export function preparedOnce(text: string): Prepared {
  const found = known.get(text);
  if (found) {
    // Used last, so forgotten last.
    known.delete(text);
    known.set(text, found);
    return found;
  }
  const statement = prepared(text);
  known.set(text, statement);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_TEXTS) break;
    known.delete(oldest);
  }
  return statement;
}
