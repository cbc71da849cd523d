import { rule, type Rule } from '../rule.ts';

const OWED = '(l.principal_outstanding + l.interest_outstanding + l.fees_outstanding + l.penalties_outstanding)';
/** The rows of the schedule that runs. */
const ROWS = `(select i.loan_id, count(*) as n, sum(i.principal) as principal,
    sum(i.principal - i.paid_principal) as principal_left, sum(i.interest - i.paid_interest) as interest_left,
    sum(i.fees - i.paid_fees) as fees_left, sum(i.penalties - i.paid_penalties) as penalties_left,
    sum(i.paid_principal) as paid_principal, sum(i.paid_interest) as paid_interest,
    sum(i.paid_fees) as paid_fees, sum(i.paid_penalties) as paid_penalties,
    min(i.due_date) filter (where i.principal + i.interest + i.fees + i.penalties
                              > i.paid_principal + i.paid_interest + i.paid_fees + i.paid_penalties) as oldest_unpaid
  from loan_instalment i join loan x on x.tenant_id = i.tenant_id and x.id = i.loan_id
   and x.schedule_version = i.schedule_version
  where i.tenant_id = $1 group by i.loan_id)`;

/** Each part that is owed, and its two columns. */
const PARTS = ['principal', 'interest', 'fees', 'penalties'] as const;

/** lending.md 1 to 4: what a loan owes follows from its schedule, and both from what was booked. */
export const loanRules: readonly Rule[] = [
  rule(
    'what is owed stands in the schedule',
    'What a loan owes of principal, interest, fees and penalties is what its instalments have unpaid.',
    PARTS.map(
      (part) => `select format('Loan %s owes %s of ${part}, but its instalments of schedule %s leave %s unpaid.', l.id,
                   l.${part}_outstanding, l.schedule_version, coalesce(r.${part}_left, 0))
       from loan l left join ${ROWS} r on r.loan_id = l.id
      where l.tenant_id = $1 and l.state in ('active', 'closed', 'overpaid') and l.close_reason is distinct from 'refinanced'
        and l.${part}_outstanding <> coalesce(r.${part}_left, 0)`,
    ).join(' union all '),
  ),
  rule(
    'states follow from what is owed',
    'An active loan owes something, a closed one nothing, an overpaid one is owed; one that was not disbursed has no schedule, but where everything came back after it was used.',
    `select format('Loan %s is %s and owes %s, with %s overpaid.', l.id, l.state, ${OWED}, l.overpaid)
       from loan l
      where l.tenant_id = $1 and case l.state
            when 'active' then ${OWED} = 0
            when 'closed' then (${OWED} <> 0 and l.close_reason is distinct from 'refinanced') or l.overpaid <> 0
            when 'overpaid' then ${OWED} <> 0 or l.overpaid = 0
            when 'written_off' then l.written_off_on is null
            else ${OWED} <> 0 or l.overpaid <> 0 end
     union all
     select format('Loan %s is %s and has %s disbursed.', l.id, l.state, l.disbursed_principal) from loan l
      where l.tenant_id = $1 and (l.state in ('draft', 'ready_to_disburse', 'rejected', 'withdrawn')) <> (l.disbursed_principal = 0)
        and not (l.state = 'closed' and l.disbursed_principal = 0)
        and not (l.state in ('active', 'overpaid', 'written_off') and exists (
              select from loan_entry e where e.tenant_id = l.tenant_id and e.loan_id = l.id and e.kind = 'return'))
     union all
     select format('Loan %s is %s without an instalment of schedule %s.', l.id, l.state, l.schedule_version) from loan l
      where l.tenant_id = $1 and l.state in ('active', 'overpaid', 'written_off')
        and not exists (select from loan_instalment i where i.tenant_id = l.tenant_id and i.loan_id = l.id
                           and i.schedule_version = l.schedule_version)`,
  ),
  rule(
    'what was lent was disbursed',
    'The principal disbursed of a loan is the sum of its confirmed disbursements less what came back, and of the loan it pays off.',
    `select format('Loan %s has %s disbursed, but its confirmed disbursements are %s.', l.id, l.disbursed_principal,
                   coalesce(d.lent, 0))
       from loan l left join lateral (
         select sum(amount - returned) as lent from disbursement d
          where d.tenant_id = l.tenant_id and d.loan_id = l.id and (d.state = 'confirmed' or d.state = 'review' and d.in_transit < 0)) d on true
      where l.tenant_id = $1 and l.refinances is null and l.disbursed_principal <> coalesce(d.lent, 0)`,
  ),
  rule(
    'instalments are consistent',
    'Instalments count from 1, fall due in order, are never paid beyond what they are, and carry the day on which they were paid.',
    `select format('Instalment %s of loan %s is due on %s, not after the one before (%s).', number, loan_id, due_date, before)
       from (select i.*, lag(due_date) over (partition by loan_id, schedule_version order by number) as before
               from loan_instalment i where tenant_id = $1) x
      where before > due_date or before = due_date and schedule_version = 1
     union all
     select format('Loan %s has %s instalments of schedule %s, numbered %s to %s.', loan_id, count(*), schedule_version,
                   min(number), max(number))
       from loan_instalment where tenant_id = $1 group by loan_id, schedule_version
     having max(number) - min(number) + 1 <> count(*)
     union all
     select format('Instalment %s of loan %s is of %s, and %s of it is paid.', i.number, i.loan_id,
                   i.principal + i.interest + i.fees + i.penalties,
                   i.paid_principal + i.paid_interest + i.paid_fees + i.paid_penalties)
       from loan_instalment i where tenant_id = $1
        and (paid_principal > principal or paid_interest > interest or paid_fees > fees or paid_penalties > penalties)
     union all
     select format('Instalment %s of loan %s is %s.', i.number, i.loan_id,
                   case when i.paid_on is null then 'paid whole and has no day of it'
                        else 'not paid whole, and has a day of it' end)
       from loan_instalment i join loan l on l.tenant_id = i.tenant_id and l.id = i.loan_id
        and l.schedule_version = i.schedule_version
      where i.tenant_id = $1 and l.state = 'active' and i.principal + i.interest + i.fees + i.penalties > 0
        and (i.paid_on is null) <> (i.principal + i.interest + i.fees + i.penalties
             > i.paid_principal + i.paid_interest + i.paid_fees + i.paid_penalties)`,
  ),
  rule(
    'lateness is calculated from the oldest unpaid day',
    'The next due date of a loan that runs is that of its oldest instalment with anything unpaid.',
    `select format('Loan %s says that its next due date is %s, but its oldest unpaid instalment is due on %s.', l.id,
                   l.next_due_date, r.oldest_unpaid)
       from loan l join ${ROWS} r on r.loan_id = l.id
      where l.tenant_id = $1 and l.state = 'active' and l.next_due_date is distinct from r.oldest_unpaid`,
  ),
  rule(
    'repayments are what they are made of',
    'The parts of a repayment are its amount, none is negative, and it was paid after the loan began and not in the future; but money that waited in suspense or on another loan keeps its time.',
    `select format('Repayment %s of loan %s is of %s, and its parts are %s.', id, loan_id, amount,
                   principal + interest + fees + penalties + overpayment + recovered)
       from repayment where tenant_id = $1
        and (principal + interest + fees + penalties + overpayment + recovered <> amount
             or least(principal, interest, fees, penalties, overpayment, recovered) < 0)
     union all
     select format('Repayment %s of loan %s was paid at %s, before the loan was disbursed on %s.', r.id, r.loan_id, r.paid_at,
                   l.disbursed_on)
       from repayment r join loan l on l.tenant_id = r.tenant_id and l.id = r.loan_id join tenant t on t.id = l.tenant_id
      where r.tenant_id = $1 and r.state = 'booked' and l.disbursed_on is not null
        and r.paid_at < (l.disbursed_on::timestamp at time zone t.time_zone) - interval '10 minutes'
        and r.moved_from is null
        and not exists (select from mobile_money_transaction m
                         where m.tenant_id = r.tenant_id and m.booked_uuid = r.uuid and m.created_at < r.created_at)
     union all
     select format('Entry %s of loan %s counts from %s, before the loan was disbursed on %s.', e.number, l.id, e.booked_for, l.disbursed_on)
       from loan_entry e join loan l on l.tenant_id = e.tenant_id and l.id = e.loan_id
      where e.tenant_id = $1 and not e.reversed and e.booked_for < l.disbursed_on
     union all
     select format('Repayment %s of loan %s was paid at %s, more than ten minutes after it was recorded at %s.', id,
                   loan_id, paid_at, created_at)
       from repayment where tenant_id = $1 and paid_at > created_at + interval '11 minutes'`,
  ),
  rule(
    'repayments reach the instalments',
    'Where nothing but disbursements and repayments happened to a loan, its repayments are what its instalments have paid.',
    PARTS.map(
      (part) => `select format('The repayments of loan %s (%s) paid %s of ${part}, and its instalments show %s.', l.id,
                   p.ids, p.${part}, r.paid_${part})
       from loan l join ${ROWS} r on r.loan_id = l.id
       cross join lateral (
         select coalesce(sum(${part}), 0) as ${part}, coalesce(string_agg(id::text, ', '), 'none') as ids
           from repayment p where p.tenant_id = l.tenant_id and p.loan_id = l.id and p.state = 'booked') p
      where l.tenant_id = $1 and l.state in ('active', 'closed', 'overpaid') and l.schedule_version = 1
        and l.close_reason is distinct from 'refinanced'
        and not exists (select from loan_entry e where e.tenant_id = l.tenant_id and e.loan_id = l.id and not e.reversed
                           and e.kind not in ('disbursement', 'repayment', 'charge', 'late_interest', 'settlement'))
        and p.${part} <> r.paid_${part}`,
    ).join(' union all '),
  ),
  rule(
    'repayments stand in the history',
    'A booked repayment is one entry of its loan that is not reversed, of its amount; one that was reversed is none.',
    `select format('Repayment %s of loan %s is booked with %s, and the history of the loan has %s entries of %s for it.',
                   r.id, r.loan_id, r.amount, e.n, coalesce(e.amount, 0))
       from repayment r
       join loan l on l.tenant_id = r.tenant_id and l.id = r.loan_id
       cross join lateral (
         select count(*) as n, sum(amount) as amount from loan_entry e
          where e.tenant_id = r.tenant_id and e.loan_id = r.loan_id and e.source = r.uuid and not e.reversed
            and e.kind in ('repayment', 'settlement')) e
      where r.tenant_id = $1 and r.state = 'booked' and r.recovered = 0 and r.books = 'carried' and l.state <> 'written_off'
        and l.written_off_on is null and (e.n <> 1 or e.amount <> r.amount)
     union all
     select format('Repayment %s of loan %s is reversed, and entry %s of the loan still counts it.', r.id, r.loan_id, e.number)
       from repayment r join loan_entry e on e.tenant_id = r.tenant_id and e.loan_id = r.loan_id and e.source = r.uuid
        and not e.reversed and e.kind in ('repayment', 'settlement')
      where r.tenant_id = $1 and r.state = 'reversed'`,
  ),
  rule(
    'who settles bears the interest of the time',
    'A loan that was settled early has borne no more interest than the instalments ask for that had begun by then.',
    // Repayments may call interest what was paid ahead of its time: settled, it counts as principal. What was paid beyond the
    // principal was borne, whatever it is called.
    `select format('Loan %s was settled on %s and bore %s of interest, and its instalments that had begun ask for %s.', l.id, e.booked_for,
                   r.paid - l.disbursed_principal, i.interest)
       from loan l join loan_entry e on e.tenant_id = l.tenant_id and e.loan_id = l.id and e.kind = 'settlement' and not e.reversed
       cross join lateral (select sum(principal + interest) as paid from repayment r
                            where r.tenant_id = l.tenant_id and r.loan_id = l.id and r.state = 'booked') r
       cross join lateral (
         select coalesce(sum(x.asked), 0) as interest
           from (select o.asked, lag(o.due_date, 1, l.disbursed_on) over (order by o.number) as since
                   from (select i.number, i.due_date, i.interest as asked from loan_instalment i
                          where i.tenant_id = l.tenant_id and i.loan_id = l.id and i.schedule_version = 1) o) x
          where x.since < e.booked_for) i
      where l.tenant_id = $1 and l.state in ('closed', 'overpaid') and l.close_reason is distinct from 'refinanced'
        and not exists (select from loan_entry o where o.tenant_id = l.tenant_id and o.loan_id = l.id and not o.reversed
                           and o.kind not in ('disbursement', 'repayment', 'settlement'))
        and r.paid - l.disbursed_principal > i.interest`,
  ),
  rule(
    'refinancing links two loans',
    'A refinanced loan is closed and linked with its successor, in both directions.',
    `select format('Loan %s pays off loan %s, which is linked with %s.', n.id, n.refinances, coalesce(o.refinanced_by::text, 'none'))
       from loan n join loan o on o.tenant_id = n.tenant_id and o.id = n.refinances
      where n.tenant_id = $1 and n.disbursed_principal > 0 and o.refinanced_by is distinct from n.id`,
  ),
  rule(
    'closes of business are complete',
    'There is one close for a day, no day between two is missing, and a finished one did all loans.',
    `select format('The close of business of %s is done, with %s of %s loans.', business_date, loans_done, loans_total)
       from close_of_business where tenant_id = $1 and state = 'done' and loans_done < loans_total
     union all
     select format('No close of business stands between those of %s and %s.', before, business_date)
       from (select business_date, lag(business_date) over (order by business_date) as before
               from close_of_business where tenant_id = $1) x
      where business_date - before > 1
     union all
     select format('The closes of business %s are running at the same time.', string_agg(business_date::text, ', '))
       from close_of_business where tenant_id = $1 and state = 'running' having count(*) > 1`,
  ),
];
