import { refuse } from '../../kernel/domain-error.ts';
import type { FieldError } from '../../kernel/field-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { PartnersPorts } from '../ports.ts';
import { partnerRefusals } from '../refusals.ts';
import { invalid, wholeNumberError } from '../validation.ts';
import { MAX_OVERLAP_SECONDS, runOut } from '../validity.ts';
import { ERROR_CLASSES } from '../webhook-delivery/attempt.ts';
import { RETENTION_DAYS } from '../webhook-delivery/webhook-delivery.ts';
import type { WebhookEndpoint } from '../webhook-endpoint/webhook-endpoint.ts';
import { WebhookSecret } from '../webhook-endpoint/webhook-secret.ts';
import { findWebhook, type EntitledCommand, type WebhookCommand } from './find-webhook.ts';
import { eventErrors, requireScopes } from './webhook-rules.ts';

type Endpoints = Pick<PartnersPorts, 'webhookEndpoints'>;
type EndpointsAndSecrets = Pick<PartnersPorts, 'webhookEndpoints' | 'webhookSecrets' | 'now'>;

/** Stops deliveries; events that happen meanwhile are stored for a recovery. */
export async function disableWebhook(command: WebhookCommand, ports: Endpoints): Promise<Outcome<WebhookEndpoint>> {
  const endpoint = await findWebhook(command, ports);
  requireVersion(endpoint, command.version);
  return outcome(endpoint, endpoint.disable());
}

/** Starts deliveries again. What was held stays held until it is recovered. */
export async function enableWebhook(
  command: WebhookCommand,
  ports: Pick<PartnersPorts, 'webhookEndpoints' | 'webhookDeliveries' | 'now'>,
): Promise<Outcome<WebhookEndpoint>> {
  const endpoint = await findWebhook(command, ports);
  requireVersion(endpoint, command.version);
  const enabled = endpoint.enable();
  await ports.webhookDeliveries.callParked(endpoint.id, ports.now);
  return outcome(endpoint, enabled);
}

/** Takes a webhook away for good; its secrets sign nothing any more. */
export async function removeWebhook(
  command: WebhookCommand,
  ports: EndpointsAndSecrets,
): Promise<Outcome<WebhookEndpoint>> {
  const endpoint = await findWebhook(command, ports);
  requireVersion(endpoint, command.version);
  const deleted = endpoint.delete();
  runOut(await ports.webhookSecrets.ofEndpoint(endpoint.id), ports.now, 0);
  return outcome(endpoint, deleted);
}

export type RotateWebhookSecret = WebhookCommand & {
  /** The new secret as ciphertext: made and sealed outside. */
  readonly secretCiphertext: string;
  /** How long the old secret signs beside the new one. */
  readonly overlapSeconds: number;
};

/**
 * Signs with a new secret from now on.
 * @throws DomainError validation_failed (invalid) on an overlap beyond a day
 */
export async function rotateWebhookSecret(
  command: RotateWebhookSecret,
  ports: EndpointsAndSecrets,
): Promise<Outcome<WebhookEndpoint>> {
  const errors = wholeNumberError('overlap_seconds', command.overlapSeconds, 0, MAX_OVERLAP_SECONDS);
  if (errors.length > 0) throw invalid(errors);
  const endpoint = await findWebhook(command, ports);
  requireVersion(endpoint, command.version);
  const rotated = endpoint.rotateSecret(command.overlapSeconds);
  runOut(await ports.webhookSecrets.ofEndpoint(endpoint.id), ports.now, command.overlapSeconds);
  ports.webhookSecrets.add(WebhookSecret.of(endpoint.id, command.secretCiphertext, ports.now));
  return outcome(endpoint, rotated);
}

export type TestWebhook = EntitledCommand & {
  /** The event type that it sends an example of; null for the plain test. */
  readonly type: string | null;
};

/**
 * Sends a test event to this webhook alone; the event is the delivery's content. In a sandbox it can be an example of any
 * type: in a live institution a receiver would take it for what it says.
 * @throws DomainError validation_failed (invalid) where there is no such type; sandbox_only, insufficient_scope (forbidden) where
 *   the token, or the one that set the webhook up, may not read such events; invalid_state_transition (conflict)
 */
export async function testWebhook(
  command: TestWebhook,
  ports: Pick<PartnersPorts, 'webhookEndpoints' | 'eventTypes'>,
): Promise<Outcome<WebhookEndpoint>> {
  const type = command.type === 'webhook.test' ? null : command.type;
  if (type !== null && !ports.eventTypes.includes(type)) {
    const detail = `"${type.slice(0, 100)}" is no event type. Name one of the catalogue, such as "loan.disbursed".`;
    throw invalid([{ field: 'type', code: 'unknown_event_type', detail }]);
  }
  const endpoint = await findWebhook(command, ports);
  if (type !== null) {
    if (!endpoint.sandbox) {
      throw refuse(
        partnerRefusals.sandbox_only,
        'A live webhook receives no examples: its receiver would take them for what happened. Leave type out.',
      );
    }
    requireScopes([type], command.tokenScopes);
    requireScopes([type], endpoint.scopes);
  }
  return outcome(endpoint, endpoint.test(type));
}

/**
 * Which deliveries of the span a recovery brings: those that `failed` (exhausted), those that are `missing` (held while
 * the webhook was disabled, or never made), or `all`, the succeeded ones too.
 */
export type RecoverOnly = 'failed' | 'missing' | 'all';

export type RecoverWebhook = EntitledCommand & {
  readonly since: Temporal.Instant;
  /** The end of the span, not included; null for now. */
  readonly until: Temporal.Instant | null;
  readonly only: RecoverOnly;
  /** Event types and patterns; null for all. */
  readonly types: readonly string[] | null;
  /** Only deliveries whose last attempt failed like this; null for all. */
  readonly errorClasses?: readonly string[] | null;
};

export type Recovery = {
  readonly endpoint: WebhookEndpoint;
  readonly since: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly only: RecoverOnly;
  readonly types: readonly string[] | null;
  readonly errorClasses: readonly string[] | null;
};

/**
 * Asks for the events of a span of time again; a worker brings them, as far as the token may read them.
 * @throws DomainError validation_failed (invalid) where the span is empty or begins more than 30 days ago, no event is of
 *   a type, or no attempt fails like an error class; insufficient_scope (forbidden) where events are named that the token may not read: by types, or else by the webhook
 */
export async function recoverWebhook(
  command: RecoverWebhook,
  ports: Pick<PartnersPorts, 'webhookEndpoints' | 'eventTypes' | 'now' | 'eventTime'>,
): Promise<Outcome<Recovery>> {
  const { since, only, types, tokenScopes } = command;
  const until = command.until ?? ports.eventTime;
  const oldest = ports.now.subtract({ hours: RETENTION_DAYS * 24 });
  if (Temporal.Instant.compare(since, oldest) < 0) {
    const detail = `Events are stored for ${RETENTION_DAYS} days; choose a since not before ${oldest.toString()}.`;
    throw invalid([{ field: 'since', code: 'range', detail }]);
  }
  if (Temporal.Instant.compare(since, until) >= 0) {
    throw invalid([{ field: 'until', code: 'range', detail: 'until must be later than since.' }]);
  }
  const errorClasses = command.errorClasses ?? null;
  const errors = [
    ...(types === null ? [] : eventErrors(types, ports.eventTypes, 'types')),
    ...(errorClasses === null ? [] : errorClassErrors(errorClasses, only)),
  ];
  if (errors.length > 0) throw invalid(errors);
  const endpoint = await findWebhook(command, ports);
  requireScopes(types ?? endpoint.events, tokenScopes);
  const requested = endpoint.recover({ since, until, only, types, errorClasses, tokenScopes });
  return outcome({ endpoint, since, until, only, types, errorClasses }, requested);
}

function errorClassErrors(named: readonly string[], only: RecoverOnly): readonly FieldError[] {
  if (only === 'missing') {
    const detail = 'What is missing never failed. Choose failed deliveries, or all.';
    return [{ field: 'error_classes', code: 'not_applicable', detail }];
  }
  if (named.length === 0) return [{ field: 'error_classes', code: 'required', detail: 'Name one, or leave it out.' }];
  const known: readonly string[] = ERROR_CLASSES;
  const place = named.findIndex((each) => !known.includes(each));
  if (place < 0) return [];
  const detail = `Attempts fail as ${known.join(', ')}.`;
  return [{ field: `error_classes.${place}`, code: 'unknown_error_class', detail }];
}

/**
 * What a recovery does about one event: `create` a delivery that is missing, send it `again`, or `leave` it.
 * @param errorClasses where there are any: only deliveries whose last attempt failed like one of them
 */
export function recoveryOf(
  only: RecoverOnly,
  delivery: { readonly state: string; readonly lastErrorClass?: string | null } | null,
  errorClasses: readonly string[] | null = null,
): 'create' | 'again' | 'leave' {
  if (errorClasses !== null && !errorClasses.includes(delivery?.lastErrorClass ?? '')) return 'leave';
  if (delivery === null) return only === 'failed' ? 'leave' : 'create';
  if (delivery.state === 'held') return only === 'failed' ? 'leave' : 'again';
  if (delivery.state === 'exhausted') return only === 'missing' ? 'leave' : 'again';
  if (delivery.state === 'succeeded') return only === 'all' ? 'again' : 'leave';
  return 'leave';
}
