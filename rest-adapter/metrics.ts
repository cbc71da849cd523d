import { kernelRefusals } from '#core/kernel/refusals.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import { mayReadMetrics } from '#platform/runtime/metrics/access.ts';
import { METRICS_TYPE } from '#platform/runtime/metrics/process-metrics.ts';
import type { RequestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import { send } from './replies.ts';
import type { AddEndpoints } from './dependencies.ts';

export type MetricsSettings = {
  readonly text: () => Promise<string>;
  /** Who has it reads them from anywhere; null: this machine alone. */
  readonly token: string | null;
};

/** The figures for what monitors the process. Other callers find nothing here. */
export function metricsEndpoint({ text, token }: MetricsSettings): AddEndpoints {
  return (server, { log }) => {
    server.get('/metrics', async (request, reply) => {
      if (!mayReadMetrics(request.raw, token)) {
        throw refuse(kernelRefusals.not_found, 'There is nothing at /metrics.', { resource: 'route' });
      }
      const body = await text().catch((error: unknown) => {
        log.error({ error, request_id: request.id }, 'The metrics could not be read.');
        return null;
      });
      return send(reply, {
        status: body === null ? 503 : 200,
        headers: { 'content-type': METRICS_TYPE },
        body: body ?? '',
      });
    });
  };
}

/** What monitors and load balancers request: it says nothing of what clients meet. */
const MONITORING: readonly (string | undefined)[] = ['/metrics', '/livez', '/readyz', '/health'];

/** Counts every request of a client when it is answered. */
export function countedIn({ rest }: Pick<RequestMetrics, 'rest'>): AddEndpoints {
  return (server) => {
    server.addHook('onResponse', ({ method, routeOptions: { url } }, { statusCode, elapsedTime }, done) => {
      if (!MONITORING.includes(url))
        rest({ method, route: url ?? null, status: statusCode, seconds: elapsedTime / 1_000 });
      done();
    });
  };
}
