import { feedEntry } from '#core/partners/webhook-delivery/payload.ts';
import type { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { jsonResponse } from '../responses.ts';
import { route } from '../route.ts';
import { object, onePath } from '../shapes.ts';
import { changesIn, readerOf, scopesThrough, theWebhook } from '../webhooks/commands.ts';
import { RecoverPost, recoveryBody, recoveryOf, RecoverySchema, TestPost } from '../webhooks/recovery.ts';
import { EventSchema, WebhookPatch, WebhookSchema } from '../webhooks/shapes.ts';
import { PATH, presentEndpoint } from './webhook-endpoints.ts';

/** What an app does with a webhook that is registered. */

const shared = {
  surface: 'payment-bridge',
  tag: 'Payment bridge',
  scope: 'webhooks:write',
  bucket: 'A.write',
  params: onePath('webhook endpoint'),
  subject: theWebhook,
} as const;

const switched = (action: 'enable' | 'disable', operation: string, summary: string, description: string) =>
  route({
    ...shared,
    method: 'POST',
    path: `${PATH}/{id}/${action}`,
    operation,
    summary,
    description,
    reply: { status: 200, schema: object({ data: WebhookSchema }), describe: `The webhook, ${action}d.` },
    refusals: ['invalid_state_transition', 'precondition_failed'],
    handle: async (app, { caller, ids, version, subjectId, request }) => {
      const { enableWebhook, disableWebhook } = app.partners;
      const use = action === 'enable' ? enableWebhook : disableWebhook;
      const command = { clientId: caller.clientId, webhookId: await subjectId() };
      return use(request<WebhookEndpoint>(presentEndpoint(app, caller, ids, 200)), {
        ...command,
        ...(version === undefined ? {} : { version }),
      });
    },
  });

export const webhookStepRoutes = [
  route({
    ...shared,
    method: 'PATCH',
    path: `${PATH}/{id}`,
    operation: 'updateWebhookEndpoint',
    summary: 'Change the address or the events of a webhook of the app',
    description:
      'What is named is changed, by the rules of the registration; the rest stays, the secret too. Deliveries that wait go to ' +
      'the new address. Naming the url as it is confirms a webhook that a person has set up in the portal.',
    body: WebhookPatch,
    example: { url: 'https://example.com/hooks/new', events: ['payout.*'] },
    reply: { status: 200, schema: object({ data: WebhookSchema }), describe: 'The webhook, changed.' },
    refusals: ['webhook_url_refused', 'insufficient_scope', 'client_disabled'],
    handle: async (app, { caller, ids, body, version, subjectId, request, tools: { webhooks } }) => {
      const changed = await changesIn(body, caller, { ...webhooks, app });
      return app.partners.changeWebhook(request(presentEndpoint(app, caller, ids, 200)), {
        ...changed,
        clientId: caller.clientId,
        webhookId: await subjectId(),
        tokenScopes: scopesThrough('payment-bridge', caller),
        ...(version === undefined ? {} : { version }),
      });
    },
  }),
  switched(
    'enable',
    'enableWebhookEndpoint',
    'Start deliveries to a webhook of the app again',
    'With a clean record. What was held meanwhile stays held until it is recovered.',
  ),
  switched(
    'disable',
    'disableWebhookEndpoint',
    'Stop deliveries to a webhook of the app',
    'What happens meanwhile is stored for 30 days, and a recovery brings it.',
  ),
  route({
    ...shared,
    method: 'POST',
    path: `${PATH}/{id}/test`,
    operation: 'testWebhookEndpoint',
    summary: 'Send a test event to a webhook of the app',
    description:
      'webhook.test goes to this webhook alone, independent of its subscriptions. In a sandbox, type has it look like an event of ' +
      'that type; what is posted then has test: true.',
    body: TestPost,
    bodyIsOptional: true,
    example: { type: 'payout.failed' },
    reply: { status: 202, schema: object({ data: EventSchema }), describe: 'The event that is on its way.' },
    refusals: ['invalid_state_transition', 'sandbox_only', 'insufficient_scope'],
    handle: async (app, { caller, query, body, subjectId, request }) => {
      const reader = readerOf(app.clock(), { caller, query }, { ownOnly: true });
      const present = request<WebhookEndpoint>(async ({ id }, views) => {
        const latest = await views.events.latest(reader, 'webhook.test', { type: 'webhook', id });
        if (!latest) throw new Error(`The test of webhook ${id} was not written.`);
        return jsonResponse(202, { data: feedEntry(latest) }, { location: `/v1/events/${latest.id}` });
      });
      const command = {
        clientId: caller.clientId,
        webhookId: await subjectId(),
        tokenScopes: scopesThrough('payment-bridge', caller),
      };
      return app.partners.testWebhook(present, { ...command, type: body.type ?? null });
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: `${PATH}/{id}/recover`,
    operation: 'recoverWebhookEndpoint',
    summary: 'Have the events of a span of time again at a webhook of the app',
    description:
      'failed: deliveries that were abandoned. missing: what was held while the webhook was disabled, or never sent to it. all: ' +
      'these and what succeeded. Nothing older than 30 days, and nothing that this token may not read.',
    body: RecoverPost,
    example: { since: '2026-01-30T00:00:00Z', only: 'missing', types: ['payout.*'] },
    reply: { status: 202, schema: object({ data: RecoverySchema }), describe: 'The deliveries are being brought.' },
    refusals: ['invalid_state_transition', 'insufficient_scope'],
    handle: async (app, call) =>
      app.partners.recoverWebhook(
        call.request(async (recovery) => jsonResponse(202, { data: recoveryBody(recovery, call.ids) })),
        await recoveryOf(call.body, 'payment-bridge', call),
      ),
  }),
];
