import type { ClosedDays } from '#core/savings/closed-days.ts';
import type { TenantTransaction } from '../database.ts';
import { readDate } from '../mapping/types.ts';

/** The days that are closed for a savings account: of a close that is under way, the accounts that it has done. */
export async function closedDaysOf(
  { sql }: Pick<TenantTransaction, 'sql'>,
  accountId: number,
): Promise<ClosedDays | null> {
  const [row] = await sql<{ first: string | null; last: string | null }>(
    `select min(business_date)::text as first, max(business_date)::text as last
       from close_of_business c
      where c.state = 'done' or c.step = 'resting'
         or exists (select from close_of_business_range r
                     where r.close_id = c.id and r.step = 'savings' and r.after_id < $1 and r.last_id >= $1)`,
    [accountId],
  );
  return row?.first && row.last ? { first: readDate(row.first), last: readDate(row.last) } : null;
}
