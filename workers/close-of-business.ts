import { CLOSER } from '#platform/app/processes/close-of-business/closer.ts';
import type { Database } from '#platform/postgres/database.ts';
import { jobCaller, type WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

/** Midnight comes to no zone at a better time than to another: days that are over are looked for all the time. */
const EVERY_MS = 30_000;
const CAP = 500;

/**
 * Closes the business of every institution's days once they are over in its own zone, and those that were missed while
 * nobody worked. Whoever is ended in the middle leaves the rest to the next one: what is closed is kept batch by batch.
 */
export function closeOfBusiness({ app, log }: WorkerContext, database: Pick<Database, 'ask'>): Loop {
  let isEnded = false;
  const loop = repeat('close-of-business', EVERY_MS, log, async () => {
    const due = await database.ask<{ tenant_id: string; through: string }>(
      'select tenant_id, through::text as through from tenants_to_close($1, $2)',
      [app.clock().toString(), CAP],
    );
    for (const { tenant_id, through } of due) {
      if (isEnded) return;
      const tenantId = Number(tenant_id);
      try {
        const caller = { ...(await jobCaller(app, tenantId, 'close-of-business')), clientKey: CLOSER };
        const closed = await app.closeOfBusiness(caller, {
          through: Temporal.PlainDate.from(through),
          goesOn: () => !isEnded,
          tell: ({ date, loansDone, finished }) => {
            if (finished) log.info({ tenant_id: tenantId, date: String(date), loans: loansDone }, 'A day is closed.');
          },
        });
        if (!closed.through) return;
      } catch (error) {
        // One institution's trouble is not the others'.
        log.error({ error, tenant_id: tenantId }, 'A day could not be closed; it is tried again.');
      }
    }
  });
  return {
    wake: loop.wake,
    end: () => {
      isEnded = true;
      return loop.end();
    },
  };
}
