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
    'retries follow the schedule',
    'After a failed attempt the next one waits as long as the schedule has it, a fifth more or less, and a minute where the receiver has ' +
      'too much to do; after the last of a round there is none.',
    `select format('Attempt %s of delivery %s failed at %s, and the next one was due at %s: it waits for %s s at least.', a.number, a.delivery_id,
                   a.ended_at, a.next_attempt_at, a.least)
       from (select a.*, a.started_at + a.duration_ms * interval '1 millisecond' as ended_at,
                    greatest(0.8 * s.seconds, case when a.status in (429, 503) or a.error_class = 'timeout' then 60 else 0 end) as least
               from webhook_attempt a
               join webhook_delivery d on d.tenant_id = a.tenant_id and d.id = a.delivery_id
               join webhook w on w.tenant_id = d.tenant_id and w.id = d.endpoint_id and w.batch is null
               -- Seconds before each attempt; what is tried for the first time waits for nothing.
               cross join lateral (select (case when w.sandbox then array[0, 5, 60, 300]
                       else array[0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400] end)[a.number + 1] as seconds) s
              where a.tenant_id = $1 and a.trigger = 'event' and a.error_class is not null and a.error_class <> 'interrupted') a
      where a.next_attempt_at is not null and a.next_attempt_at < a.ended_at + a.least * interval '1 second'
     union all
     select format('Attempt %s of delivery %s failed, and was not the last of its round; webhook %s is %s, and the delivery is %s.', a.number, d.id,
                   w.id, w.state, d.state)
       from webhook_attempt a
       join webhook_delivery d on d.tenant_id = a.tenant_id and d.id = a.delivery_id and d.state = 'exhausted'
       join webhook w on w.tenant_id = d.tenant_id and w.id = d.endpoint_id and w.batch is null
      where a.tenant_id = $1 and a.trigger = 'event' and a.number = d.attempts
        and a.number < case when w.sandbox then 4 else 10 end
     union all
     select format('Attempt %s of delivery %s failed at last, and another was due at %s.', a.number, a.delivery_id, a.next_attempt_at)
       from webhook_attempt a
       join webhook_delivery d on d.tenant_id = a.tenant_id and d.id = a.delivery_id
       join webhook w on w.tenant_id = d.tenant_id and w.id = d.endpoint_id and w.batch is null
      where a.tenant_id = $1 and a.trigger = 'event' and a.next_attempt_at is not null and a.error_class is distinct from 'interrupted'
        and a.number >= case when w.sandbox then 4 else 10 end
        and not exists (select from webhook_attempt i where i.tenant_id = a.tenant_id and i.delivery_id = a.delivery_id
                           and i.error_class = 'interrupted')`,
  ),
  rule(
    'an ordered webhook keeps the order',
    'No event of a subject is sent to an ordered webhook before those of the same subject that came before it have arrived, or were given up.',
    `select format('Webhook %s was sent delivery %s at %s, and delivery %s of the same subject (%s) was under way until %s.', w.id, d.sequence,
                   a.started_at, b.sequence, b.subject_key, coalesce(b.finished_at::text, 'now'))
       from webhook w join webhook_delivery d on d.tenant_id = w.tenant_id and d.endpoint_id = w.id
       join webhook_attempt a on a.tenant_id = d.tenant_id and a.delivery_id = d.id and a.trigger = 'event' and a.number = 1
       join webhook_delivery b on b.tenant_id = d.tenant_id and b.endpoint_id = d.endpoint_id and b.subject_key = d.subject_key
        and b.sequence < d.sequence and b.trigger = 'event' and b.state in ('pending', 'delivering', 'retrying', 'succeeded')
      where w.tenant_id = $1 and w.ordered and w.version = 1
        and (b.finished_at is null or b.finished_at > a.started_at)`,
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
