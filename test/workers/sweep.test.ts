import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openLog } from '#platform/runtime/log.ts';
import type { Queues, TimedJob } from '#platform/queue/queues.ts';
import { outboxRelay } from '#platform/app/processes/delivery/relay.ts';
import { discardExpired, reviewWebhooks, sweep } from '#work/sweep.ts';
import type { Loop } from '#work/loop.ts';
import { eventually } from '#test/support/eventually.ts';
import { openHouse, type House } from '#test/support/test-app.ts';
import { registerHook } from '#test/support/worker-context.ts';

describe('The sweep', () => {
  let house: House;
  let aheadHours = 0;
  const clock = () => Temporal.Now.instant().add({ seconds: Math.round(aheadHours * 3_600) });
  const enqueued: string[] = [];
  let waiting = 0;
  const queues = {
    waiting: async () => waiting,
    enqueueAll: async (queue: string, jobs: readonly TimedJob[]) => {
      enqueued.push(...jobs.map(({ tenantId, id }) => `${queue} ${tenantId}/${id}`));
      return true;
    },
  } as unknown as Queues;
  beforeAll(async () => {
    house = await openHouse({ clock });
  });
  afterAll(() => house.close());

  const workshop = () => ({ app: house.app, queues, log: openLog('silent') }) as never;

  async function once(loop: Loop, isDone: () => boolean | Promise<boolean>): Promise<void> {
    try {
      await eventually(isDone, 5_000);
    } finally {
      await loop.end();
    }
  }

  it('finds every delivery whose job was lost, and those whose worker died over them', async () => {
    const { id } = await registerHook(house, 'http://127.0.0.1:1/', { events: ['loan.*'] });
    await house.readyLoan(1_000_000n);
    await outboxRelay(house.database, house.clock).relay(house.tenantId);
    const rows = await house.sql<{ id: string }>('select id::text as id from webhook_delivery where endpoint_id = $1', [
      id,
    ]);
    expect(rows).toHaveLength(2);
    const [first, second] = rows.map((row) => `deliver-webhook ${house.tenantId}/${row.id}`);
    await once(sweep(workshop(), house.database), () => enqueued.length >= 2);
    expect(enqueued.sort()).toEqual([first, second].sort());

    await house.sql(`update webhook_delivery set state = 'succeeded', next_attempt_at = null where id = $1`, [
      rows[0]?.id,
    ]);
    await house.sql(
      `update webhook_delivery set state = 'delivering', next_attempt_at = null, started_at = now() where id = $1`,
      [rows[1]?.id],
    );
    enqueued.length = 0;
    let rounds = 0;
    const counting = { ask: (...of: Parameters<typeof house.database.ask>) => (rounds++, house.database.ask(...of)) };
    await once(sweep(workshop(), counting as never), () => rounds > 0);
    expect(enqueued).toEqual([]);
    aheadHours = 70 / 3_600;
    await once(sweep(workshop(), house.database), () => enqueued.length > 0);
    expect(enqueued).toEqual([second]);
  });

  it('leaves a queue alone that has enough to do', async () => {
    waiting = 5_000;
    enqueued.length = 0;
    let rounds = 0;
    const counting = { ask: (...of: Parameters<typeof house.database.ask>) => (rounds++, house.database.ask(...of)) };
    await once(sweep(workshop(), counting as never), () => rounds > 1);
    expect(enqueued).toEqual([]);
    waiting = 0;
  });

  it('tells of a webhook that has failed for a day, once', async () => {
    const { id } = await registerHook(house, 'http://127.0.0.1:1/', { events: ['loan.*'] });
    await house.sql(
      `update webhook set failing_since = $2, failed_events = 3, consecutive_failures = 3 where id = $1`,
      [id, clock().subtract({ hours: 25 }).toString()],
    );
    const notices = () =>
      house.sql(`select data->>'hours' as hours from event where type = 'webhook.failing' and subject_id = $1`, [id]);
    for (let times = 0; times < 2; times++) {
      await once(reviewWebhooks(workshop(), house.database), async () => (await notices()).length > 0);
    }
    expect(await notices()).toEqual([{ hours: '24' }]);
    aheadHours += 50;
    await once(reviewWebhooks(workshop(), house.database), async () => (await notices()).length === 2);
    expect((await notices())[1]).toEqual({ hours: '72' });
  });

  it('discards what has had its time, and keeps what has not', async () => {
    await house.auth.mint({ ...house.client, scope: null });
    const claim = { key: 'k-1', fingerprint: Buffer.alloc(32) };
    const present = async () => ({ status: 200, headers: {}, body: '{}' });
    const refused = (error: Error) => {
      throw error;
    };
    const command = { memberId: house.memberId, productId: house.productId, principal: 500_000n, termMonths: 6 };
    await house.app.lending.applyForLoan({ caller: house.client.caller, claim, present, refused }, command);
    // Nothing that is still to be told may go.
    const relay = outboxRelay(house.database, house.clock);
    const counts = async () => {
      const [row] = await house.sql(
        `select (select count(*) from access_token)::int as tokens, (select count(*) from idempotency_key)::int as keys,
                (select count(*) from event)::int as events, (select count(*) from webhook_delivery)::int as deliveries,
                (select count(*) from journal)::int as journals, (select count(*) from audit)::int as audits`,
      );
      return row ?? {};
    };
    const before = await counts();
    await house.sql(
      `insert into sandbox_prompt (originator_id, checkout_ref, receipt_no, amount, msisdn, created_at)
       values (gen_random_uuid(), 'ws_CO_1', 'SKL4H2XQ1Z', 100, '+254700000000', $1)`,
      [house.clock().toString()],
    );
    const prompts = async () => Number((await house.sql('select count(*)::int as n from sandbox_prompt'))[0]?.['n']);
    const gone = async () => (await counts())['tokens'] === 0;
    aheadHours += 25;
    await once(discardExpired(workshop(), house.database), gone);
    expect(await counts()).toMatchObject({ ...before, tokens: 0, keys: 0 });
    expect(await prompts()).toBe(1);

    await house.sql(`update webhook_delivery set state = 'succeeded', next_attempt_at = null, started_at = null`);
    aheadHours += 24 * 31;
    const outboxed = Number((await house.sql('select count(*)::int as n from outbox'))[0]?.['n']);
    expect(outboxed).toBeGreaterThan(0);
    await once(discardExpired(workshop(), house.database), async () => (await counts())['events'] === outboxed);
    while ((await relay.relay(house.tenantId)).events > 0);
    await house.sql(`update webhook_delivery set state = 'succeeded', next_attempt_at = null, started_at = null`);
    await once(discardExpired(workshop(), house.database), async () => (await counts())['events'] === 0);
    expect(await prompts()).toBe(0);
    expect(await counts()).toMatchObject({ deliveries: 0, journals: before['journals'], audits: before['audits'] });
  });
});
