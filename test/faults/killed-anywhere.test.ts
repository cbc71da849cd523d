import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { migrate } from '#platform/postgres/migrations/migrate.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestQueues, type TestQueues } from '#test/support/queues.ts';
import { receivers, type Receivers } from '#test/support/receivers.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { registerHook } from '#test/support/worker-context.ts';
import { forkWorkers, type WorkerProcess } from '#test/support/worker-process.ts';

/** Beyond the lease of a delivery, and the pause after a callback's first try. */
const LATER_MS = 91_000;
const PATIENCE_MS = 60_000;

/** A moment in the middle of some work, and a way to stay in it. */
type Moment = {
  /** A table that the work writes to: locked, the work waits there. Null where a receiver holds its reply. */
  readonly holds: string | null;
  /** What there is to do. */
  readonly work: () => Promise<unknown>;
  /** How often a killed worker's event may arrive. */
  readonly arrivals: number;
};

let testApp: TestApp;
let queues: TestQueues;
let partners: Receivers;
let webhookId: number;
/** The events that arrived, each as often as it came. */
const arrived: string[] = [];
/** Replies that are held, while there is a set of them. */
let held: Set<ServerResponse> | null = null;

beforeAll(async () => {
  testApp = await openTestApp();
  queues = await openTestQueues(testApp.settings);
  partners = receivers();
  const port = await partners.http((request, response) => {
    arrived.push(String(request.headers['webhook-id']));
    request.resume();
    if (held) held.add(response);
    else response.end();
  });
  ({ id: webhookId } = await registerHook(testApp, `http://127.0.0.1:${port}/`, { events: ['loan.created'] }));
});
afterAll(async () => {
  await queues.close();
  await partners.close();
  await testApp.close();
});

const start = (aheadMs = 0): Promise<WorkerProcess> =>
  forkWorkers({ settings: testApp.settings, queues: queues.settings, restUrl: 'http://127.0.0.1:1', aheadMs });
const count = async (table: string, where = 'true') =>
  Number((await testApp.sql<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`))[0]?.n);

/** Holds what writes to a table, and lets it go. */
async function holding(table: string) {
  const client = new pg.Client({ connectionString: testApp.settings.adminUrl });
  // It ends with its suite's database, where a test fails.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`begin; lock table ${table} in share mode`);
  const waits = async () => {
    const { rows } = await client.query(
      `select from pg_locks where relation = '${table}'::regclass and mode = 'RowExclusiveLock' and not granted`,
    );
    return rows.length > 0;
  };
  return { waits: () => eventually(waits, PATIENCE_MS), release: () => client.end() };
}

function holdingReplies() {
  const replies = new Set<ServerResponse>();
  held = replies;
  return {
    waits: () => eventually(() => replies.size > 0, PATIENCE_MS),
    release: async () => {
      held = null;
      for (const response of replies) response.end();
    },
  };
}

const apply = () =>
  testApp.done(testApp.app.lending.applyForLoan, {
    memberId: testApp.memberId,
    productId: testApp.productId,
    principal: 500_000n,
    termMonths: 6,
  });
/** A provider's notification that was stored, and whose receiver died over it. */
let notifications = 0;
const notification = async () => {
  notifications += 1;
  const received = { kind: 'notification', subject: randomUUID(), text: '{}' };
  await testApp.app.inbox.store(testApp.tenantId, {
    ...received,
    arrival: { headers: {}, source: null, isExpected: true },
  });
  await testApp.sql('update callback set due_at = now() where processed_at is null');
};

const MOMENTS: { readonly [moment: string]: Moment } = {
  'relays an event': { holds: 'webhook_delivery', work: apply, arrivals: 1 },
  'waits for a receiver’s reply': { holds: null, work: apply, arrivals: 2 },
  'writes down what came of a delivery': { holds: 'webhook_attempt', work: apply, arrivals: 2 },
  'carries out a stored callback': { holds: 'incident', work: notification, arrivals: 0 },
};

/** What has no part in the queues is the same in both passes of the suite. */
const isSecondPass = process.env['UMOJA_TEST_QUEUE'] === 'redis';
const moments = Object.entries(MOMENTS).filter(([, { holds }]) => !isSecondPass || holds === null);

/** Everything is done once, whatever ended the worker. */
async function allIsDone(): Promise<boolean> {
  const open = [
    await count('outbox'),
    await count('webhook_delivery', `state <> 'succeeded'`),
    await count('callback', 'processed_at is null'),
    await count('reaction', 'due_at is not null'),
  ];
  return open.every((n) => n === 0);
}

async function requireOnce(): Promise<void> {
  const events = await count('event', `type = 'loan.created'`);
  const [deliveries] = await testApp.sql(
    `select count(*)::int as n, coalesce(max(sequence), 0)::int as last from webhook_delivery where endpoint_id = $1`,
    [webhookId],
  );
  expect(deliveries).toEqual({ n: events, last: events });
  expect(new Set(arrived).size).toBe(events);
  const [feed] = await testApp.sql('select count(*)::int as n, max(sequence)::int as last from feed_entry');
  expect(feed?.['n']).toBe(feed?.['last']);
  expect(await count('incident', `kind like 'notification_%'`)).toBe(notifications);
}

describe.each(moments)('A worker that %s', (_, { holds, work, arrivals }) => {
  const inTheMiddle = async () => {
    const hold = holds === null ? holdingReplies() : await holding(holds);
    // There is something to do when it starts: rounds that come seldom begin with it.
    await work();
    const worker = await start();
    await hold.waits();
    // Others may wait for the same table.
    await eventually(async () => (await count('callback', 'processed_at is null and tries = 0')) === 0, PATIENCE_MS);
    return { worker, hold };
  };

  const goOn = async (aheadMs: number) => {
    const next = await start(aheadMs);
    await eventually(allIsDone, PATIENCE_MS);
    await next.stop();
    await requireOnce();
  };

  it('is killed then: another one does it', async () => {
    const before = arrived.length;
    const { worker, hold } = await inTheMiddle();
    await worker.kill();
    await hold.release();
    await goOn(LATER_MS);
    // PostgreSQL may have had the commit already: then it came once.
    expect(arrived.length - before).toBeLessThanOrEqual(arrivals);
  });

  it('is asked to end (SIGTERM) then: it ends what it began, and another one goes on immediately', async () => {
    const before = arrived.length;
    const { worker, hold } = await inTheMiddle();
    const ended = worker.stop();
    await hold.release();
    await ended;
    expect(await count('webhook_delivery', 'started_at is not null')).toBe(0);
    expect(await count('callback', 'processed_at is null')).toBe(0);
    await goOn(0);
    expect(arrived.length - before).toBe(Math.min(arrivals, 1));
  });
});

describe.skipIf(isSecondPass)('Workers that run while a database is migrated', () => {
  it('go on, and nothing of theirs is lost', async () => {
    const hold = holdingReplies();
    const worker = await start();
    await apply();
    await hold.waits();
    await migrate(testApp.settings, () => undefined);
    await hold.release();
    await apply();
    await eventually(allIsDone, PATIENCE_MS);
    await worker.stop();
    await requireOnce();
  });
});
