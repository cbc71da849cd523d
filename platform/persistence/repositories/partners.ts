import { LockMode } from '@mikro-orm/core';
import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { ApiSecret } from '#core/partners/api-client/api-secret.ts';
import type { PartnersWorld } from '#core/partners/ports.ts';
import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { WebhookSecret } from '#core/partners/webhook-endpoint/webhook-secret.ts';
import type { TenantTransaction } from '../database.ts';
import { assignId } from './numbers.ts';

type Ports = Pick<
  PartnersWorld,
  'apiClients' | 'apiSecrets' | 'webhookEndpoints' | 'webhookSecrets' | 'webhookDeliveries' | 'webhookAttempts'
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
    webhookDeliveries: { get: (id) => em.findOne(WebhookDelivery, { id }, LOCKED) },
    webhookAttempts: { add: (attempt) => void em.persist(attempt) },
  };
}
