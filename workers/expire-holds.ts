import type { Database } from '#platform/postgres/database.ts';
import { jobCaller, type WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const EVERY_MS = 5_000;
/** Holds that one round ends. */
const CAP = 500;

/** Lets go of money that was held on savings accounts, once its time is over. */
export function expireHolds({ app, log }: WorkerContext, database: Pick<Database, 'ask'>): Loop {
  return repeat('expire-holds', EVERY_MS, log, async () => {
    const over = await database.ask<{ tenant_id: string; id: string }>(
      'select tenant_id, id from holds_to_expire($1, $2)',
      [app.clock().toString(), CAP],
    );
    for (const { tenant_id, id } of over) {
      try {
        const caller = await jobCaller(app, Number(tenant_id), 'expire-holds');
        await app.savings.expireSavingsHold(caller, { savingsTransactionId: Number(id) });
      } catch (error) {
        // The next round begins with this one again: it must not keep the others from their turn.
        log.error({ error, tenant_id, savings_transaction_id: id }, 'A hold could not be ended; it is tried again.');
      }
    }
  });
}
