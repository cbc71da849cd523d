import { TransportError } from './problems.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import { ambiguityIn } from '#platform/runtime/sent-body.ts';
import { restRefusals } from './refusals.ts';

/** The largest body, in bytes, and how deep and wide it may be. */
export const MAX_BODY_BYTES = 256 * 1024;
const MAX_DEPTH = 20;
const MAX_ITEMS = 1_000;

/** No row of any batch has fewer bytes. */
const LEAST_OF_A_ROW = 32;

/**
 * How long a list of a body may be. One that takes larger bodies than others has rows: its schema bounds them, and says so in the
 * words of its operation; here, what its bytes can hold does.
 */
export const mostItems = (maxBytes: number | undefined): number =>
  maxBytes === undefined ? MAX_ITEMS : Math.floor(maxBytes / LEAST_OF_A_ROW);

/**
 * Reads a JSON body within its limits. A member named __proto__ is an ordinary unknown member: it never becomes a
 * prototype. What two parsers may read differently (a name that comes twice, a number with more digits than a double
 * holds) is refused: RFC 8259, sections 4 and 6, leaves both to the receiver.
 * @param most entries of a list
 * @throws DomainError malformed_json, TransportError payload_too_large
 */
export function readJson(bytes: Buffer, most = MAX_ITEMS): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw refuse(restRefusals.malformed_json, 'The body is not one valid JSON document in UTF-8.');
  }
  requireModest(value, 1, most);
  const ambiguity = ambiguityIn(text);
  if (ambiguity !== null) throw refuse(restRefusals.malformed_json, ambiguity);
  return value;
}

/** Texts that neither a database nor a reader can do anything with: NUL, or half of a surrogate pair. */
function requireReadable(text: string): void {
  if (!text.includes('\u0000') && text.isWellFormed()) return;
  throw refuse(restRefusals.malformed_json, 'A text of the body holds NUL or half of a surrogate pair.');
}

function requireModest(value: unknown, depth: number, most: number): void {
  if (typeof value === 'string') requireReadable(value);
  if (value === null || typeof value !== 'object') return;
  if (depth > MAX_DEPTH) throw tooMuch(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  const items = Array.isArray(value) ? value : Object.values(value);
  const mostHere = Array.isArray(value) ? most : MAX_ITEMS;
  if (items.length > mostHere) throw tooMuch(`A list or object of the body has more than ${mostHere} entries.`);
  if (!Array.isArray(value)) for (const name of Object.keys(value)) requireReadable(name);
  for (const item of items) requireModest(item, depth + 1, most);
}

function tooMuch(message: string): TransportError {
  return new TransportError('payload_too_large', message, { max_bytes: MAX_BODY_BYTES });
}
