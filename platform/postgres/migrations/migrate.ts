import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { lifecycles } from '../lifecycles.ts';
import { ConfigError } from '../../runtime/config.ts';
import type { DatabaseSettings } from '../database.ts';
import { prepareQueues, queueRole } from './queue-schema.ts';
import { migrations } from './migrations.ts';
import { RULES_EDITION, secureRows, TOOLING } from './row-security.ts';
import { stampUpdates } from './stamps.ts';
import { checkStates } from './state-checks.ts';

export type { DatabaseSettings } from '../database.ts';

/** Two processes that start at the same time migrate one after the other. */
const MIGRATION_LOCK = 4_710_001;

/**
 * Brings the database to the present schema: versioned migrations first, then what follows from the code
 * (state checks, stamps, row-level security, grants). Safe to run at every start, and by several at once.
 * @throws ConfigError where the database was made by a version whose data can't be carried over; it stays as it is
 */
export async function migrate(settings: DatabaseSettings, log: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: settings.adminUrl, application_name: 'umoja migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await requirePresentBaseline(client);
    await ensureRole(client, settings.appRole, settings.appPassword);
    await ensureRole(client, queueRole(settings), settings.appPassword);
    const orm = await MikroORM.init({
      clientUrl: settings.adminUrl,
      ensureDatabase: false,
      discovery: { warnWhenNoEntities: false },
      entities: [],
      extensions: [Migrator],
      migrations: { migrationsList: migrations, snapshot: false, transactional: true, silent: true },
      pool: { min: 0, max: 2 },
    });
    try {
      const done = await orm.migrator.up();
      for (const { name } of done) log(`migrated ${name}`);
    } finally {
      await orm.close(true);
    }
    await deriveSchema(client, settings);
    await prepareQueues(client, settings);
  } finally {
    // Closing the connection gives the lock back, also after a failure in the middle.
    await client.end();
  }
}

/** The first migration of the list that the present baseline replaced. */
const FORMER_BASELINE = '0001-spine';

async function requirePresentBaseline(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ migrated: boolean; database: string }>(
    `select to_regclass('public.mikro_orm_migrations') is not null as migrated, current_database() as database`,
  );
  if (!rows[0]?.migrated) return;
  const { rowCount } = await client.query('select from mikro_orm_migrations where name = $1', [FORMER_BASELINE]);
  if (rowCount === 0) return;
  throw new ConfigError(
    `The database "${rows[0].database}" was made by an earlier version of Umoja, whose data can’t be carried over. ` +
      'Nothing was changed. Move the data directory (UMOJA_DATA_DIR, .data by default) away or delete it, or name an ' +
      'empty database in DATABASE_URL; then start again.',
  );
}

/**
 * What follows from the code is applied where it has changed, or where a table has lost its policies: the statements lock
 * every table, and other processes may be at work.
 */
async function deriveSchema(client: pg.Client, { appRole }: DatabaseSettings): Promise<void> {
  const wanted = `derived ${schemaFingerprint(appRole)}`;
  const { rows } = await client.query<{ present: string | null; unguarded: boolean }>(
    `select obj_description('public'::regnamespace, 'pg_namespace') as present,
            exists(select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                      and c.relname <> all ($1) and not c.relrowsecurity) as unguarded`,
    [TOOLING],
  );
  if (rows[0]?.present === wanted && !rows[0].unguarded) return;
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`set lock_timeout = '2s'`);
      await client.query('begin');
      await checkStates(client);
      await stampUpdates(client);
      await secureRows(client, appRole);
      await client.query(`comment on schema public is ${client.escapeLiteral(wanted)}`);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      // Another transaction was in the way; it goes on, and we try again.
      const code = (error as { code?: string }).code ?? '';
      if (tries >= DERIVE_TRIES || !['40P01', '55P03'].includes(code)) throw error;
    }
  }
}

const DERIVE_TRIES = 30;

function schemaFingerprint(appRole: string): string {
  const states = lifecycles.map(({ table, lifecycle }) => [table, lifecycle.states]);
  const names = migrations.map(({ name }) => name);
  return createHash('sha256')
    .update(JSON.stringify([RULES_EDITION, appRole, names, states]))
    .digest('base64url');
}

/** Roles belong to the server, not to a database: another start may be making the same one at this moment. */
async function ensureRole(client: pg.Client, name: string, password: string): Promise<void> {
  const role = client.escapeIdentifier(name);
  const options = `login password ${client.escapeLiteral(password)} nosuperuser nocreatedb nocreaterole nobypassrls`;
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount === 0) {
    await client.query(`create role ${role} ${options}`).catch((error: unknown) => {
      if ((error as { code?: string }).code !== '42710') throw error;
    });
  }
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`alter role ${role} ${options}`);
      return;
    } catch (error) {
      // "tuple concurrently updated": another database of this server is being migrated in the same instant.
      if (tries >= 10 || (error as { code?: string }).code !== 'XX000') throw error;
    }
  }
}
