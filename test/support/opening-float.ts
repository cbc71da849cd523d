import { randomUUID } from 'node:crypto';
import type { Database } from '#platform/postgres/database.ts';

type Sql = Database['query'];

/** Float that an agent of a fixture begins with is in the books, without an event: it came from the bank. */
export async function bookOpeningFloat(
  sql: Sql,
  { agentNo, amount, on }: { agentNo: string; amount: bigint; on: Temporal.PlainDate },
): Promise<void> {
  if (amount === 0n) return;
  await sql(
    `with opened as (
       insert into journal (uuid, event_uuid, event_type, subject_type, subject_id, booked_on, value_date, currency)
       select $1, $1, 'float.opened', 'agent', a.id, $2, $2, 'KES' from agent a where a.agent_no = $3
       returning id)
     insert into journal_line (journal_id, account, sub_account, side, amount)
     select o.id, l.account, l.sub_account, l.side, $4::bigint
       from opened o, (values ('mpesa_float', $3, 'debit'), ('bank', null, 'credit')) l (account, sub_account, side)`,
    [randomUUID(), on.toString(), agentNo, amount.toString()],
  );
}
