import type { Reply } from '#core/partners/webhook-delivery/attempt.ts';
import type { DeliveryTally } from '#platform/runtime/metrics/delivery-tally.ts';
import { isSlow } from '#core/partners/webhook-endpoint/places.ts';
import type { Handler } from '#platform/queue/queues.ts';
import type { Sending } from '#platform/app/processes/delivery/deliver.ts';
import type { Standstill } from '#platform/runtime/standstill.ts';
import { traced } from '#platform/runtime/tracing/tracing.ts';
import type { WorkerContext } from './job.ts';

/** Posts to a partner's server and reports whatever becomes of it. */
export type Send = (to: Pick<Sending, 'message' | 'owner'>) => Promise<Reply>;

/**
 * For so long a job goes on with what waits at its webhook, instead of having each called over the queue. Then its place
 * goes to the next webhook: a long backlog must not delay the others.
 */
const SHIFT_MS = 2_000;

/**
 * The lane that deliveries to slow and new endpoints share; half of it is for new ones alone, each of which may turn out fast.
 * @param most how many of them may be under way in this process
 */
export function slowLane(most: number) {
  const inside = new Set<number>();
  return {
    enter: (deliveryId: number, places: number): boolean => {
      if (inside.size < (isSlow(places) ? most / 2 : most)) inside.add(deliveryId);
      return inside.has(deliveryId);
    },
    leave: (deliveryId: number): void => void inside.delete(deliveryId),
  };
}

/**
 * The time for which this process stood still was none of the receiver's. Held against the receiver, a worker that was frozen would
 * open the breakers of healthy ones and leave them a place or two; so a time-out in which it mostly stood still is its own, as if
 * it had died.
 */
function withoutStandstill(reply: Reply, stoodMs: number): Reply {
  const durationMs = Math.max(0, Math.round(reply.durationMs - stoodMs));
  if (reply.errorClass !== 'timeout' || durationMs > reply.durationMs / 2) return { ...reply, durationMs };
  const problem = `Our own process stood still for ${Math.round(stoodMs)} ms of the attempt.`;
  return { ...reply, durationMs, errorClass: 'interrupted', problem };
}

/** What a worker's deliveries need of it. */
type Role = {
  readonly send: Send;
  readonly tally: Pick<DeliveryTally, 'attempted' | 'begun'>;
  readonly room: ReturnType<typeof slowLane>;
  readonly isClosing: () => boolean;
  readonly standstill: Pick<Standstill, 'ms'>;
};

/** It belongs to the trace of its event, whichever job sends it. */
const sendingOf =
  ({ headers: { traceparent } }: Sending['message']) =>
  () =>
    ({ kind: 'client', parent: traceparent ?? null }) as const;

/**
 * One attempt of one delivery, and then of others of the same webhook that wait behind it. Everything that is decided
 * stands in their rows before the job ends: a job that is lost, comes twice, early or late does no harm.
 */
export function deliverWebhook(
  { app, queues }: WorkerContext,
  { send, tally, room, isClosing, standstill }: Role,
): Handler {
  const deliver = async ({ deliveryId, message, owner, carried }: Sending): Promise<Reply> => {
    for (const { begun, occurredAt } of carried) {
      if (begun.number > 1 || begun.trigger !== 'event') continue;
      tally.begun(occurredAt.until(begun.startedAt).total('milliseconds') / 1000);
    }
    const stoodBefore = standstill.ms();
    const sent = await traced('webhook', sendingOf(message), (span) => {
      const headers = span === null ? message.headers : { ...message.headers, traceparent: span.traceparent };
      return send({ message: { ...message, headers }, owner }).finally(() => room.leave(deliveryId));
    });
    const reply = withoutStandstill(sent, standstill.ms() - stoodBefore);
    tally.attempted(reply.errorClass ?? 'succeeded', reply.durationMs / 1000);
    return reply;
  };
  return async ({ tenantId, id }) => {
    const untilThen = (at: Temporal.Instant) => Math.max(0, app.clock().until(at).total('milliseconds'));
    const jobOf = (other: number, at: Temporal.Instant | null) => ({
      tenantId,
      id: String(other),
      delayMs: at === null ? 0 : untilThen(at),
    });
    const opened = await app.delivery.open(tenantId, Number(id), room);
    if (opened.kind === 'nothing') return undefined;
    if (opened.kind === 'wait') return { againInMs: untilThen(opened.until) };
    const shiftEnds = performance.now() + SHIFT_MS;
    for (let sending: Sending | null = opened; sending !== null;) {
      const { deliveryId, carried, batchId }: Sending = sending;
      const reply = await deliver(sending);
      const takesNext = reply.errorClass === null && performance.now() < shiftEnds && !isClosing();
      const ended = { deliveryId, carried, batchId, reply, takesNext, room };
      const { nextAttemptAt, next, called } = await app.delivery.record(tenantId, ended);
      const jobs = called.map(({ id: other, at }) => jobOf(other, at));
      // Its own delivery comes again with the job itself: what exists is not enqueued.
      const isOwn = String(deliveryId) === id;
      if (nextAttemptAt !== null && !isOwn) jobs.push(jobOf(deliveryId, nextAttemptAt));
      await queues.enqueueAll('deliver-webhook', jobs);
      if (nextAttemptAt !== null && isOwn) return { againInMs: untilThen(nextAttemptAt) };
      sending = next;
    }
    return undefined;
  };
}
