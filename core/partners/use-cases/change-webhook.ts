import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { PartnersPorts } from '../ports.ts';
import { invalid } from '../validation.ts';
import { WebhookEndpoint } from '../webhook-endpoint/webhook-endpoint.ts';
import type { EndpointChanges } from '../webhook-endpoint/webhook-endpoint-record.ts';
import { findWebhook, type EntitledCommand, type SetUpBy } from './find-webhook.ts';
import { requireActiveClient } from './register-webhook.ts';
import { eventErrors, otherErrors, requireScopes, requireUrl, type DestinationCheck } from './webhook-rules.ts';

export type ChangeWebhook = EntitledCommand & {
  readonly setUpBy: SetUpBy;
  readonly changes: EndpointChanges;
  /** The look at the new address; null where the address stays. */
  readonly destination: DestinationCheck | null;
};

/**
 * Changes where a webhook leads, which events it receives, or how. What is sent is checked against the same rules as at its
 * registration; deliveries that wait go to the new address. A token that changes what decides who learns what binds the
 * webhook to its own scopes: a narrow token can’t lead to itself what a wider one subscribed to. A person who leads it elsewhere
 * leaves it none; a token that names the address, changed or not, confirms it.
 * @throws DomainError validation_failed, webhook_url_refused (invalid), insufficient_scope, client_disabled (forbidden)
 */
export async function changeWebhook(
  command: ChangeWebhook,
  ports: Pick<PartnersPorts, 'apiClients' | 'webhookEndpoints' | 'webhookDeliveries' | 'eventTypes' | 'now'>,
): Promise<Outcome<WebhookEndpoint>> {
  const { changes, destination, tokenScopes } = command;
  const errors = [...(changes.events ? eventErrors(changes.events, ports.eventTypes) : []), ...otherErrors(changes)];
  if (errors.length > 0) throw invalid(errors);
  if (destination !== null) requireUrl(destination);
  const isBinding = WebhookEndpoint.isBinding(changes);
  if (isBinding) await requireActiveClient(command.clientId, ports);
  const endpoint = await findWebhook(command, ports);
  if (isBinding) requireScopes(changes.events ?? endpoint.events, tokenScopes);
  requireVersion(endpoint, command.version);
  const edited = changes.events ? { ...changes, events: [...new Set(changes.events)] } : changes;
  const emitted = endpoint.edit(edited, { tokenScopes, setUpBy: command.setUpBy });
  if (emitted === null) return outcome(endpoint);
  if (endpoint.state === 'active' && endpoint.openUntil === null) {
    await ports.webhookDeliveries.callParked(endpoint.id, ports.now);
  }
  return outcome(endpoint, emitted);
}
