import type { Batch } from '../webhook-endpoint/batch.ts';
import type { Begun } from '../webhook-delivery/attempt.ts';
import { roomAt } from '../webhook-endpoint/resting.ts';
import type { Line, WebhookDelivery } from '../webhook-delivery/webhook-delivery.ts';
import type { WebhookEndpoint } from '../webhook-endpoint/webhook-endpoint.ts';
import { isWaiting, letThrough, type Found, type Start } from './attempts.ts';

/** A part of the line is locked by another transaction, which is over in a moment. */
const BUSY_SECONDS = 1;

type Woken = {
  readonly endpoint: WebhookEndpoint;
  readonly batch: Batch;
  /** The one whose job came: any of the line starts the batch at its head. */
  readonly delivery: WebhookDelivery;
  readonly line: Line;
};

/**
 * Begins the attempt of the first in the line, where the state of all allows it, and names those that may go with it. One post
 * is under way at a time, so that they arrive in their order: what fails holds up all behind it until it arrives or is given up.
 */
export function beginBatch({ endpoint, batch, delivery, line }: Woken, now: Temporal.Instant, found: Found): Start {
  if (!isWaiting(delivery)) return { kind: 'nothing', because: 'not_waiting' };
  const rest = (until: Temporal.Instant): Start => {
    delivery.park(until);
    return { kind: 'wait', until };
  };
  if (line === null) return rest(now.add({ seconds: BUSY_SECONDS }));
  if (line.some(({ startedAt }) => startedAt !== null)) return rest(roomAt(now));
  const [head = delivery, ...others] = line.filter(isWaiting);
  const going = others.slice(0, batch.max - 1);
  const ready = readyAt(head, going.length + 1 < batch.max ? batch.waitMs : 0);
  if (ready !== null && Temporal.Instant.compare(now, ready) < 0) {
    // Its own next attempt stays when it is; the others look again then.
    if (delivery !== head || head.parked) return rest(ready);
    head.nextAttemptAt = ready;
    return { kind: 'wait', until: ready };
  }
  if (delivery !== head) delivery.park(roomAt(now));
  const start = letThrough(endpoint, head, now, found);
  if (start.kind === 'wait' && delivery !== head) delivery.park(start.until);
  if (start.kind !== 'send') return start;
  const apart = going.findIndex(({ batchOf }) => batchOf !== head.batchOf);
  return { ...start, delivery: head, mayJoin: apart === -1 ? going : going.slice(0, apart) };
}

/** When the first in the line may go: at its next attempt, or once it has waited for others. Null: immediately. */
function readyAt(head: WebhookDelivery, waitMs: number): Temporal.Instant | null {
  const { nextAttemptAt, parked, state, turnAt, batchOf, trigger } = head;
  if (nextAttemptAt !== null && !parked && (state === 'retrying' || turnAt !== null)) return nextAttemptAt;
  const waits = batchOf === null && trigger === 'event' && state === 'pending';
  return waits && waitMs > 0 ? head.createdAt.add({ milliseconds: waitMs }) : null;
}

/** A delivery that a post carries, and its own attempt. */
type Carried = { readonly delivery: WebhookDelivery; readonly begun: Begun };

/**
 * Begins the attempts of those that go with the first. From now on these go together, so that a repetition is the same batch.
 * @returns those that go with it
 */
export function fillBatch({ delivery: head, begun }: Carried, joining: readonly WebhookDelivery[]): Carried[] {
  const batchOf = head.batchOf ?? head.sequence;
  for (const each of [head, ...joining]) each.batchOf = batchOf;
  return joining.map((delivery) => ({ delivery, begun: delivery.start(begun.kind, begun.startedAt) }));
}
