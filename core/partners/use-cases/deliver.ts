import { refuse } from '../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { PartnersWorld } from '../ports.ts';
import type { AttemptResult, WebhookAttempt } from '../webhook-delivery/attempt.ts';
import type { WebhookDelivery } from '../webhook-delivery/webhook-delivery.ts';
import type { WebhookEndpoint } from '../webhook-endpoint/webhook-endpoint.ts';
import { afterAttempt, afterInterruption, beginAttempt, type Start } from './attempts.ts';
import { findWebhook, type WebhookCommand } from './find-webhook.ts';

type Deliveries = Pick<PartnersWorld, 'webhookEndpoints' | 'webhookDeliveries' | 'now'>;
type Log = Pick<PartnersWorld, 'webhookAttempts' | 'random'>;

/** What a worker is to do, and to send with what, where it is to send. */
export type Started =
  | Exclude<Start, { kind: 'send' }>
  | (Extract<Start, { kind: 'send' }> & { readonly endpoint: WebhookEndpoint; readonly delivery: WebhookDelivery });

/** The first half of an attempt, before anything is sent. Takes a delivery back first whose worker died over it. */
export async function startDelivery(
  command: { readonly deliveryId: number },
  world: Deliveries & Log & Pick<PartnersWorld, 'paces'>,
): Promise<Outcome<Started>> {
  const { endpoint, delivery } = await both(command.deliveryId, world);
  const taken = afterInterruption(endpoint, delivery, world.now);
  if (taken !== null) world.webhookAttempts.add(taken.attempt);
  const crowd = await world.webhookDeliveries.crowdAround(delivery);
  const { nextTurnAt } = crowd.pace;
  const start = beginAttempt(endpoint, delivery, world.now, crowd);
  if (crowd.pace.nextTurnAt !== nextTurnAt) await world.paces.keep(endpoint.id, crowd.pace);
  return outcome(start.kind === 'send' ? { ...start, endpoint, delivery } : start, ...(taken?.events ?? []));
}

/** An attempt that is over, and where it leaves both. */
export type Recorded = {
  readonly attempt: WebhookAttempt;
  readonly endpoint: WebhookEndpoint;
  readonly delivery: WebhookDelivery;
};

/** The second half: writes down what came of it. Nothing is known of the delivery to others before this is committed. */
export async function recordAttempt(
  command: { readonly deliveryId: number; readonly result: AttemptResult },
  world: Deliveries & Log,
): Promise<Outcome<Recorded>> {
  const { endpoint, delivery } = await both(command.deliveryId, world);
  const { attempt, events } = afterAttempt(endpoint, delivery, command.result, world.now, world.random());
  world.webhookAttempts.add(attempt);
  return outcome({ attempt, endpoint, delivery }, ...events);
}

/** Looks after a webhook that fails: between two attempts there can be a day, and a notice be due. */
export async function reviewWebhook(
  command: { readonly webhookId: number },
  world: Pick<PartnersWorld, 'webhookEndpoints' | 'now'>,
): Promise<Outcome<WebhookEndpoint | null>> {
  const endpoint = await world.webhookEndpoints.get(command.webhookId);
  const told = endpoint?.reviewFailures(world.now) ?? null;
  return told === null ? outcome(endpoint) : outcome(endpoint, told);
}

export type ResendDelivery = WebhookCommand & { readonly deliveryId: number };

/**
 * Sends one delivery again, now, with the schedule from its start.
 * @throws DomainError not_found (missing); invalid_state_transition (conflict) while the webhook is disabled
 */
export async function resendDelivery(command: ResendDelivery, world: Deliveries): Promise<Outcome<WebhookDelivery>> {
  // First the delivery, then the webhook, as a worker does: whoever locks rows locks them in one order.
  const delivery = await world.webhookDeliveries.get(command.deliveryId);
  const endpoint = await findWebhook(command, world);
  if (delivery === null || delivery.endpointId !== endpoint.id) {
    throw refuse(kernelRefusals.not_found, `The webhook ${endpoint.id} has no delivery ${command.deliveryId}.`, {
      resource: 'delivery',
      id: command.deliveryId,
    });
  }
  if (endpoint.state !== 'active') {
    throw refuse(
      kernelRefusals.invalid_state_transition,
      'The webhook is disabled, so nothing is sent to it. Enable it, then send the delivery again.',
      { current_state: endpoint.state, action: 'resend', allowed_actions: ['enable'] },
    );
  }
  delivery.again('resend', world.now);
  return outcome(delivery);
}

async function both(
  deliveryId: number,
  world: Pick<PartnersWorld, 'webhookEndpoints' | 'webhookDeliveries'>,
): Promise<{ endpoint: WebhookEndpoint; delivery: WebhookDelivery }> {
  const delivery = await world.webhookDeliveries.get(deliveryId);
  const endpoint = delivery === null ? null : await world.webhookEndpoints.get(delivery.endpointId);
  if (delivery !== null && endpoint !== null) return { endpoint, delivery };
  throw refuse(kernelRefusals.not_found, `There is no webhook delivery ${deliveryId}.`, {
    resource: 'delivery',
    id: deliveryId,
  });
}
