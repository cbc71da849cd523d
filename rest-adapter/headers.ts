import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { refuse } from '#core/kernel/domain-error.ts';
import { unreadableBody } from '#platform/runtime/sent-body.ts';
import { restRefusals } from './refusals.ts';

const PRINTABLE = /^[\x21-\x7e]{1,128}$/;
const KEY = /^[\x21-\x7e]{1,255}$/;
/** Version ff, and ids of zeros alone, are no trace (W3C Trace Context, 3.2.2). */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
/** An ETag of ours: a version, perhaps how often the sandbox had been reset, and what was shown with it. */
const ETAG = /^"v(?<version>0|[1-9]\d{0,8})(?:\.(?<generation>[1-9]\d{0,8}))?(?<shown>-[\w-]{22})?"$/;
/** An entity tag (RFC 9110, 8.8.3), strong or weak. */
const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const ENTITY_TAGS = new RegExp(`^${ENTITY_TAG.source}(?:[ \\t]*,[ \\t]*${ENTITY_TAG.source})*$`);

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

/** A version that If-Match names. A tag that a server gave out is of one generation of records; the version alone is of any. */
export type NamedVersion = { readonly version: number; readonly generation: number | 'any' };

/**
 * The versions that If-Match names; undefined where it is absent or `*`. What was shown with a version does not count. Tags that were never given out, and weak ones,
 * which never match (RFC 9110, 13.1.1), name no version: where there are only such, the list is empty.
 * @throws DomainError invalid_header (malformed)
 */
export function ifMatchOf(header: string | undefined): readonly NamedVersion[] | undefined {
  const text = header?.trim();
  if (text === undefined || text === '*') return undefined;
  if (!ENTITY_TAGS.test(text)) {
    throw refuse(
      restRefusals.invalid_header,
      'If-Match has to be the ETag of the record, such as "v7", a list of such, or *.',
      { header: 'If-Match' },
    );
  }
  const tags = text.match(new RegExp(ENTITY_TAG, 'g')) ?? [];
  return tags.flatMap((tag) => {
    const { version, generation, shown } = ETAG.exec(tag)?.groups ?? {};
    if (version === undefined) return [];
    const isOfAny = generation === undefined && shown === undefined;
    return [{ version: Number(version), generation: isOfAny ? ('any' as const) : Number(generation ?? 0) }];
  });
}

/** True where If-Match has a weak tag: the reply to a refusal says why it did not match. */
export const hasWeakTag = (ifMatch: string | undefined): boolean => /(^|[\s,])W\/"/.test(ifMatch ?? '');

/**
 * The token's header, which comes once.
 * @throws DomainError invalid_header (malformed): two may name two clients
 */
export function authorizationOf(request: IncomingMessage): string | undefined {
  if (valuesOf(request, 'authorization').length > 1) {
    throw refuse(restRefusals.invalid_header, 'Authorization was sent more than once. Send it once.', {
      header: 'Authorization',
    });
  }
  return request.headers.authorization;
}

/**
 * Refuses bodies in a charset or a content coding that is not read here: as bytes they would be taken for something else.
 * @throws DomainError invalid_header (malformed)
 */
export function requirePlainUtf8({ headers }: IncomingMessage): void {
  const unreadable = unreadableBody(headers);
  if (unreadable === null) return;
  throw refuse(restRefusals.invalid_header, unreadable.message, { header: unreadable.header });
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
