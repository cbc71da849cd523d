import type { Handler } from '#platform/queue/queues.ts';
import { jobCaller, type WorkerContext } from './job.ts';

/**
 * Looks after a collection, of an app or of the institution itself: tries one again that was not sent, asks the
 * provider about one without a result.
 */
export function checkCollection({ app }: WorkerContext): Handler {
  return async ({ tenantId, id }) => {
    const caller = await jobCaller(app, tenantId, 'check-collection');
    for (const { check } of app.collections) if (await check(caller, id)) return;
  };
}
