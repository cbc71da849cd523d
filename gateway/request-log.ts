import type { FastifyInstance } from 'fastify';
import type { BaseLogger } from 'pino';
import type { Caller } from '#platform/auth/caller.ts';
import type { RequestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import type { Span } from '#platform/runtime/tracing/tracing.ts';
import type { FetchContext } from './execute/links.ts';

/** Who asked, and what; known once the token was looked up. */
export type Noted = { readonly caller: Caller; readonly notes: FetchContext['notes']; readonly span: Span | null };

/**
 * One line for each request to the graph, by which the id of a caller leads to it, and from it to the lines of the
 * subgraphs. The text of the operation and its variables are not logged: they hold names and numbers of people.
 */
export function logResponses(
  app: FastifyInstance,
  log: Pick<BaseLogger, 'info'>,
  metrics?: Pick<RequestMetrics, 'graph'>,
): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.url !== '/graphql') return;
    const { caller, notes, span } = request.noted ?? { caller: null, notes: null, span: null };
    const operation = notes?.operation ?? null;
    metrics?.graph({ operation, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
    span?.end({
      attributes: { 'http.response.status_code': reply.statusCode, 'umoja.request_id': request.id },
      failed: reply.statusCode >= 500,
    });
    log.info(
      {
        request_id: request.id,
        ...(caller?.traceparent ? { traceparent: caller.traceparent } : {}),
        client_id: caller?.clientKey ?? null,
        operation,
        cost: notes?.cost ?? null,
        status: reply.statusCode,
        took_ms: Math.round(reply.elapsedTime),
      },
      'The graph answered.',
    );
  });
}
