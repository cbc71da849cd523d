import { QUOTAS } from '#core/partners/quotas.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { toWire } from '#platform/runtime/wire.ts';
import { scopesOf, type Route } from '../route.ts';
import { ENDPOINT_CODES, endpointOperations } from './endpoints.ts';
import { parametersOf, sharedParameters } from './parameters.ts';
import { codesOf, hasEtag, problemExamples, problemResponses, ProblemSchema, type Responses } from './problems.ts';
import { EXAMPLE, recordedExample } from './recorded.ts';
import { EVENT_REPLIES, WEBHOOK_HEADERS, webhookOperations } from './webhooks.ts';
import { exampleOf, schemaFor, type Components, type Json } from './schemas.ts';
import { withSharedParts } from './shared.ts';

/** The document of the API (OpenAPI 3.1), made from the rows and nothing else. */
export function openApi(rows: readonly Route[]): Json {
  const components: Components = new Map([['Problem', ProblemSchema]]);
  const paths = new Map<string, Record<string, Json>>();
  const put = (path: string, method: string, operation: Json) =>
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: operation });
  const responses: Responses = new Map();
  for (const row of rows) put(row.path, row.method, operationOf(row, { components, responses }));
  for (const { path, method, operation } of endpointOperations(components, responses)) put(path, method, operation);
  const webhooks = webhookOperations(components);
  const shared = withSharedParts(Object.fromEntries(paths));
  const tags = [...new Set([...rows.map(({ tag }) => tag), 'Tokens', 'Service'])];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Umoja partner API',
      version: '1',
      description:
        'Members, loans and their payments, schools and their students. Amounts are integers of minor units, instants ' +
        'UTC with a Z. Ids are integers; where id_format or the client’s setting asks for uuids, the same members carry ' +
        'those as text. Requests take both forms everywhere. Every write takes an Idempotency-Key; every refusal is a problem (RFC 9457) whose code stands ' +
        'in the catalogue at /problems.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Umoja' },
    },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] ?? `${name}.` })),
    paths: shared.paths,
    webhooks,
    components: {
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => a.localeCompare(b))),
      responses: Object.fromEntries(
        [...responses, ...Object.entries({ ...shared.responses, ...EVENT_REPLIES })].toSorted(([a], [b]) =>
          a.localeCompare(b),
        ),
      ),
      examples: problemExamples([...rows.flatMap(codesOf), ...ENDPOINT_CODES]),
      parameters: { ...sharedParameters, ...WEBHOOK_HEADERS, ...shared.parameters },
      headers: rows.some(({ deprecation }) => deprecation) ? { ...headers, ...endHeaders } : headers,
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          description: 'A token lives for an hour; keep it and use it again.',
          flows: {
            clientCredentials: {
              tokenUrl: '/api/v1/oauth/token',
              scopes: Object.fromEntries(SCOPES.map((scope) => [scope, meaningOf(scope)])),
            },
          },
        },
        basic: { type: 'http', scheme: 'basic', description: 'client_id and client_secret, at the token endpoints.' },
      },
    },
  };
}

const TAGS: { readonly [tag: string]: string } = {
  Members: 'People who belong, or apply to belong, to the society.',
  Loans: 'Applications, decisions, schedules.',
  'Loan products': 'What loans are made from.',
  Disbursements: 'Money on its way to a member.',
  Repayments: 'Money that members pay back.',
  'Savings accounts': 'What members have saved, and may do with it.',
  'Savings transactions': 'Deposits, withdrawals and what the society books.',
  'Mobile money': 'Payments that came in, and where they belong.',
  'AML alerts': 'What looks like laundering, for people to decide.',
  Webhooks: 'Event notifications to your endpoints.',
  Students: 'Who studies, from the application to the certificate.',
  Enrolments: 'What students study in a term.',
  Invoices: 'What students owe: drafted, issued, paid, voided.',
  'Invoice payments': 'Money for fees, and the invoices that it is put on.',
  'Credit notes': 'What lowers an issued invoice.',
  Results: 'Marks of a unit: entered, published by another person, amended with a reason.',
  Programmes: 'What can be studied.',
  Units: 'What programmes consist of.',
  Calendar: 'Academic years, their terms, and intakes.',
  'Fee structures': 'What invoices are made from.',
  'Grading scales': 'How marks become grades.',
  'Payment bridge': 'Apps that pay and collect, and the money behind them.',
  Requests: 'What became of a request.',
  Tokens: 'OAuth 2.0 client credentials.',
  Service: 'The server itself: health, metadata, the catalogue of problems.',
};

function meaningOf(scope: string): string {
  const [resource = '', access] = scope.split(':');
  return `${access === 'read' ? 'Read' : 'Write'} ${resource.replaceAll('_', ' ')}.`;
}

/** What many operations share, gathered while a document is written. */
type Gathered = { readonly components: Components; readonly responses: Responses };

function operationOf(row: Route, { components, responses }: Gathered): Json {
  const etag = hasEtag(row);
  return {
    operationId: row.operation,
    summary: row.summary,
    description: row.description ?? `${row.summary}.`,
    tags: [row.tag],
    ...(row.deprecation ? { deprecated: true } : {}),
    security: [{ oauth: scopesOf(row) }],
    'x-rate-bucket': row.bucket,
    'x-rate-quota-per-minute': QUOTAS[row.bucket],
    parameters: parametersOf(row, components, { etag }),
    ...(row.body ? { requestBody: requestBodyOf(row, components) } : {}),
    responses: {
      ...successesOf(row, components, { etag }),
      ...problemResponses(codesOf(row), commonHeaders(row), responses),
    },
  };
}

function requestBodyOf(row: Route, components: Components): Json {
  const schema = schemaFor(row.body ?? {}, components);
  return {
    required: row.bodyIsOptional !== true,
    content: {
      'application/json': {
        schema,
        ...exampled(recordedExample(row.operation)?.body ?? row.example ?? exampleOf(schema, components)),
      },
    },
  };
}

function successesOf(row: Route, components: Components, { etag }: { readonly etag: boolean }): Record<string, Json> {
  const { schema: own } = row.reply;
  const others = (row.alsoReplies ?? []).map((reply) => ({ schema: own, ...reply }));
  const headersHere = {
    ...commonHeaders(row),
    ...(etag ? { ETag: header('ETag') } : {}),
    ...(row.method === 'GET' ? {} : { 'Idempotent-Replayed': header('Idempotent-Replayed') }),
    ...(row.list || row.offsetList ? { Link: header('Link') } : {}),
    ...(row.offsetList ? { 'X-Total-Count': header('X-Total-Count') } : {}),
  };
  const shown = (status: number) => (status === row.reply.status ? recordedExample(row.operation)?.reply : undefined);
  // The request of the example has one reply: what other statuses show belongs to other requests.
  const nameOf = (status: number) => (status === row.reply.status ? EXAMPLE : `status_${status}`);
  const responses = [row.reply, ...others].map(({ status, describe, schema: of }) => {
    const schema = of ? schemaFor(of, components) : null;
    const response = {
      description: describe,
      headers: { ...headersHere, ...(status === 201 || status === 202 ? { Location: header('Location') } : {}) },
      ...(schema
        ? {
            content: {
              'application/json': {
                schema,
                ...exampled(shown(status) ?? toWire(exampleOf(schema, components)), nameOf(status)),
              },
            },
          }
        : {}),
    };
    return [String(status), response];
  });
  return {
    ...Object.fromEntries(responses),
    ...(etag && row.method === 'GET'
      ? { '304': { description: 'Unchanged since the ETag in If-None-Match.', headers: headersHere } }
      : {}),
  };
}

/** Examples have a name: those of a request and of its reply that have the same belong together. */
const exampled = (value: unknown, name = EXAMPLE): Json => ({ examples: { [name]: { value } } });

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

function commonHeaders(row: Route): Record<string, Json> {
  return {
    'X-Request-ID': header('X-Request-ID'),
    'X-RateLimit-Limit': header('X-RateLimit-Limit'),
    'X-RateLimit-Remaining': header('X-RateLimit-Remaining'),
    'X-RateLimit-Reset': header('X-RateLimit-Reset'),
    ...(row.deprecation ? { Deprecation: header('Deprecation'), Sunset: header('Sunset'), Link: header('Link') } : {}),
  };
}

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string' },
  example,
});
const number = (description: string, example: number): Json => ({
  description,
  schema: { type: 'integer' },
  example,
});

const headers: { readonly [name: string]: Json } = {
  'X-Request-ID': text('The id of the request.', 'b7c1f0a2'),
  ETag: text(
    'Changes with every byte of the reply; for If-Match, where it has a version.',
    '"v7-2jmj7l5rSw0yVb_vlWAYkK"',
  ),
  Location: text('The address of what was made.', '/api/v1/loans/12'),
  Link: text(
    'Pages before and after (rel prev, next), the first and last where offsets reach them, or what comes instead.',
    '</api/v1/loans?cursor=…>; rel="next"',
  ),
  'X-Total-Count': number('The total of the body: records that match, counted up to 100000.', 250),
  'Idempotent-Replayed': text('true: the reply of an earlier request with the same key.', 'true'),
  'X-RateLimit-Limit': number('Requests a minute.', 1200),
  'X-RateLimit-Remaining': number('Requests that are left.', 1199),
  'X-RateLimit-Reset': number(
    'Unix seconds: when the next request is certain to be let through while none is left, else when the quota is whole.',
    1_769_846_400,
  ),
  'Retry-After': number('Seconds to wait.', 3),
  'WWW-Authenticate': text('What to authenticate with.', 'Bearer error="invalid_token"'),
};

const endHeaders: { readonly [name: string]: Json } = {
  Deprecation: text('Since when the operation is deprecated (RFC 9745).', '@1767225600'),
  Sunset: text('When it ends (RFC 8594).', 'Fri, 01 Jan 2027 00:00:00 GMT'),
};
