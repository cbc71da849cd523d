import { rule, type Rule } from '../rule.ts';
import { canonical } from './receipts.ts';

/** payments.md 1 and 4: files of payments to a bank, and the lines that the bank and providers hand in. */
export const bankRules: readonly Rule[] = [
  rule(
    'payments to the bank are our disbursements',
    'A payment that the bank is asked for is one disbursement of ours, with its amount, and a file is the sum of its payments.',
    `select format('Payment %s to the bank of %s is %s.', b.id, b.amount,
                   case when d.id is null then 'no disbursement of ours' else format('disbursement %s of %s (%s)', d.id, d.amount - d.netted, d.state) end)
       from bank_payment b left join disbursement d on d.tenant_id = b.tenant_id and d.originator_id = b.originator_id
      where b.tenant_id = $1 and (d.id is null or d.amount - d.netted <> b.amount
         or d.state in ('pending', 'cancelled') and b.withdrawn_at is null)
     union all
     select format('File %s to the bank is of %s payments of %s, and has %s of %s.', f.number, f.payments, f.total, count(b.id), coalesce(sum(b.amount), 0))
       from bank_file f left join bank_payment b on b.tenant_id = f.tenant_id and b.file_id = f.id
      where f.tenant_id = $1 and f.discarded_at is null
      group by f.tenant_id, f.id having count(b.id) <> f.payments or coalesce(sum(b.amount), 0) <> f.total`,
  ),
  rule(
    'a line of the bank pays once',
    'What a line of the bank settled is one disbursement that was paid with its amount, and no other line settled it as well.',
    `select format('Line %s of the bank of %s settled disbursement %s of %s, which is %s.', l.id, l.amount, d.id, d.amount - d.netted, d.state)
       from bank_line l join disbursement d on d.tenant_id = l.tenant_id and d.originator_id = l.originator_id
      where l.tenant_id = $1 and l.settled_as = 'payment' and not l.is_return
        and (-l.amount <> d.amount - d.netted or d.state in ('pending', 'sending', 'failed', 'cancelled'))
        and d.state <> 'review'
     union all
     select format('Lines %s of the bank settled disbursement %s.', string_agg(l.id::text, ', '), min(d.id))
       from bank_line l join disbursement d on d.tenant_id = l.tenant_id and d.originator_id = l.originator_id
      where l.tenant_id = $1 and l.settled_as = 'payment' and not l.is_return group by l.originator_id having count(*) > 1`,
  ),
  rule(
    'lines of statements agree with receipts',
    'A payment that a statement has under a receipt of ours is of the same amount, and once; otherwise people have a break of it.',
    `with line as (
       select r.account, s.receipt_no, ${canonical('s.receipt_no')} as receipt_key, s.amount, s.linked_receipt_no, s.reconciliation_id,
              case when s.amount < 0 then 'out' else 'in' end as direction
         from statement_line s join reconciliation r on r.tenant_id = s.tenant_id and r.id = s.reconciliation_id
        where s.tenant_id = $1 and s.kind = 'movement' and s.linked_receipt_no is null)
     select format('A statement of %s has %s under receipt %s, which we have with %s.', l.account, l.amount, l.receipt_no, p.amount)
       from line l join payment_receipt p on p.tenant_id = $1 and p.receipt_key = l.receipt_key and p.direction = l.direction
        and p.account = case l.account when 'bank' then 'bank' when 'airtel_collected' then 'airtel' else 'mpesa' end
      where p.amount <> abs(l.amount)
        and not exists (select from reconciliation_break b where b.tenant_id = $1 and b.account = l.account and upper(b.receipt_no) = upper(l.receipt_no))
     union all
     select format('A statement of %s has receipt %s %s times, and people have no break of it.', account, min(receipt_no), count(*))
       from line l
      where not exists (select from reconciliation_break b where b.tenant_id = $1 and b.account = l.account and upper(b.receipt_no) = upper(l.receipt_no)
                           and b.type in ('duplicate', 'amount_differs'))
      group by account, receipt_key, direction, reconciliation_id having count(*) > 1`,
  ),
];
