import { randomUUID } from 'node:crypto';
import { processStored } from '#platform/app/processes/callbacks/process-stored.ts';
import type { WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const LOOK_EVERY_MS = 15_000;
/** Callbacks that one round takes up. */
const CAP = 200;

/** Processes provider notifications that their receiver did not: it died over it, or the database was away. */
export function takeCallbacks({ app, log }: WorkerContext): Loop {
  return repeat('take-callbacks', LOOK_EVERY_MS, { app, log }, async () => {
    for (const { tenantId, id } of await app.dueCallbacks(CAP)) {
      try {
        await processStored({ app, log }, tenantId, id, randomUUID());
      } catch (error) {
        log.error({ error, tenant_id: tenantId, callback_id: id }, 'A callback can’t be processed; it is tried again.');
      }
    }
  });
}
