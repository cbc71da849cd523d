import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testWebhook } from '#core/partners/use-cases/manage-webhook.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { receivers, type Receivers } from '#test/support/receivers.ts';
import { selfSigned } from '#test/support/certificate.ts';
import { openWorkerContext, registerHook, type WorkerContext } from '#test/support/worker-context.ts';

/** The deadlines of a delivery, scaled down, so that nobody waits: "just in time" leaves a busy machine some room. */
const DEADLINES = { connectMs: 1_000, totalMs: 2_000 };
const IN_TIME_MS = 1_400;

type Receiver = { readonly url: (servers: Receivers) => Promise<string>; readonly ends: object };

const http = (listener: Parameters<Receivers['http']>[0]) => async (servers: Receivers) =>
  `http://127.0.0.1:${await servers.http(listener)}/`;
const bytes = (onConnection: Parameters<Receivers['tcp']>[0]) => async (servers: Receivers) =>
  `http://127.0.0.1:${await servers.tcp(onConnection)}/`;

/** Given up after the four attempts of a sandbox, each for this reason. */
const exhausted = (error: string, status: number | null = null) => ({
  state: 'exhausted',
  attempts: 4,
  classes: [error],
  statuses: [status],
});
const succeeded = { state: 'succeeded', attempts: 1, classes: [null], statuses: [200] };

/** Every way in which a receiver fails, and what it ends in. */
const WAYS: { readonly [way: string]: Receiver } = {
  'refuses the connection': {
    url: async (servers) => `http://127.0.0.1:${await servers.unused()}/`,
    ends: exhausted('connection_refused'),
  },
  'hangs without a word': { url: bytes(() => {}), ends: exhausted('timeout') },
  'drips its reply': {
    url: bytes((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write('.'), 200);
      socket.once('close', () => clearInterval(drip));
    }),
    ends: exhausted('timeout', 200),
  },
  'answers 200 just in time': {
    url: http((_, response) => void setTimeout(() => response.end('ok'), IN_TIME_MS)),
    ends: succeeded,
  },
  redirects: {
    url: http((_, response) => void response.writeHead(307, { location: 'https://example.com/' }).end()),
    ends: exhausted('redirect_refused', 307),
  },
  'answers 429 with Retry-After': {
    url: http((_, response) => void response.writeHead(429, { 'retry-after': '1800' }).end()),
    ends: exhausted('http_4xx', 429),
  },
  'answers 500': { url: http((_, response) => void response.writeHead(500).end()), ends: exhausted('http_5xx', 500) },
  'responds with a reply without end': {
    url: http((_, response) => {
      response.writeHead(200);
      const flood = setInterval(() => response.write('x'.repeat(20_000)), 20);
      response.once('close', () => clearInterval(flood));
    }),
    ends: succeeded,
  },
  'has a certificate that nobody trusts': {
    url: async (servers) => {
      const certificate = selfSigned(['127.0.0.1']);
      return `https://127.0.0.1:${await servers.https((_, response) => void response.end(), certificate)}/`;
    },
    ends: exhausted('tls_error'),
  },
  'speaks no HTTP': {
    url: bytes((socket) => void socket.once('data', () => socket.end('220 mail.example ESMTP\r\n'))),
    ends: exhausted('reply_error'),
  },
  'has lost its name': { url: async () => 'http://gone.invalid/', ends: exhausted('dns_error') },
  'is gone for good (410)': {
    url: http((_, response) => void response.writeHead(410).end()),
    ends: { state: 'held', attempts: 1, classes: ['http_4xx'], statuses: [410] },
  },
};

describe('A receiver that', () => {
  let testApp: TestApp;
  let context: WorkerContext;
  let servers: Receivers;
  const hooks = new Map<string, number>();
  let ahead = Temporal.Duration.from({ seconds: 0 });

  beforeAll(async () => {
    testApp = await openTestApp({ clock: () => Temporal.Now.instant().add(ahead) });
    servers = receivers();
    context = await openWorkerContext(testApp, { deadlines: DEADLINES });
    for (const [way, { url }] of Object.entries(WAYS)) {
      const { id } = await registerHook(testApp, await url(servers), { events: ['webhook.test'] });
      hooks.set(way, id);
      await testApp.internals.transact.run('testWebhook', testApp.client.caller, (tx, context) =>
        testWebhook(
          { clientId: testApp.client.id, webhookId: id, tokenScopes: [], type: null },
          testApp.internals.ports.partners(tx, context),
        ),
      );
    }
    await eventually(async () => (await count('true')) === hooks.size);
    // The clock moves on as soon as nothing is due or under way; nobody waits with it.
    do {
      await eventually(
        async () => (await count(`started_at is not null or next_attempt_at <= $1`, [now()])) === 0,
        30_000,
      );
      ahead = ahead.add({ minutes: 35 });
    } while ((await count(`next_attempt_at is not null`)) > 0);
  });
  afterAll(async () => {
    await context.close();
    await servers.close();
    await testApp.close();
  });

  const count = async (condition: string, params: unknown[] = []) =>
    Number((await testApp.sql(`select count(*) as n from webhook_delivery where ${condition}`, params))[0]?.['n']);
  const now = () => testApp.clock().toString();

  it.each(Object.entries(WAYS))('%s ends as it should', async (way, { ends }) => {
    const [row] = await testApp.sql(
      `select d.state, d.attempts, array_agg(distinct a.error_class) as classes, array_agg(distinct a.status) as statuses
         from webhook_delivery d join webhook_attempt a on a.delivery_id = d.id
        where d.endpoint_id = $1 group by d.tenant_id, d.id`,
      [hooks.get(way)],
    );
    expect(row).toEqual(ends);
  });

  it('answers 410 is disabled, and no other; what asks us to wait half an hour is not asked again before', async () => {
    const disabled = await testApp.sql(`select id, disabled_reason from webhook where state = 'disabled'`);
    expect(disabled).toEqual([{ id: String(hooks.get('is gone for good (410)')), disabled_reason: 'gone' }]);
    const waits = await testApp.sql<{ seconds: string }>(
      `select extract(epoch from a.next_attempt_at - a.started_at) as seconds
         from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
        where d.endpoint_id = $1 and a.next_attempt_at is not null`,
      [hooks.get('answers 429 with Retry-After')],
    );
    expect(waits).toHaveLength(3);
    for (const { seconds } of waits) expect(Number(seconds)).toBeGreaterThanOrEqual(1_800);
  });

  it('floods us is read to 16 kB', async () => {
    const [row] = await testApp.sql(
      `select length(a.reply_body) as n from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id where d.endpoint_id = $1`,
      [hooks.get('responds with a reply without end')],
    );
    expect(row).toEqual({ n: 16_384 });
  });
});
