import { rule, type Rule } from '../rule.ts';

const LIVE = `('issued', 'partially_paid')`;
/** Allocations that stand. */
const STANDING = `a.tenant_id = $1 and a.unwound_at is null`;

/** education.md 1, 2 and 6: invoices foot, payments are spent once. */
export const schoolRules: readonly Rule[] = [
  rule(
    'invoices foot',
    'The totals of an invoice are the sums of its lines.',
    `select format('Invoice %s (%s) says %s less %s is %s, and its lines are %s less %s.', i.id, coalesce(i.number, 'draft'),
                   i.subtotal, i.discount_total, i.total, coalesce(l.amount, 0), coalesce(l.discount, 0))
       from invoice i left join lateral (
         select sum(amount) as amount, sum(discount) as discount from invoice_line l
          where l.tenant_id = i.tenant_id and l.invoice_id = i.id) l on true
      where i.tenant_id = $1 and (i.subtotal <> coalesce(l.amount, 0) or i.discount_total <> coalesce(l.discount, 0)
        or i.total <> i.subtotal - i.discount_total)`,
  ),
  rule(
    'invoices are paid by payments',
    'What is paid of an invoice, and of each line, is what payments allocate to it; what is credited is its credit notes.',
    `select format('Invoice %s (%s) has %s paid, and payments allocate %s to it.', i.id, i.number, i.paid, coalesce(a.amount, 0))
       from invoice i left join lateral (
         select sum(a.amount) as amount from payment_allocation a where ${STANDING} and a.invoice_id = i.id) a on true
      where i.tenant_id = $1 and i.paid <> coalesce(a.amount, 0)
     union all
     select format('Line %s of invoice %s has %s paid, and payments allocate %s to it.', l.id, l.invoice_id, l.paid,
                   coalesce(a.amount, 0))
       from invoice_line l left join lateral (
         select sum(a.amount) as amount from payment_allocation a where ${STANDING} and a.line_id = l.id) a on true
      where l.tenant_id = $1 and l.paid <> coalesce(a.amount, 0)
     union all
     select format('Invoice %s (%s) has %s credited, and its credit notes are %s.', i.id, i.number, i.credited, coalesce(c.amount, 0))
       from invoice i left join lateral (
         select sum(amount) as amount from credit_note c where c.tenant_id = i.tenant_id and c.invoice_id = i.id) c on true
      where i.tenant_id = $1 and i.credited <> coalesce(c.amount, 0)`,
  ),
  rule(
    'states of invoices',
    'The state of an invoice follows from what is paid and credited; a void one has neither.',
    `select format('Invoice %s is %s with %s of %s paid and %s credited.', id, state, paid, total, credited)
       from invoice where tenant_id = $1 and case state
            when 'draft' then paid + credited <> 0
            when 'issued' then paid <> 0 or credited >= total
            when 'partially_paid' then paid = 0 or paid + credited >= total
            when 'paid' then paid + credited <> total
            when 'void' then paid + credited <> 0
            else paid + credited > total end`,
  ),
  rule(
    'invoice numbers have no gap',
    'Numbers of issued invoices count from 1 in each year, without a gap.',
    `select format('Invoice numbers of %s are %s to %s, for %s invoices.', substr(number, 5, 4), min(substr(number, 10)::int),
                   max(substr(number, 10)::int), count(*))
       from invoice where tenant_id = $1 and number ~ '^INV-[0-9]{4}-[0-9]{6}$'
      group by substr(number, 5, 4) having max(substr(number, 10)::int) <> count(*)`,
  ),
  rule(
    'payments are spent once',
    'What a payment allocates is what its allocations say, never more than it is; its state follows, and a reversed one has none.',
    `select format('Invoice payment %s of %s is %s with %s allocated and %s surplus, and its allocations are %s.', p.id,
                   p.amount, p.state, p.allocated, p.surplus, coalesce(a.amount, 0))
       from invoice_payment p left join lateral (
         select sum(a.amount) as amount from payment_allocation a where ${STANDING} and a.payment_id = p.id) a on true
      where p.tenant_id = $1 and case p.state
            when 'reversed' then coalesce(a.amount, 0) <> 0
            else p.allocated <> coalesce(a.amount, 0) or p.allocated + p.surplus > p.amount
                 or (p.state = 'received') <> (p.allocated + p.surplus = 0)
                 or (p.state = 'allocated') <> (p.allocated + p.surplus = p.amount) end
     union all
     select format('Allocation %s puts money of the payment of student %s on an invoice of student %s.', a.id, p.student_id,
                   i.student_id)
       from payment_allocation a
       join invoice_payment p on p.tenant_id = a.tenant_id and p.id = a.payment_id
       join invoice i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
      where ${STANDING} and p.student_id <> i.student_id
     union all
     select format('Invoice payment %s is designated to invoice %s, and pays invoice %s.', p.id, p.designated_invoice_id, a.invoice_id)
       from payment_allocation a join invoice_payment p on p.tenant_id = a.tenant_id and p.id = a.payment_id
      where ${STANDING} and p.designated_invoice_id <> a.invoice_id`,
  ),
  rule(
    'money for some charges pays those',
    'A payment that was given for some kinds of charges pays lines of those kinds alone.',
    `select format('Invoice payment %s is for %s, and pays line %s of invoice %s, which is %s.', p.id, p.designated_categories, l.id, l.invoice_id,
                   l.fee_category)
       from payment_allocation a join invoice_payment p on p.tenant_id = a.tenant_id and p.id = a.payment_id
       join invoice_line l on l.tenant_id = a.tenant_id and l.id = a.line_id
      where ${STANDING} and jsonb_typeof(p.designated_categories) = 'array' and not p.designated_categories ? l.fee_category`,
  ),
  rule(
    'lines are paid by their priority',
    'Money that was not allocated by hand fills the lines of an invoice by their priority, and then in their order.',
    `select format('Invoice payment %s pays %s of line %s of invoice %s, and %s of line %s, which comes before it, was not paid.', p.id, a.amount,
                   l.id, l.invoice_id, b.amount - b.discount - paid.before, b.id)
       from payment_allocation a join invoice_payment p on p.tenant_id = a.tenant_id and p.id = a.payment_id
       join invoice_line l on l.tenant_id = a.tenant_id and l.id = a.line_id
       join invoice_line b on b.tenant_id = l.tenant_id and b.invoice_id = l.invoice_id
        and (b.priority, b.position) < (l.priority, l.position)
       cross join lateral (
         select coalesce(sum(o.amount), 0) as before from payment_allocation o
          where o.tenant_id = a.tenant_id and o.line_id = b.id and (o.id <= a.id or o.payment_id = a.payment_id)
            and (o.unwound_at is null or o.unwound_at > a.allocated_at)) paid
      where ${STANDING} and p.designated_categories is null and b.amount - b.discount > paid.before
        -- Who pays at the counter may say what for; what is in suspense, a loan and a credit that waited say nothing.
        and (p.loan_id is not null or a.allocated_at > p.created_at + interval '1 second'
          or exists (select from mobile_money_transaction m where m.tenant_id = p.tenant_id and m.booked_uuid = p.uuid))`,
  ),
  rule(
    'students owe their invoices',
    'What a student owes is the balance of issued invoices, and the credit is what payments have left.',
    `select format('Student %s owes %s, and the balance of the invoices is %s.', s.id, s.balance_due, coalesce(i.due, 0))
       from student s left join lateral (
         select sum(total - paid - credited) as due from invoice i
          where i.tenant_id = s.tenant_id and i.student_id = s.id and i.state in ${LIVE}) i on true
      where s.tenant_id = $1 and s.balance_due <> coalesce(i.due, 0)
     union all
     select format('Student %s has a credit of %s, and payments have %s left.', s.id, s.credit_balance, coalesce(p.rest, 0))
       from student s left join lateral (
         select sum(amount - allocated - surplus) as rest from invoice_payment p
          where p.tenant_id = s.tenant_id and p.student_id = s.id and p.state <> 'reversed') p on true
      where s.tenant_id = $1 and s.credit_balance <> coalesce(p.rest, 0)`,
  ),
  rule(
    'transfers are linked',
    'An enrolment that was transferred names the one that continues it, which names it, and the student is in its programme from then on.',
    `select format('Enrolment %s was transferred to %s, which came from %s.', e.id, e.transferred_to_id, n.transferred_from_id)
       from enrolment e left join enrolment n on n.tenant_id = e.tenant_id and n.id = e.transferred_to_id
      where e.tenant_id = $1 and e.state = 'transferred' and n.transferred_from_id is distinct from e.id
     union all
     select format('Enrolment %s goes on in programme %s, and student %s is in programme %s.', n.id, n.programme_id, s.id, s.programme_id)
       from enrolment n join student s on s.tenant_id = n.tenant_id and s.id = n.student_id
       join event t on t.tenant_id = n.tenant_id and t.type = 'enrolment.transferred' and t.subject_id = n.transferred_from_id
      where n.tenant_id = $1 and s.programme_id <> n.programme_id
        and not exists (select from event u where u.tenant_id = n.tenant_id and u.subject_type = 'student' and u.subject_id = s.id
                           and u.occurred_at > t.occurred_at)
        and not exists (select from enrolment o where o.tenant_id = n.tenant_id and o.student_id = n.student_id and o.id > n.id
                           and o.transferred_from_id is not null)`,
  ),
  rule(
    'loans reach the school once',
    'A confirmed disbursement that pays an invoice itself is one payment at the school, of its amount.',
    `select format('Disbursement %s of loan %s pays invoice %s, and the school has %s payments of %s for it.', d.id, l.id,
                   l.invoice_id, count(p.id), coalesce(sum(p.amount), 0))
       from disbursement d join loan l on l.tenant_id = d.tenant_id and l.id = d.loan_id
       left join invoice_payment p on p.tenant_id = d.tenant_id and p.disbursement_id = d.id and p.state <> 'reversed'
      where d.tenant_id = $1 and d.state = 'confirmed' and l.invoice_id is not null and d.channel = 'internal'
        and not exists (select from outbox o where o.tenant_id = d.tenant_id)
        and not exists (select from reaction r where r.tenant_id = d.tenant_id)
      group by d.tenant_id, d.id, l.id, l.invoice_id having count(p.id) <> 1`,
  ),
];
