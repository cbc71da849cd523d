import { QUEUES, type TimedJob } from '#platform/queue/queues.ts';
import type { WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const EVERY_MS = 1_000;
/** Rows of each kind that one round enqueues. */
const CAP = 500;
/** A queue with so many jobs is not handed the same again. */
const ENOUGH_WAITING = 1_000;

/** Enqueues what is due and not enqueued, for any reason: this is why queues may lose their jobs. */
export function sweep({ app, queues, log }: WorkerContext): Loop {
  return repeat('sweep', EVERY_MS, { app, log }, async () => {
    const due = Map.groupBy<string, TimedJob & { queue: string }>(await app.dueJobs(CAP), ({ queue }) => queue);
    for (const queue of QUEUES) {
      const jobs = due.get(queue);
      if (jobs && (await queues.waiting(queue)) < ENOUGH_WAITING) {
        await queues.enqueueAll(
          queue,
          jobs.map(({ tenantId, id }) => ({ tenantId, id })),
        );
      }
    }
  });
}
