import Type from 'typebox';
import { feedEntry } from '#core/partners/webhook-delivery/payload.ts';
import type { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import { newSigningSecret } from '#platform/outbound/signature.ts';
import { lists } from '#platform/app/lists.ts';
import type { Views } from '#platform/app/views.ts';
import { jsonResponse, recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { object, onePath } from '../shapes.ts';
import { confidentialFor, readerOf, registrationOf, rotationOf, theWebhook } from '../webhooks/commands.ts';
import { EventPath, theEvent } from '../webhooks/events.ts';
import {
  deliveryBody,
  DeliverySchema,
  EventSchema,
  NewWebhookSchema,
  RotationPost,
  webhookBody,
  WebhookPost,
  WebhookSchema,
} from '../webhooks/shapes.ts';

/**
 * Webhooks and events of an app: the same subsystem as on the lending surface, and the same webhooks. An app sees its
 * own, and of events those that belong to it.
 */

export const PATH = '/v1/webhook_endpoints';
const shared = { surface: 'payment-bridge', tag: 'Payment bridge' } as const;
const reading = { ...shared, scope: 'webhooks:read', bucket: 'A.read' } as const;
const writing = { ...shared, scope: 'webhooks:write', bucket: 'A.write' } as const;
const one = { params: onePath('webhook endpoint'), subject: theWebhook } as const;

const NOTHING: CommandResponse = { status: 204, headers: {}, body: '' };

/** The reply to a write: the webhook as it is committed, with its secret where there is a new one. */
export function presentEndpoint(app: App, caller: Caller, ids: Ids, status: 200 | 201, secret?: string) {
  return async ({ id }: { readonly id: number }, views: Views): Promise<CommandResponse> => {
    const webhook = await views.webhooks.one(caller.clientId, id);
    if (!webhook) throw new Error(`Webhook ${id} is gone in its own transaction.`);
    const body = { data: { ...webhookBody(webhook, ids), ...(secret === undefined ? {} : { secret }) } };
    return recordResponse(status, webhook, body, status === 201 ? `${PATH}/${ids(webhook)}` : undefined);
  };
}

export const webhookEndpointRoutes = [
  route({
    ...writing,
    method: 'POST',
    path: PATH,
    operation: 'createWebhookEndpoint',
    summary: 'Send events to an app',
    description:
      'Deliveries follow Standard Webhooks and are signed with the secret in the reply, which is shown once (a replay ' +
      'with the same Idempotency-Key shows it again). It receives what happens to the app’s own records and settings.',
    body: WebhookPost,
    example: { url: 'https://example.com/hooks/umoja', events: ['payout.*', 'collection.*'] },
    reply: { status: 201, schema: object({ data: NewWebhookSchema }), describe: 'The webhook, with its secret.' },
    refusals: ['webhook_url_refused', 'webhook_limit_reached', 'insufficient_scope', 'client_disabled'],
    handle: async (app, { caller, ids, body, request, tools: { webhooks } }) => {
      const secret = newSigningSecret();
      return app.partners.registerWebhook(
        request(presentEndpoint(app, caller, ids, 201, secret), confidentialFor(webhooks, caller)),
        await registrationOf(body, { caller, surface: 'payment-bridge', tools: { ...webhooks, app } }, secret),
      );
    },
  }),
  listRoute({
    ...reading,
    path: PATH,
    operation: 'listWebhookEndpoints',
    summary: 'The app’s webhooks, newest first',
    list: lists.webhooks,
    schema: WebhookSchema,
    read: (views, query, _, { caller }) => views.webhooks.list(caller.clientId, query),
    show: webhookBody,
  }),
  route({
    ...reading,
    ...one,
    method: 'GET',
    path: `${PATH}/{id}`,
    operation: 'getWebhookEndpoint',
    summary: 'One webhook of the app',
    reply: { status: 200, schema: object({ data: WebhookSchema }), describe: 'The webhook, without its secret.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const webhook = await app.read(caller, (views) =>
        found('webhook', params.id, (id) => views.webhooks.one(caller.clientId, id)),
      );
      return showRecord(webhook, { data: webhookBody(webhook, ids) });
    },
  }),
  route({
    ...writing,
    ...one,
    method: 'DELETE',
    path: `${PATH}/{id}`,
    operation: 'deleteWebhookEndpoint',
    summary: 'Take a webhook of the app away',
    description: 'For good: nothing is delivered any more, and its secret signs nothing.',
    reply: { status: 204, schema: null, describe: 'It is gone.' },
    refusals: [],
    handle: async (app, { caller, version, subjectId, request }) =>
      app.partners.removeWebhook(
        request(async () => NOTHING),
        { clientId: caller.clientId, webhookId: await subjectId(), ...(version === undefined ? {} : { version }) },
      ),
  }),
  route({
    ...writing,
    ...one,
    method: 'POST',
    path: `${PATH}/{id}/rotate_secret`,
    operation: 'rotateWebhookEndpointSecret',
    summary: 'Sign with a new secret',
    description: 'During the overlap deliveries carry two signatures, the new one first.',
    body: RotationPost,
    example: { overlap_seconds: 86_400 },
    reply: { status: 200, schema: object({ data: NewWebhookSchema }), describe: 'The webhook, with its new secret.' },
    refusals: ['precondition_failed'],
    handle: async (app, call) => {
      const { caller, ids, body, request, tools } = call;
      const secret = newSigningSecret();
      return app.partners.rotateWebhookSecret(
        request(presentEndpoint(app, caller, ids, 200, secret), confidentialFor(tools.webhooks, caller)),
        await rotationOf(body, call, secret),
      );
    },
  }),
];

const RedeliverySchema = object(
  {
    event_id: Type.String({ examples: ['evt_0198c0de4b1d7c3a9f005a1e2d3c4b5a'] }),
    deliveries: Type.Array(DeliverySchema, { description: 'Those that are sent again, one for each webhook.' }),
  },
  { $id: 'Redelivery' },
);

export const bridgeEventRoutes = [
  listRoute({
    ...reading,
    path: '/v1/events',
    operation: 'listAppEvents',
    summary: 'What happened to the app’s own records, newest first',
    description: 'Of the last 30 days, as webhooks receive them. Since an instant: filter[occurred_at][gte].',
    list: lists.events,
    schema: EventSchema,
    read: (views, query, _, call) => views.events.list(readerOf(call.now, call, { ownOnly: true }), query),
    show: feedEntry,
  }),
  route({
    ...reading,
    method: 'GET',
    path: '/v1/events/{id}',
    operation: 'getAppEvent',
    summary: 'One event of the app',
    params: EventPath,
    reply: { status: 200, schema: object({ data: EventSchema }), describe: 'The event, as webhooks receive it.' },
    refusals: [],
    handle: async (app, { caller, params, query }) => {
      const reader = readerOf(app.clock(), { caller, query }, { ownOnly: true });
      const { event } = await app.read(caller, (views) => theEvent(views, reader, params.id));
      return { body: { data: feedEntry(event) } };
    },
  }),
  route({
    ...writing,
    method: 'POST',
    path: '/v1/events/{id}/redeliver',
    operation: 'redeliverEvent',
    summary: 'Send an event again',
    description: 'To every active webhook of the app that received it: now, and under the same webhook-id.',
    params: EventPath,
    reply: { status: 202, schema: object({ data: RedeliverySchema }), describe: 'The deliveries are on their way.' },
    refusals: ['nothing_to_redeliver'],
    handle: async (app, { caller, ids, params, query, request }) => {
      const reader = readerOf(app.clock(), { caller, query }, { ownOnly: true });
      const { id: eventId } = await app.read(caller, (views) => theEvent(views, reader, params.id));
      return app.partners.redeliverEvent(
        request<readonly WebhookDelivery[]>(async (again, views) => {
          const shown = await views.webhookDeliveries.byUuids(
            again.map(({ uuid }) => uuid),
            [caller.clientId],
          );
          const deliveries = shown.toSorted((a, b) => a.id - b.id).map((each) => deliveryBody(each, ids));
          return jsonResponse(
            202,
            { data: { event_id: params.id, deliveries } },
            { location: `/v1/events/${params.id}` },
          );
        }),
        { clientId: caller.clientId, eventId },
      );
    },
  }),
];
