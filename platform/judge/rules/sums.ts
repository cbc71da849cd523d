import { rule, type Rule } from '../rule.ts';

/** What the rows of a loan’s schedule were paid of a part, against what the loan counts. */
const counted = (part: string) => `
  select format('Loan %s counts %s of ${part} as paid, and its instalments %s.', l.id, l.${part}_paid, sum(i.paid_${part}))
    from loan l join loan_instalment i on i.tenant_id = l.tenant_id and i.loan_id = l.id and i.schedule_version = l.schedule_version
   where l.tenant_id = $1 group by l.tenant_id, l.id having sum(i.paid_${part}) <> l.${part}_paid`;

/** Figures that are kept beside what they are the sum of. */
export const sumRules: readonly Rule[] = [
  rule(
    'loans count what was paid',
    'Interest, fees and penalties that a loan counts as paid are those of its instalments.',
    ['interest', 'fees', 'penalties'].map(counted).join(' union all '),
  ),
  rule(
    'loans count what was recovered',
    'What was recovered of a loan is the sum of its repayments that were booked as recovered.',
    `select format('Loan %s has %s recovered, and its repayments recover %s.', l.id, l.recovered, coalesce(sum(r.recovered), 0))
       from loan l left join repayment r on r.tenant_id = l.tenant_id and r.loan_id = l.id and r.state = 'booked'
      where l.tenant_id = $1 group by l.tenant_id, l.id having l.recovered <> coalesce(sum(r.recovered), 0)`,
  ),
  rule(
    'recoveries end at the loss',
    'What was recovered of a debt is at most what was written off; the rest is the member’s.',
    `select format('Loan %s has %s recovered of the %s that were written off.', id, recovered, written_off)
       from loan where tenant_id = $1 and recovered > written_off`,
  ),
  rule(
    'guarantees end with the loan',
    'No member is bound for a loan that is paid, or that never was lent.',
    `select format('Guarantee %s of member %s binds for %s, and loan %s is %s.', g.id, g.member_id, g.liable, l.id, l.state)
       from guarantee g join loan l on l.tenant_id = g.tenant_id and l.id = g.loan_id
      where g.tenant_id = $1 and g.state = 'live' and l.state in ('closed', 'overpaid', 'rejected', 'withdrawn')`,
  ),
  rule(
    'guarantees are released as the loan is paid',
    'A guarantee of a running loan stands for the share of it that is owed of what was lent, rounded up.',
    `select format('Guarantee %s of %s stands for %s, and loan %s owes %s of %s.', g.id, g.amount, g.liable, l.id,
                   l.principal_outstanding, l.disbursed_principal)
       from guarantee g join loan l on l.tenant_id = g.tenant_id and l.id = g.loan_id
      where g.tenant_id = $1 and g.state = 'live' and l.state = 'active' and l.disbursed_principal > 0
        and g.liable <> ceil(g.amount::numeric * l.principal_outstanding / l.disbursed_principal)`,
  ),
  rule(
    'claims pay what was distributed',
    'What a death claim has paid is the sum of its payouts that stand, and at most what was distributed.',
    `select format('Death claim %s (%s) has paid %s of %s, and its payouts come to %s.', c.id, c.claim_no, c.paid, c.distributed,
                   coalesce(sum(p.amount), 0))
       from death_claim c left join death_claim_part p on p.tenant_id = c.tenant_id and p.claim_id = c.id and p.kind = 'payout'
        and p.state = 'booked'
      where c.tenant_id = $1 group by c.tenant_id, c.id
     having c.paid <> coalesce(sum(p.amount), 0) or c.paid > c.distributed`,
  ),
  rule(
    'savings show the balance after',
    'The balance of a savings account is that after its last movement, where none was reversed and no hold was captured since.',
    `select format('Savings account %s (%s) has a balance of %s, and its last transaction %s shows %s after it.', a.id, a.account_no,
                   a.balance, t.id, t.balance_after)
       from savings_account a cross join lateral (
         select t.id, t.balance_after from savings_transaction t
          where t.tenant_id = a.tenant_id and t.account_id = a.id and t.state = 'posted' and t.balance_after is not null
          order by t.id desc limit 1) t
      where a.tenant_id = $1 and t.balance_after <> a.balance
        and not exists (select from savings_transaction r where r.tenant_id = a.tenant_id and r.account_id = a.id
                           and r.state in ('reversed', 'captured'))`,
  ),
  rule(
    'top-ups of apps are booked once',
    'A top-up that succeeded came to its app once, with its amount, any other never or went back.',
    `select format('Top-up %s of %s for app %s is %s, and its transactions are %s.', p.id, p.amount, p.app_id, p.state,
                   coalesce(sum(t.amount), 0))
       from topup p left join app_transaction t on t.tenant_id = p.tenant_id and t.source_uuid = p.uuid
      where p.tenant_id = $1 group by p.tenant_id, p.id
     having coalesce(sum(t.amount), 0) <> case p.state when 'succeeded' then p.amount else 0 end`,
  ),
  rule(
    'fees of apps are booked once',
    'A payout that succeeded cost its app its fee, also where it came back; any other nothing.',
    `select format('Payout %s of app %s is %s with a fee of %s, and its fees come to %s.', p.id, p.app_id, p.state, p.fee,
                   coalesce(sum(-t.amount), 0))
       from payout p left join app_transaction t on t.tenant_id = p.tenant_id and t.source_uuid = p.uuid and t.type = 'fee'
      where p.tenant_id = $1 group by p.tenant_id, p.id
     having coalesce(sum(-t.amount), 0) <> case when p.state in ('succeeded', 'reversed') then p.fee else 0 end`,
  ),
  rule(
    'days of the ledger are their journals',
    'What was summed of an account for a day is what its journals of that day debit and credit.',
    `select format('The sum of account %s on %s (%s) is %s debited and %s credited, and its journals %s and %s.',
                   coalesce(d.account, j.account), coalesce(d.booked_on, j.booked_on), coalesce(d.event_type, j.event_type),
                   coalesce(d.debit, 0), coalesce(d.credit, 0), coalesce(j.debit, 0), coalesce(j.credit, 0))
       from (select account, booked_on, event_type, sum(debit) as debit, sum(credit) as credit from ledger_day
              where tenant_id = $1 group by 1, 2, 3) d
       full join (
         select l.account, x.booked_on, x.event_type, coalesce(sum(l.amount) filter (where l.side = 'debit'), 0) as debit,
                coalesce(sum(l.amount) filter (where l.side = 'credit'), 0) as credit
           from journal x join journal_line l on l.tenant_id = x.tenant_id and l.journal_id = x.id
          where x.tenant_id = $1 and x.booked_on <= (select through from ledger_summed s where s.tenant_id = $1)
          group by 1, 2, 3) j using (account, booked_on, event_type)
      where (coalesce(d.debit, 0), coalesce(d.credit, 0)) is distinct from (coalesce(j.debit, 0), coalesce(j.credit, 0))
        and coalesce(d.booked_on, j.booked_on) <= (select through from ledger_summed s where s.tenant_id = $1)`,
  ),
];
