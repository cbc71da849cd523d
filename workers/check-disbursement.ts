import type { Handler } from '#platform/queue/queues.ts';
import type { WorkerContext } from './job.ts';

/** Checks a payment without a reply or a result: queries its status, and sends what the provider never received. */
export function checkDisbursement({ app }: WorkerContext): Handler {
  return async ({ tenantId, id }) =>
    app.lending.checkDisbursement(await app.jobCaller(tenantId, 'check-disbursement'), id);
}
