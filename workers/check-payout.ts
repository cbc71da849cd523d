import type { Handler } from '#platform/queue/queues.ts';
import type { WorkerContext } from './job.ts';

/** Checks a payout of an app: sends one that is pending, queries the status of one without a result. */
export function checkPayout({ app }: WorkerContext): Handler {
  return async ({ tenantId, id }) => app.bridge.checkPayout(await app.jobCaller(tenantId, 'check-payout'), id);
}
