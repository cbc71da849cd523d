import { rule, type Rule } from '../rule.ts';

/** What a transaction does to the balance. */
const CREDITS = `('deposit', 'transfer_in', 'interest', 'dividend')`;
const SIGNED = `case when t.type in ${CREDITS} then t.amount else -t.amount end`;

/** Movements between share accounts of members: what leaves with an estate is paid by its claim. */
const PASSED_ON = `join savings_account a on a.tenant_id = t.tenant_id and a.id = t.account_id and a.kind = 'shares'
        and not exists (select from death_claim c where c.tenant_id = a.tenant_id and c.member_id = a.member_id)`;

/** lending.md 1, 6 and 7: savings. */
export const savingsRules: readonly Rule[] = [
  rule(
    'savings are their transactions',
    'The balance of an account is what was posted and captured on it, less interest that was taken back when a deposit was reversed.',
    `select format('Savings account %s (%s) has a balance of %s, and its transactions are %s.', a.id, a.account_no, a.balance,
                   t.moved)
       from savings_account a
       cross join lateral (
         select coalesce(sum(${SIGNED}) filter (where t.state = 'captured' or t.state = 'posted' and t.type <> 'hold'), 0)
                - coalesce(sum(t.interest_taken_back - t.tax_returned), 0) as moved
           from savings_transaction t where t.tenant_id = a.tenant_id and t.account_id = a.id) t
      where a.tenant_id = $1 and a.balance <> t.moved`,
  ),
  rule(
    'holds are held',
    'What is held of an account is the sum of its open holds, and at most its balance.',
    `select format('Savings account %s holds %s of %s, and its open holds are %s.', a.id, a.held, a.balance, coalesce(sum(t.amount), 0))
       from savings_account a left join savings_transaction t on t.tenant_id = a.tenant_id and t.account_id = a.id
        and t.state = 'held'
      where a.tenant_id = $1 group by a.tenant_id, a.id
     having a.held <> coalesce(sum(t.amount), 0) or a.held > a.balance`,
  ),
  rule(
    'savings end empty',
    'A closed or rejected account has nothing, and shares are no ordinary savings.',
    `select format('Savings account %s is %s with %s, of which %s is held.', id, state, balance, held)
       from savings_account where tenant_id = $1 and state in ('closed', 'rejected', 'pending_approval') and (balance <> 0 or held <> 0)`,
  ),
  rule(
    'transactions are plausible in time',
    'A deposit or withdrawal is neither older than its account nor from the future, and a hold is paid when it is captured; but money that waited in suspense keeps its time.',
    `select format('Savings transaction %s was paid at %s, before account %s was opened on %s.', t.id, t.paid_at, a.id, a.opened_on)
       from savings_transaction t join savings_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
       join tenant n on n.id = t.tenant_id
      where t.tenant_id = $1 and t.state in ('posted', 'captured') and t.type in ('deposit', 'withdrawal')
        and t.paid_at < (a.opened_on::timestamp at time zone n.time_zone) - interval '10 minutes'
        and not exists (select from mobile_money_transaction m
                         where m.tenant_id = t.tenant_id and m.booked_uuid = t.uuid and m.created_at < t.created_at)
     union all
     select format('Savings transaction %s was paid at %s, more than ten minutes after it was recorded at %s.', t.id, t.paid_at, r.at)
       from savings_transaction t
       cross join lateral (
         select coalesce(max(e.occurred_at), t.created_at) as at from event e
          where e.tenant_id = t.tenant_id and e.subject_type = 'savings_transaction' and e.subject_uuid = t.uuid
            and e.type = 'savings_transaction.captured') r
      where t.tenant_id = $1 and t.paid_at > r.at + interval '11 minutes'`,
  ),
  rule(
    'interest is posted when its period ends',
    'Interest of ordinary savings is posted on the last day of a month, quarter or year, as the account has it; before that only where ' +
      'it is settled: because its member leaves or has died.',
    `select format('Interest of savings account %s is posted by the %s, and transaction %s posts it on %s.', a.id,
                   a.interest->>'postingPeriod', t.id, t.booked_on)
       from savings_account a join savings_transaction t on t.tenant_id = a.tenant_id and t.account_id = a.id and t.type = 'interest'
      where a.tenant_id = $1 and a.kind = 'ordinary' and t.state = 'posted' and a.interest->>'postingPeriod' is not null
        and t.booked_on + 1 <> date_trunc(a.interest->>'postingPeriod', t.booked_on + 1)::date
        and not exists (select from event e where e.tenant_id = a.tenant_id and e.subject_type = 'savings_account' and e.subject_id = a.id
                           and e.type = 'savings_account.interest_posted')
        and not exists (select from death_claim c where c.tenant_id = a.tenant_id and c.member_id = a.member_id)`,
  ),
  rule(
    'who breaks a deposit pays for it',
    'A deposit that is broken in its first term, where that costs all of its interest, leaves none to its member.',
    `select format('Savings account %s was broken at the cost of all its interest, and %s of that was left to its member.', a.id, t.kept)
       from savings_account a cross join lateral (
         select sum(case t.type when 'interest' then t.amount else -t.amount end) filter (where t.type in ('interest', 'withholding_tax', 'fee')) as kept,
                bool_or(t.state = 'reversed') as corrected
           from savings_transaction t where t.tenant_id = a.tenant_id and t.account_id = a.id and t.state in ('posted', 'reversed')) t
      where a.tenant_id = $1 and (a.maturity->>'breakCost')::numeric = 100 and a.interest is null and t.kept <> 0 and not t.corrected
        and exists (select from event e where e.tenant_id = a.tenant_id and e.subject_type = 'savings_account' and e.subject_id = a.id
                       and e.type = 'savings_account.broken')
        and not exists (select from event e where e.tenant_id = a.tenant_id and e.subject_type = 'savings_account' and e.subject_id = a.id
                           and e.type = 'savings_account.matured')`,
  ),
  rule(
    'accounts fall asleep in time',
    'An account that has rested since a movement is marked dormant as soon as the days of the institution have passed, and not before.',
    `select format('Savings account %s rested from %s on and is dormant since %s, and the institution lets %s days pass.', a.id,
                   a.last_movement_on, a.dormant_since, p.days)
       from savings_account a join tenant t on t.id = a.tenant_id
       cross join lateral (
         -- What was in force when it was marked, where that was so from the movement on.
         select (e.data->'after'->>'dormancy_days')::int as days, (e.occurred_at at time zone t.time_zone)::date as since
           from event e where e.tenant_id = a.tenant_id and e.type = 'institution.policies_changed' and e.data->'after' ? 'dormancy_days'
            and (e.occurred_at at time zone t.time_zone)::date < a.dormant_since
          order by e.id desc limit 1) p
      where a.tenant_id = $1 and a.state = 'dormant' and p.since <= a.last_movement_on and p.days is not null
        and a.dormant_since <> a.last_movement_on + p.days + 1
        and not exists (select from event e where e.tenant_id = a.tenant_id and e.subject_type = 'savings_account' and e.subject_id = a.id
                           and e.type in ('savings_account.frozen', 'savings_account.unfrozen', 'savings_account.reactivated'))`,
  ),
  rule(
    'transfers have two sides',
    'Shares that leave an account are those of another one: as much left share accounts for others as came from others.',
    `select format('Shares of %s left accounts for others, and %s came to others.', coalesce(sum(t.amount) filter (where t.type = 'transfer_out'), 0),
                   coalesce(sum(t.amount) filter (where t.type = 'transfer_in'), 0))
       from savings_transaction t ${PASSED_ON}
      where t.tenant_id = $1 and t.state = 'posted' and t.type in ('transfer_in', 'transfer_out')
     having sum(case t.type when 'transfer_in' then t.amount else -t.amount end) <> 0`,
  ),
  rule(
    'shares stand for debts',
    'A member who owes on a loan passes no shares on.',
    `select format('Savings transaction %s passed %s of shares on, and member %s owed on loan %s.', t.id, t.amount, a.member_id, l.id)
       from savings_transaction t ${PASSED_ON}
       join loan l on l.tenant_id = a.tenant_id and l.member_id = a.member_id and l.state = 'active'
       join event x on x.tenant_id = t.tenant_id and x.subject_type = 'savings_transaction' and x.subject_id = t.id
        and x.type = 'savings_transaction.posted'
      where t.tenant_id = $1 and t.type = 'transfer_out' and t.state = 'posted'
        and exists (select from event e where e.tenant_id = l.tenant_id and e.subject_type = 'loan' and e.subject_id = l.id
                       and e.type = 'loan.disbursed' and e.id < x.id)
        -- It has been open all the time.
        and not exists (select from event e where e.tenant_id = l.tenant_id and e.subject_type = 'loan' and e.subject_id = l.id
                           and e.type in ('loan.closed', 'loan.overpaid', 'loan.repayment_reversed', 'loan.write_off_undone',
                                          'loan.disbursement_undone', 'loan.disbursement_reduced', 'loan.refund_reclaimed'))`,
  ),
];
