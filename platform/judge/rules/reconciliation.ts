import { rule, type Rule } from '../rule.ts';
import { canonical } from './receipts.ts';

/** payments.md 1 and 3: what providers and the bank say, beside the books. */
export const reconciliationRules: readonly Rule[] = [
  rule(
    'statements foot',
    'Opening, what came in, what went out and fees are the closing balance, on both sides of a comparison, and its open breaks are counted.',
    `select format('Comparison %s of %s has %s + %s - %s - %s = %s there, and says that %s is missing.', id, account, opening_there,
                   in_there, out_there, fees_there, closing_there, footing_gap)
       from reconciliation where tenant_id = $1 and opening_there is not null and closing_there is not null
        and closing_there - (opening_there + in_there - out_there - fees_there) is distinct from footing_gap
     union all
     select format('Comparison %s of %s has %s + %s - %s = %s in the books.', id, account, opening_here, in_here, out_here, closing_here)
       from reconciliation where tenant_id = $1 and opening_here + in_here - out_here <> closing_here
     union all
     select format('Comparison %s counts %s open breaks, and has %s.', r.id, r.open_breaks, b.n)
       from reconciliation r cross join lateral (
         select count(*) as n from reconciliation_break b where b.tenant_id = r.tenant_id and b.reconciliation_id = r.id
            and b.state in ('open', 'under_review')) b
      where r.tenant_id = $1 and r.open_breaks <> b.n`,
  ),
  rule(
    'breaks say what differs',
    'A break is of one kind: only the provider has it, only the books, both with other amounts, one of them twice, or both on other days.',
    `select format('Break %s (%s) has %s there and %s here.', id, type, coalesce(amount_there::text, 'nothing'),
                   coalesce(amount_here::text, 'nothing'))
       from reconciliation_break where tenant_id = $1 and case type
         when 'missing_here' then amount_there is not null and amount_here is null
         when 'missing_there' then amount_there is null and amount_here is not null
         when 'amount_differs' then amount_there <> amount_here
         when 'duplicate' then (amount_there is null) <> (amount_here is null)
         when 'late' then amount_there = amount_here else false end is not true
     union all
     select format('Breaks %s of %s are one disagreement: %s.', string_agg(id::text, ', '), account, break_key)
       from reconciliation_break where tenant_id = $1 group by account, sub_account, break_key having count(*) > 1
     union all
     select format('Break %s is %s, and %s.', id, state,
                   case when owner is null then 'it has no owner' else 'it has no resolution' end)
       from reconciliation_break where tenant_id = $1
        and (state in ('resolved', 'cleared') and coalesce(resolution, '') = '' or state in ('open', 'under_review') and resolution is not null)`,
  ),
  rule(
    'what is cleared agrees',
    'What only the provider had on a paybill is cleared once the books have a receipt of it as well.',
    `select format('Break %s is cleared, and receipt %s is in no register.', b.id, b.receipt_no)
       from reconciliation_break b
      where b.tenant_id = $1 and b.account = 'mpesa_paybill' and b.state = 'cleared' and b.type = 'missing_here'
        and b.receipt_no is not null and b.amount_there > 0
        and not exists (select from payment_receipt r where r.tenant_id = b.tenant_id and r.direction = 'in'
                           and upper(r.receipt_no) = upper(b.receipt_no))`,
  ),
  rule(
    'breaks are booked once',
    'What was booked for a break is the payment that was missing: its receipt, its amount, once.',
    `select format('Breaks %s were booked as one %s (%s).', string_agg(id::text, ', '), booked_type, booked_uuid)
       from reconciliation_break where tenant_id = $1 and booked_uuid is not null group by booked_type, booked_uuid having count(*) > 1
     union all
     select format('Break %s of %s under receipt %s was booked as %s of %s under %s.', b.id, coalesce(b.amount_there::text, 'nothing'), b.receipt_no,
                   coalesce(m.id::text, 'nothing'), m.amount, m.receipt_no)
       from reconciliation_break b left join mobile_money_transaction m on m.tenant_id = b.tenant_id and m.uuid = b.booked_uuid
      where b.tenant_id = $1 and b.booked_type = 'mobile_money_transaction'
        and (m.id is null or m.amount is distinct from b.amount_there or upper(m.receipt_no) is distinct from upper(b.receipt_no))
     union all
     select format('Receipt %s is of payments %s to the paybill.', upper(receipt_no), string_agg(id::text, ', '))
       from mobile_money_transaction where tenant_id = $1 and receipt_no is not null and rest_of_id is null
        and channel <> 'bank' and state not in ('merged', 'corrected')
      group by upper(receipt_no), channel like 'airtel%' having count(*) > 1`,
  ),
  rule(
    'charges of the bank are its lines',
    'A charge is one line of the bank’s statement that took as much, and what gave it back is one line of as much, later.',
    `select format('Charge %s of %s is line %s of the bank, which is %s (%s).', c.id, c.amount, c.line_id, l.amount, l.kind)
       from bank_charge c left join bank_line l on l.tenant_id = c.tenant_id and l.id = c.line_id
      where c.tenant_id = $1 and (l.id is null or l.kind <> 'fee' or l.amount <> -c.amount)
     union all
     select format('Charge %s of %s was given back by line %s of %s.', c.id, c.amount, c.back_line_id, l.amount)
       from bank_charge c left join bank_line l on l.tenant_id = c.tenant_id and l.id = c.back_line_id
      where c.tenant_id = $1 and (c.state = 'given_back') <> (l.id is not null and l.amount = c.amount and c.given_back_at >= c.charged_at)
     union all
     select format('Line %s of the bank is of charges %s.', line, string_agg(id::text, ', '))
       from (select id, line_id as line from bank_charge where tenant_id = $1
             union all select id, back_line_id from bank_charge where tenant_id = $1 and back_line_id is not null) x
      group by line having count(*) > 1`,
  ),
  rule(
    'charges of the bank are booked once',
    'A charge left the bank in the books once, whole, and came back once where it was given back.',
    `select format('Charge %s of %s is %s, and the books took %s from the bank for it.', c.id, c.amount, c.state, coalesce(j.moved, 0))
       from bank_charge c left join lateral (
         select sum(case l.side when 'credit' then l.amount else -l.amount end) as moved
           from journal j join journal_line l on l.tenant_id = j.tenant_id and l.journal_id = j.id
          where j.tenant_id = c.tenant_id and j.subject_type = 'bank_charge' and j.subject_id = c.id and l.account = 'bank') j on true
      where c.tenant_id = $1 and coalesce(j.moved, 0) <> case c.state when 'booked' then c.amount else 0 end`,
  ),
  rule(
    'lines of the bank are once',
    'A line of the bank is stored once however many files have it, and what a credit became is one receipt of its amount, or parts of one ' +
      'that was split.',
    `select format('Lines %s of the bank are one.', string_agg(id::text, ', '))
       from bank_line where tenant_id = $1 group by line_key having count(*) > 1
     union all
     select format('Line %s of the bank of %s was received as payment %s of %s.', l.id, l.amount, m.id, m.amount)
       from bank_line l join mobile_money_transaction m on m.tenant_id = l.tenant_id and m.channel = 'bank'
        and upper(m.receipt_no) = upper(l.receipt_no) and m.rest_of_id is null
      where l.tenant_id = $1 and l.settled_as = 'receipt' and m.amount <> l.amount and m.state <> 'corrected'
        and not exists (select from mobile_money_transaction r where r.tenant_id = m.tenant_id and r.rest_of_id = m.id)
        -- Parts on loans and savings accounts were booked when a person split it; what came of it by the line is the rest of them.
        and not exists (select from receipt_split s where s.tenant_id = l.tenant_id and s.account = 'bank'
                           and s.receipt_key = ${canonical('l.receipt_no')} and s.amount = l.amount)`,
  ),
];
