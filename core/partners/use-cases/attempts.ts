import type { DomainEvent } from '../../kernel/event.ts';
import { WebhookAttempt, type AttemptResult, type Begun } from '../webhook-delivery/attempt.ts';
import { isFast, LANE_LOOK_SECONDS } from '../webhook-endpoint/places.ts';
import { roomAt } from '../webhook-endpoint/resting.ts';
import { scheduleFor } from '../webhook-delivery/retry.ts';
import type { Crowd, WebhookDelivery } from '../webhook-delivery/webhook-delivery.ts';
import { takeTurn } from '../webhook-endpoint/pace.ts';
import type { WebhookEndpoint } from '../webhook-endpoint/webhook-endpoint.ts';

/** What a worker that takes up a delivery is to do: send, come back later, or drop it. */
export type Start =
  | { readonly kind: 'send'; readonly begun: Begun }
  | { readonly kind: 'wait'; readonly until: Temporal.Instant }
  | { readonly kind: 'nothing'; readonly because: 'held' | 'cancelled' | 'not_waiting' };

/** What a delivery finds: others at its endpoint, and its worker's room. */
type Found = Crowd & {
  /** Takes room where its endpoint is slow or new; false where there is none. */
  readonly entersSlowLane: () => boolean;
  /** In [0, 1): how soon it looks for room again. */
  readonly random: number;
};

const nothingInTheWay = (): Found => ({
  inFlight: 0,
  earlierWaits: false,
  scopes: [],
  entersSlowLane: () => true,
  random: 0,
});

/**
 * Begins an attempt where the state of both allows it. Jobs can come twice, early or late: only a delivery that is due
 * is sent, behind others it waits, and the breaker decides whether it may. Waiting uses up no attempt.
 */
export function beginAttempt(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  now: Temporal.Instant,
  found: Found = nothingInTheWay(),
): Start {
  if (delivery.state !== 'pending' && delivery.state !== 'retrying') return { kind: 'nothing', because: 'not_waiting' };
  if (endpoint.state === 'deleted') {
    delivery.cancel(now);
    return { kind: 'nothing', because: 'cancelled' };
  }
  if (endpoint.state === 'disabled') {
    delivery.hold(null, now);
    return { kind: 'nothing', because: 'held' };
  }
  if (delivery.nextAttemptAt !== null && !delivery.isDue(now)) return { kind: 'wait', until: delivery.nextAttemptAt };
  if ((endpoint.ordered && found.earlierWaits) || found.inFlight >= endpoint.places) {
    return parked(delivery, roomAt(now));
  }
  if (!isFast(endpoint.places) && !found.entersSlowLane()) {
    const { soonest, latest } = LANE_LOOK_SECONDS;
    const until = now.add({ milliseconds: Math.round(1000 * (soonest + found.random * (latest - soonest))) });
    return parked(delivery, until);
  }
  const { rateLimitPerSecond } = endpoint;
  if (rateLimitPerSecond !== null && endpoint.openUntil === null && !delivery.hasTurn(now)) {
    const turn = takeTurn(endpoint, rateLimitPerSecond, now);
    if (Temporal.Instant.compare(now, turn) < 0) {
      delivery.queueFor(turn);
      return { kind: 'wait', until: turn };
    }
  }
  const passage = endpoint.admit(now);
  if (passage === 'wait' && endpoint.openUntil !== null) return parked(delivery, endpoint.openUntil);
  return { kind: 'send', begun: delivery.start(passage === 'probe' ? 'probe' : 'ordinary', now) };
}

/**
 * Holds a delivery that waits while its webhook may not receive such events any more: a scope was withdrawn from the
 * client, or the client was disabled, after the event was relayed. True where it is held; a recovery can bring it once the
 * right is back.
 * @param scopesOfClient null where the client is disabled
 */
export function withhold(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  scopesOfClient: readonly string[] | null,
  now: Temporal.Instant,
): boolean {
  if (delivery.state !== 'pending' && delivery.state !== 'retrying') return false;
  if (endpoint.state === 'deleted') return false;
  if (scopesOfClient !== null && endpoint.isEntitledTo(delivery.eventType, scopesOfClient)) return false;
  delivery.hold(null, now);
  return true;
}

function parked(delivery: WebhookDelivery, until: Temporal.Instant): Start {
  delivery.park(until);
  return { kind: 'wait', until };
}

/** The line for the log, and the events. */
export type AfterAttempt = { readonly attempt: WebhookAttempt; readonly events: DomainEvent[] };

/**
 * Everything that follows from one attempt: the delivery's next step, the endpoint's breaker, its notices and its end.
 * The result of an attempt that had been given up as lost is logged; of such, only a success moves anything.
 * @param random in [0, 1), for the jitter of the next wait
 */
export function afterAttempt(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  result: AttemptResult,
  now: Temporal.Instant,
  random: number,
): AfterAttempt {
  if (result.errorClass !== 'interrupted') endpoint.recordDuration(result);
  if (result.errorClass === null) {
    delivery.succeed(result, now);
    endpoint.recordSuccess();
    return { attempt: WebhookAttempt.of(delivery.id, result, null), events: [] };
  }
  if (!delivery.awaits(result)) return { attempt: WebhookAttempt.of(delivery.id, result, null), events: [] };

  const events: DomainEvent[] = [];
  // Our own worker's death is not held against the receiver.
  if (endpoint.state === 'active' && result.errorClass !== 'interrupted') {
    const emitted =
      result.status === 410 ? endpoint.giveUp('gone') : endpoint.recordFailure(result.kind, delivery.lastFailedAt, now);
    if (emitted !== null) events.push(emitted);
  }
  const exhausted = moveOn(endpoint, delivery, result, now, random);
  if (exhausted !== null) events.push(exhausted);
  return { attempt: WebhookAttempt.of(delivery.id, result, delivery.nextAttemptAt), events };
}

function moveOn(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  result: AttemptResult,
  now: Temporal.Instant,
  random: number,
): DomainEvent | null {
  if (endpoint.state === 'deleted') delivery.cancel(now);
  else if (endpoint.state === 'disabled') delivery.hold(result, now);
  else return delivery.fail(result, scheduleFor(endpoint), now, random);
  return null;
}

/**
 * Takes back a delivery whose worker died during the attempt. It may have arrived, so the attempt counts; it is due
 * again immediately. Null where the attempt is not that old.
 */
export function afterInterruption(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  now: Temporal.Instant,
): AfterAttempt | null {
  if (delivery.state !== 'delivering' || delivery.startedAt === null || !delivery.isAbandoned(now)) return null;
  const interrupted: AttemptResult = {
    number: delivery.attempts,
    trigger: delivery.trigger,
    kind: 'ordinary',
    startedAt: delivery.startedAt,
    status: null,
    errorClass: 'interrupted',
    problem: 'The worker ended before the reply came; the receiver may have the message.',
    retryAfterSeconds: null,
    resolvedAddress: null,
    durationMs: Math.round(delivery.startedAt.until(now).total('milliseconds')),
    replyBody: null,
  };
  return afterAttempt(endpoint, delivery, interrupted, now, 0.5);
}
