/**
 * How fast events reach partners, beside the bare rate of a BullMQ worker that posts the same signed bodies and writes
 * nothing down. Run it alone:
 *
 *     npm run bench -- webhooks [--events 6000] [--webhooks 10] [--rows 0]
 *
 * What is measured is a backlog: 600 events to ten webhooks, which is what a close of business or a recovery leaves. The
 * bare worker finds as many jobs. Ours goes through its queue for what each webhook has room for at first, and from then
 * on what ends begins the next. The delays are those of single events at a steady rate, every one a job.
 *
 * REDIS_URL puts the queues there; without it they are in PostgreSQL, for both. `--rows` plants so many finished
 * deliveries with their events and attempts first. The receiver is a process of its own. It ends with an error where the
 * rate or the delays are not what was agreed, on the queues that were measured: the others are another run.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { event as notify } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { newSigningSecret, signatureHeaders } from '#platform/outbound/signature.ts';
import { outboxRelay } from '#platform/app/processes/delivery/relay.ts';
import { connectSuperuser } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';
import { openTestQueues } from '../support/queues.ts';
import { openWorkerContext, registerHook } from '../support/worker-context.ts';
import { startReceiver } from './receivers/healthy.ts';
import { openBars } from './process/bars.ts';
import { endBench } from './process/end.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '6000' },
    webhooks: { type: 'string', default: '10' },
    rows: { type: 'string', default: '0' },
  },
});
const WEBHOOKS = Number(values.webhooks);
/** Deliveries of one measurement: as many events as make them. */
const DELIVERIES = Number(values.events);
const AT_ONCE = 100;
/** Percent of the bare worker, and milliseconds from the commit to the arrival at half of our own rate. */
const AGREED = { share: 80, p50: 100, p99: 400 } as const;
if (process.env['REDIS_URL']) process.env['UMOJA_TEST_QUEUE'] = 'redis';
const where = process.env['REDIS_URL'] ? 'Redis' : 'PostgreSQL';

const testApp = await openTestApp({ poolSize: 20 });
const receiver = await startReceiver();

/** Commits events about a thousand loans. */
async function happen(count: number): Promise<void> {
  await testApp.internals.transact.run('happen', testApp.operator, async () =>
    outcome(
      null,
      ...Array.from({ length: count }, (_, n) =>
        notify(
          'loan.updated',
          'loan',
          { id: (n % 1_000) + 1, uuid: randomUUID(), version: 1 },
          { changed: ['purpose'] },
        ),
      ),
    ),
  );
}

async function timed(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return count / ((performance.now() - began) / 1_000);
}

/** The bare worker: takes a job that carries the body, signs it, posts it, forgets it. */
async function bareRate(): Promise<number> {
  const { queues, close } = await openTestQueues(testApp.settings);
  const secret = newSigningSecret();
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'loan.updated',
    timestamp: new Date().toISOString(),
    subject: { type: 'loan', id: 1, uuid: randomUUID(), version: 1 },
    data: { changed: ['purpose'] },
  });
  await queues.enqueueAll(
    'deliver-webhook',
    Array.from({ length: DELIVERIES }, (_, n) => ({ tenantId: 1, id: String(n) })),
  );
  return timed(DELIVERIES, async () => {
    const working = await queues.work(
      'deliver-webhook',
      async ({ id }) => {
        const headers = signatureHeaders(`evt_${id}`, Temporal.Now.instant(), body, [secret]);
        const reply = await fetch(`${receiver.url}/${Number(id) % WEBHOOKS}`, { method: 'POST', headers, body });
        await reply.arrayBuffer();
      },
      { concurrency: AT_ONCE },
    );
    await receiver.have(DELIVERIES);
    await working.close();
  }).finally(async () => {
    await receiver.arrivals();
    await close();
  });
}

const relay = outboxRelay(testApp.database, testApp.clock);
const drain = async () => {
  while ((await relay.relay(testApp.tenantId)).events > 0);
};

/** The whole path: committed events, outbox, relay, deliveries, signed posts, attempts written down. */
async function ourRate(): Promise<number> {
  const events = Math.ceil(DELIVERIES / WEBHOOKS);
  await happen(events);
  const rate = await timed(events * WEBHOOKS, async () => {
    const context = await openWorkerContext(testApp);
    await receiver.have(events * WEBHOOKS);
    // The last attempts are written down after they have arrived.
    while ((await testApp.sql(`select from webhook_delivery where finished_at is null limit 1`)).length > 0)
      await sleep(5);
    closing = context.close;
  });
  await closing();
  await receiver.arrivals();
  return rate;
}
let closing: () => Promise<void> = () => Promise.resolve();

/** From the commit to the arrival, at a steady rate of events. */
async function delaysAt(perSecond: number): Promise<{ p50: number; p99: number; count: number }> {
  const context = await openWorkerContext(testApp);
  await happen(1);
  await receiver.have(WEBHOOKS);
  await receiver.arrivals();
  const began = performance.now();
  let emitted = 0;
  while (performance.now() - began < 10_000) {
    const due = Math.floor((((performance.now() - began) / 1_000) * perSecond) / WEBHOOKS) - emitted;
    if (due > 0) await happen(due);
    emitted += Math.max(0, due);
    await sleep(20);
  }
  await receiver.have(emitted * WEBHOOKS);
  const { delaysMs } = await receiver.arrivals();
  await context.close();
  const sorted = [...delaysMs].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), count: sorted.length };
}

/** Plants what months leave behind: finished deliveries with their events and attempts. Past the keys: they are right. */
async function plant(rows: number, endpoint: number): Promise<void> {
  const admin = await connectSuperuser(testApp.settings);
  const emitted = async (text: string, params: unknown[]) => void (await admin.query(text, params));
  await emitted(`select set_config('app.tenant', $1, false)`, [testApp.tenantId]);
  await admin.query('set session_replication_role = replica');
  await emitted(
    `with emitted as (
       insert into event (uuid, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id, occurred_at)
       select gen_random_uuid(), 'loan.updated', 'loan', n % 1000 + 1, gen_random_uuid(), 1, '{}', 'planted', now() - interval '1 day'
         from generate_series(1, $1) as n
       returning id, type, subject_id),
     delivered as (
       insert into webhook_delivery (uuid, endpoint_id, client_id, event_id, event_type, subject_key, sequence, state,
                                     trigger, attempts, attempts_of_round, parked, last_status, finished_at)
       select gen_random_uuid(), $2, $3, id, type, 'loan:' || subject_id, 1000000 + row_number() over (), 'succeeded',
              'event', 1, 0, false, 200, now() from emitted
       returning id)
     insert into webhook_attempt (delivery_id, number, trigger, started_at, duration_ms, resolved_address, status, reply_body)
     select id, 1, 'event', now() - interval '1 day', 5, '127.0.0.1', 200, '' from delivered`,
    [rows, endpoint, testApp.client.id],
  );
  await emitted('update webhook set last_sequence = last_sequence + 2000000 + $2 where id = $1', [endpoint, rows]);
  // Months leave their statistics as well; and while an ANALYZE of all this runs, nothing that is dead can be cleared.
  await admin.query('vacuum analyze event, webhook_delivery, webhook_attempt');
  await admin.end();
}

const per = (rate: number) => `${Math.round(rate)}/s`;

const endpoints: number[] = [];
for (let n = 0; n < WEBHOOKS; n++) {
  const { id } = await registerHook(testApp, `${receiver.url}/${n}`, { events: ['loan.updated'] });
  endpoints.push(id);
}
await drain();
if (Number(values.rows) > 0) await plant(Number(values.rows), endpoints[0] ?? 0);
console.log(`${DELIVERIES} deliveries to ${WEBHOOKS} webhooks, queues in ${where}, ${values.rows} rows planted`);
const bare: number[] = [];
const ours: number[] = [];
for (let round = 0; round < 3; round++) {
  bare.push(await bareRate());
  ours.push(await ourRate());
  console.log(`  round ${round + 1}: bare ${per(bare[round]!)}, ours ${per(ours[round]!)}`);
}
const median = (rates: number[]) => rates.toSorted((a, b) => a - b)[1]!;
const share = (median(ours) / median(bare)) * 100;
console.log(`bare worker ${per(median(bare))}, whole path with its log ${per(median(ours))}: ${Math.round(share)} %`);
const delays = await delaysAt(median(ours) / 2);
console.log(
  `commit to arrival at ${per(median(ours) / 2)}: p50 ${delays.p50} ms, p99 ${delays.p99} ms (${delays.count} deliveries)`,
);
receiver.close();
const bars = openBars();
bars.atLeast(`Queues in ${where}: % of the bare worker’s rate`, share, AGREED.share);
bars.atMost(`Queues in ${where}: ms from commit to arrival, half of them`, delays.p50, AGREED.p50);
bars.atMost(`Queues in ${where}: ms from commit to arrival, 99 % of them`, delays.p99, AGREED.p99);
if (where === 'PostgreSQL') bars.leftOut('queues in Redis', 'no REDIS_URL names one');
await endBench(testApp.close, bars.exitCode());
