import { randomUUID } from 'node:crypto';
import type { Database } from '#platform/postgres/database.ts';
import { processStored } from '#platform/app/processes/callbacks/process-stored.ts';
import type { WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const LOOK_EVERY_MS = 15_000;
/** Callbacks that one round takes up. */
const CAP = 200;

/** Carries out what providers told and whoever heard it did not: he died over it, or the database was away. */
export function takeCallbacks({ app, log }: WorkerContext, database: Pick<Database, 'ask'>): Loop {
  return repeat('take-callbacks', LOOK_EVERY_MS, log, async () => {
    const waiting = await database.ask<{ tenant_id: string; id: string }>(
      'select tenant_id, id from callbacks_to_process($1, $2)',
      [app.clock().toString(), CAP],
    );
    for (const { tenant_id, id } of waiting) {
      try {
        await processStored({ app, log }, Number(tenant_id), Number(id), randomUUID());
      } catch (error) {
        log.error({ error, tenant_id, callback_id: id }, 'A callback can’t be carried out; it is tried again.');
      }
    }
  });
}
