import { randomUUIDv7 } from 'node:crypto';
import { restUntil, roomAt } from '#core/partners/webhook-endpoint/resting.ts';
import { takeTurn } from '#core/partners/webhook-endpoint/pace.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { appendToFeed } from './feed.ts';
import { lineLengthsAt, type LineLength } from '../../../postgres/partners/lines.ts';
import { placesTaken } from '../../../postgres/partners/parked.ts';
import { beginSpan } from '../../../runtime/tracing/tracing.ts';
import { instantText } from '../../../runtime/wire.ts';
import type { Store, TenantTransaction } from '../../../postgres/database.ts';
import type { TimedJob } from '../../../queue/queues.ts';
import type { Clock } from '../../transact.ts';

/** Events that one transaction takes from the outbox. */
const BATCH = 500;

/** What one transaction made of the outbox: jobs to enqueue now, and whether more may wait. */
type Relayed = {
  readonly events: number;
  readonly deliveries: readonly TimedJob[];
  readonly reactions: readonly TimedJob[];
  readonly more: boolean;
};
const NOTHING: Relayed = { events: 0, deliveries: [], reactions: [], more: false };

type OutboxRow = {
  id: string;
  type: string;
  subject_type: string;
  subject_id: string;
  owner_client_id: string | null;
  about_endpoint_id: string | null;
  traceparent: string | null;
};
/** Who is at an endpoint already: how many of its places are taken, and whether any wait to be called. */
type Crowd = { taken: number; others_wait: boolean };

/**
 * From the outbox to deliveries, in a fixed number of statements however many events and webhooks there are.
 *
 * Order: events of one subject get their ids in the order of their commits, for a transaction that writes about a subject holds
 * its row. Events of others may become visible later with a smaller id; they are taken when they are.
 */
export function outboxRelay(store: Pick<Store, 'write'>, clock: Clock) {
  return {
    /** Turns a tenant's oldest events into deliveries; one relay at a time for a tenant, so that they stay in order. */
    relay: (tenantId: number): Promise<Relayed> => store.write(tenantId, (tx) => relayBatch(tx, tenantId, clock())),
  };
}

async function relayBatch(tx: TenantTransaction, tenantId: number, now: Temporal.Instant): Promise<Relayed> {
  const { sql } = tx;
  const [lock] = await sql<{ mine: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine', [
    `outbox ${tenantId}`,
  ]);
  if (!lock?.mine) return NOTHING;
  const events = await sql<OutboxRow>(
    `select e.id, e.type, e.subject_type, e.subject_id, e.owner_client_id, e.about_endpoint_id, e.traceparent
       from outbox o join event e on e.id = o.event_id
      order by o.event_id limit ${BATCH} for update of o skip locked`,
  );
  if (events.length === 0) return NOTHING;
  const steps = new Map(
    events.flatMap(({ id, type, traceparent: parent }) => {
      const span = parent === null ? null : beginSpan(`outbox ${type}`, { kind: 'producer', parent });
      return span === null ? [] : [[Number(id), span] as const];
    }),
  );
  appendToFeed(
    tx,
    events.map(({ id }) => id),
  );
  const wanted = await audience(sql, events);
  const planned = wanted.size === 0 ? [] : await plan(tx, events, wanted, now);
  await tx.flush();
  const reactions = await sql<{ id: string }>(
    `with relayed as (delete from outbox where event_id = any($1))
     select id from reaction where event_id = any($1) and due_at is not null`,
    [events.map(({ id }) => id)],
  );
  for (const step of steps.values()) step.end();
  return {
    events: events.length,
    deliveries: planned.flatMap(({ id, eventId, state, parked, nextAttemptAt }) =>
      state !== 'pending' || parked || nextAttemptAt === null
        ? []
        : [
            {
              tenantId,
              id: String(id),
              delayMs: Math.max(0, nextAttemptAt.since(now).total('milliseconds')),
              traceparent: steps.get(eventId)?.traceparent ?? null,
            },
          ],
    ),
    reactions: reactions.map(({ id }) => ({ tenantId, id })),
    more: events.length === BATCH,
  };
}

/** Who receives what: the ids of webhooks with the places of their events in the batch. */
async function audience(sql: TenantTransaction['sql'], events: readonly OutboxRow[]): Promise<Map<number, number[]>> {
  const rows = await sql<{
    id: string;
    client_id: string;
    state: string;
    events: string[];
    scopes: string[];
    held: string[];
  }>(
    `select w.id, w.client_id, w.state, w.events, w.scopes, c.scopes as held
       from webhook w join api_client c on c.id = w.client_id
      where w.state <> 'deleted' and c.state = 'active' order by w.id`,
  );
  const announcements = events.map((event) => ({
    type: event.type,
    ownerClientId: numberOrNull(event.owner_client_id),
    aboutEndpointId: numberOrNull(event.about_endpoint_id),
  }));
  const wanted = new Map<number, number[]>();
  for (const row of rows) {
    const endpoint = Object.assign(new WebhookEndpoint(), {
      id: Number(row.id),
      clientId: Number(row.client_id),
      state: row.state,
      events: row.events,
      scopes: row.scopes,
    });
    const places = announcements.flatMap((each, place) => (endpoint.wants(each, row.held) ? [place] : []));
    if (places.length > 0) wanted.set(endpoint.id, places);
  }
  return wanted;
}

/** Numbers the deliveries. The webhooks are locked in the order of their ids, as everywhere. */
async function plan(
  { of, sql }: TenantTransaction,
  events: readonly OutboxRow[],
  wanted: ReadonlyMap<number, readonly number[]>,
  now: Temporal.Instant,
): Promise<WebhookDelivery[]> {
  const ids = [...wanted.keys()];
  const endpoints = await of(WebhookEndpoint).lockAll(`id = any($1) and state <> 'deleted' order by id`, [ids]);
  const crowds = await crowdsAt(
    sql,
    endpoints.map(({ id }) => id),
    now,
  );
  const lines = await lineLengthsAt(
    sql,
    endpoints.filter(({ batch }) => batch !== null),
  );
  const deliveries: WebhookDelivery[] = [];
  for (const endpoint of endpoints) {
    const crowd = crowds.get(endpoint.id) ?? { taken: 0, others_wait: false };
    let othersWait = crowd.others_wait;
    for (const [n, place] of (wanted.get(endpoint.id) ?? []).entries()) {
      const event = events[place];
      if (!event) continue;
      const delivery = WebhookDelivery.create(
        {
          uuid: randomUUIDv7(),
          endpointId: endpoint.id,
          clientId: endpoint.clientId,
          eventId: Number(event.id),
          eventType: event.type,
          subjectKey: `${event.subject_type}:${event.subject_id}`,
          sequence: endpoint.nextSequence(),
          trigger: event.type === 'webhook.test' ? 'test' : 'event',
        },
        endpoint.state === 'disabled' ? 'held' : 'pending',
        now,
      );
      if (delivery.state === 'pending') {
        const look = { n, crowd, othersWait, line: lines.get(endpoint.id) ?? null };
        othersWait = takePlace(endpoint, delivery, look, now) || othersWait;
      }
      deliveries.push(delivery);
    }
  }
  of(WebhookDelivery).add(...deliveries);
  return deliveries;
}

/** What the n-th new delivery of an endpoint finds there. */
type Found = {
  readonly n: number;
  readonly crowd: Crowd;
  readonly othersWait: boolean;
  /** Where the endpoint takes batches. */
  readonly line: LineLength | null;
};

/**
 * Gives a delivery its time: immediately, its turn in a pace, or when it is called. Behind an open breaker there is nothing to
 * do for a worker. Where no room is left, they are called one by one as those before them arrive. True where it is parked.
 */
function takePlace(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  { n, crowd, othersWait, line }: Found,
  now: Temporal.Instant,
): boolean {
  const { openUntil, batch, rateLimitPerSecond, places } = endpoint;
  const isOpen = openUntil !== null && Temporal.Instant.compare(now, openUntil) < 0;
  const park = (at: Temporal.Instant): true => {
    delivery.park(restUntil({ at, isFirst: !othersWait }));
    return true;
  };
  if (isOpen) return park(openUntil);
  if (batch !== null && line !== null) {
    const ahead = line.waiting + n;
    // The first one starts a batch, once it has waited for others, and so does the one that fills it.
    if (line.underWay || (ahead > 0 && ahead + 1 !== batch.max)) return park(roomAt(now));
    delivery.call(ahead + 1 === batch.max ? now : now.add({ milliseconds: batch.waitMs }));
  } else if (rateLimitPerSecond !== null) delivery.queueFor(takeTurn(endpoint, rateLimitPerSecond, now));
  else if (crowd.taken + n >= places) return park(roomAt(now));
  return false;
}

/** Read once the endpoints are locked: a delivery that leaves one of them, and calls the next, does so before or after. */
async function crowdsAt(
  sql: TenantTransaction['sql'],
  endpointIds: readonly number[],
  now: Temporal.Instant,
): Promise<Map<number, Crowd>> {
  const rows = await sql<Crowd & { id: string }>(
    `select w.id, ${placesTaken('$2')} as taken,
            (select true from webhook_delivery d where d.endpoint_id = w.id and d.parked
              order by d.sequence + 0 limit 1) is not null as others_wait
       from unnest($1::bigint[]) as w(id)`,
    [endpointIds, instantText(now)],
  );
  return new Map(rows.map(({ id, ...crowd }) => [Number(id), crowd]));
}

function numberOrNull(value: string | null): number | null {
  return value === null ? null : Number(value);
}
