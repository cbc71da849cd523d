import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BaseLogger } from 'pino';
import type { Caller } from '#platform/auth/caller.ts';
import type { RequestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import { beginSpan, within } from '#platform/runtime/tracing/tracing.ts';
import { traceparentOf } from './contexts.ts';
import type { FetchContext } from './execute/links.ts';

/** Who asked, and what; known once the token was looked up. */
export type Noted = { readonly caller: Caller; readonly notes: FetchContext['notes'] };

/** The status of a client that went before it had its answer, as proxies write it. */
const LEFT = 499;

/**
 * One line for each request to the graph, by which the id of a caller leads to it, and from it to the lines of the
 * subgraphs. The text of the operation and its variables are not logged: they hold names and numbers of people.
 * A stream is answered when it is open: how long it lives says nothing of an operation.
 */
export function logResponses(
  app: FastifyInstance,
  log: Pick<BaseLogger, 'info'>,
  metrics?: Pick<RequestMetrics, 'graph'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== '/graphql') return;
    request.span = beginSpan('graph operation', { kind: 'server', parent: traceparentOf(request) });
    const began = performance.now();
    let isNoted = false;
    const note = (status: number) => {
      if (isNoted) return;
      isNoted = true;
      answered(request, status, performance.now() - began);
    };
    request.streamIsOpen = () => note(reply.statusCode);
    // Not `onResponse`, which does not come where the client went before.
    reply.raw.once('close', () => note(statusOf(reply)));
  });

  function answered(request: FastifyRequest, status: number, ms: number): void {
    const { caller, notes } = request.noted ?? { caller: null, notes: null };
    const operation = notes?.operation ?? null;
    const outcome = status >= 500 ? 'fault' : (notes?.outcome ?? 'ok');
    metrics?.graph({ operation, status, outcome, seconds: ms / 1_000 });
    request.span?.end({
      attributes: { 'http.response.status_code': status, 'umoja.request_id': request.id, 'umoja.outcome': outcome },
      failed: outcome !== 'ok',
    });
    const line = {
      request_id: request.id,
      ...(caller?.traceparent ? { traceparent: caller.traceparent } : {}),
      client_id: caller?.clientKey ?? null,
      operation,
      cost: notes?.cost ?? null,
      status,
      outcome,
      took_ms: Math.round(ms),
    };
    within(request.span, () => log.info(line, 'The graph answered.'));
  }
}

const statusOf = ({ raw, statusCode }: FastifyReply): number => (raw.writableFinished ? statusCode : LEFT);
