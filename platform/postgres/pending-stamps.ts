import type { TenantTransaction } from './database.ts';

/**
 * Stamps the next records that show a changed name, at most `limit` (migration 0087, stamps-in-batches).
 * @returns whether there may be more; false as well where another worker has them
 */
export async function stampNext(
  { sql }: Pick<TenantTransaction, 'sql'>,
  { tenantId, id }: { readonly tenantId: number; readonly id: number },
  limit: number,
): Promise<boolean> {
  const [row] = await sql<{ more: boolean }>('select stamp_next($1, $2, $3) as more', [tenantId, id, limit]);
  return row?.more ?? false;
}
