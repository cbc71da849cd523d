import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLog } from '#platform/runtime/log.ts';
import type { Queues, TimedJob } from '#platform/queue/queues.ts';
import { sweep } from '#work/sweep.ts';
import type { Loop } from '#work/loop.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { registerHook } from '#test/support/worker-context.ts';

describe('The sweep', () => {
  let testApp: TestApp;
  let aheadHours = 0;
  const clock = () => Temporal.Now.instant().add({ seconds: Math.round(aheadHours * 3_600) });
  const enqueued: string[] = [];
  let waiting = 0;
  const queues = {
    held: async () => waiting,
    enqueueAll: async (queue: string, jobs: readonly TimedJob[]) => {
      enqueued.push(...jobs.map(({ tenantId, id }) => `${queue} ${tenantId}/${id}`));
      return true;
    },
  } as unknown as Queues;
  beforeAll(async () => {
    testApp = await openTestApp({ clock });
  });
  afterAll(() => testApp.close());

  const context = (app = testApp.app) => ({ app, queues, log: openLog('silent') });

  async function once(loop: Loop, isDone: () => boolean | Promise<boolean>): Promise<void> {
    try {
      await eventually(isDone, 5_000);
    } finally {
      await loop.end();
    }
  }

  it('finds every delivery whose job was lost, and those whose worker died over them', async () => {
    const { id } = await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.*'] });
    await testApp.readyLoan(1_000_000n);
    await testApp.app.delivery.relay(testApp.tenantId);
    const rows = await testApp.sql<{ id: string }>(
      'select id::text as id from webhook_delivery where endpoint_id = $1',
      [id],
    );
    expect(rows).toHaveLength(2);
    const [first, second] = rows.map((row) => `deliver-webhook ${testApp.tenantId}/${row.id}`);
    await once(sweep(context()), () => enqueued.length >= 2);
    expect(enqueued.sort()).toEqual([first, second].sort());

    await testApp.sql(`update webhook_delivery set state = 'succeeded', next_attempt_at = null where id = $1`, [
      rows[0]?.id,
    ]);
    await testApp.sql(
      `update webhook_delivery set state = 'delivering', next_attempt_at = null, started_at = now() where id = $1`,
      [rows[1]?.id],
    );
    enqueued.length = 0;
    let rounds = 0;
    const counting = { ...testApp.app, dueJobs: (limit: number) => (rounds++, testApp.app.dueJobs(limit)) };
    await once(sweep(context(counting)), () => rounds > 0);
    expect(enqueued).toEqual([]);
    aheadHours = 70 / 3_600;
    await once(sweep(context()), () => enqueued.length > 0);
    expect(enqueued).toEqual([second]);
  });

  it('leaves a queue alone that has enough to do', async () => {
    waiting = 5_000;
    enqueued.length = 0;
    let rounds = 0;
    const counting = { ...testApp.app, dueJobs: (limit: number) => (rounds++, testApp.app.dueJobs(limit)) };
    await once(sweep(context(counting)), () => rounds > 1);
    expect(enqueued).toEqual([]);
    waiting = 0;
  });

  it('hands a queue that has as many jobs as are due the same again every ten seconds only', async () => {
    waiting = 1;
    enqueued.length = 0;
    let rounds = 0;
    let now = 20_000;
    const counting = { ...testApp.app, dueJobs: (limit: number) => (rounds++, testApp.app.dueJobs(limit)) };
    const loop = sweep(context(counting), () => now);
    try {
      await eventually(() => rounds >= 2);
      loop.wake();
      await eventually(() => rounds >= 3);
      expect(enqueued).toHaveLength(1);
      now += 10_000;
      await eventually(() => (loop.wake(), enqueued.length === 2));
      waiting = 0;
      // Rounds of its own may have come between two looks.
      await eventually(() => (loop.wake(), enqueued.length >= 3));
    } finally {
      await loop.end();
      waiting = 0;
    }
  });

  it('emits that a webhook has failed for a day, once', async () => {
    const { id } = await registerHook(testApp, 'http://127.0.0.1:1/', { events: ['loan.*'] });
    await testApp.sql(
      `update webhook set failing_since = $2, failed_events = 3, consecutive_failures = 3 where id = $1`,
      [id, clock().subtract({ hours: 25 }).toString()],
    );
    const notices = () =>
      testApp.sql(`select data->>'hours' as hours from event where type = 'webhook.failing' and subject_id = $1`, [id]);
    for (let times = 0; times < 2; times++) {
      await testApp.app.rounds.reviewWebhooks();
    }
    expect(await notices()).toEqual([{ hours: '24' }]);
    aheadHours += 50;
    await testApp.app.rounds.reviewWebhooks();
    expect(await notices()).toHaveLength(2);
    expect((await notices())[1]).toEqual({ hours: '72' });
  });

  it('discards what has had its time, and keeps what has not', async () => {
    await testApp.auth.mint({ ...testApp.client, scope: null });
    const claim = { key: 'k-1', fingerprint: Buffer.alloc(32) };
    const present = async () => ({ status: 200, headers: {}, body: '{}' });
    const refused = (error: Error) => {
      throw error;
    };
    const command = { memberId: testApp.memberId, productId: testApp.productId, principal: 500_000n, termMonths: 6 };
    await testApp.app.lending.applyForLoan({ caller: testApp.client.caller, claim, present, refused }, command);
    // Nothing that is still to be delivered may go.
    const counts = async () => {
      const [row] = await testApp.sql(
        `select (select count(*) from access_token)::int as tokens, (select count(*) from idempotency_key)::int as keys,
                (select count(*) from event)::int as events, (select count(*) from webhook_delivery)::int as deliveries,
                (select count(*) from journal)::int as journals, (select count(*) from audit)::int as audits`,
      );
      return row ?? {};
    };
    const before = await counts();
    await testApp.sql(
      `insert into sandbox_prompt (originator_id, checkout_ref, receipt_no, amount, msisdn, created_at)
       values (gen_random_uuid(), 'ws_CO_1', 'SKL4H2XQ1Z', 100, '+254700000000', $1)`,
      [testApp.clock().toString()],
    );
    const prompts = async () => Number((await testApp.sql('select count(*)::int as n from sandbox_prompt'))[0]?.['n']);
    aheadHours += 25;
    await testApp.app.rounds.discardExpired();
    expect(await counts()).toMatchObject({ ...before, tokens: 0, keys: 0 });
    expect(await prompts()).toBe(1);

    await testApp.sql(`update webhook_delivery set state = 'succeeded', next_attempt_at = null, started_at = null`);
    aheadHours += 24 * 31;
    // What was given up no one has done yet: an operator has it tried again, with its event.
    const [{ awaited } = {}] = await testApp.sql<{ awaited: string }>(
      `insert into reaction (event_id, handler, attempts, problem)
       select min(id), 'screen-member', 8, 'Error: No line.' from event where id not in (select event_id from outbox)
       returning event_id as awaited`,
    );
    const outboxed = Number((await testApp.sql('select count(*)::int as n from outbox'))[0]?.['n']);
    expect(outboxed).toBeGreaterThan(0);
    await testApp.app.rounds.discardExpired();
    expect((await counts())['events']).toBe(outboxed + 1);
    expect(await testApp.sql('select event_id, due_at from reaction')).toEqual([{ event_id: awaited, due_at: null }]);
    while ((await testApp.app.delivery.relay(testApp.tenantId)).events > 0);
    await testApp.sql(`update webhook_delivery set state = 'succeeded', next_attempt_at = null, started_at = null`);
    await testApp.sql('delete from reaction');
    await testApp.app.rounds.discardExpired();
    expect((await counts())['events']).toBe(0);
    expect(await prompts()).toBe(0);
    expect(await counts()).toMatchObject({ deliveries: 0, journals: before['journals'], audits: before['audits'] });
  });
});
