import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { PLACES } from '#core/partners/webhook-endpoint/places.ts';
import type { TenantTransaction } from '../database.ts';
import { instantText } from '../../runtime/wire.ts';

/** Parked deliveries of one endpoint that one command moves; the next command moves more. */
const RESTING_AT_ONCE = 1_000;

/**
 * Deliveries that are parked at endpoints, oldest first. Rows that others have locked are left out: no transaction waits
 * here while it holds the endpoint's row. The order is the one of the index of what is parked, and of no other index.
 */
const inOrder = 'order by d.sequence + 0';

/**
 * The places at a webhook `w` that are taken, up to twice the most that there are: by attempts under way, and by deliveries
 * that have been called and have not begun. Were these left out, each attempt that ends would call another one for as long
 * as the queue holds those before it: they would pile up there, and later ones pass them by.
 * @param now the parameter that holds the time
 */
export const placesTaken = (now: string): string => `(
  select count(*)::int from (
    (select 1 from webhook_delivery d where d.endpoint_id = w.id and d.started_at is not null
      order by d.started_at limit ${PLACES.most})
    union all
    (select 1 from webhook_delivery d
      where d.endpoint_id = w.id and not d.parked and d.next_attempt_at <= ${now}::timestamptz
      order by d.next_attempt_at limit ${PLACES.most})) x)`;

/** The first that are parked at an endpoint, as many as may be under way there. */
export const firstParked = ({ of }: TenantTransaction, endpointId: number): Promise<WebhookDelivery[]> =>
  of(WebhookDelivery).lockAll(
    `id = any(array(
       select d.id from webhook_delivery d where d.endpoint_id = $1 and d.parked
        ${inOrder} limit ${PLACES.most} for no key update skip locked))`,
    [endpointId],
  );

/**
 * The next that are parked at endpoints where attempts have ended: one for each, and one more while a place is free, so
 * that gained places are used, and those are made up for which were called and lost with a worker. A webhook that takes batches
 * needs one, which takes the others with it.
 * @param ended attempts that have ended, by endpoint
 * @returns those found, by endpoint, oldest first
 */
export async function nextParked(
  { of }: TenantTransaction,
  ended: ReadonlyMap<number, number>,
  now: Temporal.Instant,
): Promise<Map<number, WebhookDelivery[]>> {
  if (ended.size === 0) return new Map();
  const found = await of(WebhookDelivery).lockAll(
    `id = any(array(
       with room as (
         select w.id, w.ordered,
                case when w.batch is not null then 1
                     else r.made + case when ${placesTaken('$3')} + r.made < w.places then 1 else 0 end end as free
           from unnest($1::bigint[], $2::int[]) as r(id, made)
           join webhook w on w.id = r.id)
       select next.id from room cross join lateral (
         select d.id from webhook_delivery d
          where d.endpoint_id = room.id and d.parked
            and not (room.ordered and exists (
              select from webhook_delivery e
               where e.endpoint_id = d.endpoint_id and e.subject_key = d.subject_key and e.sequence < d.sequence
                 and e.state in ('pending', 'delivering', 'retrying')))
          ${inOrder} limit room.free for no key update skip locked) next))`,
    [[...ended.keys()], [...ended.values()], instantText(now)],
  );
  return byEndpoint(found);
}

/**
 * Those that are parked at endpoints where nothing goes through before a moment: the first of each, and those that would
 * look again before.
 * @param besides deliveries that decide for themselves
 */
export async function parkedBehind(
  { of }: TenantTransaction,
  places: readonly { readonly endpointId: number; readonly lookAt: Temporal.Instant }[],
  besides: readonly number[],
): Promise<Map<number, WebhookDelivery[]>> {
  const found = await of(WebhookDelivery).lockAll(
    `id = any(array(
       with place as (select * from unnest($1::bigint[], $2::timestamptz[]) as p(id, look_at)),
       first as (
         select s.id from place cross join lateral (
           select d.id from webhook_delivery d where d.endpoint_id = place.id and d.parked and d.id <> all($3)
            ${inOrder} limit 1 for no key update skip locked) s),
       resting as (
         select r.id from place cross join lateral (
           select d.id from webhook_delivery d
            where d.endpoint_id = place.id and d.parked and d.next_attempt_at <= place.look_at
              and d.id <> all($3) and d.id not in (select id from first)
            order by d.next_attempt_at limit ${RESTING_AT_ONCE} for no key update skip locked) r)
       select id from first union all select id from resting))`,
    [places.map(({ endpointId }) => endpointId), places.map(({ lookAt }) => instantText(lookAt)), besides],
  );
  return byEndpoint(found);
}

const byEndpoint = (found: readonly WebhookDelivery[]): Map<number, WebhookDelivery[]> =>
  Map.groupBy(
    found.toSorted((a, b) => a.sequence - b.sequence),
    ({ endpointId }) => endpointId,
  );
