import { Migration } from '@mikro-orm/migrations';

/**
 * What clients ask of events and deliveries is found without a walk over all of them, and so is what the metrics count.
 * The feed is read type by type, for a client sees only types within its scopes, and events of its own.
 */
export class Migration0010WebhookLists extends Migration {
  override up(): void {
    this.addSql(`create index event_feed on event (tenant_id, type, occurred_at, id)`);
    this.addSql(`create index event_of_owner on event (tenant_id, owner_client_id, type, occurred_at, id)
      where owner_client_id is not null`);
    this.addSql(`create index webhook_delivery_of_webhook on webhook_delivery (tenant_id, endpoint_id, id)`);
    this.addSql(`create index webhook_delivery_in_state on webhook_delivery (tenant_id, endpoint_id, state, id)`);
    this.addSql(`create index webhook_open on webhook (open_until) where open_until is not null`);
    // Figures of all institutions together, and none of any of them. Each is counted to a bound, so that it costs the
    // same however much there is.
    this.addSql(`create function webhook_figures(at timestamptz, bound integer) returns table (
        outbox bigint, outbox_since timestamptz, due bigint, due_since timestamptz, parked bigint, in_flight bigint,
        open_breakers bigint, failing bigint, reactions bigint)
      language sql stable security definer set search_path = public, pg_temp as $$
        select (select count(*) from (select from outbox limit bound) x),
               (select e.created_at from event e where e.id = (select min(o.event_id) from outbox o)),
               (select count(*) from (select from webhook_delivery where next_attempt_at <= at limit bound) x),
               (select min(next_attempt_at) from webhook_delivery where next_attempt_at <= at),
               (select count(*) from (select from webhook_delivery where parked limit bound) x),
               (select count(*) from (select from webhook_delivery where started_at is not null limit bound) x),
               (select count(*) from (select from webhook where open_until > at limit bound) x),
               (select count(*) from (select from webhook where failing_since is not null limit bound) x),
               (select count(*) from (select from reaction where due_at is not null limit bound) x) $$`);
  }
}
