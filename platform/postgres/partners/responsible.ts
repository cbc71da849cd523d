import type { TenantTransaction } from '../database.ts';
import { personNamed } from '../people/repository.ts';

/**
 * The person who answers for who acts: for a client the one who is named for it, null where none is; a person for
 * themselves. A name that an operator proposes under is that of a person who works here, where there is one of that name.
 */
export async function responsibleFor(sql: TenantTransaction['sql'], actor: string): Promise<string | null> {
  if (actor.startsWith('person:')) return actor;
  const [row] = await sql<{ responsible: string | null }>('select responsible from api_client where client_key = $1', [
    actor,
  ]);
  const named = row ? row.responsible : actor;
  return named === null || named.startsWith('person:') ? named : personNamed(sql, named);
}
