import type { TenantTransaction } from '#platform/postgres/database.ts';

/**
 * Lets the planner read tables from end to end again, which readers forbid: only so does a query that
 * has no index show itself. Holds for the rest of the transaction.
 */
export async function letReadWhole({ sql }: Pick<TenantTransaction, 'sql'>): Promise<void> {
  await sql(`select set_config('enable_seqscan', 'on', true)`);
}
