import type { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { lists } from '#platform/app/lists.ts';
import type { Views } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, type At } from '../records.ts';
import { route } from '../route.ts';
import { object, onePath, pathId } from '../shapes.ts';
import { theWebhook } from './commands.ts';
import { attemptBody, deliveryBody, DeliverySchema, DeliveryWithAttemptsSchema } from './shapes.ts';

const DeliveryPath = object({
  id: pathId('The webhook’s id: the integer or the uuid.'),
  delivery_id: pathId('The delivery’s id: the integer or the uuid.'),
});

/** @throws DomainError not_found (missing): the webhook is not the caller’s, or it has no such delivery */
async function theDelivery(views: Views, at: At) {
  const { id: webhookId } = await theWebhook.require(views, at);
  return found('delivery', at.params['delivery_id'] ?? '', (id) => views.webhookDeliveries.one(webhookId, id));
}

export const deliveryRoutes = [
  listRoute({
    path: '/api/v1/webhooks/{id}/deliveries',
    surface: 'lending',
    operation: 'listWebhookDeliveries',
    summary: 'Deliveries to a webhook, newest first',
    description: 'Of the last 30 days. filter[event_id] takes the webhook-id that a receiver has seen.',
    tag: 'Webhooks',
    scope: 'webhooks:read',
    bucket: 'B.read',
    params: onePath('webhook'),
    subject: theWebhook,
    list: lists.webhookDeliveries,
    schema: DeliverySchema,
    read: (views, query, webhookId) => views.webhookDeliveries.list(webhookId, query),
    show: deliveryBody,
  }),
  route({
    method: 'GET',
    path: '/api/v1/webhooks/{id}/deliveries/{delivery_id}',
    surface: 'lending',
    operation: 'getWebhookDelivery',
    summary: 'One delivery, with its attempts',
    tag: 'Webhooks',
    scope: 'webhooks:read',
    bucket: 'B.read',
    params: DeliveryPath,
    subject: theWebhook,
    reply: { status: 200, schema: DeliveryWithAttemptsSchema, describe: 'The delivery.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const { delivery, attempts } = await app.read(caller, async (views) => {
        const one = await theDelivery(views, { caller, params });
        return { delivery: one, attempts: await views.webhookDeliveries.attemptsOf([one.id]) };
      });
      return showRecord(delivery, { ...deliveryBody(delivery, ids), attempts: attempts.map(attemptBody) });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/webhooks/{id}/deliveries/{delivery_id}/resend',
    surface: 'lending',
    operation: 'resendWebhookDelivery',
    summary: 'Send a delivery again',
    description: 'Now, under the same webhook-id, and with the schedule of attempts from its start.',
    tag: 'Webhooks',
    scope: 'webhooks:write',
    bucket: 'B.write',
    params: DeliveryPath,
    subject: theWebhook,
    reply: { status: 202, schema: DeliverySchema, describe: 'The delivery, which is on its way.' },
    refusals: ['invalid_state_transition', 'precondition_failed', 'insufficient_scope'],
    handle: async (app, { caller, ids, params, version, request }) => {
      const { id: deliveryId, webhookId } = await app.read(caller, (views) => theDelivery(views, { caller, params }));
      return app.partners.resendDelivery(
        request<WebhookDelivery>(async ({ id }, views) => {
          const delivery = await views.webhookDeliveries.one(webhookId, id);
          if (!delivery) throw new Error(`Delivery ${id} is gone in its own transaction.`);
          const webhook = ids({ id: webhookId, uuid: delivery.webhookUuid });
          const location = `/api/v1/webhooks/${webhook}/deliveries/${ids(delivery)}`;
          return recordResponse(202, delivery, deliveryBody(delivery, ids), location);
        }),
        {
          clientId: caller.clientId,
          tokenScopes: caller.scopes,
          webhookId,
          deliveryId,
          ...(version === undefined ? {} : { version }),
        },
      );
    },
  }),
];
