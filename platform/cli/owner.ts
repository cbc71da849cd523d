import type pg from 'pg';
import { ownsTables } from '../postgres/migrations/installation.ts';
import { ConfigError } from '../runtime/config.ts';
import { openSession } from '../postgres/session.ts';

/**
 * Connects as the owner of the tables: the application's role may not write tenants, nor list them.
 * @throws ConfigError where the address is the running role's
 */
export async function asOwner<T>(adminUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = await openSession({ connectionString: adminUrl, application_name: 'umoja operator' });
  try {
    await requireOwner(owner);
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** @throws ConfigError where the user of a session is the running role */
export async function requireOwner(client: pg.Client): Promise<void> {
  if ((await ownsTables(client)) !== false) return;
  throw new ConfigError(
    'The user of DATABASE_URL is the running role, and this needs the owner of the database. Name the owner in ' +
      'MIGRATION_DATABASE_URL.',
  );
}
