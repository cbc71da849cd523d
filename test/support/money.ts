import type { TestApp } from './test-app.ts';

/**
 * What the float and the books of a test app say, in minor units; journals as account to balance (debit positive), without
 * the float that it began with.
 */
export type Money = {
  readonly float: bigint;
  readonly held: bigint;
  readonly books: { readonly [account: string]: bigint };
};

export async function moneyOf(testApp: TestApp): Promise<Money> {
  const [agent] = await testApp.sql<{ float: string; held: string }>(
    'select float::text as float, held::text as held from agent where id = $1',
    [testApp.agent.id],
  );
  const lines = await testApp.sql<{ account: string; balance: string }>(
    `select account, sum(case side when 'debit' then amount else -amount end)::text as balance
       from journal_line
      where journal_id not in (select id from journal where event_type = 'float.opened')
      group by account having sum(case side when 'debit' then amount else -amount end) <> 0 order by 1`,
  );
  return {
    float: BigInt(agent?.float ?? -1),
    held: BigInt(agent?.held ?? -1),
    books: Object.fromEntries(lines.map(({ account, balance }) => [account, BigInt(balance)])),
  };
}
