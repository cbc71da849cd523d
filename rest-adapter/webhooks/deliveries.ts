import type { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { lists } from '#platform/app/lists.ts';
import type { Views } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, type At } from '../records.ts';
import { route } from '../route.ts';
import { object, onePath, pathId } from '../shapes.ts';
import { scopesThrough, theWebhook } from './commands.ts';
import { attemptBody, deliveryBody, DeliverySchema, DeliveryWithAttemptsSchema } from './shapes.ts';
import type { WebhookSurface } from './surfaces.ts';

const DeliveryPath = object({
  id: pathId('The webhook’s id: the integer or the uuid.'),
  delivery_id: pathId('The delivery’s id: the integer or the uuid.'),
});

/** @throws DomainError not_found (missing): the webhook is not the caller’s, or it has no such delivery */
async function theDelivery(views: Views, at: At) {
  const { id: webhookId } = await theWebhook.require(views, at);
  return found('delivery', at.params['delivery_id'] ?? '', (id) => views.webhookDeliveries.one(webhookId, id));
}

const listOfDeliveries = ({ surface, tags, reading, path, noun, name }: WebhookSurface) =>
  listRoute({
    path: `${path}/{id}/deliveries`,
    surface,
    operation: `list${name}Deliveries`,
    summary: 'Deliveries to a webhook, newest first',
    description: 'Of the last 30 days. filter[event_id] takes the webhook-id that a receiver has seen.',
    tag: tags.webhooks,
    scope: 'webhooks:read',
    bucket: reading,
    params: onePath(noun),
    subject: theWebhook,
    list: lists.webhookDeliveries,
    schema: DeliverySchema,
    read: (views, query, webhookId) => views.webhookDeliveries.list(webhookId, query),
    show: deliveryBody,
  });

const oneDelivery = ({ surface, tags, reading, path, name, schemaOfOne, one }: WebhookSurface) =>
  route({
    method: 'GET',
    path: `${path}/{id}/deliveries/{delivery_id}`,
    surface,
    operation: `get${name}Delivery`,
    summary: 'One delivery, with its attempts',
    tag: tags.webhooks,
    scope: 'webhooks:read',
    bucket: reading,
    params: DeliveryPath,
    subject: theWebhook,
    reply: { status: 200, schema: schemaOfOne(DeliveryWithAttemptsSchema), describe: 'The delivery.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const { delivery, attempts } = await app.read(caller, async (views) => {
        const found = await theDelivery(views, { caller, params });
        return { delivery: found, attempts: await views.webhookDeliveries.attemptsOf([found.id]) };
      });
      return showRecord(delivery, one({ ...deliveryBody(delivery, ids), attempts: attempts.map(attemptBody) }));
    },
  });

const resending = ({ surface, tags, writing, path, name, schemaOfOne, one }: WebhookSurface) =>
  route({
    method: 'POST',
    path: `${path}/{id}/deliveries/{delivery_id}/resend`,
    surface,
    operation: `resend${name}Delivery`,
    summary: 'Send a delivery again',
    description: 'Now, under the same webhook-id, and with the schedule of attempts from its start.',
    tag: tags.webhooks,
    scope: 'webhooks:write',
    bucket: writing,
    params: DeliveryPath,
    subject: theWebhook,
    reply: { status: 202, schema: schemaOfOne(DeliverySchema), describe: 'The delivery, which is on its way.' },
    refusals: ['invalid_state_transition', 'precondition_failed', 'insufficient_scope'],
    handle: async (app, { caller, ids, params, version, request }) => {
      const { id: deliveryId, webhookId } = await app.read(caller, (views) => theDelivery(views, { caller, params }));
      return app.partners.resendDelivery(
        request<WebhookDelivery>(async ({ id }, views) => {
          const delivery = await views.webhookDeliveries.one(webhookId, id);
          if (!delivery) throw new Error(`Delivery ${id} is gone in its own transaction.`);
          const webhook = ids({ id: webhookId, uuid: delivery.webhookUuid });
          const location = `${path}/${webhook}/deliveries/${ids(delivery)}`;
          return recordResponse(202, delivery, one(deliveryBody(delivery, ids)), location);
        }),
        {
          clientId: caller.clientId,
          tokenScopes: scopesThrough(surface, caller),
          webhookId,
          deliveryId,
          ...(version === undefined ? {} : { version }),
        },
      );
    },
  });

/** The log of deliveries to a webhook. */
export const deliveryRoutes = (surface: WebhookSurface) => [
  listOfDeliveries(surface),
  oneDelivery(surface),
  resending(surface),
];
