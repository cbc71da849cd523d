import type { Check } from './check.ts';

const EARNINGS = [
  'interest_income',
  'fee_income',
  'penalty_income',
  'interest_receivable',
  'fee_receivable',
  'penalty_receivable',
];
const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/**
 * What has to come to nothing together: one account as a rule. Money of a disbursement may come back to another place than it left from. What
 * a repayment paid is calculated again with those that follow it, so that it is the money that is the same; and so is it where
 * savings give back what they had earned meanwhile.
 */
const TOGETHER = `case
  when r.subject_type = 'disbursement' and (l.account like '%\\_float' or l.account in (
       'disbursements_in_transit', 'bank', 'mpesa_paybill', 'school_fees_collected', 'duplicate_payments')) then 'the accounts of its money'
  when r.subject_type = 'savings_transaction' and l.account in (
       'savings_control', 'interest_on_savings', 'withholding_tax', 'interest_payable') then 'what was saved and earned'
  when l.account in (${listed(EARNINGS)})
    or r.subject_type = 'loan' and l.account = 'loan_overpayments'
    or r.subject_type = 'repayment' and l.account in ('loan_portfolio', 'loan_overpayments', 'recovery_income') then 'what was paid and earned'
  else concat_ws(':', l.account, l.sub_account) end`;

/** Begins with the journals that undo others, few beside all, and finds the lines of each by their journal. */
export const corrections: Check = {
  name: 'corrections',
  means:
    'A journal that undoes another is about the same record, not older, the only one, and has its lines with the sides swapped, account by ' +
    'account. What came back of a disbursement before, what the provider charged for it, and the parts that were split off a payment ' +
    'in suspense are left out; what was reclaimed on a debt while it was written off is receivable with it.',
  sql: `with undoing as (
          select r.id, r.reversal_of, r.subject_type, r.subject_id, j.id is not null as is_known,
                 r.id < j.id or r.booked_on < j.booked_on as is_older,
                 row_number() over (partition by r.reversal_of order by r.id) > 1 as is_another
            from journal r
            left join journal j on j.id = r.reversal_of and j.subject_type = r.subject_type and j.subject_id = r.subject_id
           where r.reversal_of is not null),
        part as (
          select u.id, u.id as journal_id, null::bigint as amount from undoing u where u.is_known
          union all
          -- A part that was split off has a record of its own: what is left of the payment is what is undone.
          select u.id, u.reversal_of, m.amount from undoing u
            left join mobile_money_transaction m on u.subject_type = 'mobile_money_transaction' and m.id = u.subject_id
           where u.is_known
          union all
          select u.id, p.id, null from undoing u
            join journal p on p.subject_type = u.subject_type and p.subject_id = u.subject_id and p.id between u.reversal_of and u.id
           where u.is_known and (u.subject_type = 'disbursement' and p.event_type = 'disbursement.partly_returned'
              or u.subject_type = 'loan' and p.event_type = 'loan.refund_reclaimed'
                 and not exists (select from journal c where c.subject_type = 'loan' and c.subject_id = p.subject_id
                                    and c.event_type = 'loan.charged_off' and c.id < p.id))),
        swapped as (
          select r.id, ${TOGETHER} as account,
                 sum(case l.side when 'debit' then coalesce(p.amount, l.amount) else -coalesce(p.amount, l.amount) end) as net
            from part p join undoing r on r.id = p.id join journal_line l on l.journal_id = p.journal_id
           where not (r.subject_type = 'disbursement' and l.account in ('provider_charges', 'charges_payable'))
           group by r.id, 2)
        select 'journal' as "table", u.id::text as id,
               case when not u.is_known then format('it does not undo journal %s', u.reversal_of)
                    when u.is_older then format('it undoes journal %s, which is younger', u.reversal_of)
                    when u.is_another then format('journal %s was undone before', u.reversal_of)
                    else format('with journal %s it leaves %s', u.reversal_of, s.what) end as what
          from undoing u
          left join (select s.id, string_agg(format('%s on %s', s.net, s.account), ', ' order by s.account) as what
                       from swapped s where s.net <> 0 group by s.id) s on s.id = u.id
         where not u.is_known or u.is_older or u.is_another or s.id is not null`,
};
