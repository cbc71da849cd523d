import type { TenantTransaction } from '../database.ts';

/**
 * The person who answers for a client, by its key; null where no person is named. A name that is no client's is a person's
 * already: that of an operator who proposes.
 */
export async function responsibleFor(sql: TenantTransaction['sql'], actor: string): Promise<string | null> {
  const [row] = await sql<{ responsible: string | null }>('select responsible from api_client where client_key = $1', [
    actor,
  ]);
  return row ? row.responsible : actor;
}
