import { hash } from 'node:crypto';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import { toWire } from '#platform/runtime/wire.ts';
import type { Shown } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

const DIGEST_CHARACTERS = 22;

/**
 * The ETag of a representation, strong (RFC 9110, 8.8.3): its bytes decide, whatever they follow from. A record's version
 * stands before them, for If-Match: a command is decided on the record, and not on what else is shown with it.
 */
export function etagOf(body: string, record?: { readonly version: number }): string {
  const digest = hash('sha256', body, 'base64url').slice(0, DIGEST_CHARACTERS);
  return record ? `"v${record.version}-${digest}"` : `"${digest}"`;
}

/** A tag that If-Match takes for this version, whatever is shown with it. */
export const tagOfVersion = (version: number): string => `"v${version}"`;

/** May be stored by the client alone, and is asked for again before each use: a tag decides. */
const REVALIDATED = { 'cache-control': 'private, no-cache', vary: 'Authorization' } as const;

/** What says of a representation whether it is still the one that a client has. */
export function validatorsOf(body: string, record?: { readonly version: number }) {
  return { ...REVALIDATED, etag: etagOf(body, record) };
}

/** A JSON reply. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): CommandResponse {
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body: JSON.stringify(toWire(body)) };
}

/** The reply to a write: the record as it was committed, with its ETag. */
export function recordResponse(
  status: 200 | 201 | 202,
  record: { readonly version: number },
  body: unknown,
  location?: string,
): CommandResponse {
  const response = jsonResponse(status, body, location === undefined ? {} : { location });
  return { ...response, headers: { ...response.headers, etag: etagOf(response.body, record) } };
}

/** A single record as a read shows it. */
export function showRecord(record: { readonly version: number }, body: unknown): Shown {
  return { record, body };
}
