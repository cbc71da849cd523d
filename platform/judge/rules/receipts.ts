import { rule, type Rule } from '../rule.ts';

/** payments.md 3.1: NFKC, upper case, without white space, format and control characters. */
export const canonical = (column: string) =>
  `upper(regexp_replace(normalize(${column}, NFKC), '[[:space:][:cntrl:]\\u00AD\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064\\uFEFF]', '', 'g'))`;

/**
 * Every record of every surface that stands for money which arrived, with the receipt as it shows it. Mobile money that
 * was booked elsewhere, and the rest of such a payment, are the same money as the record it was booked as.
 */
const ARRIVED = `(
  select 'repayment' as type, id, uuid, reference as receipt, amount, channel from repayment
   where tenant_id = $1 and state = 'booked' and reference is not null and channel <> 'cash' and death_claim_id is null
  union all
  select 'savings transaction', id, uuid, reference, amount, channel from savings_transaction
   where tenant_id = $1 and state = 'posted' and type = 'deposit' and reference is not null and channel <> 'cash'
  union all
  select 'invoice payment', id, uuid, reference, amount, method from invoice_payment
   where tenant_id = $1 and state <> 'reversed' and loan_id is null and method not in ('adjustment')
  union all
  select 'collection', id, uuid, receipt_no, amount_received, channel from collection
   where tenant_id = $1 and state = 'succeeded' and receipt_no is not null
  union all
  select 'mobile money transaction', id, uuid, receipt_no, amount, channel from mobile_money_transaction
   where tenant_id = $1 and state = 'unallocated' and receipt_no is not null
  union all
  select 'topup', id, uuid, bank_reference, amount, 'bank' from topup
   where tenant_id = $1 and state = 'succeeded' and not sandbox)`;

/** The account that a channel's money reaches. */
const ACCOUNT = `case when channel like 'airtel%' then 'airtel' when channel like 'mpesa%' then 'mpesa' else channel end`;

/** payments.md 3: a payment has one identity on all surfaces together. */
export const receiptRules: readonly Rule[] = [
  rule(
    'receipts are spelt one way',
    'The key of a receipt is its normalised spelling, and it is not empty.',
    `select format('Receipt %s is registered under the key %s, and its spelling gives %s.', receipt_no, receipt_key,
                   ${canonical('receipt_no')})
       from payment_receipt where tenant_id = $1 and receipt_key <> ${canonical('receipt_no')}`,
  ),
  rule(
    'receipts are registered once',
    'A receipt of an account and direction is one row, however it is spelt.',
    `select format('Receipt %s of %s (%s) is registered %s times: rows %s.', ${canonical('receipt_no')}, account, direction,
                   count(*), string_agg(id::text, ', '))
       from payment_receipt where tenant_id = $1
      group by ${canonical('receipt_no')}, account, direction having count(*) > 1`,
  ),
  rule(
    'receipts are used once',
    'What is booked under a receipt, on all surfaces together, is at most what was paid.',
    `select format('Receipt %s of %s is of %s, and %s of it is in use: %s.', r.receipt_no, r.account, r.amount, sum(u.amount),
                   string_agg(format('%s %s', u.record_type, u.record_uuid), ', '))
       from payment_receipt r join payment_receipt_use u on u.tenant_id = r.tenant_id and u.receipt_key = r.receipt_key
        and u.account = r.account and u.direction = r.direction and u.state = 'live'
      where r.tenant_id = $1 group by r.tenant_id, r.id having sum(u.amount) > r.amount
     union all
     select format('The %s payments %s all carry receipt %s, and together are %s; the receipt is of %s.', count(*),
                   string_agg(format('%s %s', a.type, a.id), ', '), ${canonical('a.receipt')}, sum(a.amount),
                   coalesce(max(r.amount)::text, 'an amount that the registry has not'))
       from ${ARRIVED} a
       left join payment_receipt r on r.tenant_id = $1 and r.direction = 'in' and r.receipt_key = ${canonical('a.receipt')}
        and r.account = ${ACCOUNT}
      group by ${canonical('a.receipt')}, ${ACCOUNT}
     having count(distinct a.uuid) > 1 and (max(r.amount) is null or sum(a.amount) > max(r.amount))`,
  ),
  rule(
    'money that arrived is registered',
    'Every booked payment with a receipt has a live use of it, and so has what waits in suspense, all of it.',
    `select format('%s %s carries receipt %s, of which the registry has no live use for it.', initcap(a.type), a.id, a.receipt)
       from ${ARRIVED} a
      where a.type not in ('mobile money transaction')
        and not exists (select from payment_receipt_use u
         where u.tenant_id = $1 and u.state = 'live' and u.direction = 'in' and u.record_uuid = a.uuid)
        and not exists (select from receipt_split_part p where p.tenant_id = $1 and p.booked_uuid = a.uuid)
        and not exists (select from mobile_money_transaction m where m.tenant_id = $1 and m.booked_uuid = a.uuid)
        and a.channel in ('mpesa_stk', 'mpesa_paybill', 'mpesa_till', 'bank', 'cheque', 'airtel_paybill')
     union all
     select format('Mobile money %s of %s waits under receipt %s, of which %s is in use for it.', m.id, m.amount, m.receipt_no,
                   coalesce(u.amount, 0))
       from mobile_money_transaction m left join lateral (
         select sum(u.amount) as amount from payment_receipt_use u
          where u.tenant_id = m.tenant_id and u.state = 'live' and u.direction = 'in' and u.record_uuid = m.uuid) u on true
      where m.tenant_id = $1 and m.state in ('unallocated', 'returning') and coalesce(u.amount, 0) <> m.amount`,
  ),
  rule(
    'money that left is registered',
    'Every payment out of savings, or to an heir, that has a reference has a live use of it.',
    `select format('%s %s was paid under %s, of which the registry has no live use for it.', initcap(l.type), l.id, l.reference)
       from (select 'savings transaction' as type, id, uuid, reference from savings_transaction
              where tenant_id = $1 and reference is not null and (state = 'captured' or state = 'posted' and type = 'withdrawal')
             union all
             select 'death claim part', id, uuid, reference from death_claim_part
              where tenant_id = $1 and kind = 'payout' and state = 'booked' and reference is not null) l
      where not exists (select from payment_receipt_use u where u.tenant_id = $1 and u.state = 'live'
         and u.direction = 'out' and u.record_uuid = l.uuid)`,
  ),
  rule(
    'uses are of records',
    'A live use of a receipt is of a record that stands, with its amount.',
    `select format('Receipt %s is in use by repayment %s, which is %s with %s of it for %s.', u.receipt_key, r.id, r.state,
                   r.amount, u.amount)
       from payment_receipt_use u join repayment r on r.tenant_id = u.tenant_id and r.uuid = u.record_uuid
      where u.tenant_id = $1 and u.state = 'live' and (r.state <> 'booked' or r.amount <> u.amount)
     union all
     select format('Receipt %s is in use by invoice payment %s, which is %s with %s of it for %s.', u.receipt_key, p.id,
                   p.state, p.amount, u.amount)
       from payment_receipt_use u join invoice_payment p on p.tenant_id = u.tenant_id and p.uuid = u.record_uuid
      where u.tenant_id = $1 and u.state = 'live' and (p.state = 'reversed' or p.amount <> u.amount)
     union all
     select format('Receipt %s is in use by savings transaction %s, which is %s with %s of it for %s.', u.receipt_key, s.id,
                   s.state, s.amount, u.amount)
       from payment_receipt_use u join savings_transaction s on s.tenant_id = u.tenant_id and s.uuid = u.record_uuid
      where u.tenant_id = $1 and u.state = 'live' and (s.state not in ('posted', 'captured') or s.amount <> u.amount)
     union all
     select format('Receipt %s is in use by disbursement %s, which is %s.', u.receipt_key, d.id, d.state)
       from payment_receipt_use u join disbursement d on d.tenant_id = u.tenant_id and d.uuid = u.record_uuid
      where u.tenant_id = $1 and u.state = 'live' and u.direction = 'out'
        and d.state in ('pending', 'sending', 'cancelled')`,
  ),
  rule(
    'money that came back frees no receipt',
    'The receipt of a disbursement that came back is used up: only of a booking that was wrong it may be booked again.',
    `select format('Disbursement %s came back whole, and receipt %s of it is %s.', d.id, u.receipt_key, u.state)
       from disbursement d join payment_receipt_use u on u.tenant_id = d.tenant_id and u.record_uuid = d.uuid and u.direction = 'out'
      where d.tenant_id = $1 and d.state = 'reversed' and u.state not in ('taken_back', 'live')`,
  ),
  rule(
    'suspense is what waits',
    'Money that was received and not booked is unallocated, and money that was booked names the record that has it.',
    `select format('Mobile money %s is %s and was never received.', id, state) from mobile_money_transaction
      where tenant_id = $1 and state in ('unallocated', 'allocated', 'returning') and (receipt_no is null or paid_at is null)
     union all
     select format('Mobile money %s is allocated with %s, and repayment %s of %s is %s.', m.id, m.amount, r.id, r.amount, r.state)
       from mobile_money_transaction m join repayment r on r.tenant_id = m.tenant_id and r.uuid = m.booked_uuid
      where m.tenant_id = $1 and m.state = 'allocated' and (r.state <> 'booked' or r.amount <> m.amount)
     union all
     select format('Mobile money %s is allocated with %s, and savings transaction %s of %s is %s.', m.id, m.amount, s.id,
                   s.amount, s.state)
       from mobile_money_transaction m join savings_transaction s on s.tenant_id = m.tenant_id and s.uuid = m.booked_uuid
      where m.tenant_id = $1 and m.state = 'allocated' and (s.state <> 'posted' or s.amount <> m.amount)
     union all
     select format('Mobile money %s is allocated with %s, and invoice payment %s of %s is %s.', m.id, m.amount, p.id,
                   p.amount, p.state)
       from mobile_money_transaction m join invoice_payment p on p.tenant_id = m.tenant_id and p.uuid = m.booked_uuid
      where m.tenant_id = $1 and m.state = 'allocated' and (p.state = 'reversed' or p.amount <> m.amount)
     union all
     select format('Mobile money %s is allocated as %s %s, which does not exist.', m.id, m.booked_type, m.booked_uuid)
       from mobile_money_transaction m
      where m.tenant_id = $1 and m.state = 'allocated'
        and not exists (select from repayment r where r.tenant_id = m.tenant_id and r.uuid = m.booked_uuid)
        and not exists (select from savings_transaction s where s.tenant_id = m.tenant_id and s.uuid = m.booked_uuid)
        and not exists (select from invoice_payment p where p.tenant_id = m.tenant_id and p.uuid = m.booked_uuid)`,
  ),
  rule(
    'what went back is used up, what never came is free',
    'The receipt of money in suspense that went back to its payer books nothing more; that of an entry that never was is free, unless its provider has reported it.',
    `select format('Mobile money %s went back to its payer, and its use of receipt %s is %s.', m.id, u.receipt_key, u.state)
       from mobile_money_transaction m join payment_receipt_use u on u.tenant_id = m.tenant_id and u.record_uuid = m.uuid and u.direction = 'in'
      where m.tenant_id = $1 and m.state = 'reversed' and u.state not in ('taken_back', 'moved')
     union all
     select format('Mobile money %s was corrected, and its use of receipt %s is %s.', m.id, u.receipt_key, u.state)
       from mobile_money_transaction m join payment_receipt_use u on u.tenant_id = m.tenant_id and u.record_uuid = m.uuid and u.direction = 'in'
      where m.tenant_id = $1 and m.state = 'corrected' and u.state not in ('corrected', 'moved')
     union all
     select format('Mobile money %s was corrected, and its provider has reported receipt %s, of which nothing else was booked.', m.id, r.receipt_no)
       from mobile_money_transaction m join payment_receipt_use u on u.tenant_id = m.tenant_id and u.record_uuid = m.uuid and u.direction = 'in'
       join payment_receipt r on r.tenant_id = u.tenant_id and r.account = u.account and r.direction = u.direction and r.receipt_key = u.receipt_key
      where m.tenant_id = $1 and m.state = 'corrected' and r.reported_by = 'provider'
        and not exists (select from payment_receipt_use o where o.tenant_id = u.tenant_id and o.account = u.account and o.direction = u.direction
                           and o.receipt_key = u.receipt_key and o.record_uuid <> m.uuid and o.id > u.id)`,
  ),
  rule(
    'receipts are split whole',
    'The parts and the rest of a receipt that was split are its amount.',
    `select format('Receipt split %s is of %s, its parts are %s and its rest is %s.', s.id, s.amount, p.parts, s.rest)
       from receipt_split s cross join lateral (
         select coalesce(sum(amount), 0) as parts from receipt_split_part p
          where p.tenant_id = s.tenant_id and p.split_id = s.id) p
      where s.tenant_id = $1 and p.parts + s.rest <> s.amount`,
  ),
];
