import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payByFake } from '#test/support/daraja-client.ts';
import { startDarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { openTestQueues, type TestQueues } from '#test/support/queues.ts';
import { forkWorkers, type WorkerProcess } from '#test/support/worker-process.ts';
import { openCallbackEndpoint } from '#test/support/worker-context.ts';

const ROWS = 80;
const AMOUNT = 100_000n;
const LITTLE = 50_000n;
/** Beyond the time that a request may stay without a response. */
const LATER_MS = 20_000;

describe('A batch whose worker is killed in the middle', () => {
  let testApp: TestApp;
  let queues: TestQueues;
  let endpoint: Awaited<ReturnType<typeof openCallbackEndpoint>>;
  let workers: WorkerProcess | null = null;
  beforeAll(async () => {
    testApp = await openTestApp();
    queues = await openTestQueues(testApp.settings, {});
    endpoint = await openCallbackEndpoint(testApp, testApp.log);
  });
  afterAll(async () => {
    await workers?.kill();
    await endpoint.close();
    await queues.close();
    await testApp.close();
  });

  const start = (aheadMs: number) =>
    forkWorkers({ settings: testApp.settings, queues: queues.settings, restUrl: endpoint.url, aheadMs });
  const count = async (where: string) =>
    Number((await testApp.sql<{ n: number }>(`select count(*)::int as n from payout where ${where}`))[0]?.n);

  it('goes on after the restart: every row is paid once, and nothing twice', async () => {
    const { caller } = testApp.client;
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      amount: AMOUNT,
      channel: 'mpesa_b2c' as const,
      msisdn: `+254700${String(n).padStart(3, '0')}000`,
      reference: `salary-${n}`,
      narration: null,
      metadata: {},
    }));
    const app = { id: caller.clientId, sandbox: true };
    await testApp.done(
      testApp.app.bridge.requestBatch,
      { app, reference: 'salaries', currency: 'KES', rows, metadata: {} },
      caller,
    );
    expect(await count(`state = 'pending'`)).toBe(ROWS);

    workers = await start(0);
    await eventually(async () => (await count(`state <> 'pending'`)) >= 10);
    await workers.kill();
    const left = await count(`state = 'pending'`);
    expect(left).toBeGreaterThan(0);

    workers = await start(LATER_MS);
    await eventually(async () => (await count(`state = 'succeeded'`)) === ROWS, 90_000);
    await workers.stop();
    workers = null;

    // The provider has each of them once, whatever was asked of it again.
    const [paid] = await testApp.sql(
      `select count(*)::int as n, sum(amount)::text as sum from sandbox_payment where accepted_at is not null`,
    );
    expect(paid).toEqual({ n: ROWS, sum: String(AMOUNT * BigInt(ROWS)) });
    const emitted = await testApp.sql(`select count(*)::int as n from event where type = 'payout.succeeded'`);
    expect(emitted).toEqual([{ n: ROWS }]);
    const [account] = await testApp.sql(
      'select balance::text as balance, held::text as held, in_transit::text as in_transit from app_account',
    );
    expect(account).toEqual({ balance: String(10_000_000n - AMOUNT * BigInt(ROWS)), held: '0', in_transit: '0' });
    const { violations } = await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql));
    // A float that a test app begins with comes from no bank.
    expect(violations.filter(({ check }) => check !== 'float')).toEqual([]);
  });

  it('goes on by M-Pesa, too: the provider is asked about what hung, and its books are ours', async () => {
    await workers?.stop();
    const { caller } = testApp.client;
    const fake = await startDarajaFake({ start: Temporal.Now.instant() });
    try {
      await payByFake(testApp, fake);
      // No reply although paid; refused twice; paid; notified three times; notified before the reply; an unknown number.
      const suffixes = ['011', '013', '000', '009', '010', '002'];
      const rows = Array.from({ length: 12 }, (_, n) => ({
        amount: LITTLE,
        channel: 'mpesa_b2c' as const,
        msisdn: `+254701${String(n).padStart(3, '0')}${suffixes[n % suffixes.length]}`,
        reference: `by-mpesa-${n}`,
        narration: null,
        metadata: {},
      }));
      const app = { id: caller.clientId, sandbox: true };
      const batch = { app, reference: 'by-mpesa', currency: 'KES', rows, metadata: {} };
      await testApp.done(testApp.app.bridge.requestBatch, batch, caller);
      const ours = `reference like 'by-mpesa%'`;
      const received = () => fake.requests().filter(({ path }) => path.endsWith('/paymentrequest'));

      workers = await start(0);
      // Some hang when everything ends.
      await eventually(() => received().length >= 4 && received().some(({ status }) => status === null));
      await workers.kill();
      expect(await count(`${ours} and state = 'sending'`)).toBeGreaterThan(0);

      workers = await start(LATER_MS);
      await eventually(async () => {
        await fake.advance(1_000);
        // What is checked in a minute is checked now.
        await testApp.sql(
          `update payout set next_check_at = now() where ${ours} and checks > 0 and next_check_at > now()`,
        );
        return (await count(`${ours} and state in ('succeeded', 'failed')`)) === rows.length;
      });

      const paid = await testApp.sql<{ originator_id: string; receipt_no: string; state: string }>(
        `select originator_id, receipt_no from payout where ${ours} and state = 'succeeded' order by receipt_no`,
      );
      const there = fake.transactions.filter(({ kind, status }) => kind === 'b2c' && status === 'Completed');
      expect(paid.map(({ originator_id, receipt_no }) => [originator_id, receipt_no])).toEqual(
        there
          .map(({ originatorId, receipt }) => [originatorId, receipt])
          .sort(([, a], [, b]) => (String(a) < String(b) ? -1 : 1)),
      );
      expect(paid).toHaveLength(10);
      const taken = fake.options.balances['Utility Account'] - fake.books.balanceOf('Utility Account');
      expect(taken).toBe(10n * LITTLE);
      const [account] = await testApp.sql<{ balance: string; held: string; gone: string }>(
        'select balance::text, held::text, in_transit::text as gone from app_account',
      );
      expect(account).toMatchObject({
        held: '0',
        gone: '0',
        balance: String(10_000_000n - BigInt(ROWS) * AMOUNT - 10n * LITTLE),
      });
      const { violations } = await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql));
      expect(violations.filter(({ check }) => check !== 'float')).toEqual([]);
    } finally {
      await workers?.kill();
      await fake.close();
    }
  });
});
