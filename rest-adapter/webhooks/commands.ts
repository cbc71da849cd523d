import type { Static } from 'typebox';
import type { ChangeWebhook } from '#core/partners/use-cases/change-webhook.ts';
import type { RegisterWebhook } from '#core/partners/use-cases/register-webhook.ts';
import { scopesOnBridge } from '#core/partners/scopes.ts';
import type { EndpointChanges } from '#core/partners/webhook-endpoint/webhook-endpoint-record.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { checkDestination, guardFor } from '#platform/outbound/destination.ts';
import type { App } from '#platform/app/compose.ts';
import type { Confidential } from '#platform/app/transact.ts';
import type { FeedReader } from '#platform/app/views.ts';
import { subjectAt, wantsUuids } from '../records.ts';
import type { Call, Surface, Tools } from '../route.ts';
import { batchIn, type RotationPost, type WebhookPatch, type WebhookPost } from './shapes.ts';

/** What looks at an address. */
type Look = { readonly app: App } & Pick<Tools['webhooks'], 'guard'>;

/** The webhook that a path names: one of the caller’s own. */
export const theWebhook = subjectAt(
  'webhook',
  (views, caller) => (id) => views.webhooks.one(caller.clientId, id),
  (views, caller) => async (uuid) => (await views.webhooks.idOf([caller.clientId], uuid))?.id ?? null,
);

/** Replies with a secret are stored for replays byte for byte, and as ciphertext. */
export function confidentialFor({ secrets }: Tools['webhooks'], { clientId }: Caller): Confidential {
  return { seal: (reply) => secrets.seal(reply, clientId), open: (box) => secrets.unseal(box, clientId) };
}

/**
 * The scopes with which a caller sets up webhooks, and has deliveries again, on a surface. An app sees what is its own: events of
 * the institution that its client may read as well are no business of the payment bridge.
 */
export function scopesThrough(surface: Surface, { scopes }: Pick<Caller, 'scopes'>): readonly string[] {
  return surface === 'payment-bridge' ? scopesOnBridge(scopes) : scopes;
}

/** The command of a registration, with the look at its address that has to be taken before the transaction. */
export async function registrationOf(
  body: Static<typeof WebhookPost>,
  {
    caller,
    surface,
    tools,
  }: { readonly caller: Caller; readonly surface: Surface; readonly tools: Tools['webhooks'] & Look },
  secret: string,
): Promise<RegisterWebhook> {
  return {
    clientId: caller.clientId,
    tokenScopes: scopesThrough(surface, caller),
    setUpBy: 'client',
    url: body.url,
    destination: await lookAt(body.url, caller, tools),
    events: body.events,
    description: body.description ?? null,
    ordered: body.ordered ?? false,
    rateLimitPerSecond: body.rate_limit_per_second ?? null,
    metadata: body.metadata ?? {},
    payloadStyle: body.payload ?? 'full',
    batch: batchIn(body.batch ?? null),
    secretCiphertext: tools.secrets.seal(secret, caller.clientId),
  };
}

/** The command of a rotation: the webhook that the path names signs with this secret. */
export async function rotationOf(
  body: Static<typeof RotationPost>,
  { caller, version, subjectId, tools }: Pick<Call<never, never, never>, 'caller' | 'version' | 'subjectId' | 'tools'>,
  secret: string,
) {
  return {
    clientId: caller.clientId,
    webhookId: await subjectId(),
    ...(version === undefined ? {} : { version }),
    overlapSeconds: body.overlap_seconds ?? 0,
    secretCiphertext: tools.webhooks.secrets.seal(secret, caller.clientId),
  };
}

/** What a PATCH changes. */
export async function changesIn(
  body: Static<typeof WebhookPatch>,
  caller: Caller,
  tools: Look,
): Promise<Pick<ChangeWebhook, 'changes' | 'destination' | 'setUpBy'>> {
  const { url, events, description, ordered, rate_limit_per_second, metadata, payload, batch } = body;
  const changes: EndpointChanges = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(description === undefined ? {} : { description }),
    ...(ordered === undefined ? {} : { ordered }),
    ...(rate_limit_per_second === undefined ? {} : { rateLimitPerSecond: rate_limit_per_second }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(payload === undefined ? {} : { payloadStyle: payload }),
    ...(batch === undefined ? {} : { batch: batchIn(batch) }),
  };
  return { changes, setUpBy: 'client', destination: url === undefined ? null : await lookAt(url, caller, tools) };
}

/** Names are resolved over the network: before the transaction. */
async function lookAt(url: string, caller: Caller, { app, guard }: Look) {
  return checkDestination(url, guardFor(await app.institution(caller), guard));
}

/** Who reads events, and which: apps of the payment bridge see their own alone. */
export function readerOf(
  now: Temporal.Instant,
  { caller, query }: { readonly caller: Caller; readonly query: { readonly id_format?: unknown } },
  { ownOnly = false }: { readonly ownOnly?: boolean } = {},
): FeedReader {
  return {
    idFormat: wantsUuids(caller, query) ? 'uuid' : 'integer',
    clientId: caller.clientId,
    scopes: caller.scopes,
    sandbox: caller.mode === 'sandbox',
    ownOnly,
    now,
  };
}
