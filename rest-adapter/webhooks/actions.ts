import { feedEntry } from '#core/partners/webhook-delivery/payload.ts';
import type { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { newSigningSecret } from '#platform/outbound/signature.ts';
import { jsonResponse } from '../responses.ts';
import { route } from '../route.ts';
import { onePath } from '../shapes.ts';
import { confidentialFor, readerOf, rotationOf, theWebhook } from './commands.ts';
import { presentWebhook } from './endpoints.ts';
import { recoveryBody, recoveryOf, RecoverPost, RecoverySchema, TestPost } from './recovery.ts';
import { EventSchema, NewWebhookSchema, RotationPost, WebhookSchema } from './shapes.ts';

const shared = {
  surface: 'lending',
  tag: 'Webhooks',
  scope: 'webhooks:write',
  bucket: 'B.write',
  params: onePath('webhook'),
  subject: theWebhook,
} as const;

/** Turning a webhook on or off. */
const switched = (
  action: 'enable' | 'disable',
  { operation, summary, description }: { operation: string; summary: string; description: string },
) =>
  route({
    ...shared,
    method: 'POST',
    path: `/api/v1/webhooks/{id}/${action}`,
    operation,
    summary,
    description,
    reply: { status: 200, schema: WebhookSchema, describe: `The webhook, ${action}d.` },
    refusals: ['invalid_state_transition', 'precondition_failed'],
    handle: async (app, { caller, ids, version, subjectId, request }) => {
      const use = action === 'enable' ? app.partners.enableWebhook : app.partners.disableWebhook;
      return use(request<WebhookEndpoint>(presentWebhook(app, caller, ids, 200)), {
        clientId: caller.clientId,
        webhookId: await subjectId(),
        ...(version === undefined ? {} : { version }),
      });
    },
  });

export const webhookActionRoutes = [
  route({
    ...shared,
    method: 'POST',
    path: '/api/v1/webhooks/{id}/rotate_secret',
    operation: 'rotateWebhookSecret',
    summary: 'Sign with a new secret',
    description:
      'During the overlap deliveries carry two signatures, the new one first: exchange the secret at your side within ' +
      'it, and nothing is refused. Without an overlap the old secret ends immediately, and so do those of overlaps before.',
    body: RotationPost,
    example: { overlap_seconds: 86_400 },
    reply: { status: 200, schema: NewWebhookSchema, describe: 'The webhook, with its new secret.' },
    refusals: ['precondition_failed'],
    handle: async (app, call) => {
      const { caller, ids, body, request, tools } = call;
      const secret = newSigningSecret();
      return app.partners.rotateWebhookSecret(
        request(presentWebhook(app, caller, ids, 200, secret), confidentialFor(tools.webhooks, caller)),
        await rotationOf(body, call, secret),
      );
    },
  }),
  switched('enable', {
    operation: 'enableWebhook',
    summary: 'Start deliveries again',
    description: 'With a clean record. What was held meanwhile stays held until it is recovered.',
  }),
  switched('disable', {
    operation: 'disableWebhook',
    summary: 'Stop deliveries',
    description: 'What happens meanwhile is stored for 30 days, and a recovery brings it.',
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/api/v1/webhooks/{id}/test',
    operation: 'testWebhook',
    summary: 'Send a test event',
    description:
      'webhook.test goes to this webhook alone, independent of its subscriptions; its delivery is listed like others. In a ' +
      'sandbox, type has it look like an event of that type: the newest that this token may read, or a made one whose ids ' +
      'name nothing. What is posted then has test: true.',
    body: TestPost,
    bodyIsOptional: true,
    example: { type: 'loan.disbursed' },
    reply: { status: 202, schema: EventSchema, describe: 'The event that is on its way.' },
    refusals: ['invalid_state_transition', 'sandbox_only', 'insufficient_scope'],
    handle: async (app, { caller, query, body, subjectId, request }) =>
      app.partners.testWebhook(
        request<WebhookEndpoint>(async ({ id }, views) => {
          const latest = await views.events.latest(readerOf(app.clock(), { caller, query }), 'webhook.test', {
            type: 'webhook',
            id,
          });
          if (!latest) throw new Error(`The test of webhook ${id} was not written.`);
          return jsonResponse(202, feedEntry(latest), { location: `/api/v1/events/${latest.id}` });
        }),
        {
          clientId: caller.clientId,
          webhookId: await subjectId(),
          tokenScopes: caller.scopes,
          type: body.type ?? null,
        },
      ),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/api/v1/webhooks/{id}/recover',
    operation: 'recoverWebhook',
    summary: 'Have the events of a span of time again, or those of some types',
    description:
      'failed: deliveries that were abandoned. missing: what was held while the webhook was disabled, or never sent ' +
      'to it (it may be younger than the event). all: these and what succeeded. Nothing older than 30 days, and nothing ' +
      'that this token may not read.',
    body: RecoverPost,
    example: { since: '2026-01-30T00:00:00Z', only: 'missing', types: ['loan.*', 'repayment.received'] },
    reply: { status: 202, schema: RecoverySchema, describe: 'The deliveries are being brought.' },
    refusals: ['invalid_state_transition', 'insufficient_scope'],
    handle: async (app, call) =>
      app.partners.recoverWebhook(
        call.request(async (recovery) =>
          jsonResponse(202, recoveryBody(recovery, call.ids), {
            location: `/api/v1/webhooks/${call.ids(recovery.endpoint)}/deliveries`,
          }),
        ),
        await recoveryOf(call.body, 'lending', call),
      ),
  }),
];
