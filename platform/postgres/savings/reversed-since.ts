import type { Cents } from '#core/kernel/money.ts';
import type { TenantTransaction } from '../database.ts';

/** What was reversed on an account ($1) since a time ($2). */
const REVERSED_SINCE = `
  select coalesce(sum(t.amount), 0)::text as amount
    from savings_transaction t
   where t.account_id = $1 and t.state = 'reversed'
     and exists (select from audit a
                  where a.tenant_id = t.tenant_id and a.subject_uuid = t.uuid
                    and a.event_type = 'savings_transaction.reversed' and a.at >= $2)`;

export async function reversedSince(
  { sql }: Pick<TenantTransaction, 'sql'>,
  accountId: number,
  since: Temporal.Instant,
): Promise<Cents> {
  const [row] = await sql<{ amount: string }>(REVERSED_SINCE, [accountId, since]);
  return BigInt(row?.amount ?? 0);
}
