import type { ApolloServerPlugin } from '@apollo/server';
import type { BaseLogger } from 'pino';
import type { Caller } from '#platform/auth/caller.ts';
import { beginSpan, type Span } from '#platform/runtime/tracing/tracing.ts';

/** Who is answered, and the step of the trace that this is. */
export type Fetch = { readonly caller: Caller; readonly span: Span | null };

/** A fetch that begins: what it causes has its step as the parent. */
export function beganFetch(subgraph: string, caller: Caller): Fetch {
  const span = beginSpan(`subgraph ${subgraph}`, { kind: 'server', parent: caller.traceparent });
  if (span === null) return { caller, span };
  const traced = { ...caller, traceparent: span.traceparent };
  spans.set(traced, span);
  return { caller: traced, span };
}

/** The steps of traces that the fetches of callers are. */
const spans = new WeakMap<Caller, Span>();

/** One line for each fetch, by which the id of a request leads from the gateway's line to here. */
export function linesOfFetches<Context extends { readonly caller: Caller }>(
  subgraph: string,
  log: Pick<BaseLogger, 'info'>,
): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async ({ contextValue: { caller } }) => {
      const began = performance.now();
      return {
        willSendResponse: async ({ operationName }) => {
          spans.get(caller)?.end();
          log.info(
            {
              request_id: caller.requestId,
              ...(caller.traceparent === null ? {} : { traceparent: caller.traceparent }),
              client_id: caller.clientKey,
              subgraph,
              fetch: fetchIn(operationName ?? null),
              took_ms: Math.round(performance.now() - began),
            },
            'A fetch was answered.',
          );
        },
      };
    },
  };
}

/** The gateway calls a fetch by the name of the operation, the subgraph and its place; the name may be one that a client has made up. */
function fetchIn(operationName: string | null): string | null {
  return /[a-zA-Z0-9]+__\d+$/.exec(operationName ?? '')?.[0] ?? null;
}
