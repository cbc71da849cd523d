import type { ClosedDays } from '#core/savings/closed-days.ts';
import type { TenantTransaction } from '../database.ts';
import { readDate } from '../mapping/types.ts';

/** The days that are closed for a savings account: of a close that is under way, the accounts behind it are. */
export async function closedDaysOf(
  { sql }: Pick<TenantTransaction, 'sql'>,
  accountId: number,
): Promise<ClosedDays | null> {
  const [row] = await sql<{ first: string | null; last: string | null }>(
    `select min(business_date)::text as first, max(business_date)::text as last
       from close_of_business where state = 'done' or last_savings_account_id >= $1`,
    [accountId],
  );
  return row?.first && row.last ? { first: readDate(row.first), last: readDate(row.last) } : null;
}
