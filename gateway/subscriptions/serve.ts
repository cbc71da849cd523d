import type { ApolloServer, GraphQLRequest } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { BaseLogger } from 'pino';
import { isRecord } from '#platform/runtime/is-record.ts';
import { within } from '#platform/runtime/tracing/tracing.ts';
import { lastMask } from '../errors.ts';
import type { KnownCaller } from '../authentication.ts';
import type { RequestContext } from '../request-context.ts';
import { eventStream, hasGone } from './event-stream.ts';
import { badInput } from './prepare.ts';
import { formatted } from './refusals.ts';
import type { StreamLimits, Subscriptions } from './subscriptions.ts';

/** True where the client takes a stream of events, and no JSON. */
export const wantsStream = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.accept?.includes('text/event-stream') === true;

export type Serving = {
  readonly apollo: ApolloServer<RequestContext>;
  readonly subscriptions: Subscriptions;
  readonly limits: StreamLimits;
  readonly contextOf: (request: FastifyRequest) => Promise<RequestContext>;
  /** The caller of a stream that goes on: no use of its session. */
  readonly callerStill: (request: FastifyRequest) => Promise<KnownCaller>;
  readonly log: Pick<BaseLogger, 'error'>;
};

/** Errors of these are a matter of HTTP: the stream was not accepted. Others are results in the stream. */
const OF_HTTP: ReadonlySet<number> = new Set([401, 403, 405, 429, 500, 503]);

/**
 * Answers with a stream of events: graphql-sse's protocol, with a connection for each operation. Queries and mutations
 * are streams of one result.
 */
export async function serveStream(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { apollo, subscriptions, limits } = serving;
  const open = () => {
    void reply.hijack();
    return eventStream(reply.raw, reply.getHeaders(), limits.slowMs);
  };
  const fail = async (error: unknown): Promise<void> => {
    const { status, headers, error: shown } = failed(error, serving.log);
    const body = JSON.stringify({ errors: [shown] });
    void reply.headers(headers);
    if (OF_HTTP.has(status)) return void (await reply.code(status).type('application/json; charset=utf-8').send(body));
    open().complete(body);
  };
  try {
    const context: RequestContext = {
      ...(await serving.contextOf(request)),
      stream: { method: request.method, prepared: null },
    };
    const { body, http } = await within(request.span, () =>
      apollo.executeOperation(sentIn(request), { contextValue: context }),
    );
    void reply.headers(Object.fromEntries(http.headers));
    const prepared = context.stream?.prepared ?? null;
    if (body.kind === 'incremental') throw new Error('The graph answers in one piece.');
    if (prepared === null || body.singleResult.errors !== undefined) {
      const text = JSON.stringify(body.singleResult);
      const status = http.status ?? 200;
      if (OF_HTTP.has(status))
        return void (await reply.code(status).type('application/json; charset=utf-8').send(text));
      return open().complete(text);
    }
    // Who has gone by now takes no place, and does not hold the feed open.
    if (hasGone(reply.raw)) return void reply.hijack();
    const { caller, notes } = context;
    const stream = await subscriptions.begin({
      prepared,
      caller,
      from: {
        key: JSON.stringify([request.ip, request.headers.authorization, request.headers.cookie]),
        lookUp: () => serving.callerStill(request),
      },
      cost: notes.cost ?? 0,
      lastEventId: lastEventIdOf(request),
    });
    const events = open();
    request.streamIsOpen?.();
    // Not waited for: what lives as long as the stream is to be little.
    void stream.run(events);
  } catch (error) {
    await fail(error);
  }
}

function failed(error: unknown, log: Serving['log']) {
  // Anything may be thrown; the log shows what it was.
  const known = error instanceof GraphQLError ? error : new GraphQLError('A fault.', { originalError: error as Error });
  // As the server itself puts it there: a status and headers.
  const http = known.extensions['http'] as { status?: number; headers?: Map<string, string> } | undefined;
  return {
    status: http?.status ?? 500,
    headers: Object.fromEntries(http?.headers ?? []),
    error: lastMask(log)(formatted(known), error),
  };
}

/** What the request asks for, as the server takes it. @throws GraphQLError where it is of another form */
function sentIn({ method, query, body }: FastifyRequest): GraphQLRequest {
  const isGet = method === 'GET';
  // Of no known form yet: each member is looked at as it is read.
  const source = (isGet ? query : body) as Readonly<Record<string, unknown>> | null | undefined;
  const objectIn = (name: string): Record<string, unknown> | undefined => {
    const value = isGet ? parsed(name, source?.[name]) : source?.[name];
    if (value === undefined || value === null) return undefined;
    if (!isRecord(value)) throw badInput(`${name} takes an object.`);
    return value;
  };
  const textIn = (name: string): string | undefined => {
    const value = source?.[name];
    if (value === undefined || value === null || (isGet && value === '')) return undefined;
    if (typeof value !== 'string') throw badInput(`${name} takes text.`);
    return value;
  };
  const [text, operationName] = [textIn('query'), textIn('operationName')];
  const [variables, extensions] = [objectIn('variables'), objectIn('extensions')];
  return {
    ...(text === undefined ? {} : { query: text }),
    ...(operationName === undefined ? {} : { operationName }),
    ...(variables === undefined ? {} : { variables }),
    ...(extensions === undefined ? {} : { extensions }),
  };
}

function parsed(name: string, text: unknown): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(String(text));
  } catch {
    throw badInput(`${name} takes JSON.`);
  }
}

/** The number of the last change that the client has, as a browser's EventSource sends it; null where it has none. */
function lastEventIdOf({ headers }: FastifyRequest): number | null {
  const id = headers['last-event-id'];
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : null;
}
