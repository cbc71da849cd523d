import type { TenantTransaction } from '../database.ts';
import { peopleNamed } from '../people/repository.ts';

/**
 * The person who answers for who acts: for a client the one who is named for it, null where none is; a person for
 * themselves. A name that an operator proposes under is that of a person who works here, where there is one of that name;
 * it stays as it is where there are several.
 */
export async function responsibleFor(sql: TenantTransaction['sql'], actor: string): Promise<string | null> {
  const named = await namedFor(sql, actor);
  if (named === null || named.startsWith('person:')) return named;
  const people = await peopleNamed(sql, named);
  return new Set(people.map(({ emailKey }) => emailKey)).size === 1 ? (people[0]?.ref ?? named) : named;
}

/** Everyone who may answer for who acts: each whom the name fits, and the same person under an earlier reference. */
export async function peopleBehind(sql: TenantTransaction['sql'], actor: string): Promise<readonly string[]> {
  const named = (await namedFor(sql, actor)) ?? actor;
  return [named, ...(await peopleNamed(sql, named)).map(({ ref }) => ref)];
}

async function namedFor(sql: TenantTransaction['sql'], actor: string): Promise<string | null> {
  if (actor.startsWith('person:')) return actor;
  const [row] = await sql<{ responsible: string | null }>('select responsible from api_client where client_key = $1', [
    actor,
  ]);
  return row ? row.responsible : actor;
}
