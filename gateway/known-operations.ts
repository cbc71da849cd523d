import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import Negotiator from 'negotiator';
import { isRecord } from '#platform/runtime/is-record.ts';
import type { ChargeFor } from './cost/budget.ts';
import { boundedMap } from './execute/bounded-map.ts';
import type { FederatedGateway } from './federated-gateway.ts';
import type { RequestContext } from './request-context.ts';

export type KnownOperationsOptions = {
  readonly gateway: FederatedGateway;
  readonly charge: ChargeFor;
  /** The same for each call of one request. */
  readonly context: (request: FastifyRequest) => Promise<RequestContext>;
  /** The text that was registered under a hash. */
  readonly textOf: (hash: string) => string | undefined;
  /** Answers all else. */
  readonly server: RouteHandlerMethod;
};

/**
 * Answers an operation that the server has answered before, by what is compiled of it, where all goes well. Whatever
 * else comes (other texts, other forms of requests, refusals, errors, denied fields) is for the server, which finds in the
 * context what was done already: the caller is looked up once, charged once, and the operation carried out once.
 * The bytes of a response are the same either way.
 */
export function knownOperations({
  gateway,
  charge,
  context: contextOf,
  textOf,
  server,
}: KnownOperationsOptions): RouteHandlerMethod {
  const mediaType = mediaTypes();

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<string | null> => {
    const contentType = mediaType(request.headers.accept);
    const sent = request.method === 'POST' && contentType !== null ? plainRequest(request.body, textOf) : null;
    const known = sent && gateway.known(sent.text, sent.name);
    if (sent === null || known === null || contentType === null) return null;
    const { variables } = sent;
    // The server meets the same error in the same context, and reports it.
    const context = await contextOf(request).catch(() => null);
    if (context === null) return null;
    const { headers, refusal } = await charge({ ...known, variables }, context);
    if (refusal !== null) return null;
    const outcome = await gateway.carryOut(known, variables, context);
    context.done.outcome = outcome;
    if (!('data' in outcome)) return null;
    void reply.headers(headers).header('content-type', contentType);
    return `{"data":${outcome.data}}\n`;
  };

  return async function (request, reply) {
    return (await answer(request, reply)) ?? server.call(this, request, reply);
  };
}

type PlainRequest = {
  readonly text: string;
  readonly name: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
};

/** A request without anything out of the ordinary; null where it has something. */
function plainRequest(body: unknown, textOf: KnownOperationsOptions['textOf']): PlainRequest | null {
  if (!isRecord(body)) return null;
  const { query, operationName: name = null, variables, extensions } = body;
  if (name !== null && (typeof name !== 'string' || name === '')) return null;
  if (variables !== undefined && variables !== null && !isRecord(variables)) return null;
  const text = hasExtensions(extensions) ? hashed(query, extensions, textOf) : query;
  return typeof text === 'string' ? { text, name, variables: variables ?? {} } : null;
}

const hasExtensions = (extensions: unknown): boolean =>
  extensions !== undefined && extensions !== null && !(isRecord(extensions) && Object.keys(extensions).length === 0);

/** A hash in place of a text. One beside a text is to be registered, or compared, by the server. */
function hashed(query: unknown, extensions: unknown, textOf: KnownOperationsOptions['textOf']): string | undefined {
  const persisted = isRecord(extensions) ? extensions['persistedQuery'] : undefined;
  if (query !== undefined || !isRecord(persisted) || persisted['version'] !== 1) return undefined;
  const hash = persisted['sha256Hash'];
  return typeof hash === 'string' ? textOf(hash) : undefined;
}

/** Headers that are remembered: clients of one kind send the same. */
const MOST_HEADERS = 100;
const SERVED = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'] as const;

/** @returns which media type a client that accepts this wants; null where it wants none of them */
function mediaTypes(): (accept: string | undefined) => string | null {
  const known = boundedMap<{ readonly type: string | null }>(MOST_HEADERS);
  return (accept) => {
    if (!accept) return SERVED[0];
    let found = known.get(accept);
    if (found === undefined) {
      found = { type: new Negotiator({ headers: { accept } }).mediaType([...SERVED]) ?? null };
      known.set(accept, found);
    }
    return found.type;
  };
}
