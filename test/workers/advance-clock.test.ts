import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoanProduct } from '#core/lending/product/loan-product.ts';
import type { NamedConditions } from '#core/lending/agreement.ts';
import { eventually } from '#test/support/eventually.ts';
import { openLender, type Lender } from '#test/support/lender.ts';
import { moveClock } from '#test/support/moved-clock.ts';
import { listening, receivers } from '#test/support/receivers.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { openTestSavings } from '#test/support/test-app-savings.ts';
import { openWorkerContext, registerHook } from '#test/support/worker-context.ts';
import { forkWorkers } from '#test/support/worker-process.ts';

const days = (count: number) => ({ hours: 24 * count });

/** Moves a clock in this process, where no workers run. */
async function advance(testApp: TestApp, to: Temporal.Instant): Promise<void> {
  await testApp.done(testApp.app.testClock.advance, { to });
  await moveClock(testApp.app, testApp.tenantId);
}
describe('What a test clock does to loans', () => {
  const conditions: NamedConditions = {
    penalty: {
      charge: { kind: 'percent', percent: '5', of: 'principal_and_interest' },
      graceDays: 2,
      every: 'instalment',
      rounding: 'half_even',
    },
  };
  const product: Partial<LoanProduct> & { conditions: NamedConditions } = { conditions };
  const DAYS = 65;

  let clocked: Lender;
  let byDays: Lender;
  beforeAll(async () => {
    clocked = await openLender(null);
  });
  afterAll(() => Promise.all([clocked.testApp.close(), byDays.testApp.close()]));

  const booksOf = async ({ testApp }: Lender, loanId: number) => ({
    loan: await testApp.sql(
      `select state, interest_accrued::text as accrued, principal_outstanding::text as principal,
              disbursed_on::text as lent_on from loan where id = $1`,
      [loanId],
    ),
    instalments: await testApp.sql(
      `select number, due_date::text as due, principal::text, interest::text, penalties::text as penalties
         from loan_instalment where loan_id = $1 order by number`,
      [loanId],
    ),
    late: await testApp.sql(
      'select days_past_due, band, arrears::text as arrears, provision::text as provision from loan_classification where loan_id = $1',
      [loanId],
    ),
    journals: await testApp.sql(
      `select j.booked_on::text as day, j.event_type, l.account, l.side, l.amount::text as amount
         from journal j join journal_line l on l.journal_id = j.id
        where j.event_type <> 'agent.float_topped_up' order by 1, 2, 3, 4, 5`,
    ),
    events: await testApp.sql(
      `select type, data ->> 'business_date' as day, data ->> 'days_past_due' as late from event
        where type in ('loan.overdue', 'loan.charged', 'close_of_business.finished') or type like 'loan.penal%' order by id`,
    ),
  });

  it('is what days do that really pass: interest, penalties, arrears, journals and events', async () => {
    const lent = await clocked.lend(12_000_000n, { productId: await clocked.product(product) });
    const [row] = await clocked.testApp.sql<{ on: string }>(
      'select disbursed_on::text as "on" from loan where id = $1',
      [lent],
    );
    const firstDay = Temporal.PlainDate.from(row?.on ?? '');
    const to = firstDay
      .add({ days: DAYS })
      .toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '09:00' })
      .toInstant();
    await advance(clocked.testApp, to);
    expect(await clocked.testApp.app.testClock.shown(clocked.testApp.operator)).toMatchObject({ state: 'ready' });

    byDays = await openLender(firstDay.toString());
    const same = await byDays.lend(12_000_000n, { productId: await byDays.product(product) });
    for (let day = 1; day <= DAYS; day++) {
      byDays.moveTo(firstDay.add({ days: day }));
      await byDays.close();
    }
    const books = await booksOf(clocked, lent);
    expect(books).toEqual(await booksOf(byDays, same));
    expect(books.late[0]).toMatchObject({ days_past_due: expect.any(Number) });
    expect(Number(books.late[0]?.['days_past_due'])).toBeGreaterThan(30);
    expect(books.journals.some(({ account }) => String(account).includes('penalt'))).toBe(true);
    expect(await clocked.violations()).toEqual([]);
  }, 120_000);

  it('goes on where a worker died that moved it, and does no day twice', async () => {
    const { testApp } = clocked;
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
  }, 120_000);
});

describe('A sandbox whose clock advances', () => {
  it('sends events in their order, ends holds and prompts, and hears from its provider', async () => {
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
      }, 60_000);
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
  }, 180_000);
});
