import { createServer } from 'node:http';
import { plantFixture } from '#platform/demo/fixtures.ts';
import type { AddressInfo } from 'node:net';
import type { Batch } from '#core/partners/webhook-endpoint/batch.ts';
import { openLog, type Log } from '#platform/runtime/log.ts';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { receiveCallback } from '#platform/app/processes/callbacks/receive-callback.ts';
import { newSigningSecret } from '#platform/outbound/signature.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { startWorkers, type WorkersSettings } from '#work/server.ts';
import type { TestApp, TestClient } from './test-app.ts';
import { openTestQueues, type TestQueues } from './queues.ts';
import type { TestRedis } from './redis.ts';

/** The workers over a test app, with queues, and a callback endpoint for the sandbox's provider. */
export type WorkerContext = {
  readonly queues: TestQueues;
  /** Where the callback endpoint is. */
  readonly restUrl: string;
  close(): Promise<void>;
};

export type WorkerContextOptions = Pick<WorkersSettings, 'deadlines' | 'deliveredTogether' | 'tally'> & {
  readonly redis?: TestRedis;
  readonly log?: Log;
};

/** Starts all roles in this process: `const context = await openWorkerContext(testApp)`. Close it before the test app. */
export async function openWorkerContext(testApp: TestApp, options: WorkerContextOptions = {}): Promise<WorkerContext> {
  const log = options.log ?? openLog('silent');
  const endpoint = await openCallbackEndpoint(testApp, log);
  testApp.callbacksTo(endpoint.url);
  const queues = await openTestQueues(testApp.settings, { ...(options.redis ? { redis: options.redis } : {}), log });
  const workers = await startWorkers({
    app: testApp.app,
    keys: testApp.keys,
    rails: testApp.rails,
    queues: queues.queues,
    log,
    restUrl: endpoint.url,
    webhookAllow: ['127.0.0.0/8'],
    plant: plantFixture,
    ...(options.deadlines ? { deadlines: options.deadlines } : {}),
    ...(options.deliveredTogether ? { deliveredTogether: options.deliveredTogether } : {}),
    ...(options.tally ? { tally: options.tally } : {}),
  });
  return {
    queues,
    restUrl: endpoint.url,
    close: async () => {
      await workers.close();
      await queues.close();
      await endpoint.close();
    },
  };
}

/** Registers a webhook of a client as the REST surface would. */
export async function registerHook(
  testApp: TestApp,
  url: string,
  input: {
    readonly events?: readonly string[];
    readonly ordered?: boolean;
    readonly rateLimitPerSecond?: number;
    readonly payloadStyle?: 'full' | 'thin';
    readonly batch?: Batch;
    readonly client?: TestClient;
  } = {},
): Promise<{ id: number; secret: string }> {
  const { client = testApp.client } = input;
  const secret = newSigningSecret();
  const { id } = await testApp.done(
    testApp.app.partners.registerWebhook,
    {
      clientId: client.id,
      tokenScopes: client.caller.scopes,
      setUpBy: 'client',
      url,
      destination: { kind: 'fine' },
      events: input.events ?? ['*'],
      description: null,
      ordered: input.ordered ?? false,
      rateLimitPerSecond: input.rateLimitPerSecond ?? null,
      metadata: {},
      payloadStyle: input.payloadStyle ?? 'full',
      batch: input.batch ?? null,
      secretCiphertext: signingSecrets(testApp.keys).seal(secret, client.id),
    },
    client.caller,
  );
  return { id, secret };
}

/** The endpoint at which providers call back, as the REST server has it. */
export async function openCallbackEndpoint(
  testApp: TestApp,
  log: Log,
): Promise<{ url: string; close: () => Promise<void> }> {
  const callbacks = callbacksAt('', testApp.keys.callback);
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const [, , token = '', kind = ''] = (request.url ?? '').split('/');
    const taken = await receiveCallback(
      { app: testApp.app, callbacks, log },
      {
        token,
        kind,
        text,
        arrival: { headers: request.headers, source: null, isExpected: true },
        requestId: 'callback',
      },
    ).catch(() => null);
    response.writeHead(taken === null ? 500 : taken ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}
