import type { Database } from '#platform/postgres/database.ts';
import type { Callbacks } from '#platform/rails/callbacks/addresses.ts';
import { requestFloat } from '#platform/app/processes/disbursement/float-check.ts';
import type { Rails } from '#platform/rails/rails.ts';
import { jobCaller, type WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const LOOK_EVERY_MS = 60_000;
/** Institutions that one round asks for. */
const CAP = 100;

/** Asks each institution's provider once an hour what it holds, to compare it with the float of the books. */
export function checkFloat(
  { app, log }: WorkerContext,
  database: Pick<Database, 'ask'>,
  { rails, callbacks }: { readonly rails: Rails; readonly callbacks: Callbacks },
): Loop {
  return repeat('check-float', LOOK_EVERY_MS, log, async () => {
    const due = await database.ask<{ tenant_id: string }>('select tenant_id from floats_to_check($1, $2)', [
      app.clock().toString(),
      CAP,
    ]);
    for (const { tenant_id: tenantId } of due) {
      try {
        await requestFloat({ app, rails, callbacks }, await jobCaller(app, Number(tenantId), 'check-float'));
      } catch (error) {
        log.error({ error, tenant_id: tenantId }, 'A provider could not be asked for its balance; it is asked again.');
      }
    }
  });
}
