import { randomUUID } from 'node:crypto';
import { processStored } from '#platform/app/processes/callbacks/process-stored.ts';
import { inParallel } from './in-parallel.ts';
import type { WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const LOOK_EVERY_MS = 15_000;
/** Callbacks that one round takes up. */
const CAP = 200;
/** Of them so many at a time: after a long outage there are thousands, and each is one or two transactions. */
const TOGETHER = 8;

/** Processes provider notifications that their receiver did not: it died over it, or the database was away. */
export function takeCallbacks({ app, log }: WorkerContext): Loop {
  const take = async ({ tenantId, id }: { readonly tenantId: number; readonly id: number }): Promise<boolean> => {
    try {
      await processStored({ app, log }, tenantId, id, randomUUID());
      return true;
    } catch (error) {
      log.error({ error, tenant_id: tenantId, callback_id: id }, 'A callback can’t be processed.');
      return false;
    }
  };
  return repeat('take-callbacks', LOOK_EVERY_MS, { app, log }, async (goesOn) => {
    for (let due = CAP; due === CAP && goesOn();) {
      const callbacks = await app.dueCallbacks(CAP);
      due = callbacks.length;
      const processed = await inParallel(TOGETHER, callbacks, take);
      // One that fails is due later. Where all do, nothing can be written: the next look comes after a pause.
      if (processed.every((isDone) => !isDone)) break;
    }
  });
}
