import type { CommandResponse } from '#platform/app/idempotency.ts';
import { toWire } from '#platform/runtime/wire.ts';
import type { Shown } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The concurrency token of a record: its version, strong (RFC 9110, 8.8.3). */
export function etagOf(record: { readonly version: number }): string {
  return `"v${record.version}"`;
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
  return jsonResponse(status, body, { etag: etagOf(record), ...(location === undefined ? {} : { location }) });
}

/** A single record as a read shows it. */
export function showRecord(record: { readonly version: number }, body: unknown): Shown {
  return { headers: { etag: etagOf(record) }, body };
}
