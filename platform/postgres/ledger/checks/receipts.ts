import type { Check } from './check.ts';

/** Records that say that money of a receipt stands in them, and in which direction it went. */
const BOOKED = `
  select 'repayment' as type, uuid, 'in' as direction, reference as receipt_no from repayment
   where state = 'booked' and reference is not null and channel <> 'school'
  union all
  select 'death_claim_payout', uuid, 'out', reference from death_claim_part
   where kind = 'payout' and state = 'booked' and reference is not null
  union all
  select 'savings_transaction', uuid, case type when 'deposit' then 'in' else 'out' end, reference
    from savings_transaction
   where state = 'posted' and reference is not null and channel is not null and type in ('deposit', 'withdrawal')
  union all
  select 'savings_transaction', uuid, 'out', reference from savings_transaction
   where state = 'captured' and reference is not null
  union all
  select 'payment', uuid, 'in', reference from invoice_payment
   where state <> 'reversed' and method not in ('loan', 'adjustment')
  union all
  select 'mobile_money_transaction', uuid, 'in', receipt_no from mobile_money_transaction
   where state in ('unallocated', 'returning')
  union all
  select 'collection', uuid, 'in', receipt_no from collection where state = 'succeeded' and receipt_no is not null
  union all
  select 'payout', uuid, 'out', receipt_no from payout where state = 'succeeded' and receipt_no is not null
  union all
  select 'disbursement', uuid, 'out', coalesce(receipt_no, provider_ref) from disbursement
   where state in ('confirmed', 'in_recovery')
     and (receipt_no is not null or (channel = 'bank' and provider_ref is not null))
  union all
  select 'float_top_up', uuid, 'out', receipt_no from float_top_up where state = 'confirmed'`;

/** Records in which no money stands any more that came in or went out with them. */
const UNDONE = `
  select 'repayment' as type, uuid, 'in' as direction from repayment where state = 'reversed'
  union all
  select 'death_claim_payout', uuid, 'out' from death_claim_part where kind = 'payout' and state = 'reversed'
  union all
  select 'savings_transaction', uuid, case type when 'deposit' then 'in' else 'out' end
    from savings_transaction where state = 'reversed'
  union all
  select 'payment', uuid, 'in' from invoice_payment where state = 'reversed'
  union all
  select 'mobile_money_transaction', uuid, 'in' from mobile_money_transaction
   where state in ('allocated', 'merged', 'reversed', 'corrected')
  union all
  select 'payout', uuid, 'out' from payout where state = 'reversed'
  union all
  select 'collection', uuid, 'in' from collection where state = 'reversed'
  union all
  select 'topup', uuid, 'in' from topup where state = 'reversed'
  union all
  select 'disbursement', uuid, 'out' from disbursement where state = 'reversed'
  union all
  select 'float_top_up', uuid, 'out' from float_top_up where state = 'reversed'`;

/** What has to be true of the register of receipts. */
export const receiptChecks: readonly Check[] = [
  {
    name: 'receipts of what is booked',
    means: 'Every record that booked a payment under a receipt holds it in the register.',
    sql: `select b.type as "table", b.uuid::text as id,
                 format('%s is booked and the register does not know it', b.receipt_no) as what
            from (${BOOKED}) b
           where not exists (
             select from payment_receipt_use u
              where u.record_uuid = b.uuid and u.record_type = b.type and u.direction = b.direction
                and u.state = 'live')`,
  },
  {
    name: 'receipts of what was undone',
    means: 'No receipt stands in a record that was undone, or whose money has moved on.',
    sql: `select b.type as "table", b.uuid::text as id,
                 format('%s of %s stands in a record that holds it no longer', u.receipt_key, u.amount) as what
            from (${UNDONE}) b
            join payment_receipt_use u
              on u.record_uuid = b.uuid and u.record_type = b.type and u.direction = b.direction and u.state = 'live'`,
  },
  {
    name: 'receipts',
    means: 'Money of a receipt stands in records up to what came or went, and no further.',
    sql: `select 'payment_receipt' as "table", r.id::text as id,
                 format('%s is of %s, and is booked as %s', r.receipt_key, r.amount, sum(u.amount)) as what
            from payment_receipt r
            join payment_receipt_use u
              on u.receipt_key = r.receipt_key and u.account = r.account and u.direction = r.direction
             and u.state = 'live'
           group by r.tenant_id, r.id
          having sum(u.amount) > r.amount`,
  },
];
