import { createServer } from 'node:http';
import type { Log } from '../log.ts';
import { mayReadMetrics } from './access.ts';
import { METRICS_TYPE } from './process-metrics.ts';

export type MetricsServer = {
  readonly host: string;
  readonly port: number;
  readonly token: string | null;
  readonly metrics: () => Promise<string>;
  readonly log: Log;
};

/** GET /metrics of a process that serves nothing else: workers alone. */
export async function serveMetrics({ host, port, token, metrics, log }: MetricsServer) {
  const server = createServer((request, response) => {
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
