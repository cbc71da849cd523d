import { rule, type Rule } from '../rule.ts';

/**
 * Who is behind a name that acts: itself, and of a client the person who has answered for it since it was made. Who answered at
 * which time is written nowhere, where that was changed.
 */
const behind = (actor: string) => `
  select lower(${actor}) as person union
  select lower(c.responsible) from api_client c
   where c.tenant_id = $1 and c.client_key = ${actor} and c.responsible is not null and c.answered_before = '{}'
     and not exists (select from event r where r.tenant_id = c.tenant_id and r.subject_type = 'client' and r.subject_id = c.id
                        and r.type = 'client.responsible_changed')`;

/** The person who is behind both; no row where there is none. */
const behindBoth = (one: string, other: string) =>
  `select person from (${behind(one)}) ones join (${behind(other)}) others using (person) limit 1`;

/** Processes notice a change of policies within seconds. */
const NOTICED = `interval '5 seconds'`;

/** Changes of whether the institution wants two people. */
const CHANGES = `
  select id, occurred_at as at, (data->'before'->>'four_eyes')::boolean as was, (data->'after'->>'four_eyes')::boolean as is
    from event where tenant_id = $1 and type = 'institution.policies_changed' and data->'after' ? 'four_eyes'`;

/**
 * Whether the institution t wanted two people when the event e happened: by the last change before it, else by what the next one
 * after it has changed, else as it is. Null where it had changed just before.
 */
const WANTED_TWO = `
  select case when t.mode = 'live' then true
              when last.at > e.occurred_at - ${NOTICED} then null
              else coalesce(last.is, next.was, t.four_eyes) end as two
    from (select) here
    left join lateral (select c.is, c.at from changes c where c.id < e.id order by c.id desc limit 1) last on true
    left join lateral (select c.was from changes c where c.id > e.id order by c.id limit 1) next on true`;

/** What became of a payment of an app, where two people have found the same. */
const foundByTwo = (table: 'payout' | 'collection') => `
  select format('What became of ${table} %s was found by %s and by %s, and behind both is %s.', f.id, f.findings->0->>'by',
                f.findings->1->>'by', same.person)
    from ${table} f cross join lateral (${behindBoth(`(f.findings->0->>'by')`, `(f.findings->1->>'by')`)}) same
   where f.tenant_id = $1 and jsonb_array_length(f.findings) > 1`;

/** payments.md 3.7: two people are two people; lending.md 1: creator is not approver where the institution wants four eyes. */
export const twoPeopleRules: readonly Rule[] = [
  rule(
    'two people are two',
    'What takes two people was decided by another one than proposed it. Two clients of one person are one.',
    `select format('Proposal %s (%s) was proposed by %s and approved by %s, and behind both is %s.', p.id, p.command, p.proposed_by,
                   p.decided_by, same.person)
       from proposal p cross join lateral (
         select person from (${behind('p.proposed_by')} union select lower(p.proposed_for)) ones
           join (${behind('p.decided_by')}) others using (person) limit 1) same
      where p.tenant_id = $1 and p.state = 'approved'
     union all
     select format('AML alert %s was escalated by %s and filed by %s, and behind both is %s.', a.id, a.escalated_by, a.filed_by, same.person)
       from aml_alert a cross join lateral (${behindBoth('a.escalated_by', 'a.filed_by')}) same
      where a.tenant_id = $1
     union all
     select format('What became of disbursement %s was proposed by %s and approved by %s, and behind both is %s.', d.id,
                   d.proposal->>'by', d.proposal->>'approvedBy', same.person)
       from disbursement d cross join lateral (${behindBoth(`(d.proposal->>'by')`, `(d.proposal->>'approvedBy')`)}) same
      where d.tenant_id = $1
     union all
     select format('The return of mobile money %s was proposed by %s and approved by %s, and behind both is %s.', m.id,
                   m.return_proposal->>'by', m.return_proposal->>'approvedBy', same.person)
       from mobile_money_transaction m
       cross join lateral (${behindBoth(`(m.return_proposal->>'by')`, `(m.return_proposal->>'approvedBy')`)}) same
      where m.tenant_id = $1
     union all
     ${foundByTwo('payout')} union all ${foundByTwo('collection')}
     union all
     select format('AML alert %s is %s without an assignee.', id, state)
       from aml_alert where tenant_id = $1 and state in ('under_review', 'escalated') and assignee is null`,
  ),
  rule(
    'a loan is approved by another one',
    'Where the institution wanted two people then, a loan was approved by another person than made or changed the application.',
    `with changes as materialized (${CHANGES})
     select format('Loan %s was %s by %s and approved by %s, behind both is %s, and two people were wanted then.', l.id, maker.did,
                   maker.name, x.actor, same.person)
       from event e
       join tenant t on t.id = e.tenant_id
       join audit x on x.tenant_id = e.tenant_id and x.event_uuid = e.uuid
       join loan l on l.tenant_id = e.tenant_id and l.id = e.subject_id
       cross join lateral (${WANTED_TWO}) policy
       cross join lateral (
         select l.created_by as name, 'made' as did union
         select u.actor, 'changed' from event c join audit u on u.tenant_id = c.tenant_id and u.event_uuid = c.uuid
          where c.tenant_id = e.tenant_id and c.subject_type = 'loan' and c.subject_id = l.id and c.type = 'loan.updated' and c.id < e.id) maker
       cross join lateral (${behindBoth('maker.name', 'x.actor')}) same
      where e.tenant_id = $1 and e.type = 'loan.approved' and e.subject_type = 'loan' and policy.two`,
  ),
];
