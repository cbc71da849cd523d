import { QUEUES, type QueueName, type TimedJob } from '#platform/queue/queues.ts';
import type { WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const EVERY_MS = 1_000;
/** Rows of each kind that one round enqueues. */
const CAP = 500;
/** A queue with so many jobs is not handed the same again. */
const ENOUGH_WAITING = 1_000;
/** A queue that has as many jobs as are due is handed them again so often only: some of its jobs may be others. */
const AGAIN_AFTER_MS = 10_000;

/** Enqueues what is due and not enqueued, for any reason: this is why queues may lose their jobs. */
export function sweep({ app, queues, log }: WorkerContext, elapsed: () => number = () => performance.now()): Loop {
  const sweptAt = new Map<QueueName, number>();
  /**
   * Adding what is there already costs as much as adding it. After an outage, sweeps that added a whole backlog every
   * second kept a slow Redis so busy that its workers received no jobs.
   */
  const isLacking = async (queue: QueueName, due: number): Promise<boolean> => {
    const held = await queues.held(queue);
    if (held >= ENOUGH_WAITING) return false;
    return held < due || elapsed() - (sweptAt.get(queue) ?? -AGAIN_AFTER_MS) >= AGAIN_AFTER_MS;
  };
  return repeat('sweep', EVERY_MS, { app, log }, async () => {
    const due = Map.groupBy<string, TimedJob & { queue: string }>(await app.dueJobs(CAP), ({ queue }) => queue);
    for (const queue of QUEUES) {
      const jobs = due.get(queue);
      if (jobs && (await isLacking(queue, jobs.length))) {
        sweptAt.set(queue, elapsed());
        await queues.enqueueAll(
          queue,
          jobs.map(({ tenantId, id }) => ({ tenantId, id })),
        );
      }
    }
  });
}
