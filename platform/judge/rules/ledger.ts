import { rule, type Rule } from '../rule.ts';

/**
 * What may differ within a reversal. Money of a disbursement may come back to another place than it left from (payments.md 2,
 * row 18); what a repayment paid is calculated again with those that follow it, and savings give back what they had earned, so that
 * only the money is the same.
 */
const GROUP = `case
    when j.subject_type = 'disbursement' and (l.account like '%\\_float' or l.account in
         ('disbursements_in_transit', 'bank', 'mpesa_paybill', 'school_fees_collected', 'duplicate_payments'))
      then 'the accounts of money'
    when j.subject_type = 'savings_transaction'
         and l.account in ('savings_control', 'interest_on_savings', 'withholding_tax', 'interest_payable')
      then 'what was saved and earned'
    when l.account in ('interest_income', 'fee_income', 'penalty_income', 'interest_receivable', 'fee_receivable', 'penalty_receivable')
      or j.subject_type = 'loan' and l.account = 'loan_overpayments'
      or j.subject_type = 'repayment' and l.account in ('loan_portfolio', 'loan_overpayments', 'recovery_income') then 'what was paid and earned'
    else l.account end`;

/** Events that happen to a record once in its life. */
const BOOKS_ONCE = `(
  'disbursement.confirmed', 'float_top_up.confirmed', 'repayment.booked', 'savings_transaction.posted',
  'savings_transaction.captured', 'mobile_money.received', 'payout.succeeded', 'payout.corrected', 'collection.succeeded',
  'topup.succeeded', 'bank_charge.booked')`;

/**
 * Events of which each moves money. What may move none is not here: a payout that failed before it was sent, another allocation on a
 * debt that was charged off.
 */
const MOVES_MONEY = `(
  'float.topped_up', 'float.transferred', 'float_top_up.confirmed', 'float_top_up.reversed', 'disbursement.sent',
  'disbursement.confirmed', 'disbursement.paid_twice', 'disbursement.reversed', 'repayment.booked',
  'repayment.reversed', 'savings_transaction.posted', 'savings_transaction.captured',
  'savings_transaction.reversed', 'savings_transaction.interest_posted', 'savings_transaction.tax_withheld',
  'mobile_money.received', 'mobile_money.reversed', 'mobile_money.corrected', 'mobile_money.given_to_app',
  'payout.sent', 'payout.succeeded', 'payout.corrected', 'payout.reversed', 'collection.succeeded',
  'collection.reversed', 'topup.succeeded', 'topup.reversed', 'app_account.endowed',
  'loan.charged_off', 'loan.overpayment_refunded', 'loan.refund_reclaimed', 'death_claim.paid',
  'bank_charge.booked', 'bank_charge.given_back')`;

/** lending.md 4: double entry, immutable journals, corrections that mirror, control accounts. */
export const ledgerRules: readonly Rule[] = [
  rule(
    'journals balance',
    'The debits of each journal are its credits, of at least two lines.',
    `select format('Journal %s (%s of %s %s) debits %s and credits %s in %s lines.', j.id, j.event_type, j.subject_type,
                   j.subject_id, coalesce(sum(l.amount) filter (where l.side = 'debit'), 0),
                   coalesce(sum(l.amount) filter (where l.side = 'credit'), 0), count(l.id))
       from journal j left join journal_line l on l.tenant_id = j.tenant_id and l.journal_id = j.id
      where j.tenant_id = $1
      group by j.tenant_id, j.id
     having count(l.id) < 2
         or sum(case l.side when 'debit' then l.amount else -l.amount end) <> 0`,
  ),
  rule(
    'lines have a journal',
    'Every line of the ledger belongs to a journal.',
    `select format('Line %s of account %s belongs to journal %s, which does not exist.', l.id, l.account, l.journal_id)
       from journal_line l left join journal j on j.tenant_id = l.tenant_id and j.id = l.journal_id
      where l.tenant_id = $1 and j.id is null`,
  ),
  rule(
    'reversals mirror',
    'A journal that reverses another one has its lines with the sides swapped, is not older than it, and is the only one. Left out are the ' +
      'part of a disbursement that came back before, what the provider charged for it, and the parts that were split off a payment; what was reclaimed on a debt while it was written off is receivable with it.',
    `with swapped as (
       select j.id, j.reversal_of, x.account, x.sub_account,
              sum(case l.side when 'debit' then 1 else -1 end * coalesce(part.amount, l.amount)) as net
         from journal j
        cross join lateral (
          select j.id as journal_id, null::bigint as amount
          union all
          -- What is left of a payment, of which parts may have been split off, is what goes back.
          select j.reversal_of, (select m.amount from mobile_money_transaction m
                                  where m.tenant_id = j.tenant_id and j.subject_type = 'mobile_money_transaction' and m.id = j.subject_id)
          union all
          select p.id, null from journal p
           where p.tenant_id = j.tenant_id and j.subject_type = 'disbursement' and p.subject_type = 'disbursement'
             and p.subject_id = j.subject_id and p.event_type = 'disbursement.partly_returned' and p.id < j.id
          union all
          -- What was lost with a debt is owed with it again: so much of the loss becomes a claim.
          select p.id, null from journal p
           where p.tenant_id = j.tenant_id and j.subject_type = 'loan' and p.subject_type = 'loan' and p.subject_id = j.subject_id
             and p.event_type = 'loan.refund_reclaimed' and p.id between j.reversal_of and j.id
             and not exists (select from journal c where c.tenant_id = p.tenant_id and c.subject_type = 'loan'
                                and c.subject_id = p.subject_id and c.event_type = 'loan.charged_off' and c.id < p.id)) part
         join journal_line l on l.tenant_id = j.tenant_id and l.journal_id = part.journal_id
        cross join lateral (
          select ${GROUP} as account, case when ${GROUP} = l.account then l.sub_account end as sub_account) x
        where j.tenant_id = $1 and j.reversal_of is not null
          and not (j.subject_type = 'disbursement' and l.account in ('provider_charges', 'charges_payable'))
        group by j.tenant_id, j.id, j.reversal_of, x.account, x.sub_account)
     select format('Journal %s reverses journal %s, but together they leave %s on %s.', id, reversal_of, net,
                   concat_ws(':', account, sub_account))
       from swapped where net <> 0
     union all
     select format('Journal %s takes repayment %s back and names no journal that it reverses.', id, subject_id)
       from journal where tenant_id = $1 and event_type = 'repayment.reversed' and reversal_of is null
     union all
     select format('Journal %s was reversed by %s journals: %s.', reversal_of, count(*), string_agg(id::text, ', '))
       from journal where tenant_id = $1 and reversal_of is not null group by reversal_of having count(*) > 1
     union all
     select format('Journal %s of %s reverses journal %s, which was booked later, on %s.', r.id, r.booked_on, j.id,
                   j.booked_on)
       from journal r join journal j on j.tenant_id = r.tenant_id and j.id = r.reversal_of
      where r.tenant_id = $1 and r.booked_on < j.booked_on`,
  ),
  rule(
    'journals have a cause',
    'A journal belongs to an event that the audit trail knows, and its value date is not after its booking.',
    `select format('Journal %s (%s of %s %s) belongs to event %s, of which the audit trail has nothing.', j.id,
                   j.event_type, j.subject_type, j.subject_id, j.event_uuid)
       from journal j where j.tenant_id = $1
        and not exists (select from audit a where a.tenant_id = j.tenant_id and a.event_uuid = j.event_uuid)
     union all
     select format('Journal %s has the value date %s, after its booking on %s.', id, value_date, booked_on)
       from journal where tenant_id = $1 and value_date > booked_on`,
  ),
  rule(
    'money counts from its day',
    'The journal of a repayment, or of a deposit or withdrawal, has the day of the payment as its value date: the first open day where ' +
      'that day is closed, and none to come.',
    [
      ['repayment', 'repayment.booked', `r.state = 'booked' and r.moved_from is null`],
      [
        'savings_transaction',
        'savings_transaction.posted',
        `r.state = 'posted' and r.type in ('deposit', 'withdrawal')`,
      ],
    ]
      .map(
        ([table = '', event, which]) => `
     select format('${table.replace('_', ' ')} %s was paid at %s, and journal %s counts it from %s and not from %s.', r.id, r.paid_at, j.id,
                   j.value_date, x.day)
       from ${table} r join tenant t on t.id = r.tenant_id
       join journal j on j.tenant_id = r.tenant_id and j.subject_type = '${table}' and j.subject_id = r.id and j.event_type = '${event}'
       cross join lateral (
         select least(j.booked_on, greatest((r.paid_at at time zone t.time_zone)::date, coalesce(
                  (select max(p.ends_on) + 1 from ledger_period p where p.tenant_id = r.tenant_id and p.created_at < j.created_at),
                  '-infinity'))) as day) x
      where r.tenant_id = $1 and ${which} and j.value_date <> x.day
        -- What waited in suspense may be older than the record that it was placed on.
        and not exists (select from mobile_money_transaction m where m.tenant_id = r.tenant_id and m.booked_uuid = r.uuid)`,
      )
      .join(' union all '),
  ),
  rule(
    'closed periods',
    'Nothing is booked into a period after it was closed, and its balances are the sums of its lines.',
    `select format('Journal %s was booked on %s, into the period that was closed through %s before.', j.id, j.booked_on,
                   p.ends_on)
       from journal j join ledger_period p on p.tenant_id = j.tenant_id and j.booked_on <= p.ends_on and j.id > (
            select coalesce(max(e.id), 0) from journal e where e.tenant_id = j.tenant_id and e.created_at <= p.created_at)
      where j.tenant_id = $1 and j.created_at > p.created_at
     union all
     select format('The period through %s has %s debited and %s credited on %s, but its lines have %s and %s.', p.ends_on,
                   b.debit, b.credit, concat_ws(':', b.account, b.sub_account), l.debit, l.credit)
       from ledger_period p
       join ledger_period_balance b on b.tenant_id = p.tenant_id and b.period_id = p.id
       cross join lateral (
         select coalesce(sum(l.amount) filter (where l.side = 'debit'), 0) as debit,
                coalesce(sum(l.amount) filter (where l.side = 'credit'), 0) as credit
           from journal j join journal_line l on l.tenant_id = j.tenant_id and l.journal_id = j.id
          where j.tenant_id = p.tenant_id and j.booked_on <= p.ends_on and j.currency = b.currency
            and l.account = b.account and l.sub_account is not distinct from b.sub_account) l
      where p.tenant_id = $1 and l.debit - l.credit <> b.debit - b.credit`,
  ),
  rule(
    'charges are paid as far as they are owed',
    'No provider was paid more than it has charged.',
    `select format('%s was paid %s more than it has charged.', coalesce(sub_account, 'A provider'), sum(case side when 'debit' then amount else -amount end))
       from journal_line where tenant_id = $1 and account = 'charges_payable' group by sub_account
     having sum(case side when 'debit' then amount else -amount end) > 0`,
  ),
  rule(
    'a payment is booked once',
    'However often a provider, the bank or a client reports a payment, one journal books it.',
    `select format('Journals %s all book %s %s (%s).', string_agg(id::text, ', ' order by id), replace(subject_type, '_', ' '), subject_id, event_type)
       from journal
      where tenant_id = $1 and reversal_of is null and event_type in ${BOOKS_ONCE}
      group by subject_type, subject_id, event_type having count(*) > 1`,
  ),
  rule(
    'money events have their journal',
    'Whatever an event says of money that moved stands in a journal of that event.',
    `select format('Event %s (%s of %s %s) moved money, and no journal belongs to it.', e.id, e.type, e.subject_type, e.subject_id)
       from event e
      where e.tenant_id = $1 and e.type in ${MOVES_MONEY}
        and not exists (select from journal j where j.tenant_id = e.tenant_id and j.event_uuid = e.uuid)`,
  ),
];
