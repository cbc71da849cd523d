/**
 * What receivers that fail in every way cost the others: the delay from commit to arrival at healthy webhooks, without
 * them and with them, taking turns in one run. Run by itself:
 *
 *     npm run bench -- webhooks-isolation [--per-second 20] [--seconds 20] [--rounds 3]
 *
 * REDIS_URL puts the queues there; without it they are in PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { event as tell } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { openHouse } from '../support/house.ts';
import { receivers } from '../support/receivers.ts';
import { openWorkshop, registerHook } from '../support/workshop.ts';
import { startReceiver } from './webhooks-receiver.ts';

const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
});
const PER_SECOND = Number(values['per-second']);
const HEALTHY = 4;
if (process.env['REDIS_URL']) process.env['UMOJA_TEST_QUEUE'] = 'redis';

const house = await openHouse({ poolSize: 20 });
const receiver = await startReceiver();
const partners = receivers();
const hostile: Record<string, string> = {
  refuses: `http://127.0.0.1:${await partners.nobody()}/`,
  hangs: `http://127.0.0.1:${await partners.tcp(() => undefined)}/`,
  'drips one byte a second': `http://127.0.0.1:${await partners.tcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
    const drip = setInterval(() => socket.write('.'), 1_000);
    socket.on('close', () => clearInterval(drip));
  })}/`,
  'answers 200 after 14.9 s': `http://127.0.0.1:${await partners.http((request, response) => {
    request.resume();
    setTimeout(() => response.end(), 14_900);
  })}/`,
  redirects: `http://127.0.0.1:${await partners.http((_, response) => void response.writeHead(302, { location: '/' }).end())}/`,
  'has had enough (429)': `http://127.0.0.1:${await partners.http((_, response) => void response.writeHead(429, { 'retry-after': '1' }).end())}/`,
  fails: `http://127.0.0.1:${await partners.http((_, response) => void response.writeHead(500).end())}/`,
  'replies without end': `http://127.0.0.1:${await partners.http((_, response) => {
    const more = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.on('close', () => clearInterval(more));
  })}/`,
  'talks nonsense': `http://127.0.0.1:${await partners.tcp((socket) => socket.end('nonsense\r\n\r\n'))}/`,
  'is of a name that is gone': 'http://gone.invalid/',
};
for (let n = 0; n < HEALTHY; n++) await registerHook(house, `${receiver.url}/${n}`, { events: ['loan.updated'] });

async function happen(count: number): Promise<void> {
  await house.app.transact.run('happen', house.operator, async () =>
    outcome(
      null,
      ...Array.from({ length: count }, (_, n) =>
        tell('loan.updated', 'loan', { id: n + 1, uuid: randomUUID(), version: 1 }, { changed: ['purpose'] }),
      ),
    ),
  );
}

/** The delays of the healthy at a steady rate, sorted. */
async function delays(): Promise<number[]> {
  await receiver.arrivals();
  const began = performance.now();
  let told = 0;
  while (performance.now() - began < Number(values.seconds) * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * PER_SECOND) - told;
    if (due > 0) await happen(due);
    told += Math.max(0, due);
    await sleep(20);
  }
  await receiver.have(told * HEALTHY);
  return [...(await receiver.arrivals()).delaysMs].sort((a, b) => a - b);
}
const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
const told = (sorted: readonly number[]) => `p50 ${at(sorted, 0.5)} ms, p99 ${at(sorted, 0.99)} ms`;

const workshop = await openWorkshop(house);
const alone: number[] = [];
const among: number[] = [];
await delays(); // Everything is warm.
for (let round = 1; round <= Number(values.rounds); round++) {
  const before = await delays();
  const ids: number[] = [];
  for (const url of Object.values(hostile)) {
    // A name that is gone was there when it was registered.
    ids.push((await registerHook(house, url, { events: ['loan.updated'] })).id);
  }
  const during = await delays();
  await house.sql(`update webhook set state = 'deleted' where id = any($1)`, [ids]);
  console.log(`round ${round}: alone ${told(before)}; among ${ids.length} that fail ${told(during)}`);
  alone.push(...before);
  among.push(...during);
}
const [before, during] = [alone, among].map((all) => all.toSorted((a, b) => a - b)) as [number[], number[]];
console.log(`alone: ${told(before)}; among those that fail: ${told(during)} (${during.length} deliveries each)`);
const moved = ((at(during, 0.99) - at(before, 0.99)) / at(before, 0.99)) * 100;
console.log(`p99 moved by ${moved.toFixed(1)} %`);
const states = await house.sql<{ url: string; state: string; error: string | null; n: number }>(
  `select w.url, d.state, d.last_error_class as error, count(*)::int as n
     from webhook_delivery d join webhook w on w.id = d.endpoint_id
    where d.last_error_class is not null group by 1, 2, 3 order by 1, 2`,
);
for (const [name, url] of Object.entries(hostile)) {
  const found = states.filter((each) => each.url === url).map(({ state, error, n }) => `${n} ${state} (${error})`);
  console.log(`  ${name}: ${found.join(', ') || 'nothing has failed'}`);
}
await workshop.close();
await partners.close();
receiver.close();
setTimeout(() => process.exit(), 2_000);
await house.close();
process.exit();
