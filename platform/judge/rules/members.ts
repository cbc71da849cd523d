import { rule, type Rule } from '../rule.ts';

/** When the member m left. */
const EXITED = `select max(x.at) from audit x
                 where x.tenant_id = m.tenant_id and x.subject_type = 'member' and x.subject_id = m.id and x.event_type = 'member.exited'`;

/** lending.md 1: members. */
export const memberRules: readonly Rule[] = [
  rule(
    'members are numbered',
    'A member number is M- and digits with leading zeros, and stands once.',
    `select format('Member %s has the number %s.', id, member_no) from member
      where tenant_id = $1 and member_no !~ '^M-[0-9]{6,}$'
     union all
     select format('Member number %s is that of members %s.', member_no, string_agg(id::text, ', '))
       from member where tenant_id = $1 group by member_no having count(*) > 1`,
  ),
  rule(
    'who left owes nothing',
    'A member who exited owes and guarantees nothing but what was taken back since, and saves nothing.',
    `select format('Member %s exited, and loan %s still has %s outstanding.', m.id, l.id,
                   l.principal_outstanding + l.interest_outstanding + l.fees_outstanding + l.penalties_outstanding)
       from member m join loan l on l.tenant_id = m.tenant_id and l.member_id = m.id
      where m.tenant_id = $1 and m.state = 'exited' and l.state = 'active'
        and not exists (select from repayment r where r.tenant_id = l.tenant_id and r.loan_id = l.id
                           and r.reversed_at >= (${EXITED}))
     union all
     select format('Member %s exited, and savings account %s still has %s.', m.id, a.id, a.balance)
       from member m join savings_account a on a.tenant_id = m.tenant_id and a.member_id = m.id
      where m.tenant_id = $1 and m.state = 'exited' and a.balance <> 0
     union all
     select format('Member %s exited, and guarantee %s is live.', m.id, g.id)
       from member m join guarantee g on g.tenant_id = m.tenant_id and g.member_id = m.id
      where m.tenant_id = $1 and m.state = 'exited' and g.state = 'live'
        and not exists (select from repayment r where r.tenant_id = g.tenant_id and r.loan_id = g.loan_id
                           and r.reversed_at >= (${EXITED}))`,
  ),
  rule(
    'who borrowed was a member',
    'A loan is approved for a member who is active then.',
    `select format('Loan %s was approved while member %s was %s.', e.subject_id, l.member_id, m.state)
       from event e
       join loan l on l.tenant_id = e.tenant_id and l.id = e.subject_id
       cross join lateral (
         select m.data->>'state' as state from event m
          where m.tenant_id = e.tenant_id and m.subject_type = 'member' and m.subject_id = l.member_id
            and m.id < e.id and m.data ? 'state'
          order by m.id desc limit 1) m
      where e.tenant_id = $1 and e.type = 'loan.approved' and m.state <> 'active'`,
  ),
];
