import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { applicationUrl } from '#platform/postgres/database.ts';
import { migrate } from '#platform/postgres/migrations/migrate.ts';
import { queueRole } from '#platform/postgres/migrations/queue-schema.ts';
import { openLog } from '#platform/runtime/log.ts';
import { HORIZON_MS, openQueues, type Job, type Queues } from '#platform/queue/queues.ts';
import { traceparentHere, traceWith, within } from '#platform/runtime/tracing/tracing.ts';
import { requireOneRedis } from '#platform/redis/one-redis.ts';
import { sandboxResetting } from '#platform/postgres/tenant-clock.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { installedOn } from '#test/support/installation.ts';
import { createDatabase, type TestDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { receivers } from '#test/support/receivers.ts';
import { openTestQueues, type TestQueues } from '#test/support/queues.ts';
import { throughPort } from '#test/support/test-server.ts';

describe('The Redis of the queues', () => {
  const servers = receivers();
  afterAll(() => servers.close());
  /** Speaks as much of Redis as a client asks that only wants to know what it has met. */
  const redisThatIs = async (mode: string): Promise<string> => {
    const info = `# Server\r\nredis_mode:${mode}\r\n`;
    const port = await servers.tcp((socket) =>
      socket.on('data', (bytes) => {
        for (const [, , command = ''] of bytes.toString().matchAll(/\*\d+\r\n\$(\d+)\r\n(\w+)/g))
          socket.write(command.toLowerCase() === 'info' ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
      }),
    );
    return `redis://127.0.0.1:${port}`;
  };

  it.each([
    ['sentinel', 'REDIS_URL is a Redis Sentinel, which holds no data.'],
    ['cluster', 'REDIS_URL is a Redis Cluster, over whose nodes'],
  ])('is refused by name where it is a %s', async (mode, sentence) => {
    await expect(requireOneRedis(await redisThatIs(mode))).rejects.toThrow(sentence);
  });

  it('is taken where it is one server, and not waited for where it is away', async () => {
    await requireOneRedis(await redisThatIs('standalone'));
    await requireOneRedis(`redis://127.0.0.1:${await servers.unused()}`);
  });
});

describe('The queues', () => {
  let database: TestDatabase;
  let opened: TestQueues;
  let queues: Queues;
  beforeAll(async () => {
    database = await createDatabase();
    opened = await openTestQueues(database.settings);
    queues = opened.queues;
    await eventually(() => queues.enqueue('react', { tenantId: 0, id: 'warm' }));
    const warm = await queues.work('react', async () => undefined, { concurrency: 1 });
    await eventually(async () => (await queues.waiting('react')) === 0);
    await warm.close();
  });
  afterAll(async () => {
    await opened.close();
    await database.drop();
  });

  it('hand each job to a worker once, whether it comes before or after the worker', async () => {
    const seen: string[] = [];
    await queues.enqueueAll('react', [
      { tenantId: 1, id: '7' },
      { tenantId: 2, id: '7' },
    ]);
    const working = await queues.work('react', async ({ tenantId, id }) => void seen.push(`${tenantId}/${id}`), {
      concurrency: 3,
    });
    await eventually(() => seen.length === 2);
    await queues.enqueue('react', { tenantId: 3, id: 'b9e4' });
    await eventually(() => seen.length === 3);
    expect(seen.sort()).toEqual(['1/7', '2/7', '3/b9e4']);
    await working.close();
  });

  it('take what is enqueued before their connection stands', async () => {
    const atStart = await openQueues({ ...opened.settings, database: database.settings, log: openLog('silent') });
    expect(await atStart.enqueue('react', { tenantId: 4, id: 'at the start' })).toBe(true);
    const seen: string[] = [];
    const working = await queues.work('react', async ({ id }) => void seen.push(id), { concurrency: 1 });
    await eventually(() => seen.includes('at the start'));
    await working.close();
    await atStart.close();
  });

  it('go on where PostgreSQL did not answer at their start, and keep nothing else of the process waiting', async () => {
    const real = new URL(database.settings.adminUrl);
    let isAway = true;
    const servers = receivers();
    const port = await servers.tcp((socket) => {
      if (isAway) return void socket.destroy();
      const behind = connect(Number(real.port), real.hostname);
      socket.pipe(behind).pipe(socket);
      for (const each of [socket, behind]) each.on('error', () => undefined).on('close', () => behind.destroy());
    });
    const log = openLog('silent');
    const late = await openQueues({
      ...opened.settings,
      database: { ...database.settings, adminUrl: throughPort(real.href, port) },
      log,
    });
    const seen: string[] = [];
    const working = await late.work('check-payout', async ({ id }) => void seen.push(id), { concurrency: 1 });
    await sleep(200);
    isAway = false;
    await eventually(() => late.enqueue('check-payout', { tenantId: 1, id: 'late' }));
    await eventually(() => seen.length === 1);
    await working.close();
    await late.close();
    await servers.close();
  });

  it('do not add what waits already, and forget what is done', async () => {
    const job: Job = { tenantId: 1, id: '8' };
    await queues.enqueue('react', job);
    await queues.enqueue('react', job);
    expect(await queues.waiting('react')).toBe(1);
    let times = 0;
    const working = await queues.work('react', async () => void times++, { concurrency: 1 });
    await eventually(() => times === 1);
    await eventually(async () => {
      await queues.enqueue('react', job);
      return times >= 2;
    });
    // The last attempt may have added one more, which the next test would find.
    await eventually(async () => (await queues.waiting('react')) === 0);
    await working.close();
  });

  it('carry the step of a trace that enqueued a job to the step that does it', async () => {
    const begun: { readonly name: string; readonly parent: string | null }[] = [];
    const here: (string | null)[] = [];
    const spanOf = (name: string) => ({ traceparent: `the step ${name}`, end: () => undefined });
    traceWith({
      begin: (name, { parent }) => {
        begun.push({ name, parent });
        return spanOf(name);
      },
      close: async () => undefined,
    });
    try {
      const working = await queues.work('react', async () => void here.push(traceparentHere()), { concurrency: 1 });
      await within(spanOf('that is under way'), () => queues.enqueue('react', { tenantId: 5, id: 'traced' }));
      await queues.enqueueAll('react', [{ tenantId: 5, id: 'named', traceparent: 'the step of an event' }]);
      await eventually(() => here.length === 2);
      await working.close();
    } finally {
      traceWith(null);
    }
    expect(begun.map(({ name, parent }) => `${name} of ${parent}`).sort()).toEqual([
      'job react of the step of an event',
      'job react of the step that is under way',
    ]);
    expect(here).toEqual(['the step job react', 'the step job react']);
  });

  it('wait as long as a job is delayed, and come back when a handler requests it', async () => {
    const at: number[] = [];
    const start = performance.now();
    const working = await queues.work(
      'react',
      async () => {
        at.push(performance.now() - start);
        return at.length === 1 ? { againInMs: 300 } : undefined;
      },
      { concurrency: 1 },
    );
    await queues.enqueue('react', { tenantId: 1, id: '9' }, 400);
    await eventually(() => at.length === 2);
    expect(at[0]).toBeGreaterThan(350);
    expect(at[1]! - at[0]!).toBeGreaterThan(250);
    expect(at[1]! - at[0]!).toBeLessThan(3_000);
    await working.close();
  });

  it('leave what is far ahead to the sweep', async () => {
    let times = 0;
    const far = HORIZON_MS + 1;
    const working = await queues.work('react', async () => (times++, { againInMs: far }), { concurrency: 1 });
    await queues.enqueue('react', { tenantId: 1, id: '10' }, far);
    await queues.enqueue('react', { tenantId: 1, id: '10' });
    await eventually(() => times === 1);
    // It is not kept under its id: it can be enqueued again immediately.
    await eventually(async () => (await queues.enqueue('react', { tenantId: 1, id: '10' }), times >= 2));
    await working.close();
  });

  it('try a job again whose handler broke', async () => {
    let times = 0;
    const working = await queues.work(
      'react',
      async () => {
        if (++times === 1) throw new Error('broken');
      },
      { concurrency: 1 },
    );
    await queues.enqueue('react', { tenantId: 1, id: '11' });
    await eventually(() => times === 2);
    await working.close();
  });

  it('run as many jobs at the same time as is said, and closing waits for them', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const working = await queues.work(
      'react',
      async () => {
        most = Math.max(most, ++running);
        await sleep(200);
        running--;
        done++;
      },
      { concurrency: 4 },
    );
    const jobs = Array.from({ length: 12 }, (_, n) => ({ tenantId: 1, id: `many-${n}` }));
    await queues.enqueueAll('react', jobs);
    await eventually(() => running === 4);
    await working.close();
    expect(running).toBe(0);
    expect(most).toBe(4);
    expect(done).toBeGreaterThanOrEqual(4);
    const rest = await queues.work('react', async () => undefined, { concurrency: 10 });
    await eventually(async () => (await queues.waiting('react')) === 0);
    await rest.close();
  });

  it('log a job that fails as an error, but not one whose sandbox is being reset', async () => {
    const { log, lines } = recordingLog();
    const own = await openQueues({ ...opened.settings, database: database.settings, log });
    const working = await own.work(
      'check-payout',
      async ({ id }) => {
        throw id === 'reset' ? sandboxResetting() : new Error('broken');
      },
      { concurrency: 1 },
    );
    const saying = (text: string) => lines.filter(({ msg }) => msg.includes(text));
    await own.enqueue('check-payout', { tenantId: 1, id: 'reset' });
    await eventually(() => saying('waits for the reset').length > 0);
    expect(saying('A job failed')).toEqual([]);
    await own.enqueue('check-payout', { tenantId: 1, id: 'broken' });
    await eventually(() => saying('A job failed').length > 0);
    expect(saying('waits for the reset')[0]).toMatchObject({ level: log.levels.values['debug'] });
    await working.close();
    await own.close();
  });

  it('begin the first jobs of a backlog before the last are fetched: locks of those that wait would run out', async () => {
    const jobs = Array.from({ length: 300 }, (_, n) => ({ tenantId: 1, id: `backlog-${n}` }));
    await queues.enqueueAll('react', jobs);
    const release = Promise.withResolvers<void>();
    let running = 0;
    const waitingAtFirst = Promise.withResolvers<number>();
    const working = await queues.work(
      'react',
      async () => {
        if (++running === 1) waitingAtFirst.resolve(queues.waiting('react'));
        await release.promise;
      },
      { concurrency: 250 },
    );
    await eventually(() => running === 250);
    expect(await waitingAtFirst.promise).toBeGreaterThan(200);
    release.resolve();
    await eventually(() => running === 300);
    await working.close();
  });
});

describe('The queues in PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  async function as<T>(role: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: applicationUrl({ ...database.settings, appRole: role }) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  it('are out of reach of the application’s role', async () => {
    await as(database.settings.appRole, async (client) => {
      await expect(client.query('select * from bullmq.job')).rejects.toThrow('permission denied for schema bullmq');
    });
  });

  it('are prepared again once they have made a sequence (finding: no later version could be migrated)', async () => {
    const { settings } = database;
    const queues = await openQueues({ redisUrl: null, prefix: '', database: settings, log: openLog('silent') });
    // So many at once that the library adds them in one go.
    const jobs = Array.from({ length: 20 }, (_, at) => ({ tenantId: 0, id: `many-${at}` }));
    await queues.enqueueAll('check-payout', jobs);
    await queues.close();
    await as(queueRole(settings), async (client) => {
      const made = await client.query(`select from pg_sequences where sequencename like 'bullmq_jid_%'`);
      expect(made.rowCount).toBe(1);
    });
    await migrate(settings, () => undefined);
    // With a role of its own, too.
    await installedOn(settings);
  });

  it('reach nothing else with their own role', async () => {
    await as(queueRole(database.settings), async (client) => {
      await expect(client.query('select * from public.member')).rejects.toThrow('permission denied');
      await expect(client.query('select * from public.due_jobs(now(), 1)')).rejects.toThrow('permission denied');
      await expect(client.query('create table public.mine (id int)')).rejects.toThrow('permission denied');
    });
  });
});
