import type { Handler } from '#platform/queue/queues.ts';
import type { WorkerContext } from './job.ts';

/**
 * Checks a collection, of an app or of the institution itself: sends one that was not sent, queries the status of one
 * without a result.
 */
export function checkCollection({ app }: WorkerContext): Handler {
  return async ({ tenantId, id }) => {
    const caller = await app.jobCaller(tenantId, 'check-collection');
    for (const { check } of app.collections) if (await check(caller, id)) return;
  };
}
