import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../support/test-app.ts';
import { openTestSavings, type TestSavings } from '../../../support/test-app-savings.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { judge } from '#platform/judge/judge.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { refusalOf } from '../../../support/refused.ts';

let testApp: TestApp;
let savings: TestSavings;
beforeAll(async () => {
  testApp = await openTestApp();
  savings = await openTestSavings(testApp);
});
afterAll(() => testApp.close());

describe('Savings in Postgres', () => {
  it('keep every field of an account, its movements and holds', async () => {
    const id = await savings.account(100_000n);
    const hold = await testApp.done(testApp.app.savings.placeSavingsHold, {
      savingsAccountId: id,
      amount: 40_000n,
      reason: 'L-1',
    });
    await testApp.done(testApp.app.savings.withdrawSavings, { savingsAccountId: id, amount: 10_000n, channel: 'cash' });
    expect(await savings.holding(id)).toEqual([90_000n, 40_000n]);
    await testApp.done(testApp.app.savings.captureSavingsHold, { savingsTransactionId: hold.id, channel: 'cash' });
    expect(await savings.holding(id)).toEqual([50_000n, 0n]);
    const { account, transactions } = await testApp.app.read(testApp.client.caller, async (views) => ({
      account: await views.savingsAccounts.one(id),
      transactions: await views.savingsTransactions.sliceOfAccounts([id], {
        after: null,
        before: null,
        limit: 10,
        fromEnd: false,
      }),
    }));
    expect(account).toMatchObject({ kind: 'ordinary', state: 'active', balance: 50_000n, availableBalance: 50_000n });
    expect(account?.accountNo).toMatch(/^SA-\d{6}$/);
    expect(transactions.map(({ record: { type, state, balanceAfter } }) => [type, state, balanceAfter])).toEqual([
      ['withdrawal', 'posted', 90_000n],
      ['hold', 'captured', 50_000n],
      ['deposit', 'posted', 100_000n],
    ]);
  });

  it('never go below zero, however many take at the same time', async () => {
    const id = await savings.account(100_000n);
    const takes = await Promise.allSettled(
      Array.from({ length: 12 }, () =>
        testApp.done(testApp.app.savings.withdrawSavings, { savingsAccountId: id, amount: 30_000n, channel: 'cash' }),
      ),
    );
    expect(takes.filter(({ status }) => status === 'fulfilled').length).toBe(3);
    for (const take of takes) {
      if (take.status === 'rejected') expect(take.reason).toMatchObject({ code: 'insufficient_funds' });
    }
    expect(await savings.holding(id)).toEqual([10_000n, 0n]);
  });

  it('pay out by bank under its reference, which no other payment from the bank has', async () => {
    const { savings: app } = testApp.app;
    const [id, other] = [await savings.account(100_000n), await savings.account(100_000n)];
    const hold = async (savingsAccountId: number) =>
      (await testApp.done(app.placeSavingsHold, { savingsAccountId, amount: 30_000n, reason: 'Fees' })).id;
    const [mine, theirs, third] = [await hold(id), await hold(other), await hold(other)];
    const capture = (savingsTransactionId: number, reference: string | null) =>
      testApp.done(app.captureSavingsHold, { savingsTransactionId, channel: 'bank', reference });
    const withdraw = (savingsAccountId: number, reference: string | null) =>
      testApp.done(app.withdrawSavings, { savingsAccountId, amount: 30_000n, channel: 'bank', reference });
    for (const unnamed of [() => capture(mine, null), () => withdraw(id, null)]) {
      expect((await refusalOf(unnamed())).details).toMatchObject({
        errors: [{ field: 'reference', code: 'required' }],
      });
    }
    const captured = await capture(mine, 'FT26HOLD1');
    expect(captured).toMatchObject({ state: 'captured', reference: 'FT26HOLD1' });
    expect((await capture(mine, 'ft26hold1 ')).id).toBe(captured.id);
    // The same payment of the same member is not booked as a withdrawal either; of another one it is refused.
    expect((await withdraw(id, 'Ft26Hold1')).id).toBe(captured.id);
    for (const second of [() => withdraw(other, 'FT26HOLD1'), () => capture(theirs, 'FT26HOLD1')]) {
      expect((await refusalOf(second())).code).toBe('duplicate_payment_reference');
    }
    const both = await Promise.allSettled([capture(theirs, 'FT26HOLD2'), capture(third, 'FT26HOLD2')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await savings.holding(id), await savings.holding(other)]).toEqual([
      [70_000n, 0n],
      [70_000n, 30_000n],
    ]);
    expect((await verifyLedger(testApp.sql)).violations).toEqual([]);
    const { findings } = await asOwner(testApp.settings.adminUrl, (owner) =>
      judge(async (text, params) => (await owner.query(text, [...(params ?? [])])).rows),
    );
    expect(findings.filter(({ rule }) => rule === 'uses are of records' || rule.endsWith('is registered'))).toEqual([]);
  });

  it('book one deposit for one reference, however many bring it at the same time', async () => {
    const id = await savings.account();
    const input = { savingsAccountId: id, amount: 500n, channel: 'bank', reference: 'SLIP-77' } as const;
    const brought = await Promise.allSettled(
      Array.from({ length: 8 }, () => testApp.done(testApp.app.savings.depositSavings, input)),
    );
    // Those that come second are given the deposit of the first.
    const ids = brought.map((each) => (each.status === 'fulfilled' ? each.value.id : each.reason));
    expect(new Set(ids).size).toBe(1);
    expect(await savings.holding(id)).toEqual([500n, 0n]);
  });

  it('reverse a movement by a journal that is linked to the one it undoes', async () => {
    const id = await savings.account();
    const input = { savingsAccountId: id, amount: 700n, channel: 'cash', reference: 'TYPO' } as const;
    const deposit = await testApp.done(testApp.app.savings.depositSavings, input);
    await testApp.done(testApp.app.savings.reverseSavingsTransaction, {
      savingsTransactionId: deposit.id,
      reason: 'Typing error',
    });
    const journals = await testApp.sql(
      `select j.event_type, r.event_type as undone from journal j left join journal r on r.id = j.reversal_of
        where j.subject_type = 'savings_transaction' and j.subject_id = $1 order by j.id`,
      [deposit.id],
    );
    expect(journals).toEqual([
      { event_type: 'savings_transaction.posted', undone: null },
      { event_type: 'savings_transaction.reversed', undone: 'savings_transaction.posted' },
    ]);
    expect((await testApp.done(testApp.app.savings.depositSavings, input)).reference).toBe('TYPO');
  });

  it('take back a hold that was captured by a journal that is linked to its own', async () => {
    const { savings: app } = testApp.app;
    const id = await savings.account(100_000n);
    const { id: savingsTransactionId } = await testApp.done(app.placeSavingsHold, {
      savingsAccountId: id,
      amount: 30_000n,
      reason: 'Fees',
    });
    await testApp.done(app.captureSavingsHold, { savingsTransactionId, channel: 'bank', reference: 'FT26BACK1' });
    await testApp.done(app.reverseSavingsTransaction, {
      savingsTransactionId,
      reason: 'Returned',
      cause: 'taken_back',
    });
    expect(await savings.holding(id)).toEqual([100_000n, 0n]);
    const journals = await testApp.sql(
      `select j.event_type, r.event_type as undone from journal j left join journal r on r.id = j.reversal_of
        where j.subject_type = 'savings_transaction' and j.subject_id = $1 order by j.id`,
      [savingsTransactionId],
    );
    expect(journals).toEqual([
      { event_type: 'savings_transaction.captured', undone: null },
      { event_type: 'savings_transaction.reversed', undone: 'savings_transaction.captured' },
    ]);
    expect((await verifyLedger(testApp.sql)).violations).toEqual([]);
    const { findings } = await asOwner(testApp.settings.adminUrl, (owner) =>
      judge(async (text, params) => (await owner.query(text, [...(params ?? [])])).rows),
    );
    // The accounts of this suite are opened with balances whose journals nothing else names.
    expect(findings.filter(({ rule }) => rule !== 'journals have a cause')).toEqual([]);
  });

  it('are what the ledger owes to members', async () => {
    const [row] = await testApp.sql<{ sum: string }>('select sum(balance) as sum from savings_account');
    expect(-((await savings.ledger())['savings_control'] ?? 0n)).toBe(BigInt(row?.sum ?? -1));
  });

  it('keep a member from leaving', async () => {
    const memberId = await testApp.newMember();
    const id = await savings.account(5n, memberId);
    const exit = () => testApp.done(testApp.app.membership.exitMember, { memberId });
    expect(await refusalOf(exit())).toMatchObject({
      code: 'member_has_obligations',
      details: { obligations: [expect.stringContaining('holds money')] },
    });
    await testApp.done(testApp.app.savings.withdrawSavings, { savingsAccountId: id, amount: 5n, channel: 'cash' });
    expect((await exit()).state).toBe('exited');
  });

  it('are refused by the database itself where the books would not hold', async () => {
    const id = await savings.account(10n);
    await expect(testApp.sql('update savings_account set held = 11 where id = $1', [id])).rejects.toThrow(
      'covers_holds',
    );
    await expect(testApp.sql('update savings_account set balance = -1 where id = $1', [id])).rejects.toThrow(
      'covers_holds',
    );
    await expect(testApp.sql(`update savings_account set state = 'lost' where id = $1`, [id])).rejects.toThrow('state');
  });

  it('wait for approval where the tenant wants that', async () => {
    const client = await adminOf(testApp);
    await client(`update tenant set savings_need_approval = true`);
    const fresh = { memberId: testApp.memberId, productId: savings.productId };
    const deadline = Date.now() + 10_000;
    let state = 'active';
    // What a process has read of a tenant's settings is used for some seconds.
    while (state === 'active' && Date.now() < deadline) {
      state = (await testApp.done(testApp.app.savings.openSavingsAccount, fresh)).state;
      if (state === 'active') await new Promise((wake) => setTimeout(wake, 250));
    }
    expect(state).toBe('pending_approval');
    await client(`update tenant set savings_need_approval = null`);
  });
});

/** Statements of the owner of the database. */
async function adminOf({ settings }: TestApp) {
  const { default: pg } = await import('pg');
  return async (statement: string) => {
    const client = new pg.Client({ connectionString: settings.adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
}
