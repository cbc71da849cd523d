import { EventEmitter } from 'node:events';
import type { FormattedExecutionResult } from 'graphql';
import type { BaseLogger } from 'pino';
import { Agent, request as send } from 'undici';
import type { Caller } from '#platform/auth/caller.ts';
import type { OperationOutcome, RequestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import { identityHeader } from '#platform/auth/internal-identity.ts';
import { codeOf } from '#platform/runtime/thrown.ts';
import type { Failure } from '../subgraph-failure.ts';
import { breaker, type Breaker } from './breaker.ts';
import type { Request, Variables } from './fetch.ts';
import { FetchFailure } from './fetch.ts';

/** How a subgraph is reached: a call within the process, or HTTP. */
export type SubgraphLink = InProcessSubgraph | { readonly url: string };
type InProcessSubgraph = {
  /** The caller is handed over as an object: in one process nothing stands between that could forge it. */
  execute(
    request: {
      readonly query: string;
      readonly variables?: Variables | undefined;
      readonly operationName?: string | undefined;
    },
    caller: Caller,
  ): Promise<SubgraphResponse>;
};
type SubgraphResponse = { readonly status: number; readonly body: FormattedExecutionResult };

/** What travels along with every fetch of one request. */
export type FetchContext = {
  readonly caller: Caller;
  /** Signed once per request, at the first fetch that leaves the process; it outlives the request's deadline. */
  readonly identity: () => string;
  /** By when the client is to have its answer, in milliseconds of performance.now(). */
  readonly deadline: number;
  /** What is found out on the way, for the log. */
  readonly notes: { operation: string | null; cost: number | null; outcome: OperationOutcome };
};

/** How long a fetch may take: a hung subgraph costs a query its fields, a change waits longer than the provider. */
export type FetchLimits = { readonly queryMs: number; readonly changeMs: number };
export const FETCH_LIMITS: FetchLimits = { queryMs: 2_000, changeMs: 9_000 };

export type LinksOptions = {
  /** Looked up at each fetch: what leads to a subgraph may be another by then. */
  readonly link: (subgraph: string) => SubgraphLink | undefined;
  readonly limits: FetchLimits;
  readonly log: Pick<BaseLogger, 'warn'>;
  /** Counts each fetch, how long it took and what became of it. */
  readonly count?: RequestMetrics['fetch'] | undefined;
};

export type Links = {
  /** @throws FetchFailure where there is no result. Each fetch is sent once, never again: it may be a change. */
  send(request: Request, variables: Variables, context: FetchContext): Promise<FormattedExecutionResult>;
  close(): Promise<void>;
};

export function linksTo({ link, limits, log, count }: LinksOptions): Links {
  const breakers = new Map<string, Breaker>();
  /** Of a subgraph’s queries, or of its changes: these may wait for a provider that is slow, while what is read is there. */
  const breakerOf = ({ subgraph, isChange }: Request): Breaker => {
    const name = `${isChange ? 'changes of' : 'queries of'} ${subgraph}`;
    const known = breakers.get(name) ?? breaker(() => performance.now());
    breakers.set(name, known);
    return known;
  };
  const agent = new Agent({ keepAliveTimeout: 30_000, connections: 64, maxResponseSize: MOST_BYTES });

  const allowed = ({ isChange }: Request): number => (isChange ? limits.changeMs : limits.queryMs);
  const received = async (request: Request, variables: Variables, context: FetchContext): Promise<SubgraphResponse> => {
    const to = link(request.subgraph);
    if (to === undefined) throw new FetchFailure('unconnected', 'No subgraph of this name is known.');
    const left = Math.min(allowed(request), context.deadline - performance.now());
    // Nothing was sent: no change was made, and the subgraph has not failed.
    if (left <= 0) throw new FetchFailure('refused', 'The deadline was over before the fetch began.');
    const { query, operationName } = request;
    return 'url' in to
      ? overHttp(to.url, JSON.stringify({ query, operationName, variables }), context, left, agent)
      : withinDeadline(to.execute({ query, operationName, variables }, context.caller), left);
  };

  return {
    async send(request, variables, context) {
      const { subgraph } = request;
      const guard = breakerOf(request);
      const sentAt = performance.now();
      // What is left of a request's deadline behind other fetches may be too little for any subgraph.
      const hadItsTime = context.deadline - sentAt >= Math.min(allowed(request), limits.queryMs) / 2;
      const counted = (outcome: 'answered' | 'failed') =>
        count?.({ subgraph, outcome, seconds: (performance.now() - sentAt) / 1_000 });
      try {
        // What is not sent makes no change.
        if (!guard.admits()) throw new FetchFailure('refused', 'It failed too often just now, and rests.');
        const { status, body } = await received(request, variables, context);
        // A subgraph that does not accept this gateway is our fault; the client's token has nothing to do with it.
        if (status === 401 || status === 503) throw new FetchFailure('refused', `Status ${status}.`);
        if (!isResult(body)) throw new FetchFailure('unreadable', `Status ${status}, and no result.`);
        guard.succeeded();
        counted('answered');
        return body;
      } catch (error) {
        counted('failed');
        const failure = error instanceof FetchFailure ? error : new FetchFailure('unreachable', String(error));
        if (NO_ANSWER.has(failure.failure) && (failure.failure !== 'timeout' || hadItsTime)) guard.failed();
        else if (failure.failure === 'unreadable') guard.succeeded();
        log.warn(
          { err: error, subgraph, failure: failure.failure, request_id: context.caller.requestId },
          'A fetch from a subgraph failed',
        );
        throw failure;
      }
    },
    close: () => agent.destroy(),
  };
}

/** What a subgraph is left alone for. */
const NO_ANSWER: ReadonlySet<Failure> = new Set<Failure>(['timeout', 'unreachable', 'unconnected']);

/** Nothing listens there, or no such machine is known: nothing was sent. */
const NO_CONNECTION: ReadonlySet<string | null> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** More than any page of records comes to. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Later than this, and it was this process that had no time, not the subgraph. */
const LATE_MS = 50;

/**
 * Calls back when the time is over. Where the process itself was busy, what a subgraph answered meanwhile lies unread:
 * the time that was lost is waited for again, once.
 * @returns what to call when it is not needed any more
 */
function after(ms: number, over: () => void): () => void {
  const wait = Math.max(1, ms);
  const due = performance.now() + wait;
  let timer = setTimeout(() => {
    const lost = performance.now() - due;
    if (lost > LATE_MS) timer = setTimeout(over, Math.min(lost, wait));
    else over();
  }, wait);
  return () => clearTimeout(timer);
}

/** What runs in the process can't be stopped from outside; it is no longer waited for. */
async function withinDeadline<Value>(promise: Promise<Value>, left: number): Promise<Value> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const cancel = after(left, () => reject(late(left)));
  try {
    return await Promise.race([promise, over]);
  } finally {
    cancel();
  }
}

async function overHttp(
  url: string,
  body: string,
  { caller, identity }: FetchContext,
  left: number,
  dispatcher: Agent,
): Promise<SubgraphResponse> {
  // For undici as good as an AbortController, at a tenth of its cost.
  const signal = new EventEmitter();
  let isLate = false;
  const cancel = after(left, () => {
    isLate = true;
    signal.emit('abort');
  });
  try {
    const response = await send(url, {
      method: 'POST',
      dispatcher,
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-request-id': caller.requestId,
        [identityHeader]: identity(),
        ...(caller.traceparent === null ? {} : { traceparent: caller.traceparent }),
      },
      body,
    });
    const text = await response.body.text();
    return { status: response.statusCode, body: parsed(text, response.statusCode) };
  } catch (error) {
    if (isLate) throw late(left);
    if (NO_CONNECTION.has(codeOf(error))) throw new FetchFailure('unconnected', String(error));
    throw error;
  } finally {
    cancel();
  }
}

function parsed(text: string, status: number): FormattedExecutionResult {
  try {
    // Subgraphs are our own: they reply in the form that GraphQL prescribes.
    return JSON.parse(text) as FormattedExecutionResult;
  } catch (error) {
    throw new FetchFailure('unreadable', `Status ${status}: ${String(error)}`);
  }
}

const late = (left: number) => new FetchFailure('timeout', `No answer within ${Math.round(left)} ms.`);

function isResult(body: unknown): body is FormattedExecutionResult {
  return typeof body === 'object' && body !== null && ('data' in body || 'errors' in body);
}
