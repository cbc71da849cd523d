import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { event } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestQueues, type TestQueues } from '#test/support/queues.ts';
import { receivers, type Receivers } from '#test/support/receivers.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { registerHook } from '#test/support/worker-context.ts';
import { forkWorkers, type WorkerProcess } from '#test/support/worker-process.ts';

/** Beyond the lease of a delivery. */
const LATER_MS = 91_000;

type Post = { readonly id: string; readonly body: string; readonly numbers: readonly number[] };

let testApp: TestApp;
let queues: TestQueues;
let partners: Receivers;
let worker: WorkerProcess | null = null;
beforeAll(async () => {
  testApp = await openTestApp();
  queues = await openTestQueues(testApp.settings);
  partners = receivers();
});
afterAll(async () => {
  await worker?.kill();
  await queues.close();
  await partners.close();
  await testApp.close();
});

const start = async (aheadMs = 0) => {
  worker = await forkWorkers({
    settings: testApp.settings,
    queues: queues.settings,
    restUrl: 'http://127.0.0.1:1',
    aheadMs,
  });
  return worker;
};

/** A receiver that holds its replies while `holds` is true, and a webhook that sends it four deliveries a post at most. */
async function aReceiver() {
  const posts: Post[] = [];
  const held = new Set<ServerResponse>();
  const ways = { holds: false };
  let atOnce = 0;
  let most = 0;
  const port = await partners.http((request, response) => {
    most = Math.max(most, ++atOnce);
    response.once('close', () => (atOnce -= 1));
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const numbers = JSON.parse(body).data.map((each: { delivery_sequence: number }) => each.delivery_sequence);
      posts.push({ id: String(request.headers['webhook-id']), body, numbers });
      if (ways.holds) held.add(response);
      else response.end();
    });
  });
  const batch = { max: 4, waitMs: 0 };
  const { id } = await registerHook(testApp, `http://127.0.0.1:${port}/`, { events: ['loan.updated'], batch });
  return { id, posts, held, ways, mostAtOnce: () => most };
}

/** Commits events of loans in one transaction. */
const happen = (events: number) =>
  testApp.internals.transact.run('happen', testApp.operator, async () =>
    outcome(
      null,
      ...Array.from({ length: events }, (_, n) =>
        event('loan.updated', 'loan', { id: n + 1, uuid: randomUUID(), version: 1 }, {}),
      ),
    ),
  );
const countOf = async (endpointId: number, where: string) => {
  const [row] = await testApp.sql<{ n: number }>(
    `select count(*)::int as n from webhook_delivery where endpoint_id = $1 and ${where}`,
    [endpointId],
  );
  return row?.n;
};
/** Lines of the log, by number of the delivery: how each attempt ended. */
const logOf = (endpointId: number) =>
  testApp.sql<{ sequence: number; number: number; error_class: string | null; batch_id: string | null }>(
    `select d.sequence::int as sequence, a.number, a.error_class, a.batch_id
       from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
      where d.endpoint_id = $1 order by 1, 2`,
    [endpointId],
  );

/** After a death over the first batch of thirteen deliveries, three of which came while no one worked. */
async function requireInOrder(hook: Awaited<ReturnType<typeof aReceiver>>): Promise<void> {
  const [lost, again, ...others] = hook.posts;
  expect(lost?.numbers).toEqual([1, 2, 3, 4]);
  expect(again).toEqual(lost);
  expect(others.map(({ numbers }) => numbers)).toEqual([[5, 6, 7, 8], [9, 10, 11, 12], [13]]);
  expect(new Set(hook.posts.map(({ id }) => id)).size).toBe(hook.posts.length - 1);
  expect(hook.mostAtOnce()).toBe(1);
  const log = await logOf(hook.id);
  const ends = (sequence: number) => log.filter((line) => line.sequence === sequence);
  for (const sequence of lost?.numbers ?? []) {
    expect(ends(sequence)).toMatchObject([
      { number: 1, error_class: 'interrupted' },
      { number: 2, error_class: null, batch_id: lost?.id },
    ]);
  }
  expect(log).toHaveLength(13 + 4);
}

describe('A batch of webhook deliveries whose worker is killed', () => {
  it.each([
    ['has not replied', 'later'],
    ['has replied, which was not written down', 'before'],
  ])(
    'comes again as it was before anything behind it, where the receiver %s',
    async (_, replies) => {
      const hook = await aReceiver();
      hook.ways.holds = true;
      await happen(10);
      const first = await start();
      await eventually(() => hook.held.size > 0);
      if (replies === 'before') {
        // The reply is on its way to a process that reads nothing any more.
        first.freeze();
        await Promise.all([...hook.held].map((response) => once(response.end(), 'finish')));
      }
      await first.kill();
      hook.ways.holds = false;
      for (const response of hook.held) response.end();
      expect(await countOf(hook.id, `state = 'delivering'`)).toBe(4);
      await happen(3);
      const next = await start(LATER_MS);
      await eventually(async () => (await countOf(hook.id, `state = 'succeeded'`)) === 13);
      await next.stop();
      await requireInOrder(hook);
    },
    150_000,
  );
});
