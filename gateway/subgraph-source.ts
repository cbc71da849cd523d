import * as http from 'node:http';
import * as https from 'node:https';
import type { GraphQLDataSource } from '@apollo/gateway';
import type { GraphQLError } from 'graphql';
import type { FormattedExecutionResult } from 'graphql';
import type { BaseLogger } from 'pino';
import type { Caller } from '#platform/auth/caller.ts';
import { identityHeader } from '#platform/auth/internal-identity.ts';
import type { RequestedEntities, Fetch } from './entity-fetch.ts';
import { fetchOnce } from './entity-fetch.ts';
import type { Failure } from './subgraph-failure.ts';
import { unavailable } from './subgraph-failure.ts';

/** How a subgraph is reached: a call within the process, or HTTP. */
export type SubgraphLink = InProcessSubgraph | { readonly url: string };
type InProcessSubgraph = {
  execute(
    request: {
      readonly query: string;
      readonly variables?: Readonly<Record<string, unknown>> | undefined;
      readonly operationName?: string | undefined;
    },
    identity: string | undefined,
  ): Promise<SubgraphResponse>;
};
type SubgraphResponse = { readonly status: number; readonly body: FormattedExecutionResult };

/** What travels along with every fetch of one request. */
export type FetchContext = {
  readonly caller: Caller;
  /** Signed once per request; it outlives the request's deadline. */
  readonly identity: string;
  /** By when the client is to have its answer, in milliseconds of performance.now(). */
  readonly deadline: number;
  /** The entities that were requested on the way. */
  readonly entities: RequestedEntities;
  /** What is found out on the way, for the log. */
  readonly notes: { operation: string | null; cost: number | null };
};

export type SubgraphSourceOptions = {
  readonly name: string;
  /** Called at each fetch: the gateway keeps a source over a reload, while what it leads to may be another by then. */
  readonly link: () => SubgraphLink | undefined;
  readonly agents: Agents;
  readonly log: Pick<BaseLogger, 'warn'>;
};

/** Connections to subgraphs are kept alive; they are closed with the gateway. */
export type Agents = { readonly http: http.Agent; readonly https: https.Agent };
export function keepAliveAgents(): Agents {
  return { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
}

/**
 * The source of one subgraph's data. Each fetch is sent once, never again: it may be a mutation. One that fails, or
 * that is not there by the deadline, costs its own fields and leaves one error.
 */
export function subgraphSource({ name, link, agents, log }: SubgraphSourceOptions): GraphQLDataSource {
  return {
    async process(options) {
      if (options.kind !== 'incoming operation') throw new Error('The supergraph is composed beforehand, not fetched.');
      const context = options.incomingRequestContext.context as FetchContext;
      const { query = '', variables, operationName } = options.request;
      const request = { query, variables, operationName };

      const failed = (failure: Failure, cause: unknown): GraphQLError => {
        log.warn(
          { err: cause, subgraph: name, failure, request_id: context.caller.requestId },
          'A fetch from a subgraph failed',
        );
        return unavailable(name, failure, query, options.pathInIncomingRequest ?? []);
      };

      const send = async (fetch: Fetch): Promise<FormattedExecutionResult> => {
        let response: SubgraphResponse;
        try {
          response = await sent(fetch, context, link(), agents);
        } catch (error) {
          throw failed(error instanceof FetchFailure ? error.failure : 'unreachable', error);
        }
        // A subgraph that does not accept this gateway is our fault; the client's token has nothing to do with it.
        if (response.status === 401 || response.status === 503) throw failed('refused', response.body);
        if (!isResult(response.body)) throw failed('unreadable', response.body);
        return response.body;
      };
      // After a change, the same entity may be another.
      const { operation } = options.incomingRequestContext;
      const requested = operation?.operation === 'query' ? context.entities : new Map();
      return { ...(await fetchOnce(name, request, requested, send)) };
    },
  };
}

class FetchFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, message: string) {
    super(message);
    this.failure = failure;
  }
}

async function sent(
  request: Fetch,
  context: FetchContext,
  link: SubgraphLink | undefined,
  agents: Agents,
): Promise<SubgraphResponse> {
  if (link === undefined) throw new FetchFailure('unreachable', 'No subgraph of this name is known.');
  const left = context.deadline - performance.now();
  if (left <= 0) throw new FetchFailure('timeout', 'The deadline was over before the fetch began.');
  return 'url' in link
    ? overHttp(link.url, request, context, left, agents)
    : withinDeadline(link.execute(request, context.identity), left);
}

/** What runs in the process can't be stopped from outside; it is no longer waited for. */
async function withinDeadline<Value>(promise: Promise<Value>, left: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FetchFailure('timeout', `No answer within ${Math.round(left)} ms.`)), left);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

function overHttp(
  url: string,
  request: Fetch,
  context: FetchContext,
  left: number,
  agents: Agents,
): Promise<SubgraphResponse> {
  const body = JSON.stringify(request);
  const { caller } = context;
  const secure = url.startsWith('https:');
  const options: http.RequestOptions = {
    method: 'POST',
    agent: secure ? agents.https : agents.http,
    signal: AbortSignal.timeout(Math.max(1, Math.round(left))),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-request-id': caller.requestId,
      [identityHeader]: context.identity,
      ...(caller.traceparent === null ? {} : { traceparent: caller.traceparent }),
    },
  };
  return new Promise<SubgraphResponse>((resolve, reject) => {
    const failed = (error: Error): void => {
      const late = error.name === 'AbortError' || error.name === 'TimeoutError';
      reject(late ? new FetchFailure('timeout', `No answer within ${Math.round(left)} ms.`) : error);
    };
    const outgoing = (secure ? https : http).request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', failed);
      response.on('end', () => {
        try {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
        } catch (error) {
          reject(new FetchFailure('unreadable', `Status ${response.statusCode}: ${String(error)}`));
        }
      });
    });
    outgoing.on('error', failed);
    outgoing.end(body);
  });
}

function isResult(body: unknown): body is FormattedExecutionResult {
  return typeof body === 'object' && body !== null && ('data' in body || 'errors' in body);
}
