import { randomUUIDv7 } from 'node:crypto';
import { recoveryOf, type RecoverOnly } from '#core/partners/use-cases/manage-webhook.ts';
import { fits } from '#core/partners/event-types.ts';
import { restUntil, roomAt } from '#core/partners/webhook-endpoint/resting.ts';
import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { writtenTypes } from '../../../runtime/event-types.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';

/** Deliveries that one transaction starts or makes. */
const BATCH = 200;

/** Events that one transaction looks at, however few of them are of the span and the types. */
const LOOKED_AT = 5_000;

/** Events have their ids in the order of their instants, but for transactions that ran beside each other: by far less. */
const DISORDER = "interval '1 hour'";

/** What a recovery requests, as its event says. */
export type RecoveryOrder = {
  readonly endpointId: number;
  readonly since: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly only: RecoverOnly;
  /** Event types and patterns. */
  readonly types: readonly string[];
  /** Only deliveries whose last attempt failed like this; null for all. */
  readonly errorClasses: readonly string[] | null;
  /** The scopes of the token that requested it. */
  readonly scopes: readonly string[];
  /** The last event that was looked at; null at the beginning. */
  readonly after: number | null;
};

type EventRow = {
  id: string;
  type: string;
  subject_type: string;
  subject_id: string;
  owner_client_id: string | null;
  about_endpoint_id: string | null;
};

/**
 * Brings back a part of what a webhook failed to get or missed: deliveries start again, and those that were never made
 * are made, with the next numbers. As many go immediately as it has places; the others are called as these arrive. What is
 * still in the outbox is the relay's.
 * @returns the event to go on from; null where all are done, or the webhook is no longer active
 */
export async function recoverBatch(
  { of, sql }: TenantTransaction,
  order: RecoveryOrder,
  now: Temporal.Instant,
): Promise<number | null> {
  const { events, next } = await eventsOf(sql, order);
  // First the deliveries, then the webhook: all transactions lock these rows in this order.
  const made = await of(WebhookDelivery).lockAll('endpoint_id = $1 and event_id = any($2) order by id', [
    order.endpointId,
    events.map(({ id }) => id),
  ]);
  const endpoint = await of(WebhookEndpoint).lock(order.endpointId);
  if (endpoint?.state !== 'active') return null;
  const held = await scopesOf(sql, endpoint.clientId);
  const scopes = order.scopes.filter((scope) => held.includes(scope));
  const inOutbox = await outboxed(sql, events);

  const byEvent = new Map(made.map((delivery) => [delivery.eventId, delivery]));
  let going = 0;
  const letGo = (delivery: WebhookDelivery) => {
    const places = endpoint.batch === null ? endpoint.places : 1;
    if (going >= places) delivery.park(restUntil({ at: roomAt(now), isFirst: going === places }));
    going += 1;
  };
  for (const event of events) {
    const eventId = Number(event.id);
    const delivery = byEvent.get(eventId) ?? null;
    const todo = recoveryOf(order.only, delivery, order.errorClasses);
    if (delivery !== null && todo === 'again' && endpoint.isEntitledTo(event.type, scopes)) {
      delivery.again('recover', now);
      letGo(delivery);
    }
    if (delivery !== null || todo !== 'create' || inOutbox.has(eventId) || !wants(endpoint, event, scopes)) continue;
    const created = WebhookDelivery.create(
      {
        uuid: randomUUIDv7(),
        endpointId: endpoint.id,
        clientId: endpoint.clientId,
        eventId,
        eventType: event.type,
        subjectKey: `${event.subject_type}:${event.subject_id}`,
        sequence: endpoint.nextSequence(),
        trigger: 'recover',
      },
      'pending',
      now,
    );
    letGo(created);
    of(WebhookDelivery).add(created);
  }
  return next;
}

/**
 * The next events of the span and the types, and the id to go on from; null where there are no more. Where they begin and end
 * is looked up by the index of instants: without that a short span in a long history would be searched for from the beginning.
 * The first by its instant is not the first by its id: what was written beside it may come before it. So they are looked for
 * behind the last event, of whatever type, that is older by more than the disorder, and before the first that is as much younger.
 */
async function eventsOf(sql: TenantTransaction['sql'], order: RecoveryOrder) {
  const all = writtenTypes.map(({ type }) => type);
  const rows = await sql<EventRow & { last_looked: string | null; looked: number }>(
    `with kind as (select unnest($4::text[]) as type),
     any_kind as (select unnest($5::text[]) as type),
     span as materialized (
       select (select min(x.occurred_at) from kind cross join lateral (
                 select e.occurred_at from event e where e.type = kind.type and e.occurred_at >= $2::timestamptz
                  order by e.occurred_at, e.id limit 1) x) as first,
              (select max(x.occurred_at) from kind cross join lateral (
                 select e.occurred_at from event e where e.type = kind.type and e.occurred_at < $3::timestamptz
                  order by e.occurred_at desc, e.id desc limit 1) x) as last),
     older as materialized (
       select max(x.id) as id from any_kind cross join lateral (
         select e.id from event e
          where e.type = any_kind.type and e.occurred_at < (select first from span) - ${DISORDER}
          order by e.occurred_at desc, e.id desc limit 1) x),
     younger as materialized (
       select min(x.id) as id from any_kind cross join lateral (
         select e.id from event e
          where e.type = any_kind.type and e.occurred_at > (select last from span) + ${DISORDER}
          order by e.occurred_at, e.id limit 1) x),
     looked as materialized (
       select e.id, e.type, e.subject_type, e.subject_id, e.owner_client_id, e.about_endpoint_id, e.occurred_at
         from event e
        where (select first <= last from span)
          and e.id > greatest($1::bigint, (select id from older))
          and e.id < coalesce((select id from younger), ${Number.MAX_SAFE_INTEGER})
        order by e.id limit ${LOOKED_AT}),
     ends as materialized (select max(id) as last_looked, count(*)::int as looked from looked),
     found as materialized (
       select * from looked
        where occurred_at >= $2::timestamptz and occurred_at < $3::timestamptz and type = any($4::text[])
        order by id limit ${BATCH})
     select ends.*, found.* from ends left join found on true order by found.id`,
    [
      order.after ?? 0,
      order.since.toString(),
      order.until.toString(),
      all.filter((type) => order.types.some((pattern) => fits(pattern, type))),
      all,
    ],
  );
  const [first] = rows;
  const events = rows.filter(({ id }) => id !== null);
  const goesOnFrom =
    events.length === BATCH ? events.at(-1)?.id : first?.looked === LOOKED_AT ? first.last_looked : null;
  return { events, next: goesOnFrom == null ? null : Number(goesOnFrom) };
}

function wants(endpoint: WebhookEndpoint, event: EventRow, scopes: readonly string[]): boolean {
  // A test is over with its moment.
  if (event.type === 'webhook.test') return false;
  const ownerClientId = event.owner_client_id === null ? null : Number(event.owner_client_id);
  const aboutEndpointId = event.about_endpoint_id === null ? null : Number(event.about_endpoint_id);
  return endpoint.wants({ type: event.type, ownerClientId, aboutEndpointId }, scopes);
}

async function scopesOf(sql: TenantTransaction['sql'], clientId: number): Promise<readonly string[]> {
  const [client] = await sql<{ scopes: string[] }>(`select scopes from api_client where id = $1 and state = 'active'`, [
    clientId,
  ]);
  return client?.scopes ?? [];
}

async function outboxed(sql: TenantTransaction['sql'], events: readonly EventRow[]): Promise<ReadonlySet<number>> {
  const rows = await sql<{ event_id: string }>('select event_id from outbox where event_id = any($1)', [
    events.map(({ id }) => id),
  ]);
  return new Set(rows.map(({ event_id }) => Number(event_id)));
}
