import type { Reply } from '#core/partners/webhook-delivery/attempt.ts';
import type { DeliveryTally } from '#platform/runtime/metrics/delivery-tally.ts';
import type { Handler } from '#platform/queue/queues.ts';
import type { Sending } from '#platform/app/processes/delivery/deliver.ts';
import type { WorkerContext } from './job.ts';

/** Posts to a partner's server and reports whatever becomes of it. */
export type Send = (to: Pick<Sending, 'message' | 'owner'>) => Promise<Reply>;

/**
 * For so long a job goes on with what waits at its webhook, instead of having each called over the queue. Then its place
 * goes to the next webhook: a long backlog must not delay the others.
 */
const SHIFT_MS = 2_000;

/**
 * One attempt of one delivery, and then of others of the same webhook that wait behind it. Everything that is decided
 * stands in their rows before the job ends: a job that is lost, comes twice, early or late does no harm.
 */
export function deliverWebhook(
  { app, queues }: WorkerContext,
  send: Send,
  tally: Pick<DeliveryTally, 'attempted' | 'begun'>,
  isClosing: () => boolean,
): Handler {
  const deliver = async ({ message, owner, begun, occurredAt }: Sending): Promise<Reply> => {
    if (begun.number === 1 && begun.trigger === 'event') {
      tally.begun(occurredAt.until(begun.startedAt).total('milliseconds') / 1000);
    }
    const reply = await send({ message, owner });
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
    const opened = await app.delivery.open(tenantId, Number(id));
    if (opened.kind === 'nothing') return undefined;
    if (opened.kind === 'wait') return { againInMs: untilThen(opened.until) };
    const shiftEnds = performance.now() + SHIFT_MS;
    for (let sending: Sending | null = opened; sending !== null;) {
      const { deliveryId, begun }: Sending = sending;
      const reply = await deliver(sending);
      const takesNext = reply.errorClass === null && performance.now() < shiftEnds && !isClosing();
      const result = { ...begun, ...reply };
      const { nextAttemptAt, next, called } = await app.delivery.record(tenantId, { deliveryId, result, takesNext });
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
