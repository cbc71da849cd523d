/**
 * Whether what grows for ever stays as large as its retention makes it: events with a delivery, an attempt and a stored
 * response each come at a steady rate, and the pruning of the workers removes what is older than a few seconds, as it
 * does after 30 days; attempts lie in partitions, which are dropped after that time. It fails where the tables still grow at
 * the end, or rows stay that are long over.
 *
 *     npm run bench -- retention [--seconds 600] [--rate 1000] [--keep 60]
 *
 * Beside it a client applies for loans, one after the other, and their events are relayed: how long an application takes is shown before
 * and during.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openTestApp } from '../support/test-app.ts';
import { registerHook } from '../support/worker-context.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    rate: { type: 'string', default: '1000' },
    keep: { type: 'string', default: '60' },
  },
});
const SECONDS = Number(values.seconds);
const RATE = Number(values.rate);
const KEEP = Number(values.keep);
const TABLES = ['event', 'webhook_delivery', 'webhook_attempt', 'idempotency_key'];
const RETENTION = Temporal.Duration.from({ hours: 24 * 30 });

// Pruning goes by the clock of the application: this one is ahead by the retention, less the seconds that rows may stay.
const ahead = RETENTION.subtract({ seconds: KEEP });
let isAhead = false;
const testApp = await openTestApp({
  clock: () => (isAhead ? Temporal.Now.instant().add(ahead) : Temporal.Now.instant()),
});
const { id: endpoint } = await registerHook(testApp, 'https://partner.example/hook', { events: ['loan.updated'] });
const owner = new pg.Client({ connectionString: testApp.settings.adminUrl });
await owner.connect();
await owner.query(`select set_config('app.tenant', $1, false)`, [String(testApp.tenantId)]);
// Partitions go by the clock of the database: each is for a quarter of that time, as a week is of 30 days.
await owner.query(
  `update template.partitioned set kept = make_interval(secs => $1), span = make_interval(secs => $2)
    where of_table = 'webhook_attempt'`,
  [KEEP, KEEP / 4],
);
let sequence = 1_000_000;
async function emit(count: number): Promise<void> {
  await owner.query(
    `with emitted as (
       insert into event (uuid, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id, occurred_at)
       select gen_random_uuid(), 'loan.updated', 'loan', n % 1000 + 1, gen_random_uuid(), 1,
              '{"changed": ["purpose"], "loan_no": "L-000001", "member_id": 1}', 'bench', now()
         from generate_series(1, $1::int) as n
       returning id, uuid, type, subject_id),
     answered as (
       insert into idempotency_key (client_id, key, fingerprint, state, status, response, request_id, expires_at)
       select $3, uuid::text, '\\x00', 'completed', 201, '{"body": "{}"}', 'bench', now() + interval '30 days' from emitted),
     delivered as (
       insert into webhook_delivery (uuid, endpoint_id, client_id, event_id, event_type, subject_key, sequence, state,
                                     trigger, attempts, attempts_of_round, parked, last_status, finished_at)
       select gen_random_uuid(), $2, $3, id, type, 'loan:' || subject_id, $4::bigint + row_number() over (), 'succeeded',
              'event', 1, 0, false, 200, now() from emitted
       returning id)
     insert into webhook_attempt (delivery_id, number, trigger, started_at, duration_ms, resolved_address, status, reply_body)
     select id, 1, 'event', now(), 5, '127.0.0.1', 200, '' from delivered`,
    [count, endpoint, testApp.client.id, sequence],
  );
  sequence += count;
}

const durations: number[] = [];
async function applyFor(until: () => boolean): Promise<void> {
  while (!until()) {
    const began = performance.now();
    await testApp.done(testApp.app.lending.applyForLoan, {
      memberId: testApp.memberId,
      productId: testApp.productId,
      principal: 500_000n,
      termMonths: 6,
    });
    durations.push(performance.now() - began);
    await sleep(50);
  }
}
/** Events of these applications wait in the outbox, and stay as long as they do; no worker reacts to them here. */
async function relayUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    const { more } = await testApp.app.delivery.relay(testApp.tenantId);
    await owner.query(`delete from reaction r where not exists (select from outbox o where o.event_id = r.event_id)`);
    if (!more) await sleep(100);
  }
}
const p99 = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length * 0.99)]?.toFixed(0) ?? '-';

const began = performance.now();
const elapsed = () => (performance.now() - began) / 1_000;
await applyFor(() => elapsed() > Math.min(10, SECONDS));
const before = p99(durations.splice(0));

// What one row takes, with its indexes: of a table that nothing was removed from yet.
for (let n = 0; n < 10; n++) await emit(1_000);
const { rows: sizesOfRows } = await owner.query<{ table: string; each: string }>(
  `select t as table, (sum(pg_total_relation_size(coalesce(p.relid, t::regclass))) / 10000)::int::text as each
     from unnest($1::text[]) t left join lateral pg_partition_tree(t::regclass) p on true group by 1 order by 1`,
  [TABLES],
);
console.log(`bytes a row, with its indexes: ${sizesOfRows.map(({ table, each }) => `${table} ${each}`).join(', ')}`);

isAhead = true;
const start = elapsed();
const isOver = () => elapsed() - start > SECONDS;
let emitted = 0;
const emitting = (async () => {
  while (!isOver()) {
    const wanted = Math.floor((elapsed() - start) * RATE) - emitted;
    if (wanted > 0) await emit(Math.min(wanted, RATE));
    emitted += Math.min(wanted, RATE);
    await sleep(100);
  }
})();
const pruning = (async () => {
  while (!isOver()) {
    await testApp.internals.due.discardExpired(testApp.clock(), 5_000);
    await testApp.app.rounds.advancePartitions();
    await sleep(250);
  }
})();
const applying = applyFor(isOver);
const relaying = relayUntil(isOver);
// Autovacuum looks at a table once a minute, which is nothing to 30 days and all to the few seconds of this bench.
const cleaner = new pg.Client({ connectionString: testApp.settings.adminUrl });
await cleaner.connect();
const vacuuming = (async () => {
  while (!isOver()) {
    await cleaner.query(`vacuum ${TABLES.join(', ')}`);
    await sleep(2_000);
  }
})();

const sizes: number[] = [];
console.log(`   s   events written  rows: ${TABLES.join(', ')}   MB   oldest event: s`);
while (!isOver()) {
  await sleep((SECONDS / 12) * 1_000);
  const [size] = (
    await owner.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(coalesce(p.relid, t::regclass)))::text as bytes
         from unnest($1::text[]) t left join lateral pg_partition_tree(t::regclass) p on true`,
      [TABLES],
    )
  ).rows;
  const counts: number[] = [];
  for (const table of TABLES) counts.push(Number((await owner.query(`select count(*) as n from ${table}`)).rows[0].n));
  const oldest = (
    await owner.query(`select extract(epoch from now() - min(created_at)) as s from event where request_id = 'bench'`)
  ).rows[0].s;
  sizes.push(Number(size?.bytes) / 1e6);
  console.log(
    `${elapsed().toFixed(0).padStart(4)}  ${String(emitted).padStart(15)}  ${counts.join(', ')}   ${sizes.at(-1)?.toFixed(1)}   ${Number(oldest).toFixed(0)}`,
  );
  const most = 2 * RATE * KEEP + 20_000;
  if (counts.some((count) => count > most)) process.exitCode = 1;
}
await Promise.all([emitting, pruning, applying, relaying, vacuuming]);
const last = Math.max(...sizes.slice(-3));
const middle = Math.max(...sizes.slice(3, -3));
const levelsOff = last <= middle * 1.1;
console.log(`applying for a loan: p99 ${before} ms before, ${p99(durations)} ms during`);
console.log(
  `${emitted} events in ${SECONDS} s (${Math.round(emitted / SECONDS)}/s); sizes ${levelsOff ? 'level off' : 'STILL GROW'}`,
);
if (!levelsOff) process.exitCode = 1;
await cleaner.end();
await owner.end();
await testApp.close();
process.exit();
