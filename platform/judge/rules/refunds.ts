import { rule, type Rule } from '../rule.ts';

/** What events of a loan say of an amount, by their type. */
const said = (types: string) => `(select coalesce(sum((e.data->>'amount')::bigint), 0) from event e
   where e.tenant_id = l.tenant_id and e.subject_type = 'loan' and e.subject_id = l.id and e.type in (${types}))`;

/** Charges for what was refunded of payments that are gone: each names its payment. */
const CLAIMS = `(select e.tenant_id, e.loan_id, e.number, e.amount, e.part, r.id as repayment_id, r.uuid, r.state
    from loan_entry e join repayment r on r.tenant_id = e.tenant_id and r.uuid = e.source
   where e.tenant_id = $1 and e.kind = 'charge' and not e.reversed)`;

/** True where a loss was taken of the loan before an event. */
const IS_LOST = `exists (select from event x where x.tenant_id = e.tenant_id and x.subject_type = 'loan' and x.subject_id = e.subject_id
      and x.id < e.id and (x.type = 'loan.charged_off' or x.type = 'loan.written_off' and not exists (
        select from event u where u.tenant_id = x.tenant_id and u.subject_type = 'loan' and u.subject_id = x.subject_id
           and u.id between x.id and e.id and u.type = 'loan.write_off_undone')))`;

/** lending.md 1 and 4, and decision 83: what was paid too much, where it went, and what becomes of it once its payment is gone. */
export const refundRules: readonly Rule[] = [
  rule(
    'a refund of what is gone is owed',
    'What was refunded of a payment that its provider has taken back is charged on the loan as a penalty, as much as was said; people ' +
      'look at it, and the receipt of the payment books nothing more.',
    `select format('Of loan %s %s was reclaimed, and its charges for payments that are gone are %s.', l.id, l.said, coalesce(l.charged, 0))
       from (select l.id, ${said(`'loan.refund_reclaimed'`)} as said,
                    (select sum(c.amount) from ${CLAIMS} c where c.loan_id = l.id and c.part = 'penalties') as charged
               from loan l where l.tenant_id = $1 and l.disbursed_principal > 0) l
      where l.said <> coalesce(l.charged, 0)
     union all
     select format('Entry %s of loan %s claims what was refunded of repayment %s, which is %s.', c.number, c.loan_id, c.repayment_id, c.state)
       from ${CLAIMS} c where c.state <> 'reversed'
     union all
     select format('Entry %s of loan %s claims %s of repayment %s, and no incident says so.', c.number, c.loan_id, c.amount, c.repayment_id)
       from ${CLAIMS} c
      where not exists (select from incident i where i.tenant_id = c.tenant_id and i.kind = 'taken_back_after_refund'
                           and i.subject_uuid = c.uuid and i.amount = c.amount)
     union all
     select format('Repayment %s was refunded in part and is gone, and receipt %s of it is %s.', c.repayment_id, u.receipt_key, u.state)
       from ${CLAIMS} c join payment_receipt_use u on u.tenant_id = c.tenant_id and u.record_uuid = c.uuid
      where u.state not in ('taken_back', 'moved')`,
  ),
  rule(
    'a claim is no income',
    'What is reclaimed is debited to penalties receivable, or lost where the loss of the loan was taken, and credited to overpayments.',
    `select format('Event %s reclaims %s of loan %s, and its journal has: %s.', e.id, e.data->>'amount', e.subject_id,
                   coalesce(j.lines, 'nothing'))
       from event e left join lateral (
         select string_agg(format('%s %s %s', l.side, l.account, l.amount), ', ' order by l.side desc, l.account) as lines
           from journal j join journal_line l on l.tenant_id = j.tenant_id and l.journal_id = j.id
          where j.tenant_id = e.tenant_id and j.event_uuid = e.uuid) j on true
      where e.tenant_id = $1 and e.type = 'loan.refund_reclaimed'
        and j.lines is distinct from format('debit %1$s %2$s, credit loan_overpayments %2$s',
              case when ${IS_LOST} then 'written_off' else 'penalty_receivable' end, e.data->>'amount')`,
  ),
  rule(
    'refunds stand in the history',
    'What the history of a loan, and of those that took its place, has as refunded is what went to the member, less what was reclaimed.',
    `with recursive line as (
       select l.id, l.id as root from loan l where l.tenant_id = $1 and l.refinances is null
       union all
       select l.id, f.root from loan l join line f on l.refinances = f.id where l.tenant_id = $1)
     select format('The history of loan %s has %s refunded, and %s went to the member for good.', root, sum(entered), sum(gone))
       from (select f.root, ${said(`'loan.overpayment_refunded', 'loan.overpayment_transferred'`)} - ${said(`'loan.refund_reclaimed'`)} as gone,
                    (select coalesce(sum(x.amount), 0) from loan_entry x
                      where x.tenant_id = l.tenant_id and x.loan_id = l.id and x.kind = 'refund' and not x.reversed) as entered,
                    -- The account of a debt that was written off rests, and events of before may be gone.
                    exists (select from event e where e.tenant_id = l.tenant_id and e.subject_type = 'loan' and e.subject_id = l.id
                               and e.type = 'loan.written_off') as rests,
                    exists (select from event e where e.tenant_id = l.tenant_id and e.subject_type = 'loan' and e.subject_id = l.id
                               and e.type = 'loan.created') as complete
               from loan l join line f on f.id = l.id where l.tenant_id = $1) x
      group by root having bool_and(complete) and not bool_or(rests) and sum(entered) <> sum(gone)`,
  ),
];
