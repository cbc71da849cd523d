import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLACES } from '#core/partners/webhook-endpoint/places.ts';
import type { Reply } from '#core/partners/webhook-delivery/attempt.ts';
import { event as notify } from '#core/kernel/event.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { App } from '#platform/app/compose.ts';
import type { Queues } from '#platform/queue/queues.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { registerHook } from '#test/support/worker-context.ts';
import { relayOutbox } from '#work/relay-outbox.ts';

const ARRIVED: Reply = {
  status: 200,
  errorClass: null,
  problem: null,
  retryAfterSeconds: null,
  resolvedAddress: '8.8.8.8',
  durationMs: 12,
  replyBody: 'ok',
};

describe('The relay of the outbox', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    await drain();
    await testApp.sql(`update webhook set state = 'deleted'`);
  });

  const drain = async () => {
    while ((await testApp.app.delivery.relay(testApp.tenantId)).events > 0);
  };

  /** Commits events in one transaction: so many about each of some loans. */
  const happen = (loans: number, each: number, type = 'loan.updated') =>
    testApp.internals.transact.run('happen', testApp.operator, async () => {
      const events = Array.from({ length: loans * each }, (_, n) =>
        notify(type, 'loan', { id: 1 + (n % loans), uuid: randomUUID(), version: 1 + Math.floor(n / loans) }, {}),
      );
      return outcome(null, ...events);
    });

  const rowsOf = (endpointId: number) =>
    testApp.sql<{ sequence: number; subject_key: string; state: string; parked: boolean; event: string }>(
      `select sequence::int as sequence, subject_key, state, parked, event_id::text as event
         from webhook_delivery where endpoint_id = $1 order by sequence`,
      [endpointId],
    );

  it('numbers the deliveries of each webhook without a gap, in the order of the events', async () => {
    const all = await registerHook(testApp, 'http://127.0.0.1:1/a', { events: ['loan.*'] });
    const some = await registerHook(testApp, 'http://127.0.0.1:1/b', { events: ['loan.approved'] });
    await happen(3, 5);
    await happen(2, 2, 'loan.approved');
    await happen(3, 5);
    const relayed = await testApp.app.delivery.relay(testApp.tenantId);
    expect(relayed).toMatchObject({ more: false });
    for (const [{ id }, count] of [
      [all, 34],
      [some, 4],
    ] as const) {
      const rows = await rowsOf(id);
      expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
      const events = rows.map(({ event }) => Number(event));
      expect(events).toEqual(events.toSorted((a, b) => a - b));
    }
    // Of each as many as it has places go to the queue; the others wait until they are called.
    expect(relayed.deliveries).toHaveLength(4);
    expect((await rowsOf(all.id)).filter(({ parked }) => parked)).toHaveLength(32);
    expect(await testApp.sql('select from outbox')).toEqual([]);
  });

  it('takes no more statements for a thousand deliveries than for one', async () => {
    const hooks = [];
    for (let n = 0; n < 5; n++)
      hooks.push(await registerHook(testApp, `http://127.0.0.1:1/${n}`, { events: ['loan.*'] }));
    await drain();
    const counts: number[] = [];
    for (const [loans, each] of [
      [1, 1],
      [20, 10],
    ] as const) {
      await happen(loans, each);
      const statements: string[] = [];
      testApp.database.onStatement = (text) => void statements.push(text);
      const relayed = await testApp.app.delivery.relay(testApp.tenantId);
      testApp.database.onStatement = null;
      expect(relayed.events).toBe(loans * each);
      counts.push(statements.length);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[1]).toBeLessThanOrEqual(11);
  });

  it('of two at the same time lets one pass by, so that the order is kept', async () => {
    const { id } = await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.*'] });
    await drain();
    for (let n = 0; n < 6; n++) await happen(5, 60);
    const both = async () => {
      for (let idle = 0; idle < 20;)
        idle = (await testApp.app.delivery.relay(testApp.tenantId)).events === 0 ? idle + 1 : 0;
    };
    await Promise.all([both(), both(), both()]);
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(1_800);
    for (const subject of ['loan:1', 'loan:3', 'loan:5']) {
      const events = rows.filter(({ subject_key }) => subject_key === subject).map(({ event }) => Number(event));
      expect(events).toEqual(events.toSorted((a, b) => a - b));
    }
  });

  it('takes an event that becomes visible after later ones', async () => {
    const { id } = await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.*'] });
    await drain();
    let commit: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (commit = resolve));
    let written: () => void = () => undefined;
    const isWritten = new Promise<void>((resolve) => (written = resolve));
    const early = testApp.database.write(testApp.tenantId, async ({ sql }) => {
      await sql(
        `with e as (insert into event (uuid, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id, occurred_at)
           values (gen_random_uuid(), 'loan.updated', 'loan', 77, gen_random_uuid(), 1, '{}', 'r', now()) returning id)
         insert into outbox (event_id) select id from e`,
      );
      written();
      await held;
    });
    await isWritten;
    await happen(1, 1);
    await testApp.app.delivery.relay(testApp.tenantId);
    expect((await rowsOf(id)).map(({ subject_key }) => subject_key)).toEqual(['loan:1']);
    commit();
    await early;
    await testApp.app.delivery.relay(testApp.tenantId);
    expect((await rowsOf(id)).map(({ sequence, subject_key }) => [sequence, subject_key])).toEqual([
      [1, 'loan:1'],
      [2, 'loan:77'],
    ]);
  });

  it('has no more on the queue than a webhook has places, however late a worker comes', async () => {
    const { id } = await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.*'] });
    await drain();
    const enqueued: number[] = [];
    for (let round = 0; round < 3; round++) {
      await happen(3, 1);
      enqueued.push((await testApp.app.delivery.relay(testApp.tenantId)).deliveries.length);
    }
    expect(enqueued).toEqual([2, 0, 0]);
    expect((await rowsOf(id)).map(({ parked }) => parked)).toEqual([false, false, ...Array(7).fill(true)]);
  });

  it('has those that arrive call no others past the ones that wait on the queue', async () => {
    const { id } = await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.*'] });
    await drain();
    await testApp.sql('update webhook set places = $2 where id = $1', [id, PLACES.most]);
    await happen(PLACES.most + 5, 1);
    const { delivery } = testApp.app;
    const { tenantId } = testApp;
    const { deliveries } = await delivery.relay(tenantId);
    const room = { enter: () => true, leave: () => undefined };
    const opened = await delivery.open(tenantId, Number(deliveries[0]?.id), room);
    if (opened.kind !== 'send') throw new Error(`It is ${opened.kind}.`);
    const ended = await delivery.record(tenantId, { ...opened, reply: ARRIVED, takesNext: true, room });
    expect(ended.next).not.toBeNull();
    expect(ended.called).toEqual([]);
    expect((await rowsOf(id)).filter(({ parked }) => parked)).toHaveLength(4);
  });

  it('begins one attempt of a delivery whose job the sweep adds while it is begun already', async () => {
    await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.*'] });
    await drain();
    await happen(2, 1);
    const { delivery } = testApp.app;
    const { deliveries } = await delivery.relay(testApp.tenantId);
    const [first, second] = deliveries.map(({ id }) => Number(id));
    const room = { enter: () => true, leave: () => undefined };
    // While the first is begun the others gather, for one transaction.
    const opened = await Promise.all(
      [first!, second!, second!].map((each) => delivery.open(testApp.tenantId, each, room)),
    );
    expect(opened.map(({ kind }) => kind)).toEqual(['send', 'send', 'nothing']);
  });

  it('begins one attempt of a delivery that is called for room while a job for it comes', async () => {
    const { id } = await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.*'] });
    await drain();
    await happen(3, 1);
    const { delivery } = testApp.app;
    const { tenantId } = testApp;
    const { deliveries } = await delivery.relay(tenantId);
    const [first, second] = deliveries.map((each) => Number(each.id));
    const [parked] = await testApp.sql<{ id: number }>(
      'select id::int as id from webhook_delivery where endpoint_id = $1 and parked',
      [id],
    );
    const room = { enter: () => true, leave: () => undefined };
    const opened = await delivery.open(tenantId, first!, room);
    if (opened.kind !== 'send') throw new Error(`It is ${opened.kind}.`);
    const ended = { ...opened, reply: ARRIVED, takesNext: true, room };
    const [, { next }, job] = await Promise.all([
      delivery.open(tenantId, second!, room),
      delivery.record(tenantId, ended),
      delivery.open(tenantId, parked!.id, room),
    ]);
    expect([next?.deliveryId, job.kind]).toEqual([parked!.id, 'nothing']);
  });

  it('goes by the scopes that a client has at that moment', async () => {
    const client = await testApp.newClient(['loans:read']);
    const { id } = await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.*'], client });
    await drain();
    await happen(1, 1);
    await testApp.app.delivery.relay(testApp.tenantId);
    expect(await rowsOf(id)).toHaveLength(1);
    await testApp.sql(`update api_client set scopes = '{members:read}' where id = $1`, [client.id]);
    await happen(1, 1);
    await testApp.app.delivery.relay(testApp.tenantId);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  it('does not run into workers that lock deliveries and webhooks meanwhile', async () => {
    const hooks: number[] = [];
    for (let n = 0; n < 4; n++) {
      hooks.push((await registerHook(testApp, `http://127.0.0.1:1/${n}`, { events: ['loan.*'] })).id);
    }
    await happen(20, 5);
    await drain();
    const locking = async (seed: number) => {
      for (let n = 0; n < 60; n++) {
        await testApp.database.write(testApp.tenantId, async ({ sql }) => {
          const [delivery] = await sql(
            'select id, endpoint_id from webhook_delivery where endpoint_id = $1 order by sequence offset $2 limit 1 for update',
            [hooks[(seed + n) % 4], (seed * 7 + n) % 50],
          );
          await sql('select from webhook where id = $1 for update', [delivery?.['endpoint_id']]);
          await sql('update webhook_delivery set turn_at = now() where id = $1', [delivery?.['id']]);
        });
      }
    };
    const relaying = async () => {
      for (let n = 0; n < 20; n++) {
        await happen(10, 2);
        await drain();
      }
    };
    await Promise.all([locking(1), locking(2), locking(3), relaying()]);
    expect(await rowsOf(hooks[0] ?? 0)).toHaveLength(500);
  });
});

describe('The loop around the relay', () => {
  it('comes to every tenant, also where one of them can’t be relayed', async () => {
    const relayed: number[] = [];
    const { log, lines } = recordingLog();
    const delivery = {
      tenantsWithEvents: async () => [1, 2],
      onEvents: () => async () => undefined,
      relay: async (tenantId: number) => {
        if (tenantId === 1) throw new Error('its outbox is broken');
        relayed.push(tenantId);
        return { events: 0, deliveries: [], reactions: [], more: false };
      },
    };
    const queues = { enqueueAll: async () => true } as unknown as Queues;
    const loop = relayOutbox(
      { app: { delivery, mayChange: () => true } as unknown as App, queues, log },
      async () => undefined,
    );
    await eventually(() => relayed.length > 0);
    await loop.end();
    expect(relayed).toContain(2);
    expect(lines[0]).toMatchObject({ level: 50, tenant_id: 1 });
  });
});
