import type { Database } from '#platform/postgres/database.ts';
import { jobCaller, type WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const EVERY_MS = 30_000;
const CAP = 500;
/** Invoices that one transaction tells of. */
const BATCH = 200;
/** So that a school with very many leaves room for the others: the rest comes with the next round. */
const BATCHES = 50;

/**
 * What the calendar brings to schools: invoices fall overdue when their day is over, and removals that readers who sync were
 * told for long enough are forgotten.
 */
export function tendSchools({ app, log }: WorkerContext, database: Pick<Database, 'ask'>): Loop {
  return repeat('tend-schools', EVERY_MS, log, async () => {
    const due = await database.ask<{ tenant_id: string }>('select tenant_id from schools_to_maintain($1, $2)', [
      app.clock().toString(),
      CAP,
    ]);
    for (const { tenant_id } of due) {
      try {
        const caller = await jobCaller(app, Number(tenant_id), 'tend-schools');
        for (let batch = 0; batch < BATCHES; batch++) {
          const told = await app.education.tellOverdueInvoices(caller, { limit: BATCH });
          if (told.length < BATCH) break;
        }
        await app.education.forgetTombstones(caller);
      } catch (error) {
        // One school's trouble is not the others'.
        log.error({ error, tenant_id }, 'A school could not be tended; it is tried again.');
      }
    }
  });
}
