import { refuse } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { PartnersPorts } from '../ports.ts';
import { partnerRefusals } from '../refusals.ts';
import { invalid } from '../validation.ts';
import type { Batch } from '../webhook-endpoint/batch.ts';
import { WebhookEndpoint } from '../webhook-endpoint/webhook-endpoint.ts';
import type { PayloadStyle } from '../webhook-endpoint/webhook-endpoint-record.ts';
import { WebhookSecret } from '../webhook-endpoint/webhook-secret.ts';
import type { SetUpBy } from './find-webhook.ts';
import {
  eventErrors,
  otherErrors,
  requireScopes,
  requireUrl,
  WEBHOOK_LIMITS,
  type DestinationCheck,
} from './webhook-rules.ts';

export type RegisterWebhook = {
  readonly clientId: number;
  /** The scopes of the token that registers, or of the client: what may be subscribed to. */
  readonly tokenScopes: readonly string[];
  /** A client's token bounds what the webhook receives by its scopes, a person's hand to nothing but its own wiring. */
  readonly setUpBy: SetUpBy;
  readonly url: string;
  readonly destination: DestinationCheck;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly ordered: boolean;
  readonly rateLimitPerSecond: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payloadStyle: PayloadStyle;
  readonly batch: Batch | null;
  /** The signing secret as ciphertext: made and sealed outside. */
  readonly secretCiphertext: string;
};

/**
 * Registers where a client wants to receive which events.
 * @throws DomainError validation_failed, webhook_url_refused (invalid), insufficient_scope, client_disabled (forbidden),
 *   webhook_limit_reached (conflict)
 */
export async function registerWebhook(
  command: RegisterWebhook,
  ports: Pick<PartnersPorts, 'apiClients' | 'webhookEndpoints' | 'webhookSecrets' | 'eventTypes' | 'now' | 'newUuid'>,
): Promise<Outcome<WebhookEndpoint>> {
  const client = await requireActiveClient(command.clientId, ports);
  const errors = [...eventErrors(command.events, ports.eventTypes), ...otherErrors(command)];
  if (errors.length > 0) throw invalid(errors);
  requireUrl(command.destination);
  requireScopes(command.events, command.tokenScopes);
  await requireRoom(command.clientId, ports);

  const { endpoint, registered } = WebhookEndpoint.register({
    uuid: ports.newUuid(),
    clientId: client.id,
    url: command.url,
    events: [...new Set(command.events)],
    scopes: command.setUpBy === 'client' ? command.tokenScopes : [],
    description: command.description,
    ordered: command.ordered,
    rateLimitPerSecond: command.rateLimitPerSecond,
    metadata: command.metadata,
    payloadStyle: command.payloadStyle,
    batch: command.batch,
    sandbox: client.sandbox,
  });
  await ports.webhookEndpoints.add(endpoint);
  ports.webhookSecrets.add(WebhookSecret.of(endpoint.id, command.secretCiphertext, ports.now));
  return outcome(endpoint, registered);
}

/** The client that registers or changes. @throws DomainError not_found (missing), client_disabled (forbidden) */
export async function requireActiveClient(
  clientId: number,
  ports: Pick<PartnersPorts, 'apiClients'>,
): Promise<ApiClient> {
  const client = await ports.apiClients.get(clientId);
  if (client === null) {
    throw refuse(kernelRefusals.not_found, `There is no api client ${clientId}.`, { resource: 'client', id: clientId });
  }
  if (client.state === 'active') return client;
  throw refuse(partnerRefusals.client_disabled, 'Your api client is disabled; have it enabled before you register.');
}

async function requireRoom(clientId: number, ports: Pick<PartnersPorts, 'webhookEndpoints'>): Promise<void> {
  const count = await ports.webhookEndpoints.countOf(clientId);
  if (count < WEBHOOK_LIMITS.perClient) return;
  throw refuse(
    partnerRefusals.webhook_limit_reached,
    `The client has ${count} webhooks; ${WEBHOOK_LIMITS.perClient} are allowed. Delete one that is not needed.`,
    { limit: WEBHOOK_LIMITS.perClient, count },
  );
}
