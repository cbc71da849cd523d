import { TransportError } from './problems.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import { restRefusals } from './refusals.ts';

/** The largest body, in bytes, and how deep and wide it may be. */
export const MAX_BODY_BYTES = 256 * 1024;
const MAX_DEPTH = 20;
const MAX_ITEMS = 1_000;

/**
 * Reads a JSON body within its limits. A member named __proto__ is an ordinary unknown member: it never becomes a
 * prototype.
 * @throws DomainError malformed_json, TransportError payload_too_large
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse(restRefusals.malformed_json, 'The body is not one valid JSON document in UTF-8.');
  }
  requireModest(value, 1);
  return value;
}

/** Texts that neither a database nor a reader can do anything with: NUL, or half of a surrogate pair. */
function requireReadable(text: string): void {
  if (!text.includes('\u0000') && text.isWellFormed()) return;
  throw refuse(restRefusals.malformed_json, 'A text of the body holds NUL or half of a surrogate pair.');
}

function requireModest(value: unknown, depth: number): void {
  if (typeof value === 'string') requireReadable(value);
  if (value === null || typeof value !== 'object') return;
  if (depth > MAX_DEPTH) throw tooMuch(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  const items = Array.isArray(value) ? value : Object.values(value);
  if (items.length > MAX_ITEMS) throw tooMuch(`A list or object of the body has more than ${MAX_ITEMS} entries.`);
  if (!Array.isArray(value)) for (const name of Object.keys(value)) requireReadable(name);
  for (const item of items) requireModest(item, depth + 1);
}

function tooMuch(message: string): TransportError {
  return new TransportError('payload_too_large', message, { max_bytes: MAX_BODY_BYTES });
}
