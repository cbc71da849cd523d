import { createServer } from 'node:http';
import { healthPages, type Health } from '../health.ts';
import type { Log } from '../log.ts';
import { mayReadMetrics } from './access.ts';
import { METRICS_TYPE } from './process-metrics.ts';

export type MetricsServer = {
  readonly host: string;
  readonly port: number;
  readonly token: string | null;
  readonly metrics: () => Promise<string>;
  readonly health: Health;
  readonly log: Log;
};

/** GET /metrics, /livez and /readyz of a process without REST. */
export async function serveMetrics({ host, port, token, metrics, health, log }: MetricsServer) {
  const pages = healthPages(health);
  const server = createServer((request, response) => {
    const page = request.method === 'GET' ? pages.find(({ url }) => url === request.url) : undefined;
    if (page) {
      void page.respond().then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        response.end(JSON.stringify(body));
      });
      return;
    }
    if (request.method !== 'GET' || request.url !== '/metrics' || !mayReadMetrics(request, token)) {
      response.writeHead(404).end();
      return;
    }
    metrics().then(
      (text) => response.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ error }, 'The metrics could not be read.');
        response.writeHead(503).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { close: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()) };
}
