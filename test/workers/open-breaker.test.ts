import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { event as notify } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { receivers, type Receivers } from '#test/support/receivers.ts';
import { openWorkerContext, registerHook, type WorkerContext } from '#test/support/worker-context.ts';

/** What waits behind the breaker: more than anything takes up at the same time. */
const MANY = 600;

describe('What waits behind an open breaker', () => {
  let testApp: TestApp;
  let context: WorkerContext;
  let servers: Receivers;
  let id: number;
  let ahead = Temporal.Duration.from({ seconds: 0 });
  const reply = { status: 500 };
  const got = new Set<string>();

  beforeAll(async () => {
    testApp = await openTestApp({ clock: () => Temporal.Now.instant().add(ahead) });
    servers = receivers();
    context = await openWorkerContext(testApp);
    const port = await servers.http((request, response) => {
      if (reply.status === 200) got.add(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.writeHead(reply.status).end());
    });
    ({ id } = await registerHook(testApp, `http://127.0.0.1:${port}/`, { events: ['loan.updated'] }));
    await happen(MANY);
    await eventually(async () => (await count('true')) === MANY);
    await eventually(async () => (await openUntil()) !== null && (await count('started_at is not null')) === 0);
  });
  afterAll(async () => {
    await context.close();
    await servers.close();
    await testApp.close();
  });

  const happen = (events: number) =>
    testApp.internals.transact.run('happen', testApp.operator, async () =>
      outcome(
        null,
        ...Array.from({ length: events }, (_, n) =>
          notify('loan.updated', 'loan', { id: n + 1, uuid: randomUUID(), version: 1 }, {}),
        ),
      ),
    );
  const count = async (condition: string, params: readonly unknown[] = []) =>
    Number(
      (
        await testApp.sql(`select count(*) as n from webhook_delivery where endpoint_id = $1 and ${condition}`, [
          id,
          ...params,
        ])
      )[0]?.['n'],
    );
  const openUntil = async (): Promise<Temporal.Instant | null> => {
    const [row] = await testApp.sql(`select extract(epoch from open_until) * 1000 as ms from webhook where id = $1`, [
      id,
    ]);
    return row?.['ms'] == null ? null : Temporal.Instant.fromEpochMilliseconds(Math.round(Number(row['ms'])));
  };
  /** Lets the breaker's time come. */
  const wait = async () => {
    const until = await openUntil();
    ahead = ahead.add({
      milliseconds: Math.max(0, Math.ceil(testApp.clock().until(until!).total('milliseconds'))) + 1,
    });
  };

  it('is left in peace, but for the probe: hardly any of it comes each time', async () => {
    for (let probe = 1; probe <= 2; probe++) {
      const attempts = await count('attempts > 0');
      const before = await openUntil();
      await wait();
      await eventually(async () => Temporal.Instant.compare((await openUntil())!, before!) > 0);
      await eventually(
        async () =>
          (await count('started_at is not null or next_attempt_at <= $2', [testApp.clock().toString()])) === 0,
        30_000,
      );
      // Ten seconds later another one probes: in a slow test that may be now.
      expect((await count('attempts > 0')) - attempts).toBeLessThanOrEqual(3);
    }
    const until = await openUntil();
    expect(await count('parked and next_attempt_at <= $2', [until!.toString()])).toBeLessThanOrEqual(60);
    expect(await count('parked')).toBeGreaterThan(MANY - 30);
  });

  it('is joined by what happens meanwhile, which no worker looks at', async () => {
    await happen(3);
    await eventually(async () => (await count('true')) === MANY + 3);
    const newest = `attempts = 0 and parked and version = 1 and sequence > ${MANY}`;
    expect(await count(`${newest} and next_attempt_at > $2`, [(await openUntil())!.toString()])).toBe(3);
  });

  it('all goes, without a wait, once the probe succeeds', async () => {
    reply.status = 200;
    await wait();
    await eventually(async () => (await count('parked')) === 0);
    // What had failed automatically waits for its own next attempt; all others have come.
    await eventually(async () => got.size >= MANY - 30);
    // None of them slept on: the ten minutes after which they are checked in any case have not passed.
    expect(await openUntil()).toBeNull();
  });
});

describe('A receiver that is well again, but refuses the event that probes it', () => {
  it('has all that waits within the round of probes, not minutes later', async () => {
    const testApp = await openTestApp();
    const servers = receivers();
    const context = await openWorkerContext(testApp);
    let isWell = false;
    let refusedId = '';
    const got = new Set<string>();
    const port = await servers.http((request, response) => {
      const eventId = String(request.headers['webhook-id']);
      if (isWell && refusedId === '') refusedId = eventId;
      const takes = isWell && eventId !== refusedId;
      if (takes) got.add(eventId);
      request.resume().on('end', () => response.writeHead(takes ? 200 : 500).end());
    });
    const { id } = await registerHook(testApp, `http://127.0.0.1:${port}/`, { events: ['loan.updated'] });
    await testApp.internals.transact.run('happen', testApp.operator, async () =>
      outcome(
        null,
        ...Array.from({ length: 40 }, (_, n) =>
          notify('loan.updated', 'loan', { id: n + 1, uuid: randomUUID(), version: 1 }, {}),
        ),
      ),
    );
    const isOpen = async () =>
      (await testApp.sql('select open_until is not null as is from webhook where id = $1', [id]))[0]?.['is'] === true;
    const waiting = async () =>
      Number((await testApp.sql('select count(*) as n from webhook_delivery where parked and attempts = 0'))[0]?.['n']);
    await eventually(async () => (await isOpen()) && (await waiting()) > 5);
    isWell = true;
    // The minute until the first probe passes here.
    await testApp.sql(`update webhook set open_until = now() where id = $1`, [id]);
    await testApp.sql(
      `update webhook_delivery set next_attempt_at = now() where id = (select min(id) from webhook_delivery where parked)`,
    );
    await eventually(async () => refusedId !== '' && !(await isOpen()), 40_000);
    await eventually(async () => (await waiting()) === 0);
    expect(got.size).toBeGreaterThan(5);
    await context.close();
    await servers.close();
    await testApp.close();
  });
});
