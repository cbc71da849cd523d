import { randomUUID } from 'node:crypto';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import type { TestApp } from './test-app.ts';

/** A test app with savings. */
export type TestSavings = {
  readonly productId: number;
  readonly sharesId: number;
  /** An active account of the member, with money paid in by cash. */
  account(balance?: bigint, memberId?: number): Promise<number>;
  /** An alert about the member, who paid in a fortune in cash; its id. */
  alert(memberId?: number): Promise<number>;
  /** What the account holds: balance and held, minor units. */
  holding(accountId: number): Promise<readonly [bigint, bigint]>;
  /** The ledger's accounts that are not at zero; debits positive. */
  ledger(): Promise<Record<string, bigint>>;
};

export async function openTestSavings(testApp: TestApp): Promise<TestSavings> {
  const offers = [
    { uuid: randomUUID(), code: 'ORD', name: 'Ordinary savings', kind: 'ordinary', annualRate: '3', termMonths: null },
    { uuid: randomUUID(), code: 'SHR', name: 'Shares', kind: 'shares', annualRate: '0', termMonths: null },
  ] as const;
  const [productId = 0, sharesId = 0] = await testApp.database.write(testApp.tenantId, async (tx) => {
    const products = offers.map((offer) => SavingsProduct.offer(offer));
    tx.of(SavingsProduct).add(...products);
    await tx.flush();
    return products.map(({ id }) => id);
  });
  const { savings, aml } = testApp.app;
  const account: TestSavings['account'] = async (balance = 0n, memberId = testApp.memberId) => {
    const { id } = await testApp.done(savings.openSavingsAccount, { memberId, productId });
    if (balance > 0n)
      await testApp.done(savings.depositSavings, { savingsAccountId: id, amount: balance, channel: 'cash' });
    return id;
  };
  return {
    productId,
    sharesId,
    account,
    alert: async (memberId = testApp.memberId) => {
      const savingsAccountId = await account(0n, memberId);
      const paid = { savingsAccountId, amount: 250_000_000n, channel: 'cash' } as const;
      const { id } = await testApp.done(savings.depositSavings, paid);
      await aml.screenActivity(testApp.operator, { type: 'savings_transaction', id });
      const [row] = await testApp.sql(`select id from aml_alert where rule_id = 'daily_cash' and member_id = $1`, [
        memberId,
      ]);
      return Number(row?.['id']);
    },
    holding: async (accountId) => {
      const [row] = await testApp.sql<{ balance: string; held: string }>(
        'select balance, held from savings_account where id = $1',
        [accountId],
      );
      return [BigInt(row?.balance ?? -1), BigInt(row?.held ?? -1)];
    },
    ledger: async () => {
      const rows = await testApp.sql<{ account: string; amount: string }>(
        `select account, sum(case side when 'debit' then amount else -amount end) as amount from journal_line
          group by account having sum(case side when 'debit' then amount else -amount end) <> 0 order by account`,
      );
      return Object.fromEntries(rows.map(({ account, amount }) => [account, BigInt(amount)]));
    },
  };
}
