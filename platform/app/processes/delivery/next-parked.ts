import type { Recorded } from '#core/partners/use-cases/deliver.ts';
import { MAX_IN_FLIGHT } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';

/**
 * The next that wait behind others at the endpoints, as these make room: one for one, and as many more while much is
 * free, so that those are made up for which were called and lost with a worker. Rows that somebody else is at are passed
 * by; those that are found are locked.
 * The order is the one of the index of what waits, and of no other: see the migration 0018.
 * @returns their ids, by endpoint
 */
export async function nextParked(
  { sql }: TenantTransaction,
  recorded: readonly (Recorded | null)[],
): Promise<Map<number, number[]>> {
  const room = new Map<number, number>();
  for (const each of recorded) {
    if (each === null || each.endpoint.state !== 'active' || each.endpoint.openUntil !== null) continue;
    room.set(each.endpoint.id, (room.get(each.endpoint.id) ?? 0) + 1);
  }
  if (room.size === 0) return new Map();
  const rows = await sql<{ id: string; endpoint_id: string }>(
    `with room as (
       select w.id, w.ordered, r.made + case when f.n + r.made < ${MAX_IN_FLIGHT / 2} then r.made else 0 end as free
         from unnest($1::bigint[], $2::int[]) as r(id, made)
         join webhook w on w.id = r.id
        cross join lateral (
          select count(*) as n from (
            select from webhook_delivery d where d.endpoint_id = w.id and d.started_at is not null
             order by d.started_at limit ${MAX_IN_FLIGHT}) x) f)
     select next.id, next.endpoint_id from room cross join lateral (
       select d.id, d.endpoint_id from webhook_delivery d
        where d.endpoint_id = room.id and d.parked
          and not (room.ordered and exists (
            select from webhook_delivery e
             where e.endpoint_id = d.endpoint_id and e.subject_key = d.subject_key and e.sequence < d.sequence
               and e.state in ('pending', 'delivering', 'retrying')))
        order by d.sequence + 0 limit room.free for no key update skip locked) next`,
    [[...room.keys()], [...room.values()]],
  );
  return new Map(
    Map.groupBy(rows, ({ endpoint_id }) => Number(endpoint_id))
      .entries()
      .map(([endpointId, found]) => [endpointId, found.map(({ id }) => Number(id))]),
  );
}

/** Makes them due, so that a job or the sweep finds them. */
export async function callParked(
  { sql }: TenantTransaction,
  ids: readonly number[],
  now: Temporal.Instant,
): Promise<void> {
  if (ids.length === 0) return;
  await sql(
    'update webhook_delivery set parked = false, next_attempt_at = $2, version = version + 1 where id = any($1)',
    [ids, now.toString()],
  );
}
