import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openLog } from '#platform/runtime/log.ts';
import { plantFixture } from '#platform/demo/fixtures.ts';
import { eventually } from '#test/support/eventually.ts';
import { openLender } from '#test/support/lender.ts';
import { moveClock } from '#test/support/moved-clock.ts';
import { listening, receivers } from '#test/support/receivers.ts';
import { openTestApp } from '#test/support/test-app.ts';
import { openTestSavings } from '#test/support/test-app-savings.ts';
import { advanceClock } from '#work/advance-clocks.ts';
import { openWorkerContext, registerHook } from '#test/support/worker-context.ts';
import { forkWorkers } from '#test/support/worker-process.ts';

const days = (count: number) => ({ hours: 24 * count });

describe('A worker that dies while it moves a clock', () => {
  it('leaves one with which another goes on; no day is closed twice', async () => {
    const clocked = await openLender(null);
    const { testApp } = clocked;
    await clocked.lend(12_000_000n);
    const from = await testApp.app.now(testApp.operator);
    const to = from.add(days(30)).round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
    const context = await openWorkerContext(testApp);
    const { settings } = context.queues;
    await context.close();
    await testApp.done(testApp.app.testClock.advance, { to });
    const worker = await forkWorkers({
      settings: testApp.settings,
      queues: settings,
      restUrl: context.restUrl,
      aheadMs: 0,
    });
    await eventually(
      async () => Temporal.Instant.compare(await testApp.app.now(testApp.operator), from.add(days(5))) > 0,
    );
    await worker.kill();
    const [dead] = await testApp.sql<{ state: string }>('select state from test_clock');
    expect(dead?.state).toBe('advancing');
    // The same command joins it, another one is refused.
    await testApp.done(testApp.app.testClock.advance, { to });
    await expect(testApp.done(testApp.app.testClock.advance, { to: to.add(days(1)) })).rejects.toMatchObject({
      code: 'clock_advancing',
    });
    // Its lease is over at some time.
    await testApp.sql('update test_clock set leased_until = now()');
    await moveClock(testApp.app, testApp.tenantId);
    const shown = await testApp.app.testClock.shown(testApp.operator);
    expect([shown.state, shown.target?.toString()]).toEqual(['ready', to.toString()]);
    const [runs] = await testApp.sql<{ runs: number; last: number; finished: number }>(
      `select count(*)::int as runs, (max(business_date) - min(business_date) + 1) as last,
              (select count(*)::int from event where type = 'close_of_business.finished') as finished
         from close_of_business where state = 'done'`,
    );
    expect([runs?.last, runs?.finished]).toEqual([runs?.runs, runs?.runs]);
    expect(await clocked.violations()).toEqual([]);
    await testApp.close();
  });
});

describe('A worker that dies while it resets a sandbox', () => {
  it('leaves one that refuses requests, and another worker begins again', async () => {
    const testApp = await openTestApp();
    const { app, operator, tenantId } = testApp;
    const context = await openWorkerContext(testApp);
    const queues = context.queues.settings;
    await context.close();
    const holding = new pg.Client({ connectionString: testApp.settings.adminUrl });
    await holding.connect();
    try {
      // Days that another transaction is about to close: the worker has lent by then, and waits for it.
      await holding.query('begin');
      await holding.query(
        `insert into close_of_business (tenant_id, uuid, business_date, state, loans_total)
         select $1, gen_random_uuid(), current_date - days, 'running', 0 from generate_series(50, 80) days`,
        [tenantId],
      );
      await app.testReset.begin(operator, { fixture: 'loan_in_arrears' });
      const worker = await forkWorkers({ settings: testApp.settings, queues, restUrl: context.restUrl, aheadMs: 0 });
      await eventually(async () => {
        const rows = await testApp.database.query(
          `select from pg_stat_activity where wait_event = 'transactionid' and query like '%close_of_business%'`,
        );
        return rows.length > 0;
      });
      await worker.kill();
      await holding.query('rollback');
      expect((await app.testReset.shown(operator)).state).toBe('resetting');
      await expect(testApp.sql('select from member')).rejects.toMatchObject({ code: 'sandbox_resetting' });
      // Its lease is over at some time.
      await holding.query('update test_reset set leased_until = now()');
      expect(await app.testReset.perform(tenantId, plantFixture)).toBe(true);
      expect((await app.testReset.shown(operator)).state).toBe('ready');
      const [members] = await testApp.sql<{ n: number }>('select count(*)::int as n from member');
      expect(members?.n).toBe(5);
    } finally {
      await holding.end();
      await testApp.close();
    }
  });
});

describe('A sandbox whose clock advances', () => {
  it('says in words why a step has to wait for others, and goes on (finding: the text of the database)', async () => {
    const testApp = await openTestApp();
    const { app, operator, tenantId } = testApp;
    const writing = new pg.Client({ connectionString: testApp.settings.adminUrl });
    await writing.connect();
    try {
      const to = (await app.now(operator)).add(days(1)).round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
      await testApp.done(app.testClock.advance, { to });
      await writing.query('begin');
      await writing.query(`select pg_advisory_xact_lock_shared(hashtextextended('clock ' || $1, 0))`, [
        String(tenantId),
      ]);
      await advanceClock({ app, log: openLog('silent') }, {}, tenantId);
      expect(await app.testClock.shown(operator)).toMatchObject({
        state: 'advancing',
        problem: 'The database is busy or away; the clock goes on in a moment.',
      });
      await writing.query('rollback');
      await testApp.sql('update test_clock set leased_until = now()');
      await advanceClock({ app, log: openLog('silent') }, {}, tenantId);
      expect(await app.testClock.shown(operator)).toMatchObject({ state: 'ready', problem: null });
    } finally {
      await writing.end();
      await testApp.close();
    }
  });

  it('sends events in their order, ends holds and prompts, and receives its provider’s notifications', async () => {
    const testApp = await openTestApp();
    const savings = await openTestSavings(testApp);
    const context = await openWorkerContext(testApp);
    const servers = receivers();
    const { received, listener } = listening();
    const { app, operator } = testApp;
    try {
      const url = `http://127.0.0.1:${await servers.http(listener)}/hook`;
      await registerHook(testApp, url, { ordered: true });
      const from = await app.now(operator);
      const to = from.add(days(40));

      const loanId = await testApp.readyLoan(1_200_000n);
      await testApp.done(app.lending.disburse, {
        loanId,
        amount: 1_200_000n,
        channel: 'mpesa_b2c',
        msisdn: '+254700000000',
      });
      const accountId = await savings.account(100_000n);
      await testApp.done(app.savings.placeSavingsHold, {
        savingsAccountId: accountId,
        amount: 40_000n,
        reason: 'A promise',
        expiresAt: from.add(days(10)),
      });
      const [account] = await testApp.sql<{ no: string }>(
        'select account_no as no from savings_account where id = $1',
        [accountId],
      );
      // The first pays, the second never does.
      for (const suffix of ['000', '005']) {
        await testApp.done(app.mobileMoney.collect, {
          amount: 50_000n,
          msisdn: `+254700000${suffix}`,
          accountReference: String(account?.no),
        });
      }
      await testApp.done(app.testClock.advance, { to });
      await eventually(async () => (await app.testClock.shown(operator)).state === 'ready', 60_000);

      // In the order of the feed, each in the time of the tenant, signed in real time.
      const emitted = await testApp.sql<{ type: string; n: number }>(
        `select e.type, f.sequence::int as n from feed_entry f join event e on e.id = f.event_id order by f.sequence`,
      );
      await eventually(() => received.some(({ body }) => body.includes('loan.overdue')), 60_000);
      await eventually(async () => {
        const [left] = await testApp.sql<{ n: number }>(
          `select (select count(*) from outbox)::int + (select count(*) from webhook_delivery where state <> 'succeeded')::int as n`,
        );
        return left?.n === 0;
      });
      type Sent = { type: string; sequence: number; timestamp: string; subject: { type: string; id: number } };
      const bodies = received.map(({ body }) => JSON.parse(body) as Sent);
      for (const ofOne of Map.groupBy(bodies, ({ subject }) => `${subject.type} ${subject.id}`).values()) {
        const sequences = ofOne.map(({ sequence }) => sequence);
        expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
      }
      const times = bodies.sort((a, b) => a.sequence - b.sequence).map(({ timestamp }) => timestamp);
      expect(times).toEqual([...times].sort());
      expect(emitted.filter(({ type }) => type === 'close_of_business.finished').length).toBeGreaterThanOrEqual(39);
      const at = (type: string) => {
        const body = bodies.find((each) => each.type === type);
        return from.until(Temporal.Instant.from(body?.timestamp ?? '1970-01-01T00:00:00Z')).total('hours') / 24;
      };
      expect(emitted.map(({ type }) => type)).toContain('savings_transaction.expired');
      expect(Math.round(at('savings_transaction.expired'))).toBe(10);
      expect(at('loan.overdue')).toBeGreaterThan(27);
      expect(at('loan.overdue')).toBeLessThan(33);
      for (const { headers } of received) {
        const signed = Number(headers['webhook-timestamp']);
        expect(Math.abs(signed - Date.now() / 1000)).toBeLessThan(300);
      }
      const collected = await testApp.sql<{ state: string; day: number }>(
        `select state, round(extract(epoch from updated_at - $1::timestamptz) / 86400)::int as day
           from mobile_money_transaction order by id`,
        [from.toString()],
      );
      expect(collected).toEqual([
        { state: 'allocated', day: 0 },
        { state: 'expired', day: 0 },
      ]);
      // With the interest of a month.
      const [balance, held] = await savings.holding(accountId);
      expect([balance > 150_000n, held]).toEqual([true, 0n]);
    } finally {
      await context.close();
      await servers.close();
      await testApp.close();
    }
  });
});
