import type { Details, DomainError, RefusalKind } from '#core/kernel/domain-error.ts';
import { catalogue } from '#platform/app/refusal-catalogue.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import { toWire } from '#platform/runtime/wire.ts';
import { tagOfVersion } from './responses.ts';
import { restRefusals, transportRefusals, type TransportCode } from './refusals.ts';

/** The one place where refusals get a status. */
const STATUS_OF_KIND: { readonly [K in RefusalKind]: number } = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  gone: 410,
  stale: 412,
  invalid: 422,
  limited: 429,
  upstream: 502,
  unavailable: 503,
};

/** Kinds for which the same request may succeed later. */
const RETRYABLE: readonly RefusalKind[] = ['limited', 'upstream', 'unavailable'];
const RETRYABLE_CODES: readonly string[] = ['idempotency_request_in_progress', 'internal_error', 'precondition_failed'];

/** What to do about refusals in HTTP's own words: a version is an ETag there. */
const REMEDIES: { readonly [code: string]: string } = {
  precondition_failed: 'Read the record again, decide again, and send its new ETag in If-Match.',
};

export type Entry = {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly remedy: string;
  readonly retryable: boolean;
};

/** Every refusal that this adapter can answer with, by code: what GET /problems shows. */
export const problemCatalogue: ReadonlyMap<string, Entry> = new Map(
  [
    ...[...catalogue.values(), ...Object.values(restRefusals)].map(({ code, kind, title, remedy }) => ({
      code,
      status: STATUS_OF_KIND[kind],
      title,
      remedy: REMEDIES[code] ?? remedy,
      retryable: RETRYABLE.includes(kind) || RETRYABLE_CODES.includes(code),
    })),
    ...Object.entries(transportRefusals).map(([code, row]) => ({
      code,
      ...row,
      retryable: row.status >= 500 || row.status === 408,
    })),
  ]
    .toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
    .map((entry) => [entry.code, entry] as const),
);

/** Where a refusal happened, for the members that every problem carries. */
export type Occasion = {
  readonly baseUrl: string;
  readonly path: string;
  readonly requestId: string;
  /** Where the client finds the request in its log; missing where none is written. */
  readonly requestLogUrl?: string;
  /** If-Match has a weak tag, which never matches. */
  readonly hasWeakTag?: boolean;
};

export const PROBLEM_TYPE = 'application/problem+json';

/** A refusal of HTTP that no kind stands for: thrown by the adapter, answered like every other. */
export class TransportError extends Error {
  readonly code: TransportCode;
  readonly details: Details;

  constructor(code: TransportCode, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** The reply to a refusal: RFC 9457 problem details, with the code and what to do. */
export function problemOf(
  error: DomainError | TransportError,
  occasion: Occasion,
  extra: Details = {},
): CommandResponse {
  const entry = problemCatalogue.get(error.code);
  if (!entry) throw new Error(`The refusal ${error.code} stands in no catalogue.`);
  const { retry_after: retryAfter } = error.details;
  return {
    status: entry.status,
    headers: {
      'content-type': PROBLEM_TYPE,
      ...(typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}),
      ...challengeOf(error),
      // Details are what the refusal was made with: for this code, a list of methods.
      ...(error.code === 'method_not_allowed' ? { allow: (error.details['allowed'] as string[]).join(', ') } : {}),
    },
    body: JSON.stringify(
      toWire({
        type: `${occasion.baseUrl}/problems/${entry.code}`,
        title: entry.title,
        status: entry.status,
        detail: detailOf(error, occasion),
        instance: occasion.path,
        code: entry.code,
        request_id: occasion.requestId,
        ...(occasion.requestLogUrl === undefined ? {} : { request_log_url: occasion.requestLogUrl }),
        retryable: entry.retryable,
        ...inOurWords(error.details),
        ...extra,
      }),
    ),
  };
}

function detailOf({ code, message }: DomainError | TransportError, { hasWeakTag }: Occasion): string {
  if (code !== 'precondition_failed' || !hasWeakTag) return message;
  return `${message} A weak tag (W/"...") in If-Match never matches: send the ETag as it was received.`;
}

/**
 * The details of a refusal in the words of HTTP: an ETag in the place of a version, and of each field a JSON pointer
 * (RFC 6901) into the body. What the check of bodies found has its pointers already: names there are the client's own,
 * and may hold dots.
 */
function inOurWords(details: Details): Details {
  const worded = Object.entries(details).map(([name, value]) => {
    if (name === 'current_version') return ['current_etag', tagOfVersion(Number(value))];
    if (name === 'at') return ['pointer', pointerTo(String(value))];
    // Errors are objects, see `FieldError`.
    if (name === 'errors' && Array.isArray(value)) return [name, (value as readonly Details[]).map(pointing)];
    return [name, value];
  });
  // The values are as before, or texts.
  return Object.fromEntries(worded) as Details;
}

function pointing({ field, ...found }: Details): Details {
  // The amounts that a sentence names are for people, to whom the graph shows them.
  const entry = Object.fromEntries(Object.entries(found).filter(([name]) => name !== 'amounts'));
  return typeof field === 'string' ? { pointer: pointerTo(field), ...entry } : entry;
}

/** A field of a command as a JSON pointer into the body. */
export function pointerTo(field: string): string {
  return `#/${field.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('.', '/')}`;
}

/** RFC 6750: bare where nothing was sent, with the reason where something was. */
function challengeOf(error: DomainError | TransportError): Record<string, string> {
  switch (error.code) {
    case 'unauthenticated':
      return { 'www-authenticate': 'Bearer' };
    case 'invalid_token':
      return { 'www-authenticate': 'Bearer error="invalid_token"' };
    case 'invalid_client':
      return { 'www-authenticate': 'Basic realm="umoja"' };
    case 'insufficient_scope': {
      // As above: for this code, a list of scopes.
      const required = (error.details['required_scopes'] as readonly string[] | undefined)?.join(' ') ?? '';
      return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${required}"` };
    }
    default:
      return {};
  }
}
