import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import { newSigningSecret } from '#platform/outbound/signature.ts';
import { lists } from '#platform/app/lists.ts';
import type { Views } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { onePath } from '../shapes.ts';
import { changesIn, confidentialFor, registrationOf, theWebhook } from './commands.ts';
import { NewWebhookSchema, webhookBody, WebhookPatch, WebhookPost, WebhookSchema } from './shapes.ts';

const NOTHING: CommandResponse = { status: 204, headers: {}, body: '' };

/** The reply to a write: the webhook as it is committed, with its secret where there is a new one. */
export function presentWebhook(app: App, caller: Caller, ids: Ids, status: 200 | 201, secret?: string) {
  return async ({ id }: { readonly id: number }, views: Views): Promise<CommandResponse> => {
    const webhook = await views.webhooks.one(caller.clientId, id);
    if (!webhook) throw new Error(`Webhook ${id} is gone in its own transaction.`);
    const body = { ...webhookBody(webhook, ids), ...(secret === undefined ? {} : { secret }) };
    return recordResponse(status, webhook, body, status === 201 ? `/api/v1/webhooks/${ids(webhook)}` : undefined);
  };
}

export const webhookRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/webhooks',
    surface: 'lending',
    operation: 'createWebhook',
    summary: 'Receive events',
    description:
      'Deliveries follow Standard Webhooks and are signed with the secret in the reply, which is shown once (a replay ' +
      'with the same Idempotency-Key shows it again). `events` names types of the catalogue, all of a subject as ' +
      '"loan.*", or "*". It receives what the token that registers it can read, and never more.',
    tag: 'Webhooks',
    scope: 'webhooks:write',
    bucket: 'B.write',
    body: WebhookPost,
    example: { url: 'https://example.com/hooks/umoja', events: ['loan.disbursed', 'repayment.*'] },
    reply: { status: 201, schema: NewWebhookSchema, describe: 'The webhook, with its secret.' },
    refusals: ['webhook_url_refused', 'webhook_limit_reached', 'insufficient_scope', 'client_disabled'],
    handle: async (app, { caller, ids, body, request, tools: { webhooks } }) => {
      const secret = newSigningSecret();
      return app.partners.registerWebhook(
        request(presentWebhook(app, caller, ids, 201, secret), confidentialFor(webhooks, caller)),
        await registrationOf(body, { caller, surface: 'lending', tools: { ...webhooks, app } }, secret),
      );
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
    list: lists.webhooks,
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
    method: 'PATCH',
    path: '/api/v1/webhooks/{id}',
    surface: 'lending',
    operation: 'updateWebhook',
    summary: 'Change the address or the events of a webhook',
    description:
      'What is named is changed, by the rules of the registration; the rest stays, the secret too. Deliveries that ' +
      'wait go to the new address. Changing url, events or payload binds the webhook to the scopes of this token. Naming the ' +
      'url as it is confirms a webhook that a person has set up in the portal: until then it has no scopes.',
    tag: 'Webhooks',
    scope: 'webhooks:write',
    bucket: 'B.write',
    params: onePath('webhook'),
    subject: theWebhook,
    body: WebhookPatch,
    example: { url: 'https://example.com/hooks/new', events: ['loan.*'] },
    reply: { status: 200, schema: WebhookSchema, describe: 'The webhook, changed.' },
    refusals: ['webhook_url_refused', 'insufficient_scope', 'client_disabled'],
    handle: async (app, { caller, ids, body, version, subjectId, request, tools: { webhooks } }) =>
      app.partners.changeWebhook(request(presentWebhook(app, caller, ids, 200)), {
        clientId: caller.clientId,
        webhookId: await subjectId(),
        ...(version === undefined ? {} : { version }),
        tokenScopes: caller.scopes,
        ...(await changesIn(body, caller, { ...webhooks, app })),
      }),
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
    handle: async (app, { caller, version, subjectId, request }) =>
      app.partners.removeWebhook(
        request(async () => NOTHING),
        {
          clientId: caller.clientId,
          webhookId: await subjectId(),
          ...(version === undefined ? {} : { version }),
        },
      ),
  }),
];
