import type { Backlog } from '../../runtime/metrics/backlog.ts';
import type { Database } from '../database.ts';
import { readInstant } from '../mapping/types.ts';

/** What waits for the workers, of all tenants together. Counts stop at the bound. */
export function backlogOf(database: Pick<Database, 'find'>) {
  return async (now: Temporal.Instant, bound: number): Promise<Backlog> => {
    const [row] = await database.find(
      `select *, overdue_partitions() as partitions, overdue_archives() as archives, failing_reactions($2) as failing_reactions
         from webhook_figures($1, $2)`,
      [now.toString(), bound],
    );
    if (!row) throw new Error('webhook_figures() returned no row.');
    const since = (at: unknown) => (at === null ? null : readInstant(at));
    return {
      events: Number(row['outbox']),
      eventsSince: since(row['outbox_since']),
      due: Number(row['due']),
      dueSince: since(row['due_since']),
      parked: Number(row['parked']),
      inFlight: Number(row['in_flight']),
      openBreakers: Number(row['open_breakers']),
      failing: Number(row['failing']),
      reactions: Number(row['reactions']),
      failingReactions: Number(row['failing_reactions']),
      overduePartitions: Number(row['partitions']),
      overdueArchives: Number(row['archives']),
    };
  };
}
