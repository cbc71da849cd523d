import type { Exchange } from '../driver/history.ts';
import type { Delivered, Reply } from '../stage.ts';

/** What must not be, of what clients saw: partner-api.md 1 and 4, webhooks.md. Each is one sentence. */
export function judgeExchanges(exchanges: readonly Exchange[], codes: ReadonlySet<string>): string[] {
  const shown = ({ request: { method, path, body }, reply }: Exchange) =>
    `${method} ${path} ${JSON.stringify(body) ?? ''} was answered ${reply.status} ${reply.text.slice(0, 300)}`;
  const byKey = new Map<string, Exchange>();
  return exchanges.flatMap((exchange) => {
    const { reply, key } = exchange;
    if (reply.status >= 500 && !isForeign(reply)) return [`A fault of ours: ${shown(exchange)}.`];
    if (reply.status >= 400 && !isProblem(reply, codes))
      return [`A refusal is no problem of the catalogue: ${shown(exchange)}.`];
    if (isPlainProduct(exchange) && String(orderOf(reply)) !== String(DEFAULT_ORDER))
      return [`A product without an order of its own allocates otherwise than by default: ${orderOf(reply)}.`];
    if (key === null || reply.body?.code === 'idempotency_request_in_progress') return [];
    const first = byKey.get(key);
    if (!first) byKey.set(key, exchange);
    else if (isStored(first.reply) && (first.reply.status !== reply.status || !sameAnswer(first.reply, reply)))
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

/** Of one webhook that was there from the beginning: nothing is missing, and the same id is the same event. */
export function judgeDeliveries(delivered: readonly Delivered[]): string[] {
  const byId = new Map<string, Delivered>();
  const sentences: string[] = [];
  for (const delivery of delivered) {
    const before = byId.get(delivery.id);
    if (before && (before.sequence !== delivery.sequence || before.type !== delivery.type))
      sentences.push(
        `Event ${delivery.id} came as ${before.type} ${before.sequence} and as ${delivery.type} ${delivery.sequence}.`,
      );
    byId.set(delivery.id, delivery);
  }
  const sequences = [...byId.values()].map(({ sequence }) => sequence).sort((a, b) => a - b);
  for (const [at, sequence] of sequences.entries())
    if (at > 0 && sequence === sequences[at - 1]) sentences.push(`Two events came as delivery ${sequence}.`);
  return sentences;
}

/** Providers of a sandbox refuse and are down by their magic numbers. */
const isForeign = ({ status, body }: Reply) =>
  (status === 502 && body?.code === 'provider_rejected') ||
  (status === 503 && body?.code === 'service_unavailable') ||
  (status === 504 && ['outcome_unknown', 'provider_timeout'].includes(body?.code));

function isProblem({ status, body }: Reply, codes: ReadonlySet<string>): boolean {
  const { type, title, detail, instance, code, request_id: requestId } = body ?? {};
  const texts = [type, title, detail, instance, code, requestId];
  return (
    body?.status === status && texts.every((text) => typeof text === 'string') && codes.has(code) && type.endsWith(code)
  );
}

/** Every 2xx and every business decision is stored; what the transport refused is not. */
function isStored({ status, body }: Reply): boolean {
  if (status < 300) return true;
  return (
    (status === 409 || status === 422) && !['validation_failed', 'idempotency_request_in_progress'].includes(body?.code)
  );
}

/** Byte for byte. */
const sameAnswer = (first: Reply, second: Reply) => first.text === second.text;
