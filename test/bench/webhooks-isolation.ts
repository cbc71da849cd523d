/**
 * What receivers that fail in every way cost the others: the delay from commit to arrival at some healthy webhooks,
 * while there are as many that fail, and while there are as many more that are healthy in their place. The two take
 * turns in one run, at the same steady rate of events. Run it alone:
 *
 *     npm run bench -- webhooks-isolation [--per-second 4] [--seconds 25] [--rounds 4]
 *
 * The rate is that of the events, each of which goes to sixteen webhooks; a machine of two cores delivers some 300 a
 * second. REDIS_URL puts the queues there; without it they are in PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { event as notify } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { openTestApp } from '../support/test-app.ts';
import { openWorkerContext, registerHook } from '../support/worker-context.ts';
import { startFailingReceivers } from './receivers/failing.ts';
import { startReceiver } from './receivers/healthy.ts';
import { endBench } from './process/end.ts';

const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '4' },
    seconds: { type: 'string', default: '25' },
    rounds: { type: 'string', default: '4' },
  },
});
const PER_SECOND = Number(values['per-second']);
const WATCHED = 4;
if (process.env['REDIS_URL']) process.env['UMOJA_TEST_QUEUE'] = 'redis';

const testApp = await openTestApp({ poolSize: 20 });
const watched = await startReceiver();
const others = await startReceiver();
const failing = await startFailingReceivers();
const BAD = Object.values(failing.urls);
const GOOD = BAD.map((_, n) => `${others.url}/${n}`);
for (let n = 0; n < WATCHED; n++) await registerHook(testApp, `${watched.url}/${n}`, { events: ['loan.updated'] });

async function happen(count: number): Promise<void> {
  await testApp.internals.transact.run('happen', testApp.operator, async () =>
    outcome(
      null,
      ...Array.from({ length: count }, (_, n) =>
        notify('loan.updated', 'loan', { id: n + 1, uuid: randomUUID(), version: 1 }, { changed: ['purpose'] }),
      ),
    ),
  );
}

/** The delays at the watched, while those at the addresses are delivered as well. */
async function delaysBeside(urls: readonly string[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const url of urls) ids.push((await registerHook(testApp, url, { events: ['loan.updated'] })).id);
  await watched.arrivals();
  const began = performance.now();
  let emitted = 0;
  while (performance.now() - began < Number(values.seconds) * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * PER_SECOND) - emitted;
    if (due > 0) await happen(due);
    emitted += Math.max(0, due);
    await sleep(20);
  }
  await watched.have(emitted * WATCHED);
  await testApp.sql(`update webhook set state = 'deleted' where id = any($1)`, [ids]);
  // What is under way ends before the next turn, and what waits is cancelled.
  await testApp.sql(`update webhook_delivery set next_attempt_at = null, parked = false where endpoint_id = any($1)`, [
    ids,
  ]);
  while ((await testApp.sql('select from webhook_delivery where started_at is not null limit 1')).length > 0)
    await sleep(200);
  return (await watched.arrivals()).delaysMs;
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
const emitted = (delays: readonly number[]) => {
  const sorted = delays.toSorted((a, b) => a - b);
  return { p50: at(sorted, 0.5), p99: at(sorted, 0.99), count: sorted.length };
};
const said = (delays: readonly number[]) => {
  const { p50, p99, count } = emitted(delays);
  return `p50 ${p50} ms, p99 ${p99} ms of ${count}`;
};

const context = await openWorkerContext(testApp);
const amongGood: number[] = [];
const amongBad: number[] = [];
await delaysBeside(GOOD); // Everything is warm.
for (let round = 1; round <= Number(values.rounds); round++) {
  // The one that goes first in one round goes second in the next: what the machine does meanwhile falls on both.
  const turns = round % 2 === 1 ? [GOOD, BAD] : [BAD, GOOD];
  const found = new Map<readonly string[], readonly number[]>();
  for (const urls of turns) found.set(urls, await delaysBeside(urls));
  const [good, bad] = [found.get(GOOD) ?? [], found.get(BAD) ?? []];
  console.log(`round ${round}: among healthy ones ${said(good)}; among failing ones ${said(bad)}`);
  amongGood.push(...good);
  amongBad.push(...bad);
}
console.log(
  `among ${GOOD.length} healthy ones: ${said(amongGood)}; among ${BAD.length} failing ones: ${said(amongBad)}`,
);
const [before, during] = [emitted(amongGood), emitted(amongBad)];
const moved = (was: number, is: number) => `${(((is - was) / was) * 100).toFixed(1)} %`;
console.log(`p50 moved by ${moved(before.p50, during.p50)}, p99 by ${moved(before.p99, during.p99)}`);
const states = await testApp.sql<{ url: string; state: string; error: string | null; n: number }>(
  `select w.url, d.state, coalesce(a.error_class, 'arrived') as error, count(*)::int as n
     from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id join webhook w on w.id = d.endpoint_id
    group by 1, 2, 3 order by 1, 2`,
);
for (const [name, url] of Object.entries(failing.urls)) {
  const found = states.filter((each) => each.url === url).map(({ state, error, n }) => `${n} ${error} (now ${state})`);
  console.log(`  ${name}: attempts ${found.join(', ') || 'none'}`);
}
await context.close();
failing.close();
watched.close();
others.close();
await endBench(testApp.close);
