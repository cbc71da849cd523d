import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { openTestQueues } from '#test/support/queues.ts';
import { receivers, type Receivers } from '#test/support/receivers.ts';
import { startOwnRedis, type TestRedis } from '#test/support/redis.ts';
import { forkWorkers } from '#test/support/worker-process.ts';
import { openWorkerContext, registerHook } from '#test/support/worker-context.ts';

const EVENTS = 200;
/** Beyond the lease of a delivery: what a dead worker held may be taken back. */
const LATER_MS = 61_000;

let testApp: TestApp;
let partners: Receivers;
beforeAll(async () => {
  testApp = await openTestApp();
  partners = receivers();
});
afterAll(async () => {
  await partners.close();
  await testApp.close();
});

/** Counts what arrives, by event; every message has to verify. */
async function countingHook(type: string) {
  const times = new Map<string, number>();
  const secrets: string[] = [];
  const wrong: unknown[] = [];
  const port = await partners.http(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    try {
      new Webhook(secrets[0] ?? '').verify(body, request.headers as Record<string, string>);
    } catch (error) {
      wrong.push(error);
    }
    const id = String(request.headers['webhook-id']);
    times.set(id, (times.get(id) ?? 0) + 1);
    await sleep(20);
    response.end();
  });
  const { id, secret } = await registerHook(testApp, `http://127.0.0.1:${port}/`, { events: [type] });
  secrets.push(secret);
  return { id, times, wrong };
}

async function notifyMany(): Promise<void> {
  const applied = { memberId: testApp.memberId, productId: testApp.productId, principal: 500_000n, termMonths: 6 };
  for (let n = 0; n < EVENTS; n += 20) {
    await Promise.all(Array.from({ length: 20 }, () => testApp.done(testApp.app.lending.applyForLoan, applied)));
  }
}

const unfinished = async (id: number) =>
  testApp.sql(`select id from webhook_delivery where endpoint_id = $1 and state <> 'succeeded'`, [id]);

describe('A worker process that is killed in the middle', () => {
  it('loses nothing: every event arrives', async () => {
    const hook = await countingHook('loan.created');
    const queues = await openTestQueues(testApp.settings);
    const orders = { settings: testApp.settings, queues: queues.settings, restUrl: 'http://127.0.0.1:1', aheadMs: 0 };
    const first = await forkWorkers(orders);
    await notifyMany();
    await eventually(() => hook.times.size >= EVENTS / 4);
    await first.kill();
    expect(hook.times.size).toBeLessThan(EVENTS);
    // Attempts were under way: they are known, and nobody takes them before their lease is over.
    expect((await unfinished(hook.id)).length).toBeGreaterThan(0);

    const second = await forkWorkers({ ...orders, aheadMs: LATER_MS });
    await eventually(() => hook.times.size === EVENTS);
    await eventually(async () => (await unfinished(hook.id)).length === 0);
    await second.stop();
    await queues.close();
    expect(hook.wrong).toEqual([]);
    const [gaps] = await testApp.sql(
      'select max(sequence)::int as last, count(*)::int as count from webhook_delivery where endpoint_id = $1',
      [hook.id],
    );
    expect(gaps).toEqual({ last: EVENTS, count: EVENTS });
    // At least once: what was under way may have come twice, nothing more often.
    const twice = [...hook.times.values()].filter((times) => times > 1);
    expect(twice.length).toBeLessThanOrEqual(10);
    expect(Math.max(...hook.times.values())).toBeLessThanOrEqual(2);
    await testApp.sql(`update webhook set state = 'deleted' where id = $1`, [hook.id]);
  });
});

describe('A worker process that is frozen in the middle of its attempts, for longer than one may take', () => {
  it('does not hold it against the receiver: nothing waits for a breaker or a slow lane', async () => {
    const held: (() => void)[] = [];
    let isHolding = true;
    const times = new Map<string, number>();
    const port = await partners.http((request, response) => {
      const id = String(request.headers['webhook-id']);
      request.resume().on('end', () => {
        times.set(id, (times.get(id) ?? 0) + 1);
        const reply = () => response.end();
        if (isHolding) held.push(reply);
        else reply();
      });
    });
    const { id } = await registerHook(testApp, `http://127.0.0.1:${port}/`, { events: ['loan.created'] });
    const queues = await openTestQueues(testApp.settings);
    const deadlines = { connectMs: 1_000, totalMs: 2_000 };
    const worker = await forkWorkers({
      settings: testApp.settings,
      queues: queues.settings,
      restUrl: 'http://127.0.0.1:1',
      aheadMs: 0,
      deadlines,
    });
    const applied = { memberId: testApp.memberId, productId: testApp.productId, principal: 500_000n, termMonths: 6 };
    for (let n = 0; n < 12; n++) await testApp.done(testApp.app.lending.applyForLoan, applied);
    await eventually(() => held.length === 2);
    worker.freeze();
    // The fault itself: twice as long as an attempt may take.
    await sleep(2 * deadlines.totalMs);
    isHolding = false;
    held.forEach((reply) => reply());
    worker.goOn();
    // A time-out would be repeated after a minute, and leave the receiver one place of its two.
    await eventually(async () => (await unfinished(id)).length === 0);
    const classes = await testApp.sql(
      `select distinct a.error_class from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
        where d.endpoint_id = $1 and a.error_class is distinct from 'interrupted'`,
      [id],
    );
    expect(classes).toEqual([{ error_class: null }]);
    const [hook] = await testApp.sql(
      'select open_until, failing_since, places > 2 as is_fast from webhook where id = $1',
      [id],
    );
    expect(hook).toEqual({ open_until: null, failing_since: null, is_fast: true });
    expect(times.size).toBe(12);
    await worker.stop();
    await queues.close();
    await testApp.sql(`update webhook set state = 'deleted' where id = $1`, [id]);
  });
});

/** The other pass of the suite knows no Redis; what is under test here would be the same once more. */
const whereQueuesAreInRedis = process.env['UMOJA_TEST_QUEUE'] === 'redis' ? describe : () => undefined;

whereQueuesAreInRedis('Redis that loses everything in the middle', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startOwnRedis();
  });
  afterAll(() => redis.stop());

  it('delays, and loses nothing', async () => {
    const hook = await countingHook('loan.created');
    const context = await openWorkerContext(testApp, { redis });
    await notifyMany();
    await eventually(() => hook.times.size >= EVENTS / 4);
    await redis.flushall();
    await eventually(() => hook.times.size === EVENTS);
    await eventually(async () => (await unfinished(hook.id)).length === 0);
    await context.close();
    expect(hook.wrong).toEqual([]);
    await testApp.sql(`update webhook set state = 'deleted' where id = $1`, [hook.id]);
  });

  it('and is gone for a while, all the same', async () => {
    const hook = await countingHook('loan.created');
    const context = await openWorkerContext(testApp, { redis });
    await eventually(() => context.queues.queues.enqueue('react', { tenantId: 0, id: '0' }));
    await redis.stop();
    await notifyMany();
    // What a process begins itself goes on meanwhile.
    await eventually(() => hook.times.size > 0);
    await redis.restart();
    await eventually(() => hook.times.size === EVENTS, 90_000);
    await context.close();
    expect(hook.wrong).toEqual([]);
  });
});
