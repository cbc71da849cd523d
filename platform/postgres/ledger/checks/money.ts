import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { inStripesOf } from '../../lending/striped-floats.ts';
import { agrees, held, SIGNED, type Check } from './check.ts';

/** Tax that was returned with interest that was taken back. */
const RETURNED = `((select coalesce(sum(t.tax_returned), 0) from savings_transaction t)
  + (select coalesce(sum(case l.side when 'debit' then l.amount else -l.amount end), 0)
       from savings_transaction t
       join journal j on j.subject_type = 'savings_transaction' and j.subject_id = t.id
       join journal_line l on l.journal_id = j.id and l.account = 'withholding_tax'
      where t.type = 'fee'))`;

/** Tax that was withheld of interest which was posted early: the member died, or a deposit was broken. */
const WITHHELD_EARLY = `(select coalesce(sum(t.amount), 0) from savings_transaction t
  where t.type = 'withholding_tax' and t.recorded_by <> '${CLOSER}')`;

/** What has to be true of float, savings and mobile money. */
export const moneyChecks: readonly Check[] = [
  {
    name: 'float',
    means: 'An agent’s float is what the ledger says, covers what is held, and what is held is what is being sent.',
    sql: `select 'agent' as "table", a.id::text as id,
                 format('%s: float %s, held %s; the ledger says %s, %s is being sent', a.agent_no, w.float, w.held, b.held, s.sending) as what
            from agent a
            cross join lateral (${inStripesOf('a')}) t
            cross join lateral (select a.float + t.float as float, a.held + t.held as held) w
            cross join lateral (select coalesce(sum(${SIGNED}), 0) as held from journal_line l
                                 where l.account = a.provider || '_float' and l.sub_account = a.agent_no) b
            cross join lateral (select coalesce(sum(d.amount - d.netted), 0) as sending from disbursement d
                                 where d.agent_id = a.id and d.state = 'sending') s
           where w.float <> b.held or a.held < 0 or a.float < a.held or w.held <> s.sending
          union all
          select 'agent_stripe', s.id::text, format('%s: float %s, held %s in stripe %s', a.agent_no, s.float, s.held, s.number)
            from agent_stripe s join agent a on a.id = s.agent_id
           where s.held < 0 or s.float < s.held
              or (a.stripes = 1 or s.number > a.stripes) and s.float <> 0`,
  },
  {
    name: 'float top-ups',
    means: 'What was moved from the paybill to an agent’s float is booked once, and taken out once where it went back.',
    sql: `select 'float_top_up' as "table", t.id::text as id,
                 format('%s of %s for %s; its journals add %s to the float', t.state, t.amount, t.agent_no, b.booked) as what
            from float_top_up t
            cross join lateral (
              select coalesce(sum(${SIGNED}), 0) as booked
                from journal j join journal_line l on l.journal_id = j.id and l.account = 'mpesa_float'
               where j.subject_type = 'float_top_up' and j.subject_id = t.id) b
           where b.booked <> case t.state when 'confirmed' then t.moved else 0 end`,
  },
  agrees(
    'savings_control',
    'What members saved is owed to them.',
    `select -coalesce(sum(a.balance), 0) from savings_account a where a.kind <> 'shares'`,
  ),
  agrees(
    'share_capital',
    'Share capital is what members hold in shares: equity, and never among their savings.',
    `select -coalesce(sum(a.balance), 0) from savings_account a where a.kind = 'shares'`,
  ),
  agrees('savings_transfers', 'Savings that left one account for another have arrived there.', 'select 0::bigint'),
  agrees('share_transfers', 'Shares that one member gave up another one has.', 'select 0::bigint'),
  {
    name: 'members who left',
    // What a payer sends for a loan all the same is theirs. What a bank takes back is owed again, and guaranteed again.
    means:
      'A member who left owes and guarantees nothing but what was taken back since, and has neither savings nor shares.',
    sql: `select 'member' as "table", m.id::text as id, format('%s left, and %s', m.member_no, x.what) as what
            from member m
            cross join lateral (
              select max(a.at) as at from audit a
               where a.subject_type = 'member' and a.subject_id = m.id and a.event_type = 'member.exited') e
            cross join lateral (
              select format('loan %s is %s', l.loan_no, l.state) as what from loan l
               where l.member_id = m.id and l.state in ('ready_to_disburse', 'active')
                 and not exists (select from repayment r where r.loan_id = l.id and r.reversed_at >= e.at)
              union all
              select format('guarantee %s is live', g.id) from guarantee g where g.member_id = m.id and g.state = 'live'
                 and not exists (select from repayment r where r.loan_id = g.loan_id and r.reversed_at >= e.at)
              union all
              select format('account %s holds %s', a.account_no, a.balance) from savings_account a
               where a.member_id = m.id and a.balance > 0) x
           where m.state = 'exited'`,
  },
  agrees(
    'interest_payable',
    'What savings have earned and was not posted yet is owed.',
    'select -coalesce(sum(a.interest_accrued), 0) from savings_account a',
  ),
  {
    name: 'savings interest',
    means: 'What closes of business earned on savings, posted and withheld is in the ledger.',
    sql: `select 'close_of_business' as "table", c.id::text as id,
                 format('%s: it counts interest of %s, its journals come to %s', c.business_date, c.savings_interest, b.earned) as what
            from close_of_business c
            cross join lateral (
              select coalesce(sum(${SIGNED}), 0) as earned
                from journal j join journal_line l on l.journal_id = j.id and l.account = 'interest_on_savings'
               where j.subject_type = 'close_of_business' and j.subject_id = c.id) b
           where c.savings_interest <> b.earned
          union all
          select 'close_of_business', max(c.id)::text,
                 format('tax of %s was withheld, the ledger holds %s', sum(c.tax_withheld) + ${WITHHELD_EARLY} - ${RETURNED}, -${held('withholding_tax')})
            from close_of_business c having sum(c.tax_withheld) + ${WITHHELD_EARLY} - ${RETURNED} <> -${held('withholding_tax')}`,
  },
  {
    name: 'savings',
    means: 'The balance of a savings account is what was booked of it, and covers what is held.',
    sql: `select 'savings_account' as "table", a.id::text as id,
                 format('%s: balance %s, held %s; the ledger says %s', a.account_no, a.balance, a.held, b.saved) as what
            from savings_account a
            cross join lateral (
              select coalesce(sum(-(${SIGNED})), 0) as saved
                from savings_transaction t
                join journal j on j.subject_type = 'savings_transaction' and j.subject_id = t.id
                join journal_line l on l.journal_id = j.id and l.account in ('savings_control', 'share_capital')
               where t.account_id = a.id) b
           where a.balance <> b.saved or a.held < 0 or a.balance < a.held`,
  },
  {
    name: 'savings transactions',
    means: 'The balance of a savings account is the sum of its transactions, less interest that reversals took back.',
    sql: `select 'savings_account' as "table", a.id::text as id,
                 format('%s: balance %s; its transactions come to %s', a.account_no, a.balance, t.moved) as what
            from savings_account a
            cross join lateral (
              select coalesce(sum(case when t.type in ('deposit', 'transfer_in', 'interest', 'dividend') then t.amount else -t.amount end)
                                filter (where t.state = 'captured' or t.state = 'posted' and t.type <> 'hold'), 0)
                     - coalesce(sum(t.interest_taken_back - t.tax_returned), 0) as moved
                from savings_transaction t where t.account_id = a.id) t
           where a.balance <> t.moved`,
  },
  agrees(
    'due_from_schools',
    'What schools hold for the lender is what prepaid loans of it and was not handed over.',
    `select coalesce(sum(r.amount), 0) from repayment r where r.channel = 'school' and r.state = 'booked'`,
  ),
  {
    name: 'school fees',
    means:
      'Every confirmed disbursement of a school-fee loan is one payment in the school’s books, to the cent; no other is.',
    // What is still on its way to the school has its reaction; one that was given up has no time and is wrong.
    sql: `select 'disbursement' as "table", d.id::text as id,
                 format('%s, paid out %s; the school has %s', d.state, d.amount - d.netted - d.returned, coalesce(p.amount::text, 'nothing')) as what
            from disbursement d join loan l on l.id = d.loan_id
            left join invoice_payment p on p.disbursement_id = d.id and p.state <> 'reversed'
           where l.invoice_id is not null
             -- What went to a phone is promised at the school, which books it when it has it.
             and (d.channel in ('mpesa_b2b', 'bank', 'internal') or p.id is not null
                  or d.state = 'confirmed' and not exists (
                       select from invoice_reservation r where r.disbursement_uuid = d.uuid and r.state = 'promised'))
             -- What came back and waits in review is still the school's until the loan is rid of it.
             and case when d.state = 'confirmed' or d.state = 'review' and d.in_transit < 0
                      then p.id is null or p.amount <> d.amount - d.netted - d.returned else p.id is not null end
             and not exists (select from reaction r join event e on e.id = r.event_id
                              where r.due_at is not null and e.subject_id = l.id
                                and r.handler in ('pay-school-fees', 'reverse-school-fees'))`,
  },
  {
    name: 'designated money',
    means: 'Money of a school-fee loan pays the invoice that the loan is for, and no other.',
    sql: `select 'invoice_payment' as "table", p.id::text as id,
                 format('the loan is for invoice %s; %s of its money is on invoice %s', p.invoice_id, x.amount, x.invoice_id) as what
            from invoice_payment p
            join payment_allocation x on x.payment_id = p.id and x.unwound_at is null
           where p.method = 'loan' and x.invoice_id is distinct from p.invoice_id`,
  },
  agrees(
    'school_fees_collected',
    'Fees that came by mobile money, and those that loans paid in our own books, are owed to the schools.',
    `select -coalesce(sum(x.amount), 0)
       from (select m.amount from mobile_money_transaction m where m.state = 'allocated' and m.destination_type = 'student'
             union all
             select d.amount - d.netted - d.returned from disbursement d
              where d.channel = 'internal' and d.state = 'confirmed') x`,
  ),
  agrees(
    'charges_payable',
    'What is owed to providers is what they charged for payments, to borrowers and of apps, and was not paid.',
    `select (select coalesce(sum(u.amount), 0) from payment_receipt_use u where u.party like 'charges:%' and u.state = 'live')
          - (select coalesce(sum(d.charge), 0) from disbursement d)
          - (select coalesce(sum(p.charge), 0) from payout p)
          - (select coalesce(sum(t.charge), 0) from float_top_up t)`,
  ),
  agrees(
    'bank_charges',
    'What the bank has charged is what its statements show as charges, and was not given back.',
    `select coalesce(sum(c.amount), 0) from bank_charge c where c.state = 'booked'`,
  ),
  {
    name: 'charges of the bank',
    means:
      'Every line of the bank that is settled as a charge, or as one that it gave back, is booked to the cent, once.',
    sql: `select 'bank_line' as "table", x.id::text as id,
                 format('it is settled as %s of %s; booked are %s', x.settled_as, x.amount, coalesce(b.booked::text, 'no journals')) as what
            from bank_line x
            left join bank_charge c on c.line_id = x.id or c.back_line_id = x.id
            left join lateral (
              select sum(${SIGNED}) as booked
                from journal j join journal_line l on l.journal_id = j.id and l.account = 'bank'
               where j.subject_type = 'bank_charge' and j.subject_id = c.id
                 and j.event_type = case when c.line_id = x.id then 'bank_charge.booked' else 'bank_charge.given_back' end) b on true
           where (x.settled_as in ('charge', 'charge_given_back') or c.id is not null) and b.booked is distinct from x.amount`,
  },
  agrees(
    'unallocated_receipts',
    'What lies in suspense is mobile money that is not placed yet.',
    `select -coalesce(sum(m.amount), 0) from mobile_money_transaction m where m.state in ('unallocated', 'returning')`,
  ),
];
