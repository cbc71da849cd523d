import { deliveryTally } from '#platform/runtime/metrics/delivery-tally.ts';
import { metricsText } from '#platform/runtime/metrics/backlog.ts';
import { backlogOf } from '#platform/postgres/partners/backlog.ts';
import { amountsOf } from '#platform/postgres/amounts.ts';
import { moneyFiguresOf } from '#platform/postgres/money-figures.ts';
import { QUEUES } from '#platform/queue/queues.ts';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import { startRest } from '#rest/start.ts';
import { showDelivered } from '#rest/webhooks/delivered-records.ts';
import { caughtUp } from './caught-up.ts';
import { openTestApp, type TestApp, type TestClient, type TestAppOptions } from './test-app.ts';
import { receivers, type Receivers } from './receivers.ts';
import { recordExample } from './recorded-examples.ts';
import type { Reply } from './rest-test-app.ts';
import { sentBy } from './watched-app.ts';
import { openWorkerContext, type WorkerContext, type WorkerContextOptions } from './worker-context.ts';

/** A test app with its workers, its REST surfaces, and partners' servers: all that a webhook goes through. */
export type WebhookTestApp = {
  readonly testApp: TestApp;
  readonly context: WorkerContext;
  readonly partners: Receivers;
  readonly restUrl: string;
  /** @param scope a part of the client's scopes; all where it is left out */
  tokenOf(client: TestClient, scope?: string): Promise<string>;
  call(
    method: string,
    path: string,
    sent: { token: string; key?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply>;
  close(): Promise<void>;
};

export async function openWebhookTestApp(options: TestAppOptions & WorkerContextOptions = {}): Promise<WebhookTestApp> {
  const testApp = await openTestApp({ showRecords: showDelivered, ...options });
  const elapsed = () => performance.now();
  const tally = deliveryTally(elapsed);
  const context = await openWorkerContext(testApp, { ...options, tally });
  const partners = receivers();
  const many = 1_000_000;
  const server = await startRest({
    app: testApp.app,
    auth: testApp.auth,
    log: testApp.log,
    baseUrl: 'http://umoja.test',
    keys: testApp.keys,
    webhookGuard: { allowedNetworks: parseNetworks('127.0.0.0/8'), resolve: async () => ['93.184.216.34'] },
    host: '127.0.0.1',
    port: 0,
    metrics: {
      text: metricsText({
        registry: tally.registry,
        backlog: backlogOf(testApp.database),
        money: moneyFiguresOf(testApp.database),
        amounts: amountsOf(testApp.database),
        queues: QUEUES,
        waiting: context.queues.queues.waiting,
        clock: testApp.clock,
        elapsed,
        log: testApp.log,
      }),
      token: null,
    },
    quotas: {
      'A.read': many,
      'A.write': many,
      'B.read': many,
      'B.write': many,
      'B.money': many,
      'C.read': many,
      'C.write': many,
      graph: many,
    },
  });
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Reply> => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    recordExample({ method, path, status: response.status, body, text });
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : null,
    };
  };
  return {
    testApp,
    context,
    partners,
    restUrl: server.url,
    tokenOf: async ({ clientKey, secret }, scope) => {
      const credentials = { grant_type: 'client_credentials', client_id: clientKey, client_secret: secret, scope };
      return (await send('POST', '/api/v1/oauth/token', {}, credentials)).body.access_token;
    },
    call: (method, path, { token, key, body, headers = {} }) => {
      const all = {
        authorization: `Bearer ${token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      };
      return caughtUp(path, () =>
        sentBy(
          () => `${method} ${path}`,
          () => send(method, path, all, body),
        ),
      );
    },
    close: async () => {
      await server.close();
      await context.close();
      await partners.close();
      await testApp.close();
    },
  };
}
