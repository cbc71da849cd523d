import type { Database } from '#platform/postgres/database.ts';
import type { Rails } from '#platform/rails/rails.ts';
import { pullInItsTime } from '#platform/app/processes/reconciliation/reconcile-pulled.ts';
import { jobCaller, type WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const LOOK_EVERY_MS = 60_000;
/** Institutions whose lists one round pulls. */
const CAP = 20;

/** Pulls once a day what each institution's paybill collected, and compares it with the books. */
export function pullPaybills({ app, log }: WorkerContext, database: Database, rails: Rails): Loop {
  return repeat('pull-paybills', LOOK_EVERY_MS, log, async () => {
    const due = await database.ask<{ tenant_id: string }>('select tenant_id from paybills_to_pull($1, $2)', [
      app.clock().toString(),
      CAP,
    ]);
    for (const { tenant_id } of due) {
      const about = { tenant_id };
      try {
        const caller = await jobCaller(app, Number(tenant_id), 'pull-paybills');
        const pulled = await pullInItsTime({ app, database, rails }, caller);
        if (pulled?.kind === 'refused') {
          log.warn({ ...about, why: pulled.why }, 'A paybill’s list can’t be pulled; it is tried again.');
        } else if (pulled && (pulled.done.fresh > 0 || pulled.unreadable > 0)) {
          const { done, unreadable } = pulled;
          log.warn({ ...about, breaks: done.fresh, unreadable }, 'A paybill’s list disagrees with the books.');
        }
      } catch (error) {
        log.error({ error, ...about }, 'A paybill’s list could not be compared; it is tried again.');
      }
    }
  });
}
