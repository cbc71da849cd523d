import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { startOwnRedis, testPrefix, type TestRedis } from './redis.ts';

let server: TestRedis;
beforeAll(async () => void (server = await startOwnRedis()));
afterAll(() => server.stop());

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

function queueOn(url: string, work: (job: Job) => void): Queue {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  connection.on('error', () => undefined); // while the server is away
  const prefix = testPrefix();
  const queue = new Queue('q', { connection, prefix });
  const worker = new Worker('q', (job) => Promise.resolve(work(job)), { connection, prefix, concurrency: 10 });
  queue.on('error', () => undefined);
  worker.on('error', () => undefined);
  open.push({ close: async () => connection.disconnect() }, queue, worker);
  return queue;
}

async function until(question: () => boolean): Promise<void> {
  while (!question()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('The Redis that the tests bring along', () => {
  it('answers without delay', async () => {
    const redis = new Redis(server.url);
    await redis.ping();
    const before = performance.now();
    for (let i = 0; i < 20; i++) await redis.set('key', String(i));
    redis.disconnect();
    expect((performance.now() - before) / 20).toBeLessThan(25);
  });

  it('runs the jobs of a queue', async () => {
    const done: number[] = [];
    const queue = queueOn(server.url, (job) => void done.push((job.data as { n: number }).n));
    await queue.addBulk(Array.from({ length: 200 }, (_, n) => ({ name: 'job', data: { n } })));
    await until(() => done.length === 200);
    expect(new Set(done).size).toBe(200);
  });

  it('runs a delayed job when it is due by our clock, not before', async () => {
    let ranAt = 0;
    const queue = queueOn(server.url, () => void (ranAt = Date.now()));
    const dueAt = Date.now() + 1_000;
    await queue.add('later', {}, { delay: 1_000 });
    await until(() => ranAt > 0);
    expect(ranAt).toBeGreaterThanOrEqual(dueAt);
    expect(ranAt).toBeLessThan(dueAt + 2_000);
  });

  it('comes back empty at the same address after a crash, and a queue goes on', async () => {
    const redis = new Redis(server.url);
    redis.on('error', () => undefined);
    await redis.set('kept', 'no');
    let ran = 0;
    const queue = queueOn(server.url, () => void ran++);
    await queue.add('before', {});
    await until(() => ran === 1);

    await server.restart();

    expect(await redis.get('kept')).toBeNull();
    redis.disconnect();
    await queue.add('after', {});
    await until(() => ran === 2);
  });
});
