import type { Turnover } from '#core/ledger/trial-balance.ts';
import type { TenantTransaction } from '../database.ts';
import { movedBetween } from './days.ts';

type Sql = TenantTransaction['sql'];

/**
 * What every account was debited and credited by the end of a day, in one statement: it begins with what the last
 * closed period before that day froze, goes on with the days that are summed, and reads younger journals alone.
 */
export async function turnoversBy(sql: Sql, on: Temporal.PlainDate): Promise<Turnover[]> {
  const rows = await sql<{ account: Turnover['account']; sub_account: string | null; debit: string; credit: string }>(
    `with frozen as (select id, ends_on from ledger_period where ends_on <= $1::date order by ends_on desc limit 1),
          begins as (select coalesce((select ends_on from frozen), '-infinity'::date) + 1 as day)
     select account, sub_account, sum(debit)::text as debit, sum(credit)::text as credit from (
       select b.account, b.sub_account, b.debit, b.credit
         from ledger_period_balance b join frozen on b.period_id = frozen.id
       union all
       select m.account, m.sub_account, m.debit, m.credit
         from (${movedBetween('(select day from begins)', '$1::date')}) m) moved
      group by account, sub_account`,
    [on.toString()],
  );
  return rows.map(({ account, sub_account, debit, credit }) => ({
    account,
    of: sub_account,
    debit: BigInt(debit),
    credit: BigInt(credit),
  }));
}

/** Lets the statements of this transaction take the time that a whole set of books needs, and read tables whole. */
export async function withoutHurry(sql: Sql): Promise<void> {
  await sql(`select set_config('statement_timeout', '15min', true), set_config('enable_seqscan', 'on', true)`);
}
