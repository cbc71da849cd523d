import type { Handler } from '#platform/queue/queues.ts';
import type { WorkerContext } from './job.ts';

/** Checks a disbursement that lacks a response or a result: the provider is asked, and what it never received is sent. */
export function checkDisbursement({ app }: WorkerContext): Handler {
  return async ({ tenantId, id }) =>
    app.lending.checkDisbursement(await app.jobCaller(tenantId, 'check-disbursement'), id);
}
