import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { ApiSecret } from '#core/partners/api-client/api-secret.ts';
import type { PartnersPorts } from '#core/partners/ports.ts';
import { WebhookAttempt } from '#core/partners/webhook-delivery/attempt.ts';
import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { restUntil } from '#core/partners/webhook-endpoint/resting.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { WebhookSecret } from '#core/partners/webhook-endpoint/webhook-secret.ts';
import type { TenantTransaction } from '../database.ts';
import { linesAt } from './lines.ts';
import { firstParked, parkedBehind } from './parked.ts';

type Ports = Pick<
  PartnersPorts,
  | 'apiClients'
  | 'isBeginningOfAccount'
  | 'apiSecrets'
  | 'webhookEndpoints'
  | 'webhookSecrets'
  | 'webhookDeliveries'
  | 'webhookAttempts'
>;

/** The partners' collections, stored in Postgres. */
export function partnersPorts(tx: TenantTransaction): Ports {
  const { of, sql } = tx;
  const clients = of(ApiClient);
  const apiSecrets = of(ApiSecret);
  const endpoints = of(WebhookEndpoint);
  const signingSecrets = of(WebhookSecret);
  return {
    apiClients: {
      get: clients.get,
      lock: clients.lock,
      byAccountPrefix: (prefix) => clients.first('account_prefix = $1', [prefix]),
      add: async (client) => {
        await clients.addWithId(client);
        await sql('insert into client_route (client_key) values ($1)', [client.clientKey]);
      },
    },
    isBeginningOfAccount: async (prefix) => {
      const [row] = await sql<{ known: boolean }>(
        `select exists (select from student where left(admission_key, 4) = $1 or left(pay_code, 4) = $1)
             or exists (select from invoice where left(number_key, 4) = $1 or left(pay_code, 4) = $1) as known`,
        [prefix],
      );
      return row?.known ?? false;
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
    webhookDeliveries: deliveriesIn(tx),
    webhookAttempts: { add: of(WebhookAttempt).add },
  };
}

function deliveriesIn(tx: TenantTransaction): Ports['webhookDeliveries'] {
  const { sql } = tx;
  const deliveries = tx.of(WebhookDelivery);
  return {
    get: deliveries.lock,
    ofEvent: (clientId, eventId) =>
      deliveries.lockAll('client_id = $1 and event_id = $2 order by id limit 100', [clientId, eventId]),
    getAll: deliveries.lockIds,
    crowdsAround: async (around) => {
      type Place = { id: string; in_flight: number; earlier_waits: boolean; scopes: string[] | null };
      const places = await sql<Place>(
        `with place as (
             select w.id, w.ordered, (select c.scopes from api_client c where c.id = w.client_id and c.state = 'active'),
                    (select count(*) from (
                      select from webhook_delivery d
                       where d.endpoint_id = w.id and d.started_at is not null
                       order by d.started_at limit 100) x)::int as in_flight
               from webhook w where w.id = any($1))
           select d.id, p.scopes, p.in_flight - (d.started_at is not null)::int as in_flight,
                  p.ordered and exists (
                    select from webhook_delivery e
                     where e.endpoint_id = d.endpoint_id and e.subject_key = d.subject_key and e.sequence < d.sequence
                       and e.state in ('pending', 'delivering', 'retrying')) as earlier_waits
             from webhook_delivery d join place p on p.id = d.endpoint_id
            where d.id = any($2)`,
        [[...new Set(around.map(({ endpointId }) => endpointId))], around.map(({ id }) => id)],
      );
      return new Map(
        places.map(({ id, in_flight, earlier_waits, scopes }) => [
          Number(id),
          { inFlight: in_flight, earlierWaits: earlier_waits, scopes },
        ]),
      );
    },
    linesAt: (endpoints) => linesAt(tx, endpoints),
    callParked: async (endpointId, now) => {
      for (const each of await firstParked(tx, endpointId)) each.call(now);
    },
    restBehind: async (places, besides) => {
      const parked = await parkedBehind(tx, places, besides);
      for (const { endpointId, lookAt } of places)
        for (const [n, each] of (parked.get(endpointId) ?? []).entries())
          each.park(restUntil({ at: lookAt, isFirst: n === 0 }));
    },
  };
}
