import type { Said } from '#core/savings/ports.ts';
import type { TenantTransaction } from '../database.ts';

/**
 * What people say has come to an account ($1) since a time ($2): deposits, also on deposits of the member that were paid out
 * to it when they matured, withdrawals that they have taken back, and what has passed to it from a loan or another account with their
 * word. A receipt that stood in suspense has been brought there
 * by someone; its provider has said whose it is where it has reported this account; a statement shows what came to the
 * account of the books that the channel leads to, and to no other.
 */
const SAID_BY_PEOPLE = `
  with source as (
    select $1::bigint as account_id, null::bigint as before_id
    union all
    select f.id, max(o.id)
      from savings_account a
      join savings_account f on f.member_id = a.member_id and f.maturity ->> 'payoutAccountId' = a.id::text
      join savings_transaction o on o.account_id = f.id and o.type = 'transfer_out' and o.state = 'posted'
     where a.id = $1 group by f.id),
  said as (
    select t.uuid, t.account_id, t.channel, t.amount, t.reference, t.recorded_by as entered_by, null::text[] as passed_by,
           null::jsonb as passed_in
      from source s join savings_transaction t on t.account_id = s.account_id
     where t.type = 'deposit' and t.state = 'posted' and t.created_at >= $2 and (s.before_id is null or t.id < s.before_id)
    union all
    select t.uuid, t.account_id, w.channel, w.amount, null, w.by[1], w.by,
           coalesce(w.passed_in, '[]') || jsonb_build_object('uuid', t.uuid, 'amount', t.amount::text)
      from source s join savings_transaction t on t.account_id = s.account_id
     cross join lateral jsonb_to_recordset(t.said_by) as w (by text[], channel text, amount bigint, passed_in jsonb)
     where t.type = 'transfer_in' and t.state = 'posted' and t.created_at >= $2 and (s.before_id is null or t.id < s.before_id)
    union all
    select t.uuid, t.account_id, t.channel, t.amount, t.reference, a.actor, null, null
      from savings_transaction t
      join audit a on a.subject_type = 'savings_transaction' and a.subject_id = t.id
                  and a.event_type = 'savings_transaction.reversed' and a.command = 'reverseSavingsTransaction'
     where t.account_id = $1 and t.type in ('withdrawal', 'hold') and t.state = 'reversed' and a.at >= $2)
  select said.channel, said.entered_by, coalesce(suspense.brought_by, said.passed_by, '{}') as brought_by,
         coalesce(suspense.is_named, false) as is_named, sum(said.amount)::text as amount,
         coalesce(said.passed_in, '[]') as passed_in,
         exists (select from payment_receipt_use u
                   join payment_receipt r on r.receipt_key = u.receipt_key and r.account = u.account and r.direction = u.direction
                  where u.record_uuid = said.uuid and u.state = 'live' and r.direction = 'in' and r.reported_by = 'provider')
           as is_reported,
         array(select distinct r.compared_by from statement_line l join reconciliation r on r.id = l.reconciliation_id
                where l.receipt_no = said.reference and l.kind = 'movement' and l.amount >= said.amount
                  and r.account = case said.channel when 'airtel' then 'airtel_collected' else said.channel end
                order by 1) as shown_by
    from said
    left join lateral (
      select array_remove(array[m.recorded_by, m.entered_by], null) as brought_by,
             m.reported_at is not null and exists (
               select from savings_account n where n.id = said.account_id and n.account_no = m.reference_key) as is_named
        from payment_receipt_use u
        join payment_receipt_use w on w.receipt_key = u.receipt_key and w.account = u.account and w.direction = u.direction
                                  and w.record_type = 'mobile_money_transaction' and w.state <> 'corrected'
        join mobile_money_transaction m on m.uuid = w.record_uuid
       where u.record_uuid = said.uuid and u.state = 'live' order by m.id limit 1) suspense on true
   group by 1, 2, 3, 4, 6, 7, 8`;

type Row = {
  channel: string;
  entered_by: string;
  brought_by: string[];
  is_named: boolean;
  amount: string;
  passed_in: { uuid: string; amount: string }[];
  is_reported: boolean;
  shown_by: string[];
};

export async function saidByPeople(
  { sql }: Pick<TenantTransaction, 'sql'>,
  accountId: number,
  since: Temporal.Instant,
): Promise<readonly Said[]> {
  const rows = await sql<Row>(SAID_BY_PEOPLE, [accountId, since]);
  return rows.map(({ channel, entered_by, brought_by, is_named, amount, passed_in, is_reported, shown_by }) => ({
    channel,
    amount: BigInt(amount),
    enteredBy: entered_by,
    broughtBy: brought_by,
    isNamed: is_named,
    isReported: is_reported,
    shownBy: shown_by,
    passedIn: passed_in.map((passed) => ({ ...passed, amount: BigInt(passed.amount) })),
  }));
}
