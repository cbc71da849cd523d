import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtMaturity } from '#core/savings/maturity.ts';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import { openLender, type Lender } from '../../../support/lender.ts';

let lender: Lender;
let deposits: number;
let ordinary: number;
beforeAll(async () => {
  lender = await openLender('2026-03-01');
  const { testApp } = lender;
  [deposits = 0, ordinary = 0] = await testApp.database.write(testApp.tenantId, async (tx) => {
    const common = { dayCount: 'actual_365', withholdingTaxRate: '15' } as const;
    const fixed = SavingsProduct.offer({
      ...common,
      uuid: randomUUID(),
      code: 'FIX1',
      name: 'One month',
      kind: 'fixed_deposit',
      annualRate: '7.3',
      termMonths: 1,
      rateAfterMaturity: '0.73',
      breakCost: '50',
    });
    const free = SavingsProduct.offer({
      uuid: randomUUID(),
      code: 'FREE',
      name: 'Ordinary',
      kind: 'ordinary',
      annualRate: '0',
      termMonths: null,
    });
    tx.of(SavingsProduct).add(fixed, free);
    await tx.flush();
    return [fixed.id, free.id];
  });
});
afterAll(() => lender.testApp.close());

type Row = { state: string; balance: string; accrued: string; matures_on: string; matured_on: string | null };
const shown = async (id: number) => {
  const [row] = await lender.testApp.sql<Row>(
    `select state, balance::text, interest_accrued::text as accrued, matures_on::text, matured_on::text
       from savings_account where id = $1`,
    [id],
  );
  return { ...row!, balance: BigInt(row!.balance), accrued: BigInt(row!.accrued) };
};
const open = async (more: { atMaturity?: AtMaturity; payoutAccountId?: number } = {}, productId = deposits) => {
  const { app, memberId, done } = lender.testApp;
  return (await done(app.savings.openSavingsAccount, { memberId, productId, ...more })).id;
};
const deposit = (savingsAccountId: number, amount: bigint) =>
  lender.testApp.done(lender.testApp.app.savings.depositSavings, { savingsAccountId, amount, channel: 'cash' });
const closeThrough = async (day: string) => {
  lender.moveTo(Temporal.PlainDate.from(day).add({ days: 1 }));
  await lender.close();
};

describe('A fixed deposit that matures (finding: it went on earning its full rate)', () => {
  it('does what was agreed at its opening, and the books agree', async () => {
    const target = await open({}, ordinary);
    const waiting = await open({ atMaturity: 'wait' });
    const rolling = await open({ atMaturity: 'roll_over' });
    const renewing = await open({ atMaturity: 'roll_over_new_terms' });
    const paying = await open({ atMaturity: 'pay_out', payoutAccountId: target });
    for (const id of [waiting, rolling, renewing, paying]) await deposit(id, 1_000_000n);
    // 1,000,000 x 7.3 % / 365 = 200 a day; 31 days from 1 to 31 March, less 15 % tax.
    await closeThrough('2026-03-31');
    const grown = 1_000_000n + 6_200n - 930n;
    expect(await shown(waiting)).toMatchObject({ balance: grown, matured_on: '2026-04-01', state: 'active' });
    expect(await shown(rolling)).toMatchObject({ balance: grown, matured_on: null, matures_on: '2026-05-01' });
    expect(await shown(renewing)).toMatchObject({ balance: grown, matured_on: null, matures_on: '2026-05-01' });
    expect(await shown(paying)).toMatchObject({ balance: 0n, state: 'closed' });
    expect((await shown(target)).balance).toBe(grown);
    expect(await lender.violations()).toEqual([]);
    await closeThrough('2026-04-10');
    // A tenth of the rate while it waits; the full rate while it is bound.
    expect([(await shown(waiting)).accrued, (await shown(rolling)).accrued]).toEqual([201n, 2_011n]);
    expect(await lender.violations()).toEqual([]);
  });

  it('is withdrawn once it waits, and while it is bound only by breaking it, which costs its part of the interest', async () => {
    const start = lender.today();
    const id = await open();
    await deposit(id, 1_000_000n);
    await closeThrough(start.add({ days: 9 }).toString());
    const { app, done } = lender.testApp;
    const withdraw = (amount: bigint) =>
      done(app.savings.withdrawSavings, { savingsAccountId: id, amount, channel: 'cash' });
    await expect(withdraw(1n)).rejects.toMatchObject({ code: 'withdrawal_not_allowed' });
    await expect(done(app.savings.breakFixedDeposit, { savingsAccountId: id })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const reason = 'School fees.';
    await done(app.savings.breakFixedDeposit, { savingsAccountId: id, reason });
    // Ten days of 200, of which half is kept, less 15 % tax.
    expect(await shown(id)).toMatchObject({ balance: 1_000_850n, accrued: 0n });
    expect(await lender.violations()).toEqual([]);
    await withdraw(1_000_850n);
    await expect(done(app.savings.breakFixedDeposit, { savingsAccountId: id, reason })).rejects.toMatchObject({
      code: 'withdrawal_not_allowed',
    });
    expect(await lender.violations()).toEqual([]);
  });

  it('is paid out to an ordinary account of its own member alone', async () => {
    const { app, memberId, done } = lender.testApp;
    const opening = { memberId, productId: deposits, atMaturity: 'pay_out' } as const;
    await expect(done(app.savings.openSavingsAccount, opening)).rejects.toMatchObject({ code: 'validation_failed' });
    const other = await done(app.savings.openSavingsAccount, {
      memberId: await lender.testApp.newMember(),
      productId: ordinary,
    });
    await expect(done(app.savings.openSavingsAccount, { ...opening, payoutAccountId: other.id })).rejects.toMatchObject(
      { code: 'unknown_reference' },
    );
  });
});
