import type { Handler } from '#platform/queue/queues.ts';
import { jobCaller, type WorkerContext } from './job.ts';

/** Looks after a payment that lacks an answer or a result: asks the provider, and sends what it has never received. */
export function checkDisbursement({ app }: WorkerContext): Handler {
  return async ({ tenantId, id }) => {
    await app.lending.checkDisbursement(await jobCaller(app, tenantId, 'check-disbursement'), id);
  };
}
