import type { RecoverOnly, Recovery } from '#core/partners/use-cases/manage-webhook.ts';
import type { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import type { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import type { Batch } from '#core/partners/webhook-endpoint/batch.ts';
import type { EndpointChanges, PayloadStyle } from '#core/partners/webhook-endpoint/webhook-endpoint-record.ts';
import { checkDestination, guardFor } from '#platform/outbound/destination.ts';
import { newSigningSecret } from '#platform/outbound/signature.ts';
import { clientsOf } from '#platform/auth/caller.ts';
import type { Handled, CommandRequest } from '#platform/app/transact.ts';
import { about, named } from '../../../change.ts';
import { check, storable, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type Particulars = {
  readonly description?: string | null;
  readonly rateLimitPerSecond?: number | null;
  readonly metadata?: readonly { readonly key: string; readonly value: string }[] | null;
  readonly payload?: PayloadStyle | null;
  readonly batch?: Batch | null;
};
type CreateWebhook = Particulars & {
  readonly clientId?: string | null;
  readonly url: string;
  readonly events: readonly string[];
  readonly ordered: boolean;
};
type OnWebhook = { readonly webhookId: string };
type UpdateWebhook = OnWebhook &
  Particulars & {
    readonly url?: string | null;
    readonly events?: readonly string[] | null;
    readonly ordered?: boolean | null;
  };

const URL_LENGTH = text(4_096);
const notes = (metadata: NonNullable<Particulars['metadata']>) =>
  Object.fromEntries(metadata.map(({ key, value }) => [key, value]));

const createWebhook = change<CreateWebhook, WebhookEndpoint, { readonly secret: string }>({
  run: async ({ input, context }, request) => {
    check(input, { url: URL_LENGTH, description: text(500), metadata: storable });
    const { app, webhooks } = context;
    const owner = await ownerOf(input.clientId ?? null, context);
    const destination = await lookAt(input.url, context);
    const secret = newSigningSecret();
    return app.partners.registerWebhook(
      { ...request({ secret }), ...confidential(context) },
      {
        ...owner,
        url: input.url,
        destination,
        events: input.events,
        description: input.description ?? null,
        ordered: input.ordered,
        rateLimitPerSecond: input.rateLimitPerSecond ?? null,
        metadata: notes(input.metadata ?? []),
        payloadStyle: input.payload ?? 'full',
        batch: input.batch ?? null,
        secretCiphertext: webhooks.secrets.seal(secret, owner.clientId),
      },
    );
  },
  show: async (uuid, { loaders }, more) => ({ webhook: await loaders.webhooks.load(uuid), ...more }),
});

const updateWebhook = change<UpdateWebhook, WebhookEndpoint>({
  run: async ({ input, version, context }, request) => {
    check(input, { url: URL_LENGTH, description: text(500), metadata: storable });
    const { url, events, description, ordered, rateLimitPerSecond, metadata, payload, batch } = input;
    // Where a field can't be null, null says as little as leaving it out.
    const changes: EndpointChanges = {
      ...(url == null ? {} : { url }),
      ...(events == null ? {} : { events }),
      ...(description === undefined ? {} : { description }),
      ...(ordered == null ? {} : { ordered }),
      ...(rateLimitPerSecond === undefined ? {} : { rateLimitPerSecond }),
      ...(metadata == null ? {} : { metadata: notes(metadata) }),
      ...(payload == null ? {} : { payloadStyle: payload }),
      ...(batch === undefined ? {} : { batch }),
    };
    const { command, tokenScopes } = await entitledCommandOn(input, version, context);
    const setUpBy = context.caller.person === undefined ? 'client' : 'person';
    const destination = url == null ? null : await lookAt(url, context);
    return context.app.partners.changeWebhook(request(), {
      ...command,
      tokenScopes,
      setUpBy,
      changes,
      destination,
    });
  },
  show: showWebhook,
});

const deleteWebhook = change<OnWebhook, WebhookEndpoint>({
  run: async ({ input, version, context }, request) =>
    context.app.partners.removeWebhook(request(), await commandOn(input, version, context)),
  show: async (uuid) => ({ deletedWebhookId: uuid }),
});

const rotateWebhookSecret = change<
  OnWebhook & { readonly overlapSeconds: number },
  WebhookEndpoint,
  { readonly secret: string }
>({
  run: async ({ input, version, context }, request) => {
    const { app, webhooks } = context;
    const command = await commandOn(input, version, context);
    const secret = newSigningSecret();
    return app.partners.rotateWebhookSecret(
      { ...request({ secret }), ...confidential(context) },
      {
        ...command,
        overlapSeconds: input.overlapSeconds,
        secretCiphertext: webhooks.secrets.seal(secret, command.clientId),
      },
    );
  },
  show: async (uuid, { loaders }, more) => ({ webhook: await loaders.webhooks.load(uuid), ...more }),
});

type Command = Awaited<ReturnType<typeof commandOn>>;
type Step = (request: CommandRequest<WebhookEndpoint>, command: Command) => Promise<Handled>;

/** Steps that need nothing but the webhook. */
const step = (use: (context: LendingContext) => Step) =>
  change<OnWebhook, WebhookEndpoint>({
    run: async ({ input, version, context }, request) =>
      use(context)(request(), await commandOn(input, version, context)),
    show: showWebhook,
  });

const testWebhook = change<OnWebhook & { readonly type?: string | null }, WebhookEndpoint>({
  run: async ({ input, version, context }, request) => {
    check(input, { type: text(100) });
    const { command, tokenScopes } = await entitledCommandOn(input, version, context);
    return context.app.partners.testWebhook(request(), { ...command, tokenScopes, type: input.type ?? null });
  },
  show: showWebhook,
});

type RecoverWebhook = OnWebhook & {
  readonly since: Temporal.Instant;
  readonly until?: Temporal.Instant | null;
  readonly only?: RecoverOnly | null;
  readonly types?: readonly string[] | null;
  readonly errorClasses?: readonly string[] | null;
};

const recoverWebhook = change<RecoverWebhook, WebhookEndpoint>({
  run: async ({ input, version, context }, request) => {
    const { command, tokenScopes } = await entitledCommandOn(input, version, context);
    const { since, until, types, errorClasses = null } = input;
    const only = input.only ?? (errorClasses === null ? 'missing' : 'failed');
    return context.app.partners.recoverWebhook(
      about<WebhookEndpoint, Recovery>(request(), ({ endpoint }) => endpoint),
      { ...command, tokenScopes, since, until: until ?? null, only, types: types ?? null, errorClasses },
    );
  },
  show: showWebhook,
});

const resendWebhookDelivery = change<{ readonly deliveryId: string }, WebhookDelivery>({
  run: async ({ input, version, context }, request) => {
    const { app, loaders } = context;
    const delivery = await named('deliveryId', input.deliveryId, 'delivery', loaders.webhookDeliveries);
    const webhook = await named('deliveryId', delivery.webhookUuid, 'delivery', loaders.webhooks);
    return app.partners.resendDelivery(request(), {
      clientId: delivery.clientId,
      tokenScopes: await scopesFor(webhook.clientUuid, context),
      webhookId: delivery.webhookId,
      deliveryId: delivery.id,
      ...(version === undefined ? {} : { version }),
    });
  },
  show: async (uuid, { loaders }) => ({ delivery: await loaders.webhookDeliveries.load(uuid) }),
});

async function showWebhook(uuid: string, { loaders }: LendingContext) {
  return { webhook: await loaders.webhooks.load(uuid) };
}

/** The webhook that the input names: one of the caller's own. @throws DomainError unknown_reference (invalid) */
async function commandOn({ webhookId }: OnWebhook, version: number | undefined, { caller, read }: LendingContext) {
  const { id, clientId } = await named('webhookId', webhookId, 'webhook', {
    load: (uuid) => read((views) => views.webhooks.idOf(clientsOf(caller), uuid)),
  });
  return { clientId, webhookId: id, ...(version === undefined ? {} : { version }) };
}

/** The same for what decides what a webhook is sent. */
async function entitledCommandOn(input: OnWebhook, version: number | undefined, context: LendingContext) {
  const command = await commandOn(input, version, context);
  const webhook = await context.loaders.webhooks.load(input.webhookId);
  return { command, tokenScopes: await scopesFor(webhook?.clientUuid ?? null, context) };
}

/**
 * A client acts with the scopes of its token. A person who maintains a client may have done what its webhooks are bound to, by
 * tokens of the client, and no more: they lead no event anywhere that they name themselves.
 */
async function scopesFor(clientUuid: string | null, { caller, loaders }: LendingContext): Promise<readonly string[]> {
  if (caller.person === undefined) return caller.scopes;
  return (clientUuid === null ? null : await loaders.clients.load(clientUuid))?.scopes ?? [];
}

/**
 * Whose the webhook is to be: the client's that calls, or the one that a person names.
 * @throws DomainError unknown_reference (invalid)
 */
async function ownerOf(clientUuid: string | null, { caller, loaders }: LendingContext) {
  if (caller.person === undefined) {
    if (clientUuid === null)
      return { clientId: caller.clientId, tokenScopes: caller.scopes, setUpBy: 'client' as const };
    const own = await named('clientId', clientUuid, 'client', loaders.clients);
    return { clientId: own.id, tokenScopes: caller.scopes, setUpBy: 'client' as const };
  }
  const client = await named('clientId', clientUuid ?? '', 'client', loaders.clients);
  return { clientId: client.id, tokenScopes: client.scopes, setUpBy: 'person' as const };
}

/** Names are resolved over the network: before the transaction. */
async function lookAt(url: string, { app, caller, webhooks: { guard } }: LendingContext) {
  return checkDestination(url, guardFor(await app.institution(caller), guard));
}

/** What is stored for a replay holds the secret, so it is stored as ciphertext. */
function confidential({ caller: { clientId }, webhooks: { secrets } }: LendingContext) {
  return {
    confidential: {
      seal: (response: string) => secrets.seal(response, clientId),
      open: (box: string) => secrets.unseal(box, clientId),
    },
  };
}

export const webhookMutations = {
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  enableWebhook: step(({ app }) => app.partners.enableWebhook),
  disableWebhook: step(({ app }) => app.partners.disableWebhook),
  testWebhook,
  recoverWebhook,
  resendWebhookDelivery,
};
