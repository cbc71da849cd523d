import type { TenantTransaction } from '../database.ts';

/** The person who answers for a client, by its key; the name itself where there is no such client, or no person is named. */
export async function responsibleFor(sql: TenantTransaction['sql'], actor: string): Promise<string> {
  const [row] = await sql<{ responsible: string | null }>('select responsible from api_client where client_key = $1', [
    actor,
  ]);
  return row?.responsible ?? actor;
}
