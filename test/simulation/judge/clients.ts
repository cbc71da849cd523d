import { codesOf } from '../coverage/codes.ts';
import type { Exchange } from '../driver/history.ts';
import type { Reply } from '../stage.ts';

/** What must not be, of what clients saw: partner-api.md 1 and 4, webhooks.md. Each is one sentence. */
export function judgeExchanges(exchanges: readonly Exchange[], codes: ReadonlySet<string>): string[] {
  const shown = ({ request: { method, path, body }, reply }: Exchange) =>
    `${method} ${path} ${JSON.stringify(body) ?? ''} was answered ${reply.status} ${reply.text.slice(0, 300)}`;
  const byKey = new Map<string, Exchange>();
  return exchanges.flatMap((exchange) => {
    const { reply, key } = exchange;
    if (isFaultOfOurs(reply)) return [`A fault of ours: ${shown(exchange)}.`];
    if (!isAnsweredWell(exchange, codes)) return [`A refusal is no problem of the catalogue: ${shown(exchange)}.`];
    if (isPlainProduct(exchange) && String(orderOf(reply)) !== String(DEFAULT_ORDER))
      return [`A product without an order of its own allocates otherwise than by default: ${orderOf(reply)}.`];
    if (key === null || codesOf(exchange).includes('idempotency_request_in_progress')) return [];
    const first = byKey.get(key);
    if (!first) byKey.set(key, exchange);
    else if (!isSameRequest(first, exchange)) {
      // partner-api.md: a key belongs to the request that it came with.
      if (isStored(first) && !codesOf(exchange).includes('idempotency_key_reused'))
        return [`A key was taken for another request: first ${shown(first)}, then ${shown(exchange)}.`];
    } else if (isStored(first) && !sameAnswer(first, exchange))
      return [`A repetition was answered otherwise: first ${shown(first)}, then ${shown(exchange)}.`];
    return [];
  });
}

/** lending.md 2: past due first, and in each penalty, fee, interest, principal. */
const DEFAULT_ORDER = ['past_due', 'due', 'in_advance'].flatMap((when) =>
  ['penalty', 'fee', 'interest', 'principal'].map((component) => `${when}_${component}`),
);

const orderOf = ({ body }: Reply): readonly string[] => body?.terms?.allocation?.order ?? [];

function isPlainProduct({ request: { method, path, body }, reply }: Exchange): boolean {
  return (
    method === 'POST' &&
    path === '/api/v1/loan_products' &&
    reply.status === 201 &&
    !/allocation/.test(JSON.stringify(body))
  );
}

/** On the graph what broke is masked, beside what did not. */
const isFaultOfOurs = (reply: Reply) =>
  (reply.status >= 500 && !isForeign(reply)) || errorCodesOf(reply).includes('INTERNAL_ERROR');

const errorCodesOf = ({ body }: Reply): readonly string[] =>
  (Array.isArray(body?.errors) ? body.errors : []).map(({ extensions }: any) => String(extensions?.code));

/** What is not there for now, on the graph and where people sign in: an outage, and no fault. */
const isAway = (reply: Reply) =>
  reply.body?.error?.code === 'service_unavailable' ||
  (errorCodesOf(reply).length > 0 &&
    errorCodesOf(reply).every((code) => /^(SERVICE_UNAVAILABLE|SUBGRAPH_UNAVAILABLE|outcome_unknown)$/.test(code)));

/** Providers of a sandbox refuse and are down by their magic numbers; and who resets it has asked for that. */
const isForeign = (reply: Reply) => isAway(reply) || isOfProvider(reply) || isReset(reply);

const isReset = ({ status, body }: Reply) => status === 503 && body?.code === 'sandbox_resetting';

const isOfProvider = ({ status, body }: Reply) =>
  (status === 502 && body?.code === 'provider_rejected') ||
  (status === 503 && body?.code === 'service_unavailable') ||
  (status === 504 && ['outcome_unknown', 'provider_timeout'].includes(body?.code));

/** Each surface has its form of a refusal; where nothing was refused there is nothing to look at. */
function isAnsweredWell({ request: { method, path }, reply }: Exchange, codes: ReadonlySet<string>): boolean {
  const { status, body } = reply;
  if (path === '/graphql') return isOfGraph(reply, codes);
  if (status < 400) return true;
  if (path.startsWith('/auth/device/') && typeof body?.error === 'string') return true;
  if (path.startsWith('/auth/')) return isKnown(body?.error?.code, codes) && typeof body.error.message === 'string';
  // A command line also ends so where it found what people have to look at.
  if (method === 'RUN') return body?.code === undefined || codes.has(body.code);
  return isProblem(reply, codes);
}

/** Codes of the gateway alone: signing in, its protocol, and a subgraph that did not answer. */
const OF_GATEWAY = new Set(['other_origin', 'malformed', 'no_visitors', 'service_unavailable', 'outcome_unknown']);
const isKnown = (code: unknown, codes: ReadonlySet<string>) =>
  typeof code === 'string' && (codes.has(code) || OF_GATEWAY.has(code) || /^[A-Z_]+$/.test(code));

/** graph.md: a refusal is in userErrors with HTTP 200; one without a code of the catalogue names the field that is wrong. */
function isOfGraph({ status, body }: Reply, codes: ReadonlySet<string>): boolean {
  const errors: readonly any[] = body?.errors ?? [];
  const refusals = Object.values<any>(body?.data ?? {}).flatMap((payload) => payload?.userErrors ?? []);
  return (
    (status < 400 || errors.length > 0) &&
    errors.every(({ extensions, message }) => isKnown(extensions?.code, codes) && typeof message === 'string') &&
    refusals.every(({ code, path, message }) => (codes.has(code) || path !== null) && typeof message === 'string')
  );
}

function isProblem({ status, body }: Reply, codes: ReadonlySet<string>): boolean {
  const { type, title, detail, instance, code, request_id: requestId } = body ?? {};
  const texts = [type, title, detail, instance, code, requestId];
  return (
    body?.status === status && texts.every((text) => typeof text === 'string') && codes.has(code) && type.endsWith(code)
  );
}

/** Every 2xx and every business decision is stored; what the transport refused is not. */
function isStored({ request: { path }, reply: { status, body } }: Exchange): boolean {
  if (path === '/graphql') return body?.errors === undefined && outcomeOf(body).every(({ refused }) => refused === 0);
  if (status < 300) return true;
  return (
    (status === 409 || status === 422) && !['validation_failed', 'idempotency_request_in_progress'].includes(body?.code)
  );
}

const isSameRequest = ({ request: first }: Exchange, { request }: Exchange) =>
  JSON.stringify([first.method, first.path, first.body]) ===
  JSON.stringify([request.method, request.path, request.body]);

/** Byte for byte; on the graph the same record as it is now, and the same secret. */
function sameAnswer({ request: { path }, reply: first }: Exchange, { reply }: Exchange): boolean {
  if (path !== '/graphql') return first.status === reply.status && first.text === reply.text;
  return JSON.stringify(outcomeOf(first.body)) === JSON.stringify(outcomeOf(reply.body));
}

/** What stays of the payload of a mutation: whom it was about, and what is shown once. */
const outcomeOf = (body: Reply['body']) =>
  Object.values<any>(body?.data ?? {}).map((payload) => ({
    refused: (payload?.userErrors ?? []).length,
    ids: Object.values<any>(payload ?? {}).map((shown) => shown?.id ?? null),
    secrets: [payload?.secret ?? null, payload?.invitationToken ?? null],
  }));
