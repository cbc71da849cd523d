import { randomUUIDv7 } from 'node:crypto';
import { restUntil, roomAt } from '#core/partners/webhook-endpoint/resting.ts';
import { takeTurn } from '#core/partners/webhook-endpoint/pace.ts';
import { MAX_IN_FLIGHT, WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import type { Store, TenantTransaction } from '../../../postgres/database.ts';
import { readInstant } from '../../../postgres/mapping/types.ts';
import type { TimedJob } from '../../../queue/queues.ts';
import type { Clock } from '../../transact.ts';
import { instantText } from '../../../runtime/wire.ts';

/** Events that one transaction takes from the outbox. */
const BATCH = 500;

/** What one transaction made of the outbox: jobs to enqueue now, and whether more may wait. */
export type Relayed = {
  readonly events: number;
  readonly deliveries: readonly TimedJob[];
  readonly reactions: readonly TimedJob[];
  readonly more: boolean;
};
const NOTHING: Relayed = { events: 0, deliveries: [], reactions: [], more: false };

export type Relay = {
  /** Tenants that have something in the outbox. */
  readonly tenants: () => Promise<number[]>;
  /** Turns a tenant's oldest events into deliveries; one relay at a time for a tenant, so that their order is kept. */
  readonly relay: (tenantId: number) => Promise<Relayed>;
};

type OutboxRow = {
  id: string;
  type: string;
  subject_type: string;
  subject_id: string;
  owner_client_id: string | null;
  about_endpoint_id: string | null;
};
type LockedRow = {
  id: string;
  client_id: string;
  state: WebhookEndpoint['state'];
  last_sequence: string;
  rate_limit_per_second: number | null;
  next_turn_at: unknown;
  open_until: unknown;
};
/** Who is at an endpoint already: attempts under way, and whether any wait to be called. */
type Crowd = { in_flight: number; others_wait: boolean };

/**
 * From the outbox to deliveries, in a fixed number of statements however many events and webhooks there are.
 *
 * Order: events of one subject get their ids in the order of their commits, for whoever writes about a subject holds
 * its row. Events of others may become visible later with a smaller id; they are taken when they are.
 */
export function outboxRelay(store: Pick<Store, 'ask' | 'write'>, clock: Clock): Relay {
  return {
    tenants: async () => {
      const rows = await store.ask<{ tenant_id: string }>('select tenant_id from tenants_with_outbox()');
      return rows.map(({ tenant_id }) => Number(tenant_id));
    },
    relay: (tenantId) => store.write(tenantId, (tx) => relayBatch(tx, tenantId, clock())),
  };
}

async function relayBatch({ sql }: TenantTransaction, tenantId: number, now: Temporal.Instant): Promise<Relayed> {
  const [lock] = await sql<{ mine: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine', [
    `outbox ${tenantId}`,
  ]);
  if (!lock?.mine) return NOTHING;
  const events = await sql<OutboxRow>(
    `select e.id, e.type, e.subject_type, e.subject_id, e.owner_client_id, e.about_endpoint_id
       from outbox o join event e on e.id = o.event_id
      order by o.event_id limit ${BATCH} for update of o skip locked`,
  );
  if (events.length === 0) return NOTHING;
  const wanted = await audience(sql, events);
  const planned = wanted.size === 0 ? { deliveries: [], endpoints: [] } : await plan(sql, events, wanted, now);
  const ids = planned.deliveries.length === 0 ? [] : await insertDeliveries(sql, planned.deliveries);
  const reactions = await sql<{ id: string }>(
    `with numbered as (
       update webhook w set last_sequence = v.last_sequence, next_turn_at = v.next_turn_at
         from jsonb_to_recordset($2::jsonb) as v(id bigint, last_sequence bigint, next_turn_at timestamptz)
        where w.id = v.id),
     told as (delete from outbox where event_id = any($1))
     select id from reaction where event_id = any($1) and due_at is not null`,
    [events.map(({ id }) => id), JSON.stringify(planned.endpoints)],
  );
  return {
    events: events.length,
    deliveries: planned.deliveries.flatMap(({ state, parked, nextAttemptAt }, n) =>
      state !== 'pending' || parked || nextAttemptAt === null
        ? []
        : [{ tenantId, id: ids[n] ?? '', delayMs: Math.max(0, nextAttemptAt.since(now).total('milliseconds')) }],
    ),
    reactions: reactions.map(({ id }) => ({ tenantId, id })),
    more: events.length === BATCH,
  };
}

/** Who is to be told what: the ids of webhooks with the places of their events in the batch. */
async function audience(sql: TenantTransaction['sql'], events: readonly OutboxRow[]): Promise<Map<number, number[]>> {
  const rows = await sql<{ id: string; client_id: string; state: string; events: string[]; scopes: string[] }>(
    `select w.id, w.client_id, w.state, w.events, c.scopes
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
    });
    const places = announcements.flatMap((each, place) => (endpoint.wants(each, row.scopes) ? [place] : []));
    if (places.length > 0) wanted.set(endpoint.id, places);
  }
  return wanted;
}

type Endpoints = { id: number; last_sequence: number; next_turn_at: string | null }[];

/** Numbers the deliveries. The webhooks are locked in the order of their ids, as everybody does who locks several. */
async function plan(
  sql: TenantTransaction['sql'],
  events: readonly OutboxRow[],
  wanted: ReadonlyMap<number, readonly number[]>,
  now: Temporal.Instant,
): Promise<{ deliveries: WebhookDelivery[]; endpoints: Endpoints }> {
  const locked = await sql<LockedRow>(
    `select id, client_id, state, last_sequence, rate_limit_per_second, next_turn_at, open_until
       from webhook where id = any($1) and state <> 'deleted' order by id for update`,
    [[...wanted.keys()]],
  );
  const crowds = await crowdsAt(
    sql,
    locked.map(({ id }) => id),
  );
  const deliveries: WebhookDelivery[] = [];
  const endpoints: Endpoints = [];
  for (const row of locked) {
    const endpointId = Number(row.id);
    const pace = { nextTurnAt: row.next_turn_at === null ? null : readInstant(row.next_turn_at) };
    const openUntil = row.open_until === null ? null : readInstant(row.open_until);
    const crowd = crowds.get(row.id) ?? { in_flight: 0, others_wait: false };
    let othersWait = crowd.others_wait;
    let sequence = Number(row.last_sequence);
    for (const [n, place] of (wanted.get(endpointId) ?? []).entries()) {
      const event = events[place];
      if (!event) continue;
      sequence += 1;
      const delivery = WebhookDelivery.create(
        {
          uuid: randomUUIDv7(),
          endpointId,
          clientId: Number(row.client_id),
          eventId: Number(event.id),
          eventType: event.type,
          subjectKey: `${event.subject_type}:${event.subject_id}`,
          sequence,
          trigger: event.type === 'webhook.test' ? 'test' : 'event',
        },
        row.state === 'disabled' ? 'held' : 'pending',
        now,
      );
      // Behind an open breaker there is nothing to do for a worker. Where no room is left, they are called one by one as
      // those before them arrive.
      const isOpen = openUntil !== null && Temporal.Instant.compare(now, openUntil) < 0;
      const perSecond = isOpen ? null : row.rate_limit_per_second;
      const isFull = perSecond === null && crowd.in_flight + n >= MAX_IN_FLIGHT;
      if (delivery.state === 'pending' && perSecond !== null) {
        delivery.queueFor(takeTurn(pace, perSecond, now));
      } else if (delivery.state === 'pending' && (isOpen || isFull)) {
        delivery.park(restUntil(isOpen ? openUntil : roomAt(now), !othersWait));
        othersWait = true;
      }
      deliveries.push(delivery);
    }
    endpoints.push({
      id: endpointId,
      last_sequence: sequence,
      next_turn_at: pace.nextTurnAt === null ? null : instantText(pace.nextTurnAt),
    });
  }
  return { deliveries, endpoints };
}

/** Asked once the endpoints are locked: whoever leaves one of them, and calls the next, does so before or after us. */
async function crowdsAt(sql: TenantTransaction['sql'], endpointIds: readonly string[]): Promise<Map<string, Crowd>> {
  const rows = await sql<Crowd & { id: string }>(
    `select w.id,
            (select count(*) from (
              select from webhook_delivery d where d.endpoint_id = w.id and d.started_at is not null
               order by d.started_at
               limit ${MAX_IN_FLIGHT}) x)::int as in_flight,
            (select true from webhook_delivery d where d.endpoint_id = w.id and d.parked
              order by d.sequence + 0 limit 1) is not null as others_wait
       from unnest($1::bigint[]) as w(id)`,
    [endpointIds],
  );
  return new Map(rows.map(({ id, ...crowd }) => [id, crowd]));
}

/** Writes all deliveries in one statement; their ids in the same order. */
export async function insertDeliveries(
  sql: TenantTransaction['sql'],
  deliveries: readonly WebhookDelivery[],
): Promise<string[]> {
  const rows = await sql<{ id: string; uuid: string }>(
    `insert into webhook_delivery (uuid, endpoint_id, client_id, event_id, event_type, subject_key, sequence, state,
                                   trigger, attempts, attempts_of_round, next_attempt_at, parked, turn_at)
     select d.uuid, d.endpoint_id, d.client_id, d.event_id, d.event_type, d.subject_key, d.sequence, d.state,
            d.trigger, 0, 0, d.next_attempt_at, d.parked, d.turn_at
       from jsonb_to_recordset($1::jsonb) as d(uuid uuid, endpoint_id bigint, client_id bigint, event_id bigint,
            event_type text, subject_key text, sequence bigint, state text, trigger text,
            next_attempt_at timestamptz, parked boolean, turn_at timestamptz)
     returning id, uuid`,
    [
      JSON.stringify(
        deliveries.map((delivery) => ({
          uuid: delivery.uuid,
          endpoint_id: delivery.endpointId,
          client_id: delivery.clientId,
          event_id: delivery.eventId,
          event_type: delivery.eventType,
          subject_key: delivery.subjectKey,
          sequence: delivery.sequence,
          state: delivery.state,
          trigger: delivery.trigger,
          next_attempt_at: delivery.nextAttemptAt && instantText(delivery.nextAttemptAt),
          parked: delivery.parked,
          turn_at: delivery.turnAt && instantText(delivery.turnAt),
        })),
      ),
    ],
  );
  const idOf = new Map(rows.map(({ id, uuid }) => [uuid, id]));
  return deliveries.map(({ uuid }) => idOf.get(uuid) ?? '');
}

function numberOrNull(value: string | null): number | null {
  return value === null ? null : Number(value);
}
