import type { Reply } from '#core/partners/webhook-delivery/attempt.ts';
import type { DeliveryTally } from '#platform/metrics/delivery-tally.ts';
import type { Post } from '#platform/outbound/guarded-request.ts';
import type { Handler } from '#platform/queue.ts';
import type { Deliveries } from '#platform/webhooks/deliver.ts';
import type { Workshop } from './job.ts';

/** Posts to a partner's server and reports whatever becomes of it. */
export type Send = (message: Post, sandbox: boolean) => Promise<Reply>;

/**
 * One attempt of one delivery. Everything that is decided stands in its row before the job ends: a job that is lost,
 * comes twice, early or late does no harm.
 */
export function deliverWebhook(
  { app, queues }: Workshop,
  deliveries: Deliveries,
  send: Send,
  tally: Pick<DeliveryTally, 'attempted' | 'begun'>,
): Handler {
  return async ({ tenantId, id }) => {
    const opened = await deliveries.open(tenantId, Number(id));
    if (opened.kind === 'nothing') return undefined;
    if (opened.kind === 'wait') return againAt(opened.until, app.clock());
    const { begun, occurredAt } = opened;
    if (begun.number === 1 && begun.trigger === 'event') {
      tally.begun(occurredAt.until(begun.startedAt).total('milliseconds') / 1000);
    }
    const reply = await send(opened.message, opened.sandbox);
    tally.attempted(reply.errorClass ?? 'succeeded', reply.durationMs / 1000);
    const { nextAttemptAt, called } = await deliveries.record(tenantId, Number(id), { ...begun, ...reply });
    await queues.enqueueAll(
      'deliver-webhook',
      called.map((other) => ({ tenantId, id: other })),
    );
    return nextAttemptAt === null ? undefined : againAt(nextAttemptAt, app.clock());
  };
}

function againAt(at: Temporal.Instant, now: Temporal.Instant) {
  return { againInMs: Math.max(0, now.until(at).total('milliseconds')) };
}
