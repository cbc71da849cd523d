import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { allows } from '../../kernel/lifecycle.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { PartnersPorts } from '../ports.ts';
import { partnerRefusals } from '../refusals.ts';
import type { SlowLane } from '../webhook-endpoint/places.ts';
import { roomAt } from '../webhook-endpoint/resting.ts';
import { deliveryLifecycle } from '../webhook-delivery/lifecycle.ts';
import type { AttemptResult, WebhookAttempt } from '../webhook-delivery/attempt.ts';
import type { WebhookDelivery } from '../webhook-delivery/webhook-delivery.ts';
import type { WebhookEndpoint } from '../webhook-endpoint/webhook-endpoint.ts';
import { afterInterruption, afterPost, beginAttempt, withhold, type Found, type Start } from './attempts.ts';
import { beginBatch } from './batches.ts';
import { findWebhook, type EntitledCommand } from './find-webhook.ts';
import { requireScopes } from './webhook-rules.ts';

type Deliveries = Pick<PartnersPorts, 'webhookEndpoints' | 'webhookDeliveries' | 'now'>;
type Log = Pick<PartnersPorts, 'webhookAttempts' | 'random'>;

/** What a worker is to do, and to send with what, where it is to send. `gone`: the delivery has had its time. */
export type Started =
  | Exclude<Start, { kind: 'send' }>
  | { readonly kind: 'nothing'; readonly because: 'gone' }
  | (Extract<Start, { kind: 'send' }> & { readonly endpoint: WebhookEndpoint });

/**
 * The first half of some attempts, before anything is sent; what is to be done about each, in the order of the ids.
 * Takes a delivery back first whose worker died over it. Several at a time, because they cost hardly more than one.
 */
export async function startDeliveries(
  command: { readonly deliveryIds: readonly number[]; readonly slowLane: SlowLane },
  ports: Deliveries & Log,
): Promise<Outcome<readonly Started[]>> {
  const found = await pairs(command.deliveryIds, ports);
  const crowds = await ports.webhookDeliveries.crowdsAround([...found.values()].map(({ delivery }) => delivery));
  const batching = [...found.values()].filter(({ endpoint }) => endpoint.state === 'active' && endpoint.batch !== null);
  const lines = await ports.webhookDeliveries.linesAt([...new Set(batching.map(({ endpoint }) => endpoint))]);
  const begunAt = new Map<WebhookEndpoint, number>();
  const withheld = new Set<WebhookDelivery>();
  const events: DomainEvent[] = [];
  const started = command.deliveryIds.map((deliveryId): Started => {
    const pair = found.get(deliveryId);
    const crowd = crowds.get(deliveryId);
    if (!pair || !crowd) return { kind: 'nothing', because: 'gone' };
    const { endpoint, delivery } = pair;
    const line = lines.get(endpoint.id) ?? null;
    for (const each of new Set([delivery, ...(line ?? [])])) {
      const taken = afterInterruption(endpoint, each, ports.now);
      if (taken?.attempt) ports.webhookAttempts.add(taken.attempt);
      events.push(...(taken?.events ?? []));
      if (withhold(endpoint, each, crowd.scopes, ports.now)) withheld.add(each);
    }
    if (withheld.has(delivery)) return { kind: 'nothing', because: 'held' };
    // Those that begin now are not among those that were found under way.
    const begun = begunAt.get(endpoint) ?? 0;
    const around: Found = {
      ...crowd,
      inFlight: crowd.inFlight + begun,
      entersSlowLane: () => command.slowLane.enter(deliveryId, endpoint.places),
      random: ports.random(),
    };
    const { batch } = endpoint;
    const start =
      batch !== null && endpoint.state === 'active'
        ? beginBatch({ endpoint, batch, delivery, line }, ports.now, around)
        : beginAttempt(endpoint, delivery, ports.now, around);
    if (start.kind !== 'send') return start;
    begunAt.set(endpoint, begun + 1);
    return { ...start, endpoint };
  });
  const lookAt = new Map<WebhookEndpoint, Temporal.Instant>();
  for (const { endpoint, delivery } of found.values()) {
    if (endpoint.state !== 'active') continue;
    if (endpoint.openUntil !== null) lookAt.set(endpoint, endpoint.openUntil);
    else if (delivery.parked) lookAt.set(endpoint, delivery.nextAttemptAt ?? roomAt(ports.now));
  }
  // A thousand that wait would each come, find no way through and go again, at every look.
  const places = [...lookAt].map(([{ id }, at]) => ({ endpointId: id, lookAt: at }));
  if (places.length > 0) await ports.webhookDeliveries.restBehind(places, command.deliveryIds);
  return outcome(started, ...events);
}

/** A post that is over: what it carried, and what came of it. */
export type Posted = {
  readonly carried: readonly { readonly deliveryId: number; readonly result: AttemptResult }[];
  /** bat_...; null where it was no batch. */
  readonly batchId: string | null;
};

/** Where a post leaves its webhook, and the deliveries that it carried, the first one first. */
export type Recorded = {
  readonly attempts: readonly WebhookAttempt[];
  readonly endpoint: WebhookEndpoint;
  readonly deliveries: readonly [WebhookDelivery, ...WebhookDelivery[]];
};

/**
 * The second half: writes down what came of attempts. Nothing is known of them to others before this is committed.
 * Null where the deliveries are gone, with their log.
 */
export async function recordAttempts(
  command: { readonly posts: readonly Posted[] },
  ports: Deliveries & Log,
): Promise<Outcome<readonly (Recorded | null)[]>> {
  const found = await pairs(
    command.posts.flatMap(({ carried }) => carried.map(({ deliveryId }) => deliveryId)),
    ports,
  );
  const emitted: DomainEvent[] = [];
  const recorded = command.posts.map(({ carried, batchId }): Recorded | null => {
    const left = carried.flatMap(({ deliveryId, result }) => {
      const pair = found.get(deliveryId);
      return pair ? [{ ...pair, result }] : [];
    });
    const [first, ...others] = left;
    if (first === undefined) return null;
    const { endpoint } = first;
    const { attempts, events } = afterPost(endpoint, { carried: left, batchId }, ports.now, ports.random());
    for (const attempt of attempts) ports.webhookAttempts.add(attempt);
    emitted.push(...events);
    return { attempts, endpoint, deliveries: [first.delivery, ...others.map(({ delivery }) => delivery)] };
  });
  return outcome(recorded, ...emitted);
}

/** Monitors a webhook that fails: between two attempts there can be a day, and a notice be due. */
export async function reviewWebhook(
  command: { readonly webhookId: number },
  ports: Pick<PartnersPorts, 'webhookEndpoints' | 'now'>,
): Promise<Outcome<WebhookEndpoint | null>> {
  const endpoint = await ports.webhookEndpoints.get(command.webhookId);
  const emitted = endpoint?.reviewFailures(ports.now) ?? null;
  return emitted === null ? outcome(endpoint) : outcome(endpoint, emitted);
}

export type ResendDelivery = EntitledCommand & { readonly deliveryId: number };

/**
 * Sends one delivery again, now, with the schedule from its start.
 * @throws DomainError not_found (missing); insufficient_scope (forbidden) where the token may not read the event;
 *   invalid_state_transition (conflict) while the webhook is disabled
 */
export async function resendDelivery(command: ResendDelivery, ports: Deliveries): Promise<Outcome<WebhookDelivery>> {
  // First the delivery, then the webhook, as a worker does: all lock rows in one order.
  const delivery = await ports.webhookDeliveries.get(command.deliveryId);
  const endpoint = await findWebhook(command, ports);
  if (delivery === null || delivery.endpointId !== endpoint.id) {
    throw refuse(kernelRefusals.not_found, `The webhook ${endpoint.id} has no delivery ${command.deliveryId}.`, {
      resource: 'delivery',
      id: command.deliveryId,
    });
  }
  requireScopes([delivery.eventType], command.tokenScopes);
  requireVersion(delivery, command.version);
  if (endpoint.state !== 'active') {
    throw refuse(
      kernelRefusals.invalid_state_transition,
      'The webhook is disabled, so nothing is sent to it. Enable it, then send the delivery again.',
      { current_state: endpoint.state, action: 'resend', allowed_actions: ['enable'] },
    );
  }
  delivery.again('resend', ports.now);
  return outcome(delivery);
}

export type RedeliverEvent = { readonly clientId: number; readonly eventId: number };

/**
 * Sends an event again to every active webhook of the client that received it; what is under way goes on.
 * @throws DomainError nothing_to_redeliver (conflict)
 */
export async function redeliverEvent(
  { clientId, eventId }: RedeliverEvent,
  ports: Pick<PartnersPorts, 'webhookEndpoints' | 'webhookDeliveries' | 'now'>,
): Promise<Outcome<readonly WebhookDelivery[]>> {
  const deliveries = await ports.webhookDeliveries.ofEvent(clientId, eventId);
  const endpoints = await ports.webhookEndpoints.getAll(deliveries.map(({ endpointId }) => endpointId));
  const active = new Set(endpoints.filter(({ state }) => state === 'active').map(({ id }) => id));
  const again = deliveries.filter(
    ({ endpointId, state }) => active.has(endpointId) && allows(deliveryLifecycle, state, 'resend'),
  );
  if (again.length === 0) {
    throw refuse(
      partnerRefusals.nothing_to_redeliver,
      'No active webhook of yours was sent this event, or its delivery is under way.',
      { deliveries: deliveries.map(({ id, endpointId, state }) => ({ id, webhook_id: endpointId, state })) },
    );
  }
  for (const delivery of again) delivery.again('resend', ports.now);
  return outcome(again);
}

type Pair = { readonly endpoint: WebhookEndpoint; readonly delivery: WebhookDelivery };

/** Deliveries with their webhooks, all locked: first deliveries, then webhooks, each kind by id, as every transaction does. */
async function pairs(
  deliveryIds: readonly number[],
  ports: Pick<PartnersPorts, 'webhookEndpoints' | 'webhookDeliveries'>,
): Promise<Map<number, Pair>> {
  const deliveries = await ports.webhookDeliveries.getAll(deliveryIds);
  const endpoints = await ports.webhookEndpoints.getAll([...new Set(deliveries.map(({ endpointId }) => endpointId))]);
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return new Map(
    deliveries.flatMap((delivery): [number, Pair][] => {
      const endpoint = endpointOf.get(delivery.endpointId);
      return endpoint ? [[delivery.id, { endpoint, delivery }]] : [];
    }),
  );
}
