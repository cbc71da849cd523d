import type { Handler } from '#platform/queue/queues.ts';
import type { WorkerContext } from './job.ts';

/** Carries out a reaction to an event; one that is not done yet comes again immediately. */
export function react({ app }: WorkerContext): Handler {
  return async ({ tenantId, id }) => ((await app.react(tenantId, id)) ? { againInMs: 0 } : undefined);
}
