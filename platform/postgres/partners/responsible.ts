import type { TenantTransaction } from '../database.ts';
import { peopleNamed } from '../people/repository.ts';

type Reading = Pick<TenantTransaction, 'sql' | 'sealing'>;

/**
 * The person who answers for who acts: for a client the one who is named for it, null where none is; a person for
 * themselves. A name that an operator proposes under is that of a person who works here, where there is one of that name;
 * it stays as it is where there are several.
 */
export async function responsibleFor(tx: Reading, actor: string): Promise<string | null> {
  const named = await namedFor(tx.sql, actor);
  if (named === null || named.startsWith('person:')) return named;
  const people = await peopleNamed(tx, named);
  return new Set(people.map(({ emailKey }) => emailKey)).size === 1 ? (people[0]?.ref ?? named) : named;
}

/**
 * Everyone who may be behind who acts: each whom the name fits, the same person under an earlier reference, and of a client
 * everyone who ever answered for it, and every person who was ever shown a secret of it.
 */
export async function peopleBehind(tx: Reading, actor: string): Promise<readonly string[]> {
  const ofClient = actor.startsWith('person:') ? [] : await everBehindClient(tx.sql, actor);
  const behind = new Set([(await namedFor(tx.sql, actor)) ?? actor, ...ofClient]);
  const all: string[] = [];
  for (const each of behind) all.push(each, ...(await peopleNamed(tx, each)).map(({ ref }) => ref));
  return all;
}

async function everBehindClient(sql: TenantTransaction['sql'], clientKey: string): Promise<readonly string[]> {
  const rows = await sql<{ person: string }>(
    `select unnest(c.answered_before) as person from api_client c where c.client_key = $1
     union
     select s.shown_to from api_secret s join api_client c on c.tenant_id = s.tenant_id and c.id = s.client_id
      where c.client_key = $1 and s.shown_to like 'person:%'`,
    [clientKey],
    'once',
  );
  return rows.map(({ person }) => person);
}

async function namedFor(sql: TenantTransaction['sql'], actor: string): Promise<string | null> {
  if (actor.startsWith('person:')) return actor;
  const [row] = await sql<{ responsible: string | null }>(
    'select responsible from api_client where client_key = $1',
    [actor],
    'once',
  );
  return row ? row.responsible : actor;
}
