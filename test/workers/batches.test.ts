import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { event as notify } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { receivers, type Received, type Receivers } from '#test/support/receivers.ts';
import { openWorkerContext, registerHook, type WorkerContext } from '#test/support/worker-context.ts';

const room = { enter: () => true, leave: () => undefined };
const ARRIVED = {
  status: 200,
  errorClass: null,
  problem: null,
  retryAfterSeconds: null,
  resolvedAddress: '127.0.0.1',
  durationMs: 1,
  replyBody: 'thank you',
};
const DOWN = { ...ARRIVED, status: 500, errorClass: 'http_5xx' as const, problem: 'It responded with 500.' };

let testApp: TestApp;
let ahead = Temporal.Duration.from({ seconds: 0 });
beforeAll(async () => {
  testApp = await openTestApp({ clock: () => Temporal.Now.instant().add(ahead) });
});
afterAll(() => testApp.close());

/** Commits events in one transaction. */
const happen = (events: number, type = 'loan.updated') =>
  testApp.internals.transact.run('happen', testApp.operator, async () =>
    outcome(
      null,
      ...Array.from({ length: events }, (_, n) =>
        notify(type, 'loan', { id: n + 1, uuid: randomUUID(), version: 1 }, {}),
      ),
    ),
  );
const rowsOf = (endpointId: number) =>
  testApp.sql<{ id: number; sequence: number; state: string; attempts: number; batch_of: number | null }>(
    `select id::int as id, sequence::int as sequence, state, attempts, batch_of::int as batch_of
       from webhook_delivery where endpoint_id = $1 order by sequence`,
    [endpointId],
  );
const statesOf = async (endpointId: number) => (await rowsOf(endpointId)).map(({ state }) => state);

describe('A batch', () => {
  const drain = async () => {
    const jobs = [];
    for (let relayed; (relayed = await testApp.app.delivery.relay(testApp.tenantId)).events > 0;)
      jobs.push(...relayed.deliveries);
    return jobs;
  };
  const open = (id: number) => testApp.app.delivery.open(testApp.tenantId, id, room);
  const opened = async (id: number) => {
    const sending = await open(id);
    if (sending.kind !== 'send') throw new Error(`It is ${sending.kind}.`);
    return sending;
  };
  const register = async (batch: { max: number; waitMs: number }) => {
    await drain();
    const { id } = await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.updated'], batch });
    await drain();
    return id;
  };

  it('is started by the first event of a line once it has waited, or by the one that fills it', async () => {
    const id = await register({ max: 3, waitMs: 60_000 });
    await happen(2);
    const [first, ...others] = await drain();
    expect(others).toEqual([]);
    expect(first?.delayMs).toBeGreaterThan(50_000);
    await happen(2);
    const filling = await drain();
    const rows = await rowsOf(id);
    expect(filling).toMatchObject([{ id: String(rows[2]?.id), delayMs: 0 }]);
    const { carried } = await opened(Number(filling[0]?.id));
    expect(carried.map(({ deliveryId }) => deliveryId)).toEqual(rows.slice(0, 3).map((row) => row.id));
  });

  it('is begun by one of two workers, and the other begins none', async () => {
    const id = await register({ max: 5, waitMs: 0 });
    await happen(8);
    await drain();
    const rows = await rowsOf(id);
    const both = await Promise.all([open(rows[0]!.id), open(rows[7]!.id)]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['send', 'wait']);
    expect(await statesOf(id)).toEqual([...Array(5).fill('delivering'), ...Array(3).fill('pending')]);
  });

  it('comes again under its id when its worker died, and its late success counts', async () => {
    const id = await register({ max: 5, waitMs: 0 });
    await happen(8);
    await drain();
    const rows = await rowsOf(id);
    const lost = await opened(rows[0]!.id);
    ahead = ahead.add({ seconds: 31 });
    const again = await opened(rows[6]!.id);
    expect(again.message.headers['webhook-id']).toBe(lost.message.headers['webhook-id']);
    expect(JSON.parse(again.message.body).data.map((each: any) => each.id)).toEqual(
      JSON.parse(lost.message.body).data.map((each: any) => each.id),
    );
    expect(again.carried.map(({ begun }) => begun.number)).toEqual([2, 2, 2, 2, 2]);
    const ended = await testApp.app.delivery.record(testApp.tenantId, {
      ...lost,
      reply: ARRIVED,
      takesNext: true,
      room,
    });
    expect(ended.next?.carried.map(({ deliveryId }) => deliveryId)).toEqual(rows.slice(5).map((row) => row.id));
    expect(await statesOf(id)).toEqual([...Array(5).fill('succeeded'), ...Array(3).fill('delivering')]);
    // The second worker's failure comes after all: nothing is sent a third time.
    await testApp.app.delivery.record(testApp.tenantId, { ...again, reply: DOWN, takesNext: false, room });
    expect(await statesOf(id)).toEqual([...Array(5).fill('succeeded'), ...Array(3).fill('delivering')]);
  });

  it('is brought by a recovery as what happens is', async () => {
    const id = await register({ max: 2, waitMs: 0 });
    await happen(3);
    await drain();
    const { app, tenantId } = testApp;
    for (let sending = await opened((await rowsOf(id))[0]!.id); ;) {
      const { next } = await app.delivery.record(tenantId, { ...sending, reply: ARRIVED, takesNext: true, room });
      if (next === null) break;
      sending = next;
    }
    expect(await statesOf(id)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    await testApp.sql(
      `update webhook_delivery set state = 'pending', trigger = 'resend', next_attempt_at = now(), batch_of = null
        where endpoint_id = $1 and sequence > 1`,
      [id],
    );
    const rows = await rowsOf(id);
    const { carried, batchId } = await opened(rows[2]!.id);
    expect(carried.map(({ deliveryId }) => deliveryId)).toEqual([rows[1]!.id, rows[2]!.id]);
    expect(batchId).toMatch(/^bat_[0-9a-f]{32}$/);
  });
});

describe('A receiver of batches', () => {
  let context: WorkerContext;
  let partners: Receivers;
  beforeAll(async () => {
    await testApp.sql(`update webhook set state = 'deleted'`);
    partners = receivers();
    context = await openWorkerContext(testApp);
  });
  afterAll(async () => {
    await context.close();
    await partners.close();
  });

  /** Takes posts one after the other; those that the list names it refuses. */
  async function taking(refused: readonly number[]) {
    const received: Received[] = [];
    let atOnce = 0;
    let most = 0;
    const port = await partners.http((request, response) => {
      most = Math.max(most, ++atOnce);
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        received.push({ url: '', headers: request.headers, body });
        atOnce -= 1;
        response.writeHead(refused.includes(received.length) ? 500 : 200).end('thank you');
      });
    });
    return { url: `http://127.0.0.1:${port}/`, received, mostAtOnce: () => most };
  }
  const numbersIn = ({ body }: Received): number[] => JSON.parse(body).data.map((each: any) => each.delivery_sequence);

  it('gets them signed, in order, one at a time, and a failed one again before what is behind it', async () => {
    const { url, received, mostAtOnce } = await taking([2]);
    const batch = { max: 4, waitMs: 50 };
    const { id, secret } = await registerHook(testApp, url, { events: ['loan.updated'], batch });
    for (let n = 0; n < 5; n++) await happen(3);
    const arrivedAt = async () => (await statesOf(id)).filter((state) => state === 'succeeded').length;
    await eventually(async () => (await arrivedAt()) === 15);
    for (const each of received) new Webhook(secret).verify(each.body, each.headers as Record<string, string>);
    expect(mostAtOnce()).toBe(1);
    const [, failed, again] = received;
    expect(again?.headers['webhook-id']).toBe(failed?.headers['webhook-id']);
    expect(again?.body).toBe(failed?.body);
    const arrived = received.filter((each) => each !== failed).flatMap(numbersIn);
    expect(arrived).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
    for (const each of received) expect(numbersIn(each).length).toBeLessThanOrEqual(4);
    const log = await testApp.sql(
      `select d.sequence::int as sequence, a.batch_id, a.reply_body, a.number from webhook_attempt a
         join webhook_delivery d on d.id = a.delivery_id where d.endpoint_id = $1 and a.batch_id = $2 order by 1, 4`,
      [id, failed?.headers['webhook-id']],
    );
    expect(log).toHaveLength(2 * numbersIn(failed!).length);
    expect(log.filter(({ reply_body }) => reply_body !== null)).toHaveLength(2);
  });

  it('gets each alone again once it wants no batches', async () => {
    const { url, received } = await taking([]);
    const batch = { max: 100, waitMs: 60_000 };
    const { id } = await registerHook(testApp, url, { events: ['loan.updated'], batch });
    await happen(3);
    await eventually(async () => (await rowsOf(id)).length === 3);
    expect(received).toEqual([]);
    const { client } = testApp;
    const command = { clientId: client.id, webhookId: id, tokenScopes: client.caller.scopes };
    const changes = { setUpBy: 'client' as const, changes: { batch: null }, destination: null };
    await testApp.done(testApp.app.partners.changeWebhook, { ...command, ...changes }, client.caller);
    ahead = ahead.add({ seconds: 60 });
    await eventually(async () => (await statesOf(id)).every((state) => state === 'succeeded'));
    expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(Array(3).fill('loan.updated'));
  });

  it('gets what happened while it was disabled when it is recovered: in order, in batches, and each once', async () => {
    const { url, received } = await taking([]);
    const { id } = await registerHook(testApp, url, { events: ['loan.updated'], batch: { max: 3, waitMs: 0 } });
    const { client, app } = testApp;
    const command = { clientId: client.id, webhookId: id, tokenScopes: client.caller.scopes };
    const since = Temporal.Now.instant().add(ahead);
    const stateIs = (states: readonly string[]) =>
      eventually(async () => (await statesOf(id)).join() === states.join());

    await happen(2);
    await stateIs(Array(2).fill('succeeded'));
    await testApp.done(app.partners.disableWebhook, command, client.caller);
    await happen(7);
    await stateIs([...Array(2).fill('succeeded'), ...Array(7).fill('held')]);
    await testApp.done(app.partners.enableWebhook, command, client.caller);
    await happen(1);
    await stateIs([...Array(2).fill('succeeded'), ...Array(7).fill('held'), 'succeeded']);
    const missing = { since, until: null, only: 'missing', types: null } as const;
    await testApp.done(app.partners.recoverWebhook, { ...command, ...missing }, client.caller);
    await stateIs(Array(10).fill('succeeded'));
    const [first, ...others] = received.map(numbersIn);
    expect(first).toEqual([1, 2]);
    expect(others).toEqual([[10], [3, 4, 5], [6, 7, 8], [9]]);
    // Again: nothing is missing, and nothing comes twice.
    await testApp.done(app.partners.recoverWebhook, { ...command, ...missing }, client.caller);
    await happen(1);
    await stateIs(Array(11).fill('succeeded'));
    expect(received.map(numbersIn).slice(5)).toEqual([[11]]);
  });
});
