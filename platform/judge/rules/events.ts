import { rule, type Rule } from '../rule.ts';

/** webhooks.md, partner-api.md 10.1: nothing is lost, nothing comes twice, a hole is seen. */
export const eventRules: readonly Rule[] = [
  rule(
    'events are audited',
    'Every event has its row in the audit trail, and only one.',
    `select format('Event %s (%s of %s %s) stands %s times in the audit trail.', e.id, e.type, e.subject_type, e.subject_id,
                   count(a.id))
       from event e left join audit a on a.tenant_id = e.tenant_id and a.event_uuid = e.uuid
      where e.tenant_id = $1 group by e.tenant_id, e.id having count(a.id) <> 1`,
  ),
  rule(
    'events are in the feed',
    'An event waits in the outbox or stands in the feed, in one of them and once.',
    `select format('Event %s (%s of %s %s) is %s times in the feed and %s times in the outbox.', e.id, e.type,
                   e.subject_type, e.subject_id, f.n, o.n)
       from event e
       cross join lateral (select count(*) as n from feed_entry f where f.tenant_id = e.tenant_id and f.event_id = e.id) f
       cross join lateral (select count(*) as n from outbox o where o.tenant_id = e.tenant_id and o.event_id = e.id) o
      where e.tenant_id = $1 and f.n + o.n <> 1`,
  ),
  rule(
    'the feed has no hole',
    'The sequence of the feed counts without a gap to its head, from where it was pruned.',
    `select format('The feed jumps from %s to %s.', before, sequence)
       from (select sequence, lag(sequence) over (order by sequence) as before from feed_entry where tenant_id = $1) x
      where sequence <> before + 1 and before >= (select max(h.pruned) from feed_head h where h.tenant_id = $1)
     union all
     select format('The head of the feed is %s, and its last entry %s.', h.last, f.last)
       from feed_head h cross join (select max(sequence) as last from feed_entry where tenant_id = $1) f
      where h.tenant_id = $1 and f.last is not null and h.last <> f.last`,
  ),
  rule(
    'deliveries have no hole',
    'Deliveries of a webhook count without a gap to its last sequence, and no event has two.',
    `select format('Delivery %s of webhook %s is number %s, after %s.', id, endpoint_id, sequence, before)
       from (select id, endpoint_id, sequence, lag(sequence) over (partition by endpoint_id order by sequence) as before
               from webhook_delivery where tenant_id = $1) x
      where sequence <> before + 1
     union all
     select format('Webhook %s counts %s deliveries, and its last has number %s.', w.id, w.last_sequence, d.last)
       from webhook w cross join lateral (
         select max(sequence) as last from webhook_delivery d where d.tenant_id = w.tenant_id and d.endpoint_id = w.id) d
      where w.tenant_id = $1 and d.last is not null and d.last <> w.last_sequence
     union all
     select format('Event %s has %s deliveries to webhook %s.', event_id, count(*), endpoint_id)
       from webhook_delivery where tenant_id = $1 group by event_id, endpoint_id having count(*) > 1`,
  ),
  rule(
    'loan.disbursed is delivered',
    'A webhook for loan.disbursed that may read loans has a delivery of each that came to the feed while it was registered.',
    `select format('Webhook %s wants loan.disbursed and has no delivery of event %s (loan %s).', w.id, e.id, e.subject_id)
       from webhook w join event e on e.tenant_id = w.tenant_id and e.type = 'loan.disbursed'
        and e.created_at > w.created_at and e.owner_client_id is null
       join feed_entry f on f.tenant_id = e.tenant_id and f.event_id = e.id
      where w.tenant_id = $1 and w.state = 'active' and w.version = 1
        and ('loan.disbursed' = any (w.events) or 'loan.*' = any (w.events) or '*' = any (w.events))
        and 'loans:read' = any (w.scopes)
        and not exists (select from webhook_delivery d where d.tenant_id = w.tenant_id and d.endpoint_id = w.id and d.event_id = e.id)`,
  ),
  rule(
    'attempts are written down',
    'The attempts of a delivery are numbered from 1 and counted, and one that succeeded had a reply of 2xx.',
    `select format('Delivery %s counts %s attempts, and %s are written down.', d.id, d.attempts, a.n)
       from webhook_delivery d cross join lateral (
         select count(*) as n, max(number) as last from webhook_attempt a where a.tenant_id = d.tenant_id and a.delivery_id = d.id) a
      where d.tenant_id = $1 and d.started_at is null and (d.attempts <> a.n or (a.n > 0 and a.last <> a.n))
        and d.state not in ('delivering')
     union all
     select format('Delivery %s succeeded, and no attempt of it was answered with 2xx.', d.id)
       from webhook_delivery d
      where d.tenant_id = $1 and d.state = 'succeeded' and not exists (
            select from webhook_attempt a where a.tenant_id = d.tenant_id and a.delivery_id = d.id and a.status between 200 and 299)`,
  ),
  rule(
    'keys have their reply',
    'A completed idempotency key has its status and response, and no refusal of the transport is stored.',
    `select format('Idempotency key %s of client %s is completed with status %s and %s.', key, client_id, status,
                   case when response is null then 'no response' else 'a response' end)
       from idempotency_key where tenant_id = $1 and state = 'completed'
        and (status is null or response is null or status in (400, 401, 403, 405, 406, 408, 412, 413, 415, 428, 429) or status >= 500)`,
  ),
];
