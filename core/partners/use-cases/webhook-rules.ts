import { refuse } from '../../kernel/domain-error.ts';
import { isKnownPattern, mayReceive, scopesOfEvent } from '../event-types.ts';
import { partnerRefusals } from '../refusals.ts';
import { lengthError, wholeNumberError } from '../validation.ts';
import type { FieldError } from '../../kernel/field-error.ts';
import { BATCH_LIMITS } from '../webhook-endpoint/batch.ts';
import type { EndpointChanges } from '../webhook-endpoint/webhook-endpoint-record.ts';

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

/** What is wrong with event types and patterns: those of a webhook, or of another field. */
export function eventErrors(events: readonly string[], catalogue: readonly string[], field = 'events'): FieldError[] {
  if (events.length === 0 || events.length > WEBHOOK_LIMITS.events) {
    return [{ field, code: 'length', detail: `Name 1 to ${WEBHOOK_LIMITS.events} event types in ${field}.` }];
  }
  return events.flatMap((pattern, index) =>
    isKnownPattern(pattern, catalogue)
      ? []
      : [
          {
            field: `${field}.${index}`,
            code: 'unknown_event_type',
            detail: `"${pattern.slice(0, 100)}" is no event type. Name one of the catalogue, such as "loan.disbursed", all of a subject as "loan.*", or "*".`,
          },
        ],
  );
}

/** What is wrong with its other particulars; those that are not given are fine. */
export function otherErrors({ description, rateLimitPerSecond, metadata, batch }: EndpointChanges): FieldError[] {
  const errors: FieldError[] = [];
  if (description != null) errors.push(...lengthError('description', description, 0, WEBHOOK_LIMITS.descriptionLength));
  if (rateLimitPerSecond != null) {
    errors.push(...wholeNumberError('rate_limit_per_second', rateLimitPerSecond, 1, WEBHOOK_LIMITS.rateLimitPerSecond));
  }
  if (batch != null) {
    errors.push(...wholeNumberError('batch.max', batch.max, 1, BATCH_LIMITS.max));
    errors.push(...wholeNumberError('batch.wait_ms', batch.waitMs, 0, BATCH_LIMITS.waitMs));
  }
  const entries = Object.entries(metadata ?? {});
  if (entries.length > WEBHOOK_LIMITS.metadataKeys) {
    errors.push({
      field: 'metadata',
      code: 'length',
      detail: `metadata may have ${WEBHOOK_LIMITS.metadataKeys} keys.`,
    });
  }
  const { metadataKeyLength, metadataValueLength } = WEBHOOK_LIMITS;
  if (entries.some(([key, value]) => key.length > metadataKeyLength || value.length > metadataValueLength)) {
    errors.push({
      field: 'metadata',
      code: 'length',
      detail: `Keys of metadata have at most ${metadataKeyLength} characters, values ${metadataValueLength}.`,
    });
  }
  return errors;
}

/** @throws DomainError webhook_url_refused (invalid) with the reason */
export function requireUrl(destination: DestinationCheck): void {
  if (destination.kind === 'fine') return;
  throw refuse(partnerRefusals.webhook_url_refused, destination.detail, { reason: destination.reason, field: 'url' });
}

/**
 * A client subscribes to nothing that it may not read. "*" asks for all that it may read, so it is never too much:
 * what it covers is decided by the client's scopes when an event is relayed.
 * @throws DomainError insufficient_scope (forbidden)
 */
export function requireScopes(events: readonly string[], granted: readonly string[]): void {
  const refused = events.filter((pattern) => pattern !== '*' && !mayReceive(pattern, granted));
  if (refused.length === 0) return;
  const required = [...new Set(refused.flatMap((pattern) => scopesOfEvent(pattern) ?? []))];
  throw refuse(
    partnerRefusals.insufficient_scope,
    `The client may not read what ${refused.join(', ')} ${refused.length > 1 ? 'are' : 'is'} about. ` +
      (required.length > 0 ? `It needs ${required.join(', ')}.` : 'These events are not sent to partners.'),
    { required_scopes: required, granted_scopes: [...granted] },
  );
}
