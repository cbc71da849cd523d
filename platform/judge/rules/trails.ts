import { rule, type Rule } from '../rule.ts';

/** What an event said of its record when it happened last: the record, its column, and the field of the event. */
const SAID = [
  ['loan', 'principal'],
  ['guarantee', 'amount'],
  ['float_top_up', 'amount'],
  ['payout', 'amount'],
  ['payout', 'fee'],
  ['collection', 'amount'],
  ['collection', 'fee'],
] as const;

/** architecture.md, webhooks.md: what is said of an event in several places is the same in all of them. */
export const trailRules: readonly Rule[] = [
  rule(
    'the audit trail says what happened',
    'A row of the audit trail has the type, the record and the version of its event.',
    `select format('Audit row %s tells of %s of %s %s in version %s, and its event %s is %s of %s %s in version %s.',
                   a.id, a.event_type, a.subject_type, a.subject_id, a.subject_version,
                   e.id, e.type, e.subject_type, e.subject_id, e.subject_version)
       from event e join audit a on a.tenant_id = e.tenant_id and a.event_uuid = e.uuid
      where e.tenant_id = $1
        and (a.event_type, a.subject_type, a.subject_id, a.subject_uuid, a.subject_version)
              is distinct from (e.type, e.subject_type, e.subject_id, e.subject_uuid, e.subject_version)`,
  ),
  rule(
    'the feed and deliveries say what happened',
    'An entry of the feed and a delivery have the type of an event that is there.',
    `select format('Entry %s of the feed is %s, and its event %s is %s.', f.sequence, f.type, f.event_id, coalesce(e.type, 'not there'))
       from feed_entry f left join event e on e.tenant_id = f.tenant_id and e.id = f.event_id
      where f.tenant_id = $1 and (e.type is distinct from f.type or e.owner_client_id is distinct from f.owner_client_id)
     union all
     select format('Delivery %s of webhook %s is %s, and its event %s is %s.', d.id, d.endpoint_id, d.event_type, e.id, e.type)
       from webhook_delivery d join event e on e.tenant_id = d.tenant_id and e.id = d.event_id
      where d.tenant_id = $1 and e.type <> d.event_type`,
  ),
  rule(
    'versions go on',
    'The version of a record never goes back from one of its events to the next.',
    `select format('Event %s of %s %s is of version %s, after one of version %s.', id, subject_type, subject_id, subject_version, before)
       from (select id, subject_type, subject_id, subject_version,
                    lag(subject_version) over (partition by subject_type, subject_uuid order by id) as before
               from event
              -- Of an institution only this changes what its version counts; the others carry the version that they were begun with.
              where tenant_id = $1 and (subject_type <> 'institution' or type = 'institution.policies_changed')) x
      where subject_version < before`,
  ),
  rule(
    'what was decided has a version of its own',
    'A loan that was approved has been changed since its first version: who decides on that one is refused. One that refinances another begins approved.',
    `select format('Loan %s was approved, and is %s in version 1.', l.id, l.state)
       from loan l
      where l.tenant_id = $1 and l.version = 1 and l.refinances is null and exists (
            select from event e where e.tenant_id = l.tenant_id and e.subject_type = 'loan' and e.subject_id = l.id
               and e.type = 'loan.approved')`,
  ),
  rule(
    'records are as their events said',
    'What an event said of a record stays until the next one.',
    SAID.map(
      ([table, column]) =>
        `select format('${table.replaceAll('_', ' ')} %s has a ${column} of %s, and its last event %s says %s.', r.id, r.${column}, e.id, e.said)
           from ${table} r cross join lateral (
             select e.id, (e.data->>'${column}')::numeric as said from event e
              where e.tenant_id = r.tenant_id and e.subject_type = '${table}' and e.subject_uuid = r.uuid and e.data ? '${column}'
              order by e.id desc limit 1) e
          where r.tenant_id = $1 and e.said <> r.${column}`,
    ).join(' union all '),
  ),
  rule(
    'replies are kept as they were',
    'The status of an idempotency key is that of its stored response, and a refusal is a problem.',
    `select format('Idempotency key %s of client %s is kept with status %s, and its response has %s as %s.', key, client_id, status,
                   response->>'status', response->'headers'->>'content-type')
       from idempotency_key
      where tenant_id = $1 and state = 'completed'
        and (response->>'status' <> status::text
          or (status >= 400) <> coalesce(response->'headers'->>'content-type' like 'application/problem+json%', false))`,
  ),
  rule(
    'keys live for a day',
    'An idempotency key counts for exactly 24 hours.',
    `select format('Idempotency key %s of client %s counts from %s until %s.', key, client_id, created_at, expires_at)
       from idempotency_key where tenant_id = $1 and expires_at <> created_at + interval '24 hours'`,
  ),
];
