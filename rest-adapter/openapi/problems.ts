import { createHash } from 'node:crypto';
import { problemCatalogue, PROBLEM_TYPE } from '../problems.ts';
import type { Route } from '../route.ts';
import type { Json } from './schemas.ts';

/** Every code that an operation can be refused with: those of its row, and those that follow from what the row says. */
export function codesOf(row: Route): readonly string[] {
  const writing = row.method !== 'GET';
  return [
    'unauthenticated',
    'invalid_token',
    'address_not_allowed',
    'rate_limited',
    'not_acceptable',
    'invalid_parameter',
    'headers_too_large',
    'internal_error',
    'service_unavailable',
    ...(row.scope === null ? [] : ['insufficient_scope']),
    ...(row.surface === 'payment-bridge' ? ['app_required'] : []),
    ...(row.params ? ['not_found'] : []),
    ...(writing ? ['malformed_json', 'payload_too_large', 'unsupported_media_type', 'validation_failed'] : []),
    ...(writing
      ? ['invalid_idempotency_key', 'invalid_header', 'idempotency_key_reused', 'idempotency_request_in_progress']
      : []),
    ...(writing && row.subject && row.method !== 'POST' ? ['precondition_failed'] : []),
    ...(row.deprecation ? ['api_version_removed'] : []),
    ...row.refusals,
  ];
}

/** Every status that an operation can answer with. */
export function statusesOf(row: Route): readonly number[] {
  const successes = [row.reply.status, ...(row.alsoReplies ?? []).map(({ status }) => status)];
  const refused = codesOf(row).map((code) => problemCatalogue.get(code)?.status ?? 500);
  const unchanged = hasEtag(row) && row.method === 'GET' ? [304] : [];
  return [...new Set([...successes, ...unchanged, ...refused])].toSorted((a, b) => a - b);
}

/** True for reads of what is no list, and for commands that reply with a record that has a version. */
export function hasEtag({ method, reply, list, offsetList }: Route): boolean {
  if (list || offsetList || reply.schema === null) return false;
  if (method === 'GET') return true;
  // The payment bridge wraps a record in `data`.
  const { properties = {} } = reply.schema as Shape;
  return 'version' in (properties['data']?.properties ?? properties);
}

type Shape = { readonly properties?: { readonly [member: string]: Shape } };

/** Responses that several operations share, gathered while a document is written: by status and codes. */
export type Responses = Map<string, Json>;

/** The problem responses of an operation, by status. */
export function problemResponses(
  codes: readonly string[],
  headers: Json,
  shared: Responses,
): Record<string, { readonly $ref: string }> {
  const byStatus = Map.groupBy(new Set(codes), (code) => {
    const entry = problemCatalogue.get(code);
    if (!entry) throw new Error(`The refusal ${code} stands in no catalogue.`);
    return entry.status;
  });
  const statuses = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(
    statuses.map(([status, of]) => {
      const name = [nameOf(status, of), ...('X-RateLimit-Limit' in headers ? [] : ['open'])].join('.');
      shared.set(name, problemResponse(status, of, { ...headers, ...headersOf(status) }));
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/**
 * Refused404.not_found; several codes are named by a digest, which stays as they do: each operation refers to it. Generators make
 * identifiers of it, which don't begin with a digit.
 */
function nameOf(status: number, codes: readonly string[]): string {
  if (codes.length === 1) return `Refused${status}.${codes.join()}`;
  return `Refused${status}.of_${createHash('sha256').update(codes.join()).digest('hex').slice(0, 8)}`;
}

function problemResponse(status: number, codes: readonly string[], headers: Json): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${problemCatalogue.get(code)?.title}.`).join(' '),
    headers,
    content: {
      [PROBLEM_TYPE]: {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: { enum: codes }, status: { const: status } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function headersOf(status: number): Json {
  return {
    ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
  };
}

/** Members that some problems have beside those of all. */
const EXTENSIONS: { readonly [code: string]: Json } = {
  insufficient_balance: { agent_id: 'AG-000001', available_float: 1_250_000, requested_amount: 5_000_000 },
  invalid_state_transition: { current_state: 'active', action: 'approve', allowed_actions: [] },
  validation_failed: { errors: [{ pointer: '#/product_id', code: 'required', detail: 'product_id is required.' }] },
  unknown_reference: {
    errors: [{ pointer: '#/member_id', code: 'unknown_reference', detail: 'Use the id of one of your members.' }],
  },
  insufficient_scope: { required_scopes: ['loans:write'], granted_scopes: ['loans:read'] },
  precondition_failed: { current_etag: '"v8"' },
  rate_limited: { limit: 1200, window_seconds: 60, retry_after: 3 },
  unknown_filter: { parameter: 'filter[colour]', allowed: ['state', 'member_id'] },
  invalid_parameter: { parameter: 'limit' },
  idempotency_request_in_progress: { retry_after: 1 },
  payload_too_large: { max_bytes: 262_144 },
};

/** An example of each of these problems. */
export function problemExamples(codes: Iterable<string>): Record<string, Json> {
  const sorted = [...new Set(codes)].toSorted();
  return Object.fromEntries(
    sorted.map((code) => [code, { summary: problemCatalogue.get(code)?.title, value: exampleProblem(code) }]),
  );
}

function exampleProblem(code: string): Json {
  const entry = problemCatalogue.get(code);
  return {
    type: `https://api.umoja.test/problems/${code}`,
    title: entry?.title,
    status: entry?.status,
    detail: entry?.title,
    instance: '/api/v1/loans/12',
    code,
    request_id: 'b7c1f0a2',
    request_log_url: 'https://api.umoja.test/api/v1/requests/b7c1f0a2',
    retryable: entry?.retryable,
    ...EXTENSIONS[code],
  };
}

export const ProblemSchema: Json = {
  type: 'object',
  description: 'RFC 9457 problem details. Other members depend on the code.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'retryable'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Ends in the code; leads to its page.' },
    title: { type: 'string', description: 'The same for every occurrence.' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened this time, and what to do.' },
    instance: { type: 'string', description: 'The path of the request.' },
    code: { type: 'string', description: 'Stable: programs go by this.' },
    request_id: { type: 'string', description: 'Give it to support.' },
    request_log_url: {
      type: 'string',
      format: 'uri',
      description:
        'The request in your log, a second later: what was sent and why it was refused. Missing where no token was known.',
    },
    retryable: { type: 'boolean', description: 'The same request may succeed later.' },
    parameter: { type: 'string' },
    header: { type: 'string' },
    allowed: { type: 'array', items: { type: 'string' } },
    errors: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'Where in the body, as a JSON pointer behind #.' },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
      },
    },
    agent_id: { type: 'string', description: 'insufficient_balance: whose float it is.' },
    available_float: { type: 'integer', description: 'insufficient_balance: minor units.' },
  },
};
