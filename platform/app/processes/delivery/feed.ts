import type { TenantTransaction } from '../../../postgres/database.ts';

/**
 * Puts committed events into the feed, in this order: each gets the tenant's next number, without gaps, in the
 * transaction that takes it from the outbox. One relay runs for a tenant at a time. Numbering at the event's own commit
 * was rejected: every command of a tenant would wait for every other.
 * @param eventIds in the order of the feed
 */
export function appendToFeed({ later }: Pick<TenantTransaction, 'later'>, eventIds: readonly string[]): void {
  later(
    `with counted as (
       insert into feed_head (last) values (cardinality($1::bigint[]))
       on conflict (tenant_id) do update set last = feed_head.last + excluded.last
       returning last),
     appended as (
       insert into feed_entry (sequence, event_id, type, owner_client_id)
       select counted.last - cardinality($1::bigint[]) + taken.place, e.id, e.type, e.owner_client_id
         from counted cross join unnest($1::bigint[]) with ordinality as taken(id, place) join event e on e.id = taken.id)
     select pg_notify('changes', current_setting('app.tenant'))`,
    [eventIds],
  );
}
