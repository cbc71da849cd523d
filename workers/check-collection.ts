import type { Handler } from '#platform/queue.ts';
import { jobCaller, type Workshop } from './job.ts';

/** Looks after a collection of an app: tries one that is pending again, asks the provider about one without a result. */
export function checkCollection({ app }: Workshop): Handler {
  return async ({ tenantId, id }) => {
    await app.bridge.checkCollection(await jobCaller(app, tenantId, 'check-collection'), id);
  };
}
