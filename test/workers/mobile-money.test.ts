import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { openTestSavings, type TestSavings } from '#test/support/test-app-savings.ts';
import { openWorkerContext, type WorkerContext } from '#test/support/worker-context.ts';

let testApp: TestApp;
let savings: TestSavings;
let context: WorkerContext;
let ahead = Temporal.Duration.from({ seconds: 0 });

beforeAll(async () => {
  testApp = await openTestApp({ float: 0n, clock: () => Temporal.Now.instant().add(ahead) });
  savings = await openTestSavings(testApp);
  context = await openWorkerContext(testApp);
});
afterAll(async () => {
  await context.close();
  await testApp.close();
});

type Row = { state: string; state_reason: string | null; amount: number; receipt_no: string | null };

/** A collection for an account of its own, asked of a number with this suffix. */
async function request(suffix: string) {
  const accountId = await savings.account();
  const [account] = await testApp.sql<{ account_no: string }>('select account_no from savings_account where id = $1', [
    accountId,
  ]);
  const { id } = await testApp.done(testApp.app.mobileMoney.collect, {
    amount: 50_000n,
    msisdn: `+254700000${suffix}`,
    accountReference: String(account?.account_no),
  });
  const now = async (): Promise<Row> => {
    const [row] = await testApp.sql<Row & { id: string }>(
      'select state, state_reason, amount::int as amount, receipt_no from mobile_money_transaction where id = $1',
      [id],
    );
    if (!row) throw new Error(`Collection ${id} is gone.`);
    return row;
  };
  return {
    now,
    accountNo: String(account?.account_no),
    saved: async () => (await savings.holding(accountId))[0],
    becomes: (state: string) => eventually(async () => (await now()).state === state && now()),
  };
}

/** What becomes of a collection immediately, by the payer's number, and what is in the account then. */
const SUFFIXES: readonly [suffix: string, state: string, reason: string | null, saved: bigint][] = [
  ['000', 'allocated', null, 50_000n],
  ['001', 'failed', 'insufficient_funds', 0n],
  ['002', 'failed', 'wrong_pin', 0n],
  ['003', 'expired', 'payer_unreachable', 0n],
  ['004', 'cancelled_by_payer', 'cancelled_by_payer', 0n],
  ['005', 'expired', 'expired', 0n],
  ['009', 'allocated', null, 50_000n],
  ['010', 'allocated', null, 50_000n],
  ['011', 'allocated', null, 50_000n],
  ['013', 'allocated', null, 50_000n],
  ['015', 'allocated', null, 49_900n],
  ['016', 'allocated', null, 50_000n],
  ['019', 'failed', '1', 0n],
];

describe('A payer who is requested money', () => {
  it('pays or does not, in every way that the provider knows', async () => {
    const collections = await Promise.all(SUFFIXES.map(([suffix]) => request(suffix)));
    await Promise.all(collections.map(({ becomes }, n) => becomes(SUFFIXES[n]?.[1] ?? '')));
    const became = await Promise.all(
      collections.map(async ({ now, saved }, n) => {
        const { state, state_reason } = await now();
        return [SUFFIXES[n]?.[0], state, state_reason, await saved()];
      }),
    );
    expect(became).toEqual(SUFFIXES);
  });

  it('whose response or payment no one reports is monitored: queried, booked late, or given up', async () => {
    const late = await request('006');
    const silent = await request('007');
    const open = await request('008');
    const lost = await request('012');
    expect((await late.now()).state).toBe('sent');
    expect((await lost.now()).state).toBe('unknown');

    ahead = ahead.add({ seconds: 61 });
    await late.becomes('expired');
    await eventually(async () => (await silent.now()).state_reason === 'receipt_awaited');
    expect([(await silent.now()).state, await silent.saved()]).toEqual(['sent', 0n]);

    ahead = ahead.add({ seconds: 60 });
    await late.becomes('allocated');
    expect(await late.saved()).toBe(50_000n);

    // The paybill's confirmation has the receipt that no response has.
    await testApp.app.mobileMoney.recordPayment(testApp.operator, {
      receiptNo: 'TOLDATLAST',
      amount: 50_000n,
      msisdn: '+254700000007',
      accountReference: silent.accountNo,
      paidAt: testApp.clock(),
    });
    expect([await silent.now(), await silent.saved()]).toMatchObject([
      { state: 'allocated', receipt_no: 'TOLDATLAST' },
      50_000n,
    ]);

    ahead = ahead.add({ hours: 1 });
    expect((await open.becomes('expired')) as Row).toMatchObject({ state_reason: 'no_answer' });
    expect((await lost.becomes('expired')) as Row).toMatchObject({ state_reason: 'no_answer' });
  });

  it('is asked once, whatever happens to the request', async () => {
    const prompts = await testApp.sql<{ originator_id: string }>('select originator_id from sandbox_prompt');
    const collections = await testApp.sql<{ originator_id: string }>(
      'select originator_id from mobile_money_transaction',
    );
    expect(prompts.length).toBeLessThanOrEqual(collections.length);
    expect(new Set(prompts.map(({ originator_id }) => originator_id)).size).toBe(prompts.length);
  });
});

describe('A hold on savings', () => {
  it('lets go automatically when its time is over', async () => {
    const accountId = await savings.account(100_000n);
    await testApp.done(testApp.app.savings.placeSavingsHold, {
      savingsAccountId: accountId,
      amount: 40_000n,
      reason: 'Promised to a guarantee',
      expiresAt: testApp.clock().add({ minutes: 5 }),
    });
    expect(await savings.holding(accountId)).toEqual([100_000n, 40_000n]);
    ahead = ahead.add({ minutes: 6 });
    await eventually(async () => (await savings.holding(accountId))[1] === 0n);
    expect(await testApp.sql(`select state from savings_transaction where type = 'hold'`)).toEqual([
      { state: 'expired' },
    ]);
  });
});

it('leaves books in which every proof holds', async () => {
  const { violations } = await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql));
  expect(violations).toEqual([]);
});
