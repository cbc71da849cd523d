import type { PayloadStyle, WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { checkDestination } from '#platform/outbound/destination.ts';
import { newSigningSecret } from '#platform/outbound/signature.ts';
import { named } from '../../../change.ts';
import { check, storable, text } from '../../../check-input.ts';
import { change } from './change.ts';

type CreateWebhook = {
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string | null;
  readonly ordered: boolean;
  readonly rateLimitPerSecond?: number | null;
  readonly metadata?: readonly { readonly key: string; readonly value: string }[] | null;
  readonly payload?: PayloadStyle | null;
};
type DeleteWebhook = { readonly webhookId: string };

const createWebhook = change<CreateWebhook, WebhookEndpoint, { readonly secret: string }>({
  run: async ({ input, context: { app, caller, webhooks } }, asked) => {
    check(input, { url: text(4_096), description: text(500), metadata: storable });
    const { guard, secrets } = webhooks;
    const sandbox = caller.mode === 'sandbox';
    const destination = await checkDestination(input.url, {
      allowHttp: sandbox,
      allowedNetworks: sandbox ? guard.allowedNetworks : [],
      resolve: guard.resolve,
    });
    const secret = newSigningSecret();
    // What is kept for a repetition holds the secret, so it is kept as ciphertext.
    const confidential = {
      seal: (answer: string) => secrets.seal(answer, caller.clientId),
      open: (box: string) => secrets.unseal(box, caller.clientId),
    };
    return app.partners.registerWebhook(
      { ...asked({ secret }), confidential },
      {
        clientId: caller.clientId,
        url: input.url,
        destination,
        events: input.events,
        description: input.description ?? null,
        ordered: input.ordered,
        rateLimitPerSecond: input.rateLimitPerSecond ?? null,
        metadata: Object.fromEntries((input.metadata ?? []).map(({ key, value }) => [key, value])),
        payloadStyle: input.payload ?? 'full',
        secretCiphertext: secrets.seal(secret, caller.clientId),
      },
    );
  },
  show: async (uuid, { loaders }, more) => ({ webhook: await loaders.webhooks.load(uuid), ...more }),
});

const deleteWebhook = change<DeleteWebhook, WebhookEndpoint>({
  run: async ({ input, version, context: { app, caller, read } }, asked) => {
    const webhookId = await named('webhookId', input.webhookId, 'webhook', {
      load: (uuid) => read((views) => views.webhooks.idOf(caller.clientId, uuid)),
    });
    return app.partners.removeWebhook(asked(), {
      clientId: caller.clientId,
      webhookId,
      ...(version === undefined ? {} : { version }),
    });
  },
  show: async (uuid) => ({ deletedWebhookId: uuid }),
});

export const webhookMutations = { createWebhook, deleteWebhook };
