import { refuse } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { isKnownPattern, mayBeTold, scopeOfEvent } from '../event-types.ts';
import type { PartnersWorld } from '../ports.ts';
import { partnerRefusals } from '../refusals.ts';
import { invalid, lengthError, wholeNumberError, type FieldError } from '../validation.ts';
import { WebhookEndpoint, type PayloadStyle } from '../webhook-endpoint/webhook-endpoint.ts';
import { WebhookSecret } from '../webhook-endpoint/webhook-secret.ts';

export const WEBHOOK_LIMITS = {
  perClient: 20,
  events: 100,
  rateLimitPerSecond: 500,
  descriptionLength: 500,
  metadataKeys: 20,
  metadataKeyLength: 40,
  metadataValueLength: 500,
} as const;

/**
 * What the look at the address found, taken before the transaction: names are resolved over the network.
 * `reason` is a code (invalid_url, blocked_address, ...), `detail` a sentence for the developer.
 */
export type DestinationCheck =
  { readonly kind: 'fine' } | { readonly kind: 'refused'; readonly reason: string; readonly detail: string };

export type RegisterWebhook = {
  readonly clientId: number;
  readonly url: string;
  readonly destination: DestinationCheck;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly ordered: boolean;
  readonly rateLimitPerSecond: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payloadStyle: PayloadStyle;
  /** The signing secret as ciphertext: made and sealed outside. */
  readonly secretCiphertext: string;
};

/**
 * Registers where a client wants to be told of which events.
 * @throws DomainError validation_failed, webhook_url_refused (invalid), insufficient_scope, client_disabled (forbidden),
 *   webhook_limit_reached (conflict)
 */
export async function registerWebhook(
  command: RegisterWebhook,
  world: Pick<PartnersWorld, 'apiClients' | 'webhookEndpoints' | 'webhookSecrets' | 'eventTypes' | 'now' | 'newUuid'>,
): Promise<Outcome<WebhookEndpoint>> {
  const client = await world.apiClients.get(command.clientId);
  if (client === null) {
    throw refuse(kernelRefusals.not_found, `There is no api client ${command.clientId}.`, {
      resource: 'client',
      id: command.clientId,
    });
  }
  if (client.state !== 'active') {
    throw refuse(partnerRefusals.client_disabled, 'Your api client is disabled; have it enabled before you register.');
  }

  const errors = [...eventErrors(command.events, world.eventTypes), ...otherErrors(command)];
  if (errors.length > 0) throw invalid(errors);
  requireUrl(command.destination);
  requireScopes(command.events, client.scopes);
  await requireRoom(command.clientId, world);

  const { endpoint, registered } = WebhookEndpoint.register({
    uuid: world.newUuid(),
    clientId: client.id,
    url: command.url,
    events: [...new Set(command.events)],
    description: command.description,
    ordered: command.ordered,
    rateLimitPerSecond: command.rateLimitPerSecond,
    metadata: command.metadata,
    payloadStyle: command.payloadStyle,
    sandbox: client.sandbox,
  });
  await world.webhookEndpoints.add(endpoint);
  world.webhookSecrets.add(WebhookSecret.of(endpoint.id, command.secretCiphertext, world.now));
  return outcome(endpoint, registered);
}

function eventErrors(events: readonly string[], catalogue: readonly string[]): FieldError[] {
  if (events.length === 0 || events.length > WEBHOOK_LIMITS.events) {
    return [
      { pointer: '#/events', code: 'length', detail: `Name 1 to ${WEBHOOK_LIMITS.events} event types in events.` },
    ];
  }
  return events.flatMap((pattern, index) =>
    isKnownPattern(pattern, catalogue)
      ? []
      : [
          {
            pointer: `#/events/${index}`,
            code: 'unknown_event_type',
            detail: `"${pattern.slice(0, 100)}" is no event type. Name one of the catalogue, such as "loan.disbursed", all of a subject as "loan.*", or "*".`,
          },
        ],
  );
}

function otherErrors(command: RegisterWebhook): FieldError[] {
  const { description, rateLimitPerSecond, metadata } = command;
  const errors: FieldError[] = [];
  if (description !== null)
    errors.push(...lengthError('description', description, 0, WEBHOOK_LIMITS.descriptionLength));
  if (rateLimitPerSecond !== null) {
    errors.push(...wholeNumberError('rate_limit_per_second', rateLimitPerSecond, 1, WEBHOOK_LIMITS.rateLimitPerSecond));
  }
  const entries = Object.entries(metadata);
  if (entries.length > WEBHOOK_LIMITS.metadataKeys) {
    errors.push({
      pointer: '#/metadata',
      code: 'length',
      detail: `metadata may have ${WEBHOOK_LIMITS.metadataKeys} keys.`,
    });
  }
  const { metadataKeyLength, metadataValueLength } = WEBHOOK_LIMITS;
  if (entries.some(([key, value]) => key.length > metadataKeyLength || value.length > metadataValueLength)) {
    errors.push({
      pointer: '#/metadata',
      code: 'length',
      detail: `Keys of metadata have at most ${metadataKeyLength} characters, values ${metadataValueLength}.`,
    });
  }
  return errors;
}

function requireUrl(destination: DestinationCheck): void {
  if (destination.kind === 'fine') return;
  throw refuse(partnerRefusals.webhook_url_refused, destination.detail, { reason: destination.reason, field: 'url' });
}

/**
 * A client subscribes to nothing that it may not read. "*" asks for all that it may read, so it is never too much:
 * what it covers is decided by the client's scopes when an event is relayed.
 */
function requireScopes(events: readonly string[], granted: readonly string[]): void {
  const refused = events.filter((pattern) => pattern !== '*' && !mayBeTold(pattern, granted));
  if (refused.length === 0) return;
  const required = [...new Set(refused.map(scopeOfEvent).filter((scope) => scope !== null))];
  throw refuse(
    partnerRefusals.insufficient_scope,
    `The client may not read what ${refused.join(', ')} ${refused.length > 1 ? 'tell' : 'tells'} of. ` +
      (required.length > 0 ? `It needs ${required.join(', ')}.` : 'These events are not told to partners.'),
    { required_scopes: required, granted_scopes: [...granted] },
  );
}

async function requireRoom(clientId: number, world: Pick<PartnersWorld, 'webhookEndpoints'>): Promise<void> {
  const count = await world.webhookEndpoints.countOf(clientId);
  if (count < WEBHOOK_LIMITS.perClient) return;
  throw refuse(
    partnerRefusals.webhook_limit_reached,
    `The client has ${count} webhooks; ${WEBHOOK_LIMITS.perClient} are allowed. Delete one that is not needed.`,
    { limit: WEBHOOK_LIMITS.perClient, count },
  );
}
