import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLender, type Lender } from '../../../support/lender.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await openLender('2026-03-01');
});
afterAll(() => lender.testApp.close());

const stateOf = async (table: string, id: number) => {
  const [row] = await lender.testApp.sql(`select state from ${table} where id = $1`, [id]);
  return row?.['state'];
};

describe('What rests for the dormancy period', () => {
  it('is marked by the close of business: the account first, then its member', async () => {
    const { testApp } = lender;
    const { app } = testApp;
    const [product] = await testApp.sql<{ id: string }>(
      `insert into savings_product (uuid, code, name, state, kind, annual_rate)
       values (gen_random_uuid(), 'REST', 'Savings', 'active', 'ordinary', '3.65') returning id`,
    );
    const { memberId } = testApp;
    const account = await testApp.done(app.savings.openSavingsAccount, { memberId, productId: Number(product?.id) });
    await testApp.done(app.savings.depositSavings, { savingsAccountId: account.id, amount: 100_000n, channel: 'cash' });
    // Nothing has happened for a year when the 15th of March ends.
    await testApp.sql(`update savings_account set last_movement_on = '2025-03-15' where id = $1`, [account.id]);
    await testApp.sql(`update member set kyc_confirmed_on = '2025-03-01' where id = $1`, [memberId]);
    const states = async () => [await stateOf('savings_account', account.id), await stateOf('member', memberId)];
    lender.moveTo('2026-03-15');
    await lender.close();
    expect(await states()).toEqual(['active', 'active']);
    lender.moveTo('2026-03-16');
    await lender.close();
    expect(await states()).toEqual(['dormant', 'dormant']);
    const emitted = await testApp.sql<{ type: string }>(
      `select type from event where type like '%marked_dormant' order by id`,
    );
    expect(emitted.map(({ type }) => type)).toEqual(['savings_account.marked_dormant', 'member.marked_dormant']);
  });
});
