/**
 * Two phases, nothing lost. First events are committed at a steady rate while worker processes are killed, Redis is
 * emptied and killed, and PostgreSQL is killed; then, in peace, every event has to arrive. Run it alone:
 *
 *     npm run bench -- webhooks-under-fire [--events 10000] [--per-second 150] [--queues redis|postgres]
 *
 * It starts a PostgreSQL and a Redis of its own. Ends with 1 where an event is missing at a webhook, a sequence has a
 * hole, or an ordered webhook saw a subject's events in another order than they happened.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { event as notify } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { openTestApp } from '../support/test-app.ts';
import { startOwnRedis } from '../support/redis.ts';
import { forkWorkers, type WorkerProcess } from '../support/worker-process.ts';
import { registerHook } from '../support/worker-context.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    'per-second': { type: 'string', default: '150' },
    queues: { type: 'string', default: 'redis' },
  },
});
const EVENTS = Number(values.events);
const PER_SECOND = Number(values['per-second']);
const SUBJECTS = 200;
/** The lease of a delivery whose worker died, and the longest pause between two looks, with something to spare. */
const PATIENCE_MS = 300_000;

const dataDir = await mkdtemp(join(tmpdir(), 'umoja-fire-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => console.log(line) });
process.env['UMOJA_TEST_DATABASE_URL'] = postgres.url;
const redis = values.queues === 'redis' ? await startOwnRedis() : null;
const testApp = await openTestApp({ poolSize: 4 });

/** What arrived, in the order of arrival; by webhook. */
const arrived: { readonly [path: string]: { id: string; sequence: number; subject: number }[] } = {
  '/any': [],
  '/ordered': [],
};
const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    const {
      id,
      delivery_sequence: sequence,
      subject,
    } = JSON.parse(text) as {
      id: string;
      delivery_sequence: number;
      subject: { id: number };
    };
    arrived[request.url ?? '']?.push({ id, sequence, subject: subject.id });
    response.end();
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const hooks = {
  '/any': await registerHook(testApp, `${address}/any`, { events: ['loan.updated'] }),
  '/ordered': await registerHook(testApp, `${address}/ordered`, { events: ['loan.updated'], ordered: true }),
};

const queues = { redisUrl: redis?.url ?? null, prefix: 'umoja-fire' };
const hire = () => forkWorkers({ settings: testApp.settings, queues, restUrl: 'http://127.0.0.1:1', aheadMs: 0 });
const workers: WorkerProcess[] = [await hire(), await hire()];

let killed = 0;
let isOnFire = true;
/** Kills a worker every few seconds, at any moment of its work, and hires another. */
const killing = (async () => {
  while (isOnFire) {
    await sleep(2_000 + Math.random() * 3_000);
    const place = Math.floor(Math.random() * workers.length);
    await workers[place]?.kill();
    killed++;
    // While PostgreSQL is away no work can begin.
    for (let hired: WorkerProcess | null = null; hired === null;) {
      hired = await hire().catch(() => null);
      if (hired) workers[place] = hired;
      else await sleep(500);
    }
  }
})();
async function killPostgres(): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.url });
  admin.on('error', () => undefined);
  await admin.connect();
  const { rows } = await admin.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1) as pid`,
  );
  process.kill(Number(rows[0]?.pid), 'SIGKILL');
  await admin.end().catch(() => undefined);
}
const mishaps: [share: number, what: string, happen: () => Promise<void>][] = [
  ...(redis
    ? ([
        [0.25, 'Redis loses everything', () => redis.flushall()],
        [0.75, 'Redis dies and starts again, empty', () => redis.restart()],
      ] as [number, string, () => Promise<void>][])
    : []),
  [0.5, 'PostgreSQL is killed', killPostgres],
].sort((a, b) => Number(a[0]) - Number(b[0])) as never;

const began = performance.now();
let emitted = 0;
let refusedCommits = 0;
while (emitted < EVENTS) {
  const due = Math.min(EVENTS, Math.floor(((performance.now() - began) / 1_000) * PER_SECOND)) - emitted;
  const [next] = mishaps;
  if (next && emitted >= EVENTS * next[0]) {
    mishaps.shift();
    console.log(`${emitted} committed: ${next[1]}.`);
    await next[2]();
  }
  if (due > 0) {
    const batch = Array.from({ length: due }, (_, n) =>
      notify(
        'loan.updated',
        'loan',
        { id: ((emitted + n) % SUBJECTS) + 1, uuid: randomUUID(), version: 1 },
        { changed: [] },
      ),
    );
    try {
      await testApp.internals.transact.run('happen', testApp.operator, async () => outcome(null, ...batch));
      emitted += due;
    } catch {
      // Whether it was committed is for the database to say: what counts are its rows.
      refusedCommits++;
      await sleep(250);
    }
  }
  await sleep(20);
}
isOnFire = false;
await killing;
const events = await testApp.sql<{ uuid: string; subject_id: string }>(
  `select uuid, subject_id from event where type = 'loan.updated' order by id`,
);
console.log(
  `${events.length} events committed, ${killed} workers killed, ${refusedCommits} commits without a response.`,
);

const wanted = new Set(events.map(({ uuid }) => `evt_${uuid.replaceAll('-', '')}`));
const missingAt = (path: string) => wanted.size - new Set(arrived[path]?.map(({ id }) => id)).size;
const until = performance.now() + PATIENCE_MS;
while (Object.keys(hooks).some((path) => missingAt(path) > 0) && performance.now() < until) {
  await sleep(5_000);
  console.log(
    Object.keys(hooks)
      .map((path) => `${path}: ${missingAt(path)} to come`)
      .join(', '),
  );
}

let isRight = true;
for (const path of Object.keys(hooks)) {
  const received = arrived[path] ?? [];
  const first = new Map<string, { sequence: number; subject: number }>();
  for (const each of received) if (!first.has(each.id)) first.set(each.id, each);
  const sequences = new Set([...first.values()].map(({ sequence }) => sequence));
  const holes = events.length - sequences.size + (Math.max(0, ...sequences) - events.length);
  const order = events.map(({ uuid }) => `evt_${uuid.replaceAll('-', '')}`);
  const seen = [...first.keys()];
  const bySubject = (ids: readonly string[]) =>
    Map.groupBy(
      ids.filter((id) => first.has(id)),
      (id) => first.get(id)?.subject,
    );
  const inOrder = bySubject(order);
  const disorder = [...bySubject(seen)].filter(([subject, ids]) => ids.join() !== inOrder.get(subject)?.join()).length;
  const missing = missingAt(path);
  isRight &&= missing === 0 && holes === 0 && (path !== '/ordered' || disorder === 0);
  console.log(
    `${path}: ${missing} missing, ${holes} holes in its sequence, ${received.length - first.size} came again, ` +
      `${disorder} of ${SUBJECTS} subjects not in order${path === '/ordered' ? '' : ' (best effort)'}`,
  );
}
console.log(isRight ? 'Nothing was lost.' : 'SOMETHING WAS LOST.');

await Promise.all(workers.map((worker) => worker.kill()));
server.close();
server.closeAllConnections();
await testApp.close().catch(() => undefined);
await redis?.stop();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(isRight ? 0 : 1);
