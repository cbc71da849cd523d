import type { Handler } from '#platform/queue/queues.ts';
import { jobCaller, type WorkerContext } from './job.ts';

/** Looks after a payout of an app: sends one that is pending, asks the provider about one that lacks a result. */
export function checkPayout({ app }: WorkerContext): Handler {
  return async ({ tenantId, id }) => {
    await app.bridge.checkPayout(await jobCaller(app, tenantId, 'check-payout'), id);
  };
}
