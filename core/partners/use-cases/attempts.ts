import type { DomainEvent } from '../../kernel/event.ts';
import { WebhookAttempt, type AttemptResult, type Begun } from '../webhook-delivery/attempt.ts';
import { isFast, LANE_LOOK_SECONDS } from '../webhook-endpoint/places.ts';
import { restUntil, roomAt } from '../webhook-endpoint/resting.ts';
import { scheduleFor } from '../webhook-delivery/retry.ts';
import type { Crowd, WebhookDelivery } from '../webhook-delivery/webhook-delivery.ts';
import { takeTurn } from '../webhook-endpoint/pace.ts';
import type { WebhookEndpoint } from '../webhook-endpoint/webhook-endpoint.ts';

/** A delivery whose attempt has begun. */
type Send = {
  readonly kind: 'send';
  readonly begun: Begun;
  readonly delivery: WebhookDelivery;
  /** Those that may go with it in a batch, in their order; null where its webhook takes each alone. */
  readonly mayJoin: readonly WebhookDelivery[] | null;
};

/** What a worker that takes up a delivery is to do: send, come back later, or drop it. */
export type Start =
  | Send
  | { readonly kind: 'wait'; readonly until: Temporal.Instant }
  | { readonly kind: 'nothing'; readonly because: 'held' | 'cancelled' | 'not_waiting' };

/** What a delivery finds: others at its endpoint, and its worker's room. */
export type Found = Crowd & {
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
  if (!isWaiting(delivery)) return { kind: 'nothing', because: 'not_waiting' };
  const ended = endWithWebhook(endpoint, delivery, now);
  if (ended !== null) return ended;
  if (delivery.nextAttemptAt !== null && !delivery.isDue(now)) return { kind: 'wait', until: delivery.nextAttemptAt };
  if ((endpoint.ordered && found.earlierWaits) || found.inFlight >= endpoint.places) {
    return parked(delivery, roomAt(now));
  }
  return letThrough(endpoint, delivery, now, found);
}

/** True where it waits for an attempt. */
export const isWaiting = ({ state }: WebhookDelivery): boolean => state === 'pending' || state === 'retrying';

/** Drops or holds what waits at a webhook that was deleted or disabled; null at all others. */
function endWithWebhook(endpoint: WebhookEndpoint, delivery: WebhookDelivery, now: Temporal.Instant): Start | null {
  if (endpoint.state === 'active') return null;
  if (endpoint.state === 'deleted') delivery.cancel(now);
  else delivery.hold(null, now);
  return { kind: 'nothing', because: endpoint.state === 'deleted' ? 'cancelled' : 'held' };
}

/** The way of a delivery that is due: the slow lane, the webhook's pace, its breaker. */
export function letThrough(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  now: Temporal.Instant,
  found: Found,
): Start {
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
  const begun = delivery.start(passage === 'probe' ? 'probe' : 'ordinary', now);
  return { kind: 'send', begun, delivery, mayJoin: null };
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
  if (!isWaiting(delivery) || endpoint.state === 'deleted') return false;
  if (scopesOfClient !== null && endpoint.isEntitledTo(delivery.eventType, scopesOfClient)) return false;
  delivery.hold(null, now);
  return true;
}

function parked(delivery: WebhookDelivery, until: Temporal.Instant): Start {
  delivery.park(until);
  return { kind: 'wait', until };
}

/** The line for the log, where it has none yet, and the events. */
export type AfterAttempt = { readonly attempt: WebhookAttempt | null; readonly events: DomainEvent[] };

/** A delivery that a post carried, and the end of its attempt. */
export type Ended = { readonly delivery: WebhookDelivery; readonly result: AttemptResult };

/** The lines for the log in the order of the deliveries, and the events. */
export type AfterPost = { readonly attempts: readonly WebhookAttempt[]; readonly events: DomainEvent[] };

/** What follows from an attempt of one delivery, see `afterPost`. */
export function afterAttempt(
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  result: AttemptResult,
  now: Temporal.Instant,
  random: number,
): AfterAttempt {
  const { attempts, events } = afterPost(endpoint, { carried: [{ delivery, result }], batchId: null }, now, random);
  return { attempt: attempts[0] ?? null, events };
}

/**
 * Everything that follows from one post: the next step of each delivery in it, the endpoint's breaker, its notices and its
 * end. Of an attempt that had been given up as lost, only a success moves anything.
 * @param random in [0, 1), for the jitter of the next wait
 */
export function afterPost(
  endpoint: WebhookEndpoint,
  { carried, batchId }: { readonly carried: readonly Ended[]; readonly batchId: string | null },
  now: Temporal.Instant,
  random: number,
): AfterPost {
  const [first] = carried;
  if (first === undefined) return { attempts: [], events: [] };
  const { result } = first;
  const awaited = carried.filter((each) => each.delivery.awaits(each.result));
  // An attempt that was given up as lost has its line already.
  const unlogged = carried.filter((each) => each.delivery.lacksLineOf(each.result));
  const logged = (nextOf: (ended: Ended) => Temporal.Instant | null) =>
    unlogged.map((each) =>
      WebhookAttempt.of(
        each.delivery.id,
        each === first ? each.result : withoutReply(each.result),
        nextOf(each),
        batchId,
      ),
    );
  if (result.errorClass !== 'interrupted') endpoint.recordDuration(result);
  if (result.errorClass === null) {
    for (const each of carried) each.delivery.succeed(each.result, now);
    endpoint.recordSuccess();
    return { attempts: logged(() => null), events: [] };
  }
  if (awaited.length === 0) return { attempts: logged(() => null), events: [] };

  const events: DomainEvent[] = [];
  // Our own worker's death is not held against the receiver.
  if (endpoint.state === 'active' && result.errorClass !== 'interrupted') {
    const failedBefore = awaited.map(({ delivery }) => delivery.lastFailedAt);
    const emitted =
      result.status === 410 ? endpoint.giveUp('gone') : endpoint.recordFailure(result.kind, failedBefore, now);
    if (emitted !== null) events.push(emitted);
  }
  for (const [n, each] of awaited.entries()) {
    const exhausted = moveOn(endpoint, each.delivery, each.result, now, random);
    if (exhausted !== null) events.push(exhausted);
    // The first comes again, and takes them with it.
    const next = each.delivery.nextAttemptAt;
    if (n > 0 && next !== null) each.delivery.park(restUntil({ at: next, isFirst: false }));
  }
  return {
    attempts: logged((each) => (awaited.includes(each) ? (awaited[0]?.delivery.nextAttemptAt ?? null) : null)),
    events,
  };
}

/** The reply to a post stands once in the log, with the first of its deliveries. */
const withoutReply = (result: AttemptResult): AttemptResult => ({ ...result, replyBody: null });

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
