import { rule, type Rule } from '../rule.ts';

/** When the member m left. */
const EXITED = `select max(x.at) from audit x
                 where x.tenant_id = m.tenant_id and x.subject_type = 'member' and x.subject_id = m.id and x.event_type = 'member.exited'`;

/** lending.md 1: members; payments.md 3.7: two people. */
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
    'two people are two',
    'What takes two people was decided by another one than proposed it, and a loan was not approved by its maker.',
    `select format('Proposal %s (%s) was proposed and approved by %s.', id, command, decided_by)
       from proposal where tenant_id = $1 and state = 'approved' and decided_by = proposed_by
     union all
     select format('Loan %s was created and approved by %s, in an institution with four eyes.', l.id, l.approved_by)
       from loan l join tenant t on t.id = l.tenant_id
      where l.tenant_id = $1 and t.four_eyes and l.approved_by = l.created_by
        and not exists (select from event e where e.tenant_id = l.tenant_id and e.type = 'loan.approved' and e.subject_type = 'loan'
                           and e.subject_id = l.id and e.occurred_at < t.created_at)
     union all
     select format('Proposal %s (%s) was proposed with a client of %s, and approved with another one.', p.id, p.command, one.responsible)
       from proposal p
       join api_client one on one.tenant_id = p.tenant_id and one.client_key = p.proposed_by
       join api_client other on other.tenant_id = p.tenant_id and other.client_key = p.decided_by
      where p.tenant_id = $1 and p.state = 'approved' and one.id <> other.id and one.responsible = other.responsible
        and one.answered_before = '{}' and other.answered_before = '{}'
     union all
     select format('AML alert %s was escalated and filed by %s.', id, filed_by)
       from aml_alert where tenant_id = $1 and escalated_by = filed_by
     union all
     select format('AML alert %s is %s without an assignee.', id, state)
       from aml_alert where tenant_id = $1 and state in ('under_review', 'escalated') and assignee is null`,
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
