import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { ApiSecret } from '#core/partners/api-client/api-secret.ts';
import type { PartnersPorts } from '#core/partners/ports.ts';
import { WebhookAttempt } from '#core/partners/webhook-delivery/attempt.ts';
import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { restUntil } from '#core/partners/webhook-endpoint/resting.ts';
import { MAX_IN_FLIGHT, WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import type { Pace } from '#core/partners/webhook-endpoint/pace.ts';
import { WebhookSecret } from '#core/partners/webhook-endpoint/webhook-secret.ts';
import { instantText } from '../../runtime/wire.ts';
import type { TenantTransaction } from '../database.ts';
import { readInstant } from '../mapping/types.ts';

type Ports = Pick<
  PartnersPorts,
  | 'apiClients'
  | 'apiSecrets'
  | 'webhookEndpoints'
  | 'webhookSecrets'
  | 'webhookDeliveries'
  | 'webhookAttempts'
  | 'paces'
>;

/** Parked deliveries of one endpoint that one statement lets rest; whoever comes next does the same for more. */
const RESTING_AT_ONCE = 1_000;

/** The partners' collections, kept in Postgres. */
export function partnersPorts({ of, sql }: TenantTransaction): Ports {
  const clients = of(ApiClient);
  const apiSecrets = of(ApiSecret);
  const endpoints = of(WebhookEndpoint);
  const signingSecrets = of(WebhookSecret);
  const deliveries = of(WebhookDelivery);
  return {
    apiClients: {
      get: clients.get,
      add: async (client) => {
        await clients.addWithId(client);
        await sql('insert into client_route (client_key) values ($1)', [client.clientKey]);
      },
    },
    apiSecrets: {
      ofClient: (clientId) => apiSecrets.find('client_id = $1 order by id desc limit 20', [clientId]),
      add: apiSecrets.add,
    },
    webhookEndpoints: {
      // A delivery's attempts and the counting of its failures belong together: the row is locked.
      get: endpoints.lock,
      getAll: endpoints.lockIds,
      countOf: async (clientId) => {
        await sql('select from api_client where id = $1 for update', [clientId]);
        const [row] = await sql<{ count: string }>(
          `select count(*) as count from webhook where client_id = $1 and state <> 'deleted'`,
          [clientId],
        );
        return Number(row?.count ?? 0);
      },
      add: endpoints.addWithId,
    },
    webhookSecrets: {
      ofEndpoint: (endpointId) => signingSecrets.find('endpoint_id = $1 order by id desc limit 20', [endpointId]),
      add: signingSecrets.add,
    },
    webhookDeliveries: {
      get: deliveries.lock,
      ofEvent: (clientId, eventId) =>
        deliveries.lockAll('client_id = $1 and event_id = $2 order by id limit 100', [clientId, eventId]),
      getAll: deliveries.lockIds,
      crowdsAround: async (around) => {
        type Place = {
          id: string;
          endpoint_id: string;
          in_flight: number;
          earlier_waits: boolean;
          next_turn_at: unknown;
        };
        const places = await sql<Place>(
          `with place as (
             select w.id, w.ordered, w.next_turn_at,
                    (select count(*) from (
                      select from webhook_delivery d
                       where d.endpoint_id = w.id and d.started_at is not null
                       order by d.started_at limit 100) x)::int as in_flight
               from webhook w where w.id = any($1))
           select d.id, d.endpoint_id, p.next_turn_at, p.in_flight - (d.started_at is not null)::int as in_flight,
                  p.ordered and exists (
                    select from webhook_delivery e
                     where e.endpoint_id = d.endpoint_id and e.subject_key = d.subject_key and e.sequence < d.sequence
                       and e.state in ('pending', 'delivering', 'retrying')) as earlier_waits
             from webhook_delivery d join place p on p.id = d.endpoint_id
            where d.id = any($2)`,
          [[...new Set(around.map(({ endpointId }) => endpointId))], around.map(({ id }) => id)],
        );
        const paces = new Map<string, Pace>();
        return new Map(
          places.map((place) => {
            const pace = paces.get(place.endpoint_id) ?? {
              nextTurnAt: place.next_turn_at === null ? null : readInstant(place.next_turn_at),
            };
            paces.set(place.endpoint_id, pace);
            return [Number(place.id), { inFlight: place.in_flight, earlierWaits: place.earlier_waits, pace }];
          }),
        );
      },
      // Rows that somebody else is at are passed by: nobody waits here while the webhook's row is locked.
      callParked: async (endpointId, now) =>
        void (await sql(
          `update webhook_delivery set parked = false, next_attempt_at = $2, version = version + 1
            where id in (select id from webhook_delivery where endpoint_id = $1 and parked
                          order by sequence + 0 limit ${MAX_IN_FLIGHT} for update skip locked)`,
          [endpointId, instantText(now)],
        )),
      restBehind: async (places, besides) => {
        const at = (isFirst: boolean) => places.map(({ lookAt }) => instantText(restUntil(lookAt, isFirst)));
        await sql(
          `with place as (
             select * from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as p(id, look_at, rest_until)),
           scout as (
             select s.id from place cross join lateral (
               select d.id from webhook_delivery d where d.endpoint_id = place.id and d.parked and d.id <> all($4)
                order by d.sequence + 0 limit 1 for update skip locked) s),
           resting as (
             select r.id from place cross join lateral (
               select d.id from webhook_delivery d
                where d.endpoint_id = place.id and d.parked and d.next_attempt_at <= place.look_at
                  and d.id <> all($4) and d.id not in (select id from scout)
                order by d.next_attempt_at limit ${RESTING_AT_ONCE} for update skip locked) r)
           update webhook_delivery d set version = d.version + 1,
                  next_attempt_at = case when d.id = any(array(select id from scout)) then look_at else rest_until end
             from place
            where place.id = d.endpoint_id
              and d.id = any(array(select id from scout union all select id from resting))`,
          [places.map(({ endpointId }) => endpointId), at(true), at(false), besides],
        );
      },
    },
    paces: {
      // Past the unit of work, so that the version that clients see stays as it is. The row is locked.
      keep: async (endpointId, { nextTurnAt }) =>
        void (await sql('update webhook set next_turn_at = $2 where id = $1', [
          endpointId,
          nextTurnAt === null ? null : instantText(nextTurnAt),
        ])),
    },
    webhookAttempts: { add: of(WebhookAttempt).add },
  };
}
