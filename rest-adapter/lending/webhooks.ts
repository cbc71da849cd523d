import Type from 'typebox';
import { WEBHOOK_LIMITS } from '#core/partners/use-cases/register-webhook.ts';
import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';
import type { Answer } from '#platform/idempotency.ts';
import { checkDestination } from '#platform/outbound/destination.ts';
import { newSigningSecret } from '#platform/outbound/signature.ts';
import { webhookList, type WebhookView } from '#platform/views/webhooks.ts';
import { recordAnswer, showRecord } from '../answers.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, subjectAt, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { anyId, instant, nullable, object, onePath, text } from '../shapes.ts';

const properties = {
  id: anyId('Stable id.'),
  uuid: Type.String({ format: 'uuid' }),
  url: Type.String({ description: 'Where deliveries go.' }),
  events: Type.Array(Type.String(), { description: 'Event types and patterns.' }),
  description: nullable(Type.String()),
  ordered: Type.Boolean({ description: 'Events of one subject come one after the other.' }),
  rate_limit_per_second: nullable(Type.Integer()),
  metadata: Type.Record(Type.String(), Type.String()),
  payload: Type.Enum(['full', 'thin']),
  state: Type.Enum(webhookLifecycle.states.filter((state) => state !== 'deleted')),
  disabled_reason: nullable(Type.String()),
  sandbox: Type.Boolean(),
  version: Type.Integer({ description: 'Also the ETag: "v7".' }),
  created_at: instant('When it was registered.'),
  updated_at: instant('When the record last changed.'),
};

const WebhookSchema = object(properties, { $id: 'Webhook' });
const NewWebhookSchema = object(
  {
    ...properties,
    secret: Type.String({
      description: 'Signs deliveries (Standard Webhooks). Shown here only: keep it now.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    }),
  },
  { $id: 'NewWebhook' },
);

const theWebhook = subjectAt(
  'webhook',
  (views, caller) => (id) => views.webhooks.one(caller.clientId, id),
  (views, caller) => (uuid) => views.webhooks.idOf(caller.clientId, uuid),
);

function webhookBody(webhook: WebhookView, ids: Ids) {
  return {
    id: ids(webhook),
    uuid: webhook.uuid,
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    ordered: webhook.ordered,
    rate_limit_per_second: webhook.rateLimitPerSecond,
    metadata: webhook.metadata,
    payload: webhook.payload,
    state: webhook.state,
    disabled_reason: webhook.disabledReason,
    sandbox: webhook.sandbox,
    version: webhook.version,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
  };
}

const NOTHING: Answer = { status: 204, headers: {}, body: '' };

export const webhookRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/webhooks',
    surface: 'lending',
    operation: 'createWebhook',
    summary: 'Be told of events',
    description:
      'Deliveries follow Standard Webhooks and are signed with the secret in the reply, which is shown once (a replay ' +
      'with the same Idempotency-Key shows it again). `events` names types of the catalogue, all of a subject as ' +
      '"loan.*", or "*".',
    tag: 'Webhooks',
    scope: 'webhooks:write',
    bucket: 'B.write',
    body: object({
      url: text('An absolute address, https; sandboxes may use http.', 4_096),
      events: Type.Array(text('An event type or pattern.', 100), { minItems: 1, maxItems: WEBHOOK_LIMITS.events }),
      description: Type.Optional(
        nullable(Type.String({ maxLength: WEBHOOK_LIMITS.descriptionLength, description: 'For your own eyes.' })),
      ),
      ordered: Type.Optional(Type.Boolean({ description: 'Events of one subject come one after the other.' })),
      rate_limit_per_second: Type.Optional(
        nullable(Type.Integer({ minimum: 1, maximum: WEBHOOK_LIMITS.rateLimitPerSecond })),
      ),
      metadata: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'Your own names and values.' })),
      payload: Type.Optional(Type.Enum(['full', 'thin'], { description: 'thin: without the event’s data.' })),
    }),
    example: { url: 'https://example.com/hooks/umoja', events: ['loan.disbursed', 'repayment.*'] },
    reply: { status: 201, schema: NewWebhookSchema, describe: 'The webhook, with its secret.' },
    refusals: ['webhook_url_refused', 'webhook_limit_reached', 'insufficient_scope', 'client_disabled'],
    handle: async (app, { caller, ids, body, asked, tools }) => {
      const { guard, secrets } = tools.webhooks;
      const sandbox = caller.mode === 'sandbox';
      const destination = await checkDestination(body.url, {
        allowHttp: sandbox,
        allowedNetworks: sandbox ? guard.allowedNetworks : [],
        resolve: guard.resolve,
      });
      const secret = newSigningSecret();
      const present = async ({ id }: { id: number }, tx: Parameters<typeof app.viewsIn>[1]) => {
        const webhook = await (await app.viewsIn(caller, tx)).webhooks.one(caller.clientId, id);
        if (!webhook) throw new Error(`Webhook ${id} is gone in its own transaction.`);
        return recordAnswer(201, webhook, { ...webhookBody(webhook, ids), secret }, `/api/v1/webhooks/${ids(webhook)}`);
      };
      // Replays are byte for byte, so the reply is kept whole; as ciphertext, since it holds the secret.
      const confidential = {
        seal: (reply: string) => secrets.seal(reply, caller.clientId),
        open: (box: string) => secrets.unseal(box, caller.clientId),
      };
      return app.partners.registerWebhook(asked(present, confidential), {
        clientId: caller.clientId,
        url: body.url,
        destination,
        events: body.events,
        description: body.description ?? null,
        ordered: body.ordered ?? false,
        rateLimitPerSecond: body.rate_limit_per_second ?? null,
        metadata: body.metadata ?? {},
        payloadStyle: body.payload ?? 'full',
        secretCiphertext: secrets.seal(secret, caller.clientId),
      });
    },
  }),
  listRoute({
    path: '/api/v1/webhooks',
    surface: 'lending',
    operation: 'listWebhooks',
    summary: 'Your webhooks, newest first',
    tag: 'Webhooks',
    scope: 'webhooks:read',
    bucket: 'B.read',
    list: webhookList,
    schema: WebhookSchema,
    read: (views, query, _, { caller }) => views.webhooks.list(caller.clientId, query),
    show: webhookBody,
  }),
  route({
    method: 'GET',
    path: '/api/v1/webhooks/{id}',
    surface: 'lending',
    operation: 'getWebhook',
    summary: 'One webhook',
    tag: 'Webhooks',
    scope: 'webhooks:read',
    bucket: 'B.read',
    params: onePath('webhook'),
    subject: theWebhook,
    reply: { status: 200, schema: WebhookSchema, describe: 'The webhook, without its secret.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const webhook = await app.read(caller, (views) =>
        found('webhook', params.id, (id) => views.webhooks.one(caller.clientId, id)),
      );
      return showRecord(webhook, webhookBody(webhook, ids));
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/webhooks/{id}',
    surface: 'lending',
    operation: 'deleteWebhook',
    summary: 'Take a webhook away',
    description: 'For good: nothing is delivered any more, and its secret signs nothing.',
    tag: 'Webhooks',
    scope: 'webhooks:write',
    bucket: 'B.write',
    params: onePath('webhook'),
    subject: theWebhook,
    reply: { status: 204, schema: null, describe: 'It is gone.' },
    refusals: [],
    handle: async (app, { caller, version, subjectId, asked }) =>
      app.partners.removeWebhook(
        asked(async () => NOTHING),
        {
          clientId: caller.clientId,
          webhookId: await subjectId(),
          ...(version === undefined ? {} : { version }),
        },
      ),
  }),
];
