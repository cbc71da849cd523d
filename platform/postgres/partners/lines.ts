import { WebhookDelivery, type Line } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { BATCH_LIMITS } from '#core/partners/webhook-endpoint/batch.ts';
import type { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import type { TenantTransaction } from '../database.ts';

/**
 * The lines at webhooks that take batches, each as long as its next batch may be. What waits is parked, but for a few that are
 * called or have a time of their own: each part is read by its own index, in an order that no other index has.
 *
 * A command that changes a delivery locks it before its webhook, which is locked here already: nothing is waited for, and a line of
 * which another transaction has a part is left to the next look.
 */
export async function linesAt(
  { of, sql }: TenantTransaction,
  endpoints: readonly WebhookEndpoint[],
): Promise<Map<number, Line>> {
  if (endpoints.length === 0) return new Map();
  const rows = await sql<{ endpoint_id: string; id: string }>(
    `select w.id as endpoint_id, waits.id
       from unnest($1::bigint[], $2::int[]) as w(id, most) cross join lateral (
         select x.id from (
           (select d.id, d.sequence from webhook_delivery d
             where d.endpoint_id = w.id and d.started_at is not null
             order by d.started_at limit ${2 * BATCH_LIMITS.max})
           union all
           (select n.id, n.sequence from (
             (select d.id, d.sequence from webhook_delivery d where d.endpoint_id = w.id and d.parked
               order by d.sequence + 0 limit w.most)
             union all
             (select d.id, d.sequence from webhook_delivery d
               where d.endpoint_id = w.id and not d.parked and d.next_attempt_at is not null
               order by d.sequence limit w.most)) n
             order by n.sequence limit w.most)) x
         order by x.sequence) waits`,
    [endpoints.map(({ id }) => id), endpoints.map(({ batch }) => batch?.max ?? 1)],
  );
  const ids = rows.map(({ id }) => Number(id));
  const free = await of(WebhookDelivery).lockFree('id = any($1)', [ids]);
  const byId = new Map(free.map((delivery) => [delivery.id, delivery]));
  const idsOf = Map.groupBy(rows, ({ endpoint_id }) => Number(endpoint_id));
  return new Map(
    endpoints.map(({ id }): [number, Line] => {
      const waiting = (idsOf.get(id) ?? []).map((row) => byId.get(Number(row.id)));
      const line = waiting.filter((delivery) => delivery !== undefined);
      return [id, line.length === waiting.length ? line : null];
    }),
  );
}

/** How many wait at a webhook that takes batches, counted up to one batch, and whether one is under way. */
export type LineLength = { readonly waiting: number; readonly underWay: boolean };

/** Read once the webhooks are locked: a batch begins and ends before or after. */
export async function lineLengthsAt(
  sql: TenantTransaction['sql'],
  endpoints: readonly WebhookEndpoint[],
): Promise<Map<number, LineLength>> {
  if (endpoints.length === 0) return new Map();
  const rows = await sql<{ id: string; waiting: number; under_way: boolean }>(
    `select w.id,
            (select true from webhook_delivery d where d.endpoint_id = w.id and d.started_at is not null
              order by d.started_at limit 1) is not null as under_way,
            (select count(*)::int from (
              (select 1 from webhook_delivery d where d.endpoint_id = w.id and d.parked
                order by d.sequence + 0 limit w.most)
              union all
              (select 1 from webhook_delivery d
                where d.endpoint_id = w.id and not d.parked and d.next_attempt_at is not null
                order by d.next_attempt_at limit w.most)) x) as waiting
       from unnest($1::bigint[], $2::int[]) as w(id, most)`,
    [endpoints.map(({ id }) => id), endpoints.map(({ batch }) => batch?.max ?? 1)],
  );
  return new Map(rows.map(({ id, waiting, under_way }) => [Number(id), { waiting, underWay: under_way }]));
}
