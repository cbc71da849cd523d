/**
 * The table of faults: two processes of the system on a PostgreSQL (and a Redis) of their own take deposits without a pause
 * while each fault is done to them, and others read, on REST and in the graph. Every deposit has a key and is repeated until it is confirmed; its clients count what
 * was confirmed, a receiver counts the notifications. At the end the books have to agree with both: nothing lost, nothing
 * doubled, and no reply was a 500. It ends in any case: what has not come a minute after the last fault is missing.
 *
 *     npm run bench -- faults [--clients 6] [--redis] [--only redis,frozen]
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { eventually } from '../support/eventually.ts';
import { startOwnRedis } from '../support/redis.ts';
import { bareEnvironment, booksAgree, runFile, startUmoja } from '../support/umoja-process.ts';
import { openDepositOffice } from './deposits/office.ts';
import { call } from './faults/call.ts';
import { diskFor } from './faults/full-disk.ts';
import { readWhileFaulty } from './faults/readers.ts';
import { tallyOfFaults } from './faults/tally.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '6' },
    redis: { type: 'boolean', default: false },
    /** Faults whose name has one of these in it. */
    only: { type: 'string', default: '' },
  },
});
const PATIENCE_MS = 120_000;
/** What was confirmed is notified so long after the last fault, at most: a worker's lease ends within it. */
const NOTIFIED_WITHIN_MS = 60_000;
const AMOUNT = 777;

const folder = await mkdtemp(join(tmpdir(), 'umoja-faults-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => undefined });
const redis = values.redis ? await startOwnRedis() : null;
const ports = [await freePort(), await freePort(), await freePort()];
const graphPort = await freePort();
const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
const env = bareEnvironment({
  DATABASE_URL: postgres.url,
  ...(redis ? { REDIS_URL: redis.url } : {}),
  UMOJA_SECRET: randomBytes(24).toString('hex'),
  UMOJA_DEMO: 'yes',
  UMOJA_DATA_DIR: join(folder, 'data'),
  UMOJA_LAME_DUCK_SECONDS: '0',
  LOG_LEVEL: 'error',
});
const migrated = await runFile('platform/cli/umoja.ts', ['migrate'], env);
if (migrated.code !== 0) throw new Error(migrated.output);
const start = (n: number, more: NodeJS.ProcessEnv = {}, roles = ['rest', 'workers']) =>
  startUmoja({ ...env, ...more, REST_PORT: String(ports[n]) }, roles);
const GRAPH = ['gateway', 'lending', 'education', 'access'];
const processes = [start(0, { GRAPHQL_PORT: String(graphPort) }, ['rest', 'workers', ...GRAPH])];
await processes[0]?.up;
processes.push(start(1));
await processes[1]?.up;

/** As the owner of the server, which no fault keeps out. It connects for each statement: PostgreSQL is killed here. */
async function sql<R extends object = Record<string, unknown>>(text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows as R[];
  } finally {
    await client.end().catch(() => undefined);
  }
}
const APP = 'umoja_app';
const endConnections = () =>
  sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename like '${APP}%' and pid <> pg_backend_pid()`,
  );

const home = addresses[0] ?? '';
const { token, receiver, account } = await openDepositOffice({ at: home, dataDir: join(folder, 'data'), sql });

const tally = tallyOfFaults();
const keys: string[] = [];
let isOver = false;
const deposit = (at: string, key: string) =>
  call(at, `/api/v1/savings_accounts/${account}/transactions`, {
    token,
    key,
    body: { type: 'deposit', amount: AMOUNT, channel: 'cash' },
  });

/** One deposit, repeated with its key until it is confirmed. */
async function confirmed(key: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const at = addresses[tries % 2] ?? home;
    const reply = await deposit(at, key).catch(() => null);
    tally.count(String(reply?.status ?? 'none'));
    if (reply?.status === 201) {
      tally.confirm(String(reply.body.id));
      break;
    }
    if (reply !== null && ![409, 503].includes(reply.status)) {
      tally.blame(`${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`);
    }
    await sleep(200);
  }
  keys.push(key);
}
const clients = Array.from({ length: Number(values.clients) }, async () => {
  while (!isOver) await confirmed(randomUUID());
});

const path = `/api/v1/savings_accounts/${account}`;
const readers = readWhileFaulty({
  token,
  reads: [
    ...addresses.slice(0, 2).map((at) => ({ name: 'balance', at: `${at}${path}` })),
    { name: 'list', at: `${home}${path}/transactions?limit=5` },
    { name: 'feed', at: `${addresses[1]}/api/v1/changes?after=0&limit=5` },
    {
      name: 'graph',
      at: `http://127.0.0.1:${graphPort}/graphql`,
      body: { query: '{ members(first: 2) { nodes { id name } } loans(first: 2) { nodes { id } } }' },
    },
  ],
  confirmed: () => tally.confirmed() * AMOUNT,
  blame: tally.blame,
});

/** Does something to the system, ends it, and measures until deposits are confirmed again. */
async function fault(name: string, work: () => Promise<unknown>, heal: () => Promise<unknown> = async () => null) {
  if (!values.only.split(',').some((part) => name.toLowerCase().includes(part.toLowerCase()))) return;
  tally.begin(name);
  await work();
  await heal();
  const began = performance.now();
  const from = tally.confirmed();
  await eventually(() => tally.confirmed() > from + Number(values.clients), PATIENCE_MS).catch(() =>
    tally.blame(`nothing was confirmed again after: ${name}`),
  );
  const seconds = (performance.now() - began) / 1_000;
  tally.healed(seconds);
  console.log(`${name}: confirms again after ${seconds.toFixed(1)} s`);
}

await fault('nothing', () => sleep(5_000));
await fault('PostgreSQL killed', async () => {
  const [row] = await sql<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`);
  process.kill(Number(row?.pid), 'SIGKILL');
  await sleep(5_000);
});
await fault(
  'PostgreSQL read-only',
  async () => {
    await sql(`alter role ${APP} set default_transaction_read_only = on`);
    await endConnections();
    await sleep(5_000);
  },
  async () => {
    await sql(`alter role ${APP} reset default_transaction_read_only`);
    await endConnections();
  },
);
await fault(
  'PostgreSQL’s disk full (raised by a trigger)',
  async () => {
    await sql(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger no_room before insert on event for each row execute function no_room()`);
    await sleep(5_000);
  },
  () => sql('drop function no_room cascade'),
);
const disk = await diskFor('idempotency_key', sql);
if (disk === null) console.log('PostgreSQL’s disk full: skipped, this machine lets nobody mount a small disk');
else {
  await fault(
    'PostgreSQL’s disk full to the last byte',
    async () => {
      await disk.fill();
      // Pages that are there have room for some more deposits.
      const before = tally.replies('503');
      await eventually(() => tally.replies('503') > before, PATIENCE_MS);
      await sleep(3_000);
    },
    disk.clear,
  );
}
await fault(
  'PostgreSQL without a connection left',
  async () => {
    await sql(`alter database umoja connection limit 0`);
    await endConnections();
    await sleep(5_000);
  },
  () => sql(`alter database umoja connection limit -1`),
);
await fault('the table locked for 8 s', () =>
  sql('begin; lock table savings_transaction in access exclusive mode; select pg_sleep(8); commit'),
);
if (redis) {
  await fault('Redis gone for 5 s, and empty then', async () => {
    await redis.stop();
    await sleep(5_000);
    await redis.restart();
  });
}
await fault(
  'a process frozen for 20 s',
  async () => {
    processes[1]?.child.kill('SIGSTOP');
    await sleep(20_000);
  },
  async () => processes[1]?.child.kill('SIGCONT'),
);
for (const hours of [25, -25]) {
  const shift = `const now = Temporal.Now.instant, ms = ${hours} * 3_600_000, date = Date.now;
    Temporal.Now.instant = () => now().add({ milliseconds: ms }); Date.now = () => date() + ms;`;
  await fault(`a process whose clock is ${hours} h off`, async () => {
    const skewed = start(2, {
      UMOJA_DEMO: 'no',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}`,
    });
    await skewed.up;
    const at = addresses[2] ?? '';
    for (const key of keys.slice(-20)) {
      const reply = await deposit(at, key);
      const isRight = reply.status === 503 || reply.replayed;
      if (!isRight) tally.blame(`a stored key gave ${reply.status} by the wrong clock`);
    }
    const ready = await call(at, '/readyz', {});
    if (ready.status !== 503) tally.blame(`ready with a clock that is ${hours} h off`);
    await skewed.end('SIGTERM');
  });
}
isOver = true;
await Promise.all(clients);
await readers.end();

const booked = new Set(
  (await sql<{ id: string }>(`select id from savings_transaction where account_id = ${account}`)).map(({ id }) => id),
);
const [books] = await sql<{ balance: string }>(`select balance from savings_account where id = ${account}`);
const ended = performance.now();
await eventually(() => receiver.received.size >= booked.size, NOTIFIED_WITHIN_MS).catch(() => undefined);
console.log(`all that was to be notified: ${((performance.now() - ended) / 1_000).toFixed(1)} s after the last fault`);
if (receiver.received.size < booked.size) {
  const left = `select state, parked, count(*), min(started_at) as started, min(next_attempt_at) as next
                  from webhook_delivery where state <> 'succeeded' group by 1, 2`;
  console.table(await sql(left));
}
const ledger = await booksAgree(env);
const confirmedInAll = tally.confirmed();
console.log(tally.table(booked, receiver.received));
console.log(`reads: ${readers.replies().join(', ')}`);
const checks: readonly (readonly [string, boolean])[] = [
  [`confirmed ${confirmedInAll}, in the books ${booked.size}`, booked.size === confirmedInAll],
  [`balance ${books?.balance}`, Number(books?.balance) === confirmedInAll * AMOUNT],
  [`notified ${receiver.received.size}`, receiver.received.size === booked.size],
  [`what no fault excuses: ${tally.wrong().slice(0, 3).join('; ') || 'nothing'}`, tally.wrong().length === 0],
  ledger,
];
for (const [what, isRight] of checks) console.log(`${isRight ? 'ok    ' : 'WRONG '} ${what}`);
await Promise.all(processes.map((each) => each.end('SIGTERM')));
receiver.close();
await redis?.stop();
await postgres.stop();
await disk?.unmount();
await rm(folder, { recursive: true, force: true });
process.exit(checks.every(([, isRight]) => isRight) ? 0 : 1);
