import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import { closeAndDie } from '../../../support/closing-process.ts';
import { openLender, type Lender } from '../../../support/lender.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await openLender('2026-03-01');
});
afterAll(() => lender.testApp.close());

async function savingsOf(balances: readonly bigint[], overrides: Partial<SavingsProduct> = {}): Promise<number[]> {
  const { testApp } = lender;
  const productId = await testApp.database.write(testApp.tenantId, async (tx) => {
    const product = SavingsProduct.offer({
      uuid: randomUUID(),
      code: `S-${randomUUID().slice(0, 8)}`,
      name: 'Savings',
      kind: 'ordinary',
      annualRate: '7.3',
      termMonths: null,
      withholdingTaxRate: '15',
      ...overrides,
    });
    tx.of(SavingsProduct).add(product);
    await tx.flush();
    return product.id;
  });
  const ids: number[] = [];
  for (const amount of balances) {
    const { id } = await testApp.done(testApp.app.savings.openSavingsAccount, {
      memberId: testApp.memberId,
      productId,
    });
    if (amount > 0n) await deposit(id, amount);
    ids.push(id);
  }
  return ids;
}
const deposit = (savingsAccountId: number, amount: bigint) =>
  lender.testApp.done(lender.testApp.app.savings.depositSavings, { savingsAccountId, amount, channel: 'cash' });
const shown = async (id: number) => {
  const [row] = await lender.testApp.sql<{ balance: string; accrued: string; version: number }>(
    'select balance::text, interest_accrued::text as accrued, version from savings_account where id = $1',
    [id],
  );
  return { balance: BigInt(row!.balance), accrued: BigInt(row!.accrued), version: row!.version };
};

describe('The close of business of savings', () => {
  it('earns every day, posts at the end of the month less tax, and the books agree every day', async () => {
    const [one, none] = await savingsOf([1_000_000n, 0n]);
    const [free] = await savingsOf([500_000n], { annualRate: '0' });
    lender.moveTo('2026-03-11');
    // A month without loans has days to close as well: from the day on which the first account was opened.
    expect(await lender.close()).toEqual({ days: 10, through: true });
    expect(await shown(one!)).toMatchObject({ balance: 1_000_000n, accrued: 2_000n });
    expect(await lender.held('interest_payable')).toBe(-2_000n);
    await deposit(one!, 1_000_000n);
    lender.moveTo('2026-04-01');
    await deposit(one!, 5n);
    await lender.close();
    // 10 days of 1,000,000 and 21 of 2,000,000 at 200 for each million a day; the deposit of April came after.
    expect(await shown(one!)).toMatchObject({ balance: 2_000_005n + 10_400n - 1_560n, accrued: 0n });
    expect(await shown(none!)).toMatchObject({ balance: 0n, accrued: 0n });
    expect(await shown(free!)).toMatchObject({ balance: 500_000n, accrued: 0n });
    expect([await lender.held('interest_on_savings'), await lender.held('withholding_tax')]).toEqual([
      10_400n,
      -1_560n,
    ]);
    const rows = await lender.testApp.sql(
      `select type, amount::int, balance_after::int, state, (paid_at at time zone 'Africa/Nairobi')::date::text as on
         from savings_transaction where account_id = $1 and type <> 'deposit' order by id`,
      [one],
    );
    expect(rows).toEqual([
      { type: 'interest', amount: 10_400, balance_after: 2_010_405, state: 'posted', on: '2026-03-31' },
      { type: 'withholding_tax', amount: 1_560, balance_after: 2_008_845, state: 'posted', on: '2026-03-31' },
    ]);
    const [run] = await lender.testApp.sql(
      `select savings_done, savings_interest::int as earned, interest_posted::int as posted, tax_withheld::int as tax
         from close_of_business where business_date = '2026-03-31'`,
    );
    expect(run).toEqual({ savings_done: 1, earned: 400, posted: 10_400, tax: 1_560 });
    expect(await lender.violations()).toEqual([]);
    // A day that is closed is not closed again.
    expect(await lender.close()).toEqual({ days: 0, through: true });
  });

  it('goes on where a process was killed: every account once', async () => {
    const ids = await savingsOf([...Array(9).keys()].map((n) => BigInt(n + 1) * 1_000_000n));
    lender.moveTo('2026-05-01');
    const { settings, tenantId } = lender.testApp;
    const order = { settings, tenantId, now: '2026-05-01T09:00:00Z', through: '2026-04-30', batch: 2 };
    for (const batches of [3, 61, 40]) await closeAndDie(order, batches);
    await lender.close({ batch: 2 });
    for (const [n, id] of ids.entries()) {
      const interest = BigInt(n + 1) * 200n * 30n;
      const tax = (interest * 15n) / 100n;
      expect(await shown(id)).toMatchObject({ balance: BigInt(n + 1) * 1_000_000n + interest - tax, accrued: 0n });
    }
    expect(await lender.violations()).toEqual([]);
  });

  it('asks as many statements for many accounts as for few', async () => {
    const { testApp } = lender;
    const counts: number[] = [];
    await savingsOf([1_000n]);
    // What is open before is closed first.
    lender.moveTo('2026-05-01');
    await lender.close();
    for (const [day, more] of [
      ['2026-05-02', 0],
      ['2026-05-03', 40],
    ] as const) {
      await savingsOf(Array(more).fill(1_000n));
      lender.moveTo(day);
      let statements = 0;
      // The settings of a tenant are read again every five seconds.
      testApp.database.onStatement = (text) => void (text.includes('policies_version') || statements++);
      await lender.close();
      testApp.database.onStatement = null;
      counts.push(statements);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

describe('A deposit that is reversed (finding: it kept the interest that it had earned)', () => {
  const transactionOf = async (accountId: number, amount: bigint) => {
    const [row] = await lender.testApp.sql<{ id: string }>(
      `select id from savings_transaction where account_id = $1 and amount = $2 and type = 'deposit'`,
      [accountId, amount],
    );
    return Number(row?.id);
  };
  const reverse = async (accountId: number, amount: bigint) =>
    lender.testApp.done(lender.testApp.app.savings.reverseSavingsTransaction, {
      savingsTransactionId: await transactionOf(accountId, amount),
      reason: 'It was never paid.',
    });

  it('takes back what it earned, posted and accrued, interest on interest too, as if it had never been', async () => {
    const start = lender.today().add({ days: 1 }).with({ day: 1 }).add({ months: 1 });
    lender.moveTo(start);
    await lender.close();
    const [wronged, innocent] = await savingsOf([300_000n, 300_000n]);
    lender.moveTo(start.add({ days: 4 }));
    await deposit(wronged!, 90_000_000n);
    lender.moveTo(start.add({ months: 2, days: 10 }));
    await lender.close();
    expect((await shown(wronged!)).balance).toBeGreaterThan((await shown(innocent!)).balance + 90_000_000n);
    await reverse(wronged!, 90_000_000n);
    const [one, other] = [await shown(wronged!), await shown(innocent!)];
    expect([one.balance, one.accrued]).toEqual([other.balance, other.accrued]);
    expect(await lender.violations()).toEqual([]);
    lender.moveTo(start.add({ months: 3, days: 2 }));
    await lender.close();
    expect((await shown(wronged!)).balance).toBe((await shown(innocent!)).balance);
    expect(await lender.violations()).toEqual([]);
  });

  it('goes alone: interest and tax follow from what they were earned by, and are not taken back themselves', async () => {
    const start = lender.today().add({ months: 1 }).with({ day: 1 });
    lender.moveTo(start);
    await lender.close();
    const [saved] = await savingsOf([50_000_000n]);
    lender.moveTo(start.add({ months: 1, days: 1 }));
    await lender.close();
    const { testApp } = lender;
    const before = await shown(saved!);
    const earned = await testApp.sql<{ id: string; type: string }>(
      `select id, type from savings_transaction where account_id = $1 and type <> 'deposit' order by id`,
      [saved],
    );
    expect(earned.map(({ type }) => type)).toEqual(['interest', 'withholding_tax']);
    for (const { id, type } of earned) {
      const command = { savingsTransactionId: Number(id), reason: 'Too much.' };
      await expect(testApp.done(testApp.app.savings.reverseSavingsTransaction, command)).rejects.toMatchObject({
        code: 'savings_transaction_not_reversible',
        details: { savings_transaction_id: Number(id), type },
      });
    }
    expect(await shown(saved!)).toEqual(before);
  });

  it('stays where its interest was withdrawn, and a withdrawal that is reversed earned all the time', async () => {
    const start = lender.today().add({ months: 1 }).with({ day: 1 });
    lender.moveTo(start);
    await lender.close();
    const [spent, saved, innocent] = await savingsOf([100_000_000n, 5_000_000n, 5_000_000n]);
    const { testApp } = lender;
    const withdrawn = await testApp.done(testApp.app.savings.withdrawSavings, {
      savingsAccountId: saved!,
      amount: 4_000_000n,
      channel: 'cash',
    });
    lender.moveTo(start.add({ months: 1, days: 3 }));
    await lender.close();
    const interest = (await shown(spent!)).balance - 100_000_000n;
    await testApp.done(testApp.app.savings.withdrawSavings, {
      savingsAccountId: spent!,
      amount: interest,
      channel: 'cash',
    });
    await expect(reverse(spent!, 100_000_000n)).rejects.toMatchObject({ code: 'insufficient_funds' });
    await testApp.done(testApp.app.savings.reverseSavingsTransaction, {
      savingsTransactionId: withdrawn.id,
      reason: 'The cash stayed in the drawer.',
    });
    const [one, other] = [await shown(saved!), await shown(innocent!)];
    expect([one.balance, one.accrued]).toEqual([other.balance, other.accrued]);
    expect(await lender.violations()).toEqual([]);
  });
});

describe('A withdrawal that is reversed while a close is under way', () => {
  it('takes nothing of the day that is closed for its account already (finding: its interest was lost)', async () => {
    const { testApp } = lender;
    const start = lender.today().add({ months: 1 }).with({ day: 1 });
    lender.moveTo(start);
    await lender.close();
    const [corrected, innocent] = await savingsOf([5_000_000n, 5_000_000n]);
    const withdrawal = { savingsAccountId: corrected!, amount: 1_000_000n, channel: 'cash' } as const;
    const { id: savingsTransactionId } = await testApp.done(testApp.app.savings.withdrawSavings, withdrawal);
    lender.moveTo(start.add({ days: 1 }));
    await lender.close();
    const [{ accounts } = { accounts: 0 }] = await testApp.sql<{ accounts: number }>(
      'select savings_done as accounts from close_of_business order by business_date desc limit 1',
    );
    lender.moveTo(start.add({ days: 2 }));
    // The last account is the one without a wrong withdrawal.
    let closed = 0;
    const interrupted = await lender.close({
      batch: 1,
      onProgress: ({ savingsDone }) => void (closed = savingsDone),
      goesOn: () => closed < accounts - 1,
    });
    expect(interrupted).toEqual({ days: 0, through: false });
    await testApp.done(testApp.app.savings.reverseSavingsTransaction, { savingsTransactionId, reason: 'Wrong.' });
    await lender.close();
    const [one, other] = [await shown(corrected!), await shown(innocent!)];
    expect([one.balance, one.accrued]).toEqual([other.balance, 2_000n]);
    expect(other.accrued).toBe(2_000n);
    expect(await lender.violations()).toEqual([]);
  });
});

describe('A member who leaves', () => {
  const leaving = async () => {
    const { testApp } = lender;
    const memberId = await testApp.newMember();
    return { memberId, exit: () => testApp.done(testApp.app.membership.exitMember, { memberId }) };
  };
  const accountOf = async (memberId: number, amount: bigint) => {
    const [known] = await savingsOf([0n]);
    const [product] = await lender.testApp.sql<{ id: string }>(
      'select product_id as id from savings_account where id = $1',
      [known],
    );
    const opening = { memberId, productId: Number(product?.id) };
    const { id } = await lender.testApp.done(lender.testApp.app.savings.openSavingsAccount, opening);
    await deposit(id, amount);
    return id;
  };

  it('is paid what was earned first (finding: it was posted to who had left)', async () => {
    const { testApp } = lender;
    const { app, done } = testApp;
    const start = lender.today().add({ months: 1 }).with({ day: 2 });
    lender.moveTo(start);
    await lender.close();
    const { memberId, exit } = await leaving();
    const id = await accountOf(memberId, 1_000_000n);
    lender.moveTo(start.add({ days: 10 }));
    const withdraw = (amount: bigint) =>
      done(app.savings.withdrawSavings, { savingsAccountId: id, amount, channel: 'cash' });
    await withdraw(1_000_000n);
    const obligations = async () => {
      const refusal = await exit().catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'member_has_obligations' });
      return (refusal as { details: { obligations: string[] } }).details.obligations;
    };
    // Ten days are open: what they earn is not known yet.
    expect(await obligations()).toEqual([
      expect.stringMatching(new RegExp(`has earned since ${start.toString()} is not known before`)),
    ]);
    await lender.close();
    expect(await obligations()).toEqual([
      expect.stringMatching(/has earned 2000 that is not posted: post its interest/),
    ]);
    const early = { savingsAccountId: id, reason: 'The member leaves.' };
    await done(app.savings.postInterestEarly, early);
    expect(await shown(id)).toMatchObject({ balance: 1_700n, accrued: 0n });
    await expect(done(app.savings.postInterestEarly, early)).rejects.toMatchObject({ code: 'nothing_earned' });
    await withdraw(1_700n);
    expect((await exit()).state).toBe('exited');
    expect(await lender.violations()).toEqual([]);
    lender.moveTo(start.add({ months: 1, days: 2 }));
    await lender.close();
    expect(await shown(id)).toMatchObject({ balance: 0n, accrued: 0n });
    expect(await lender.violations()).toEqual([]);
  });

  it('earns the same whether interest was posted before its period ended or days were open then, and a reversal agrees', async () => {
    const { app, done } = lender.testApp;
    const start = lender.today().add({ months: 1 }).with({ day: 2 });
    lender.moveTo(start);
    await lender.close();
    const [closed, open] = await savingsOf([1_000_000_000n, 1_000_000_000n]);
    const wrong = await deposit(open!, 500n);
    lender.moveTo(start.add({ days: 5 }));
    await lender.close({ through: start.add({ days: 3 }) });
    const post = (savingsAccountId: number) =>
      done(app.savings.postInterestEarly, { savingsAccountId, reason: 'The member leaves.' });
    // The day before is open: what it earns comes later.
    await post(open!);
    expect(await shown(open!)).toMatchObject({ accrued: 0n });
    await lender.close();
    expect((await shown(open!)).accrued).toBeGreaterThan(0n);
    // What the deposit had earned was posted: it goes back with it.
    await done(app.savings.reverseSavingsTransaction, { savingsTransactionId: wrong.id, reason: 'Wrong.' });
    expect((await shown(open!)).balance).toBe(1_000_000_000n + 680_000n);
    const late = await deposit(open!, 700n);
    const taken = await done(app.savings.withdrawSavings, {
      savingsAccountId: open!,
      amount: 500n,
      channel: 'cash',
    });
    lender.moveTo(start.add({ days: 8 }));
    await lender.close();
    for (const { id } of [late, taken])
      await done(app.savings.reverseSavingsTransaction, { savingsTransactionId: id, reason: 'Wrong.' });
    // Four days were posted; four more earn on what that made of the balance, and on the deposit that stays.
    const held = (await shown(open!)).balance;
    expect((await shown(open!)).accrued).toBe((held * 4n * 73n) / 365_000n);
    expect((await shown(closed!)).accrued).toBe((1_000_000_000n * 8n * 73n) / 365_000n);
    expect(await lender.violations()).toEqual([]);
  });
});
