/**
 * How fast events become deliveries, and deliveries arrive. Run by itself:
 *
 *     node test/bench/webhooks.ts [events] [webhooks]
 *
 * REDIS_URL puts the queues there; without it they are in PostgreSQL. The receiver runs in this process, too.
 */
import { randomUUID } from 'node:crypto';
import { event as tell } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { outboxRelay } from '#platform/webhooks/relay.ts';
import { openHouse } from '../support/house.ts';
import { receivers } from '../support/receivers.ts';
import { openWorkshop, registerHook } from '../support/workshop.ts';

const EVENTS = Number(process.argv[2] ?? 3_000);
const WEBHOOKS = Number(process.argv[3] ?? 5);
if (process.env['REDIS_URL']) process.env['UMOJA_TEST_QUEUE'] = 'redis';

const house = await openHouse({ poolSize: 20 });
const partners = receivers();
let arrived = 0;
const port = await partners.http((request, response) => {
  request.resume().on('end', () => {
    arrived++;
    response.end();
  });
});
for (let n = 0; n < WEBHOOKS; n++) await registerHook(house, `http://127.0.0.1:${port}/${n}`, { events: ['loan.*'] });
const relay = outboxRelay(house.database, house.clock);

/** Commits events about a hundred loans, a hundred a transaction. */
async function happen(count: number): Promise<void> {
  for (let done = 0; done < count; done += 100) {
    await house.app.transact.run('happen', house.operator, async () =>
      outcome(
        null,
        ...Array.from({ length: 100 }, (_, n) =>
          tell('loan.updated', 'loan', { id: n + 1, uuid: randomUUID(), version: 1 }, { changed: ['purpose'] }),
        ),
      ),
    );
  }
}

async function timed(what: string, count: number, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${what}: ${Math.round(count / seconds)}/s (${count} in ${seconds.toFixed(2)} s)`);
}

const drain = async () => {
  while ((await relay.relay(house.tenantId)).events > 0);
};
await drain();
await happen(EVENTS);
await timed(`relayed, ${WEBHOOKS} webhooks each: events`, EVENTS, drain);
await house.sql(`update webhook_delivery set state = 'cancelled', next_attempt_at = null, parked = false`);

const workshop = await openWorkshop(house);
const backlog = Math.ceil(EVENTS / WEBHOOKS);
await timed(
  `delivered over ${process.env['REDIS_URL'] ? 'Redis' : 'PostgreSQL'}: deliveries`,
  backlog * WEBHOOKS,
  async () => {
    await happen(backlog);
    const wanted = Math.ceil(backlog / 100) * 100 * WEBHOOKS;
    while (arrived < wanted) await new Promise((resolve) => setTimeout(resolve, 10));
  },
);
await workshop.close();
await partners.close();
// The test server is left running by a connection that keeps nobody alive, so the end has to be said.
setTimeout(() => process.exit(), 2_000);
await house.close();
process.exit();
