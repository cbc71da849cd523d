import { rule, type Rule } from '../rule.ts';

/** portal.md 1: people, their links, keys and sessions. */
export const peopleRules: readonly Rule[] = [
  rule(
    'sessions are of who may sign in',
    'No session is open of a person who is invited, suspended or has left. One whose time was over before is none.',
    `select format('Session %s of person %s is open, and the person is %s.', s.id, p.id, p.state)
       from person_session s join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
      where s.tenant_id = $1 and s.state = 'open' and p.state <> 'active' and s.expires_at > now()`,
  ),
  rule(
    'sessions last hours',
    'A session ends twelve hours after it was opened at the latest, one of a command line with that which confirmed it, and none is stepped up before it was opened or by a time to come.',
    `select format('Session %s was opened at %s and lasts until %s.', id, opened_at, expires_at)
       from person_session where tenant_id = $1 and (expires_at > opened_at + interval '12 hours' or expires_at <= opened_at)
     union all
     select format('Session %s of a command line lasts until %s, and session %s that confirmed it until %s.', s.id,
                   s.expires_at, c.id, c.expires_at)
       from person_session s join person_session c on c.tenant_id = s.tenant_id and c.id = s.confirmed_in
      where s.tenant_id = $1 and (s.expires_at > c.expires_at or s.person_id <> c.person_id or c.method = 'command_line')
     union all
     select format('Session %s of a command line is open, and session %s that confirmed it has ended.', s.id, c.id)
       from person_session s join person_session c on c.tenant_id = s.tenant_id and c.id = s.confirmed_in
      where s.tenant_id = $1 and s.state = 'open' and c.state = 'ended'
     union all
     select format('Session %s of person %s was stepped up at %s, which is to come.', id, person_id, stepped_up_at)
       from person_session where tenant_id = $1 and stepped_up_at > now() + interval '1 minute'
     union all
     select format('Session %s is ended, and neither a person nor a time is named.', id)
       from person_session where tenant_id = $1 and (state = 'ended') <> (ended_at is not null and ended_by is not null)`,
  ),
  rule(
    'sessions have a proof of their own',
    'What was signed to open a session opens no second one, and no two sessions have one secret.',
    `select format('Sessions %s were opened by one signature.', string_agg(id::text, ', '))
       from person_session where tenant_id = $1 group by proof having count(*) > 1
     union all
     select format('Sessions %s have one secret.', string_agg(id::text, ', '))
       from person_session where tenant_id = $1 group by token_hash having count(*) > 1`,
  ),
  rule(
    'keys are of who works here',
    'Who has left has no key, no link and no account of an identity provider; a key is of one person, and a person who signs in with keys has one that is valid.',
    `select format('Person %s has left, and key %s is valid.', p.id, k.id)
       from person p join passkey k on k.tenant_id = p.tenant_id and k.person_id = p.id and k.voided_at is null
      where p.tenant_id = $1 and p.state = 'left'
     union all
     select format('Person %s has left, and a link to join is good until %s.', p.id, i.expires_at)
       from person p join person_invitation i on i.tenant_id = p.tenant_id and i.person_id = p.id
      where p.tenant_id = $1 and p.state = 'left' and i.used_at is null and i.voided_at is null
     union all
     select format('Person %s has left, and signs in as %s.', id, openid)
       from person where tenant_id = $1 and state = 'left' and openid is not null
     union all
     select format('Keys %s are one key.', string_agg(id::text, ', '))
       from passkey where tenant_id = $1 group by credential_id having count(*) > 1
     union all
     select format('Person %s has %s valid keys.', person_id, count(*))
       from passkey where tenant_id = $1 and voided_at is null group by person_id having count(*) > 1`,
  ),
  rule(
    'links are used once',
    'One link of a person is good at a time; it was used once, by its end, and where it replaces a key and takes a second administrator, after another than its maker agreed. People of a demo have joined without one.',
    `select format('Person %s has %s links that are good.', person_id, count(*))
       from person_invitation where tenant_id = $1 and used_at is null and voided_at is null
      group by person_id having count(*) > 1
     union all
     select format('Link %s of person %s was used at %s, after its end at %s.', id, person_id, used_at, expires_at)
       from person_invitation where tenant_id = $1 and used_at > expires_at
     union all
     select format('Link %s of person %s was used although it was void.', id, person_id)
       from person_invitation where tenant_id = $1 and used_at is not null and voided_at is not null and voided_at < used_at
     union all
     select format('Link %s of person %s replaces a key, and was used without a second administrator.', id, person_id)
       from person_invitation
      where tenant_id = $1 and awaits_second and used_at is not null and (confirmed_by is null or confirmed_by = invited_by)
     union all
     select format('Person %s joined %s times, and used %s links.', p.id, e.n, i.n)
       from person p
       cross join lateral (select count(*) as n from event e where e.tenant_id = p.tenant_id and e.type = 'person.joined'
                              and e.subject_type = 'person' and e.subject_id = p.id and e.data ->> 'method' <> 'sandbox') e
       cross join lateral (select count(*) as n from person_invitation i where i.tenant_id = p.tenant_id and i.person_id = p.id
                              and i.used_at is not null) i
      where p.tenant_id = $1 and e.n <> i.n and exists (select from event f where f.tenant_id = p.tenant_id
            and f.type = 'person.invited' and f.subject_type = 'person' and f.subject_id = p.id)`,
  ),
  rule(
    'people hold roles',
    'Roles are those of the institution, one address is one person, and who is a developer or a lecturer has no other role; clients are named to developers alone, units to lecturers.',
    `select format('Person %s has the role %s, which there is not.', id, r)
       from person cross join unnest(roles) r where tenant_id = $1
        and r not in ('officer', 'teller', 'approver', 'bursar', 'lecturer', 'registrar', 'compliance', 'auditor', 'administrator', 'developer')
     union all
     select format('Person %s is %s, which goes with no other role.', id, array_to_string(roles, ', '))
       from person where tenant_id = $1 and cardinality(roles) > 1 and roles && array['developer', 'lecturer']
     union all
     select format('People %s have the address %s.', string_agg(id::text, ', '), lower(email))
       from person where tenant_id = $1 group by lower(email) having count(*) > 1
     union all
     select format('Person %s has clients or units, and the roles %s.', id, array_to_string(roles, ', '))
       from person where tenant_id = $1
        and (client_ids is not null and not 'developer' = any (roles) or unit_ids is not null and not 'lecturer' = any (roles))
     union all
     select format('Person %s is limited to branch %s, which there is not.', p.id, b)
       from person p cross join unnest(p.branch_ids) b where p.tenant_id = $1
        and not exists (select from branch where branch.tenant_id = p.tenant_id and branch.id::text = b)`,
  ),
  rule(
    'an administrator stays',
    'An institution in which an administrator has joined has one who is active.',
    `select format('%s administrators have joined, and none is active.', count(*))
       from person p where p.tenant_id = $1 and p.joined_at is not null and 'administrator' = any (p.roles)
     having count(*) > 0 and count(*) filter (where p.state = 'active') = 0`,
  ),
  rule(
    'a person never decides about themselves',
    'No person has changed their own roles, branches or standing.',
    `select format('Person %s did %s to themselves (event %s).', p.id, e.type, e.id)
       from event e
       join person p on p.tenant_id = e.tenant_id and e.subject_type = 'person' and p.id = e.subject_id
       join audit a on a.tenant_id = e.tenant_id and a.event_uuid = e.uuid
      where e.tenant_id = $1 and a.actor = 'person:' || p.uuid
        and e.type in ('person.roles_assigned', 'person.branches_assigned', 'person.clients_assigned', 'person.units_assigned',
                       'person.suspended', 'person.resumed', 'person.left', 'person.confirmed', 'person.invited_again')`,
  ),
];
