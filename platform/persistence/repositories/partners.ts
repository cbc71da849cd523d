import { LockMode } from '@mikro-orm/core';
import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { ApiSecret } from '#core/partners/api-client/api-secret.ts';
import type { PartnersWorld } from '#core/partners/ports.ts';
import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { WebhookSecret } from '#core/partners/webhook-endpoint/webhook-secret.ts';
import { instantText } from '../../wire.ts';
import type { TenantTransaction } from '../database.ts';
import { readInstant } from '../types.ts';
import { assignId } from './numbers.ts';

type Ports = Pick<
  PartnersWorld,
  | 'apiClients'
  | 'apiSecrets'
  | 'webhookEndpoints'
  | 'webhookSecrets'
  | 'webhookDeliveries'
  | 'webhookAttempts'
  | 'paces'
>;

const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE };

/** The partners' collections, kept in Postgres. */
export function partnersPorts({ em, sql }: TenantTransaction): Ports {
  return {
    apiClients: {
      get: (id) => em.findOne(ApiClient, { id }),
      add: async (client) => {
        await assignId(sql, 'api_client', client);
        em.persist(client);
      },
    },
    apiSecrets: {
      ofClient: (clientId) => em.find(ApiSecret, { clientId }, { orderBy: { id: 'desc' }, limit: 20 }),
      add: (secret) => void em.persist(secret),
    },
    webhookEndpoints: {
      // A delivery's attempts and the counting of its failures belong together: the row is locked.
      get: (id) => em.findOne(WebhookEndpoint, { id }, LOCKED),
      countOf: async (clientId) => {
        await sql('select from api_client where id = $1 for update', [clientId]);
        const [row] = await sql<{ count: string }>(
          `select count(*) as count from webhook where client_id = $1 and state <> 'deleted'`,
          [clientId],
        );
        return Number(row?.count ?? 0);
      },
      add: async (endpoint) => {
        await assignId(sql, 'webhook', endpoint);
        em.persist(endpoint);
      },
    },
    webhookSecrets: {
      ofEndpoint: (endpointId) => em.find(WebhookSecret, { endpointId }, { orderBy: { id: 'desc' }, limit: 20 }),
      add: (secret) => void em.persist(secret),
    },
    webhookDeliveries: {
      get: (id) => em.findOne(WebhookDelivery, { id }, LOCKED),
      crowdAround: async ({ id, endpointId, subjectKey, sequence }) => {
        const [row] = await sql<{ in_flight: number; earlier_waits: boolean; next_turn_at: unknown }>(
          `select w.next_turn_at,
                  (select count(*) from (
                    select from webhook_delivery d
                     where d.endpoint_id = w.id and d.started_at is not null and d.id <> $2 limit 100) x)::int as in_flight,
                  w.ordered and exists (
                    select from webhook_delivery d
                     where d.endpoint_id = w.id and d.subject_key = $3 and d.sequence < $4
                       and d.state in ('pending', 'delivering', 'retrying')) as earlier_waits
             from webhook w where w.id = $1`,
          [endpointId, id, subjectKey, sequence],
        );
        const nextTurnAt = row?.next_turn_at == null ? null : readInstant(row.next_turn_at);
        return { inFlight: row?.in_flight ?? 0, earlierWaits: row?.earlier_waits ?? false, pace: { nextTurnAt } };
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
    webhookAttempts: { add: (attempt) => void em.persist(attempt) },
  };
}
