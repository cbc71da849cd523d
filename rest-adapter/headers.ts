import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { refuse } from '#core/kernel/domain-error.ts';
import { restRefusals } from './refusals.ts';

const PRINTABLE = /^[\x21-\x7e]{1,128}$/;
const KEY = /^[\x21-\x7e]{1,255}$/;
/** Version ff, and ids of zeros alone, are no trace (W3C Trace Context, 3.2.2). */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const ETAG = /^"v(\d{1,9})"$/;

/** The request's id: the caller's where it is fit to be logged, a new one otherwise. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && PRINTABLE.test(header) ? header : randomUUID();
}

/** True for text that can be an Idempotency-Key. */
export const isKey = (text: string): boolean => KEY.test(text);

/** The W3C trace context, or null. A malformed one is ignored, as the standard asks. */
export function traceparentOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : null;
}

/**
 * The Idempotency-Key, unwrapped where it is quoted; null where there is none.
 * @throws DomainError invalid_idempotency_key (malformed): bad characters, empty, too long, or sent twice
 */
export function idempotencyKeyOf(request: IncomingMessage): string | null {
  const values = valuesOf(request, 'idempotency-key');
  if (values.length === 0) return null;
  const text = values[0]?.trim() ?? '';
  const key = text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
  if (values.length === 1 && isKey(key)) return key;
  throw refuse(
    restRefusals.invalid_idempotency_key,
    values.length > 1
      ? 'Idempotency-Key was sent more than once.'
      : 'Idempotency-Key has to be 1 to 255 visible ASCII characters.',
    { header: 'Idempotency-Key' },
  );
}

/**
 * The version that If-Match names; undefined where it is absent or `*`.
 * @throws DomainError invalid_header (malformed)
 */
export function ifMatchOf(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const version = ETAG.exec(header.trim())?.[1];
  if (version !== undefined) return Number(version);
  // A tag that we never gave out can't be current: it is stale, not malformed, so it gets a version that no record has.
  if (/^(W\/)?"[^"]*"$/.test(header.trim())) return -1;
  throw refuse(restRefusals.invalid_header, 'If-Match has to be the ETag of the record, such as "v7", or *.', {
    header: 'If-Match',
  });
}

/** True where If-None-Match names this ETag (weak comparison, RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);
}

/** Every value of a header, also where Node would have joined them. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
