import type pg from 'pg';
import { ConfigError } from '../../runtime/config.ts';
import { codeOf, errorOf } from '../../runtime/thrown.ts';
import { EPOCH, SERVES_FROM, sessionName } from '../epoch.ts';
import { limitedRole } from '../logins.ts';
import { requireLimited } from './limited-roles.ts';
import { migrations } from './migrations.ts';
import { openSession } from '../session.ts';
import { readSecretInUse, requireSecretsOf, type InstalledSecret } from './secret-in-use.ts';

/** The first migration of the list that the present baseline replaced. */
const FORMER_BASELINE = '0001-spine';

type Installation = { readonly fingerprint: string | null; readonly servesFrom: number };
type Present = {
  readonly database: string;
  readonly migrated: ReadonlySet<string>;
  readonly installation: Installation | null;
};

const HOW_TO_MIGRATE = 'Run `npm run umoja -- migrate` with the settings of the system, then start again.';

/** Whether the user of a session owns the tables, or has the owner's rights; null where there are none yet. */
export async function ownsTables(client: pg.Client): Promise<boolean | null> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = to_regclass('public.tenant')`,
  );
  return rows[0]?.owns ?? null;
}

/** Reads what the database says of itself. Changes nothing. */
async function readPresent(client: pg.Client): Promise<Present> {
  const { rows } = await client.query<{ migrated: boolean; installed: boolean; database: string }>(
    `select to_regclass('public.mikro_orm_migrations') is not null as migrated,
            to_regclass('public.installation') is not null as installed, current_database() as database`,
  );
  const [{ migrated, installed, database } = { migrated: false, installed: false, database: '' }] = rows;
  if ((await ownsTables(client)) === false) return readAsRunningRole(client, database);
  const names = migrated ? await client.query<{ name: string }>('select name from mikro_orm_migrations') : { rows: [] };
  const row = installed
    ? await client.query<{ fingerprint: string | null; serves_from: number }>(
        'select secret_fingerprint as fingerprint, serves_from from installation',
      )
    : { rows: [] };
  const [found] = row.rows;
  return {
    database,
    migrated: new Set(names.rows.map(({ name }) => name)),
    installation: found ? { fingerprint: found.fingerprint, servesFrom: found.serves_from } : null,
  };
}

/** @throws ConfigError where the user is neither the owner nor the running role */
async function readAsRunningRole(client: pg.Client, database: string): Promise<Present> {
  const { rows } = await client
    .query<{ migrated: string[] | null; fingerprint: string | null; serves_from: number | null }>(
      'select migrated, fingerprint, serves_from from present_installation()',
    )
    .catch((error: unknown) => {
      if (!['42883', '42501'].includes(codeOf(error) ?? '')) throw error;
      throw new ConfigError(
        `The user of DATABASE_URL is neither the owner of the database "${database}" nor its running role. Name one of them; ` +
          'a new running role gets its rights from `umoja migrate`, with the owner in MIGRATION_DATABASE_URL.',
      );
    });
  const [found] = rows;
  return {
    database,
    migrated: new Set(found?.migrated),
    installation: found?.serves_from == null ? null : { fingerprint: found.fingerprint, servesFrom: found.serves_from },
  };
}

/**
 * Whether these migrations may change the database.
 * @throws ConfigError where it belongs to another secret, or to another version of Umoja; it stays as it is
 */
export async function requireMigratable(client: pg.Client, fingerprint: string | null): Promise<void> {
  const present = await readPresent(client);
  requirePresentBaseline(present);
  requireSecretAmong(present, fingerprint === null ? null : [fingerprint]);
  const later = [...present.migrated].filter((name) => !known.has(name)).sort();
  if (later.length === 0) return;
  throw new ConfigError(
    `The database "${present.database}" was migrated by a later version of Umoja (${later.at(-1)}). Nothing was changed. ` +
      'Migrate with that version; processes of this one may go on running meanwhile.',
  );
}

/**
 * Whether this process may run on the database. Reads only: where many processes start, none of them migrates.
 * @param fingerprints of all secrets that this process has
 * @param ownRole as which it runs where the address is that of the owner
 * @returns as whom the address logs in, and which secret is in use
 * @throws ConfigError saying what to do
 */
export async function verifyInstallation(
  url: string,
  fingerprints: readonly string[],
  ownRole: string,
): Promise<{ readonly user: 'owner' | 'running_role'; readonly secret: InstalledSecret }> {
  const client = await openSession({ connectionString: url, application_name: sessionName('umoja start') });
  try {
    const present = await readPresent(client);
    requirePresentBaseline(present);
    requireSecretAmong(present, fingerprints);
    const waiting = migrations.filter(({ name }) => !present.migrated.has(name));
    if (waiting.length > 0) {
      const state = present.migrated.size === 0 ? 'is empty' : `lacks ${waiting.length} migrations of this version`;
      throw new ConfigError(`The database "${present.database}" ${state}. ${HOW_TO_MIGRATE}`);
    }
    if (!present.installation?.fingerprint) {
      throw new ConfigError(`The database "${present.database}" is not set up for a secret yet. ${HOW_TO_MIGRATE}`);
    }
    if (present.installation.servesFrom > EPOCH) {
      throw new ConfigError(
        `The database "${present.database}" is used by a later version of Umoja, beside which this one can’t run. ` +
          'Nothing was changed. Start that version.',
      );
    }
    const secret = await readSecretInUse(client);
    requireSecretsOf(present.database, secret, fingerprints);
    const isOwner = (await ownsTables(client)) !== false;
    const appRole = isOwner ? ownRole : decodeURIComponent(new URL(url).username);
    await requireLimited(client, present.database, limitedRole({ appRole }));
    return { user: isOwner ? 'owner' : 'running_role', secret };
  } finally {
    await client.end();
  }
}

/** Writes down for which secret and version the database is set up. */
export async function noteInstallation(client: pg.Client, fingerprint: string | null): Promise<void> {
  await client.query(
    `insert into installation (secret_fingerprint, epoch, serves_from) values ($1, $2, $3)
     on conflict (only_row) do update set
       secret_fingerprint = coalesce(excluded.secret_fingerprint, installation.secret_fingerprint),
       epoch = greatest(excluded.epoch, installation.epoch),
       serves_from = greatest(excluded.serves_from, installation.serves_from)`,
    [fingerprint, EPOCH, SERVES_FROM],
  );
}

const known: ReadonlySet<string> = new Set(migrations.map(({ name }) => name));

const ELSEWHERE =
  'Move the data directory (UMOJA_DATA_DIR, .data by default) away or delete it, or name an empty database in DATABASE_URL; ' +
  'then start again.';

function requirePresentBaseline({ database, migrated }: Present): void {
  if (!migrated.has(FORMER_BASELINE)) return;
  throw new ConfigError(
    `The database "${database}" was made by an earlier version of Umoja, whose data can’t be carried over. ` +
      `Nothing was changed. ${ELSEWHERE}`,
  );
}

/** What migrations 0075 and 0102 refuse: people and payments from before their data were sealed. @returns what to throw */
export function unsealed(error: unknown, adminUrl: string): unknown {
  const codes = [codeOf(error), codeOf(errorOf(error).cause)];
  if (!codes.includes('UM075')) return error;
  const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  return new ConfigError(
    `The database "${database}" has people or payments of an earlier version of Umoja, whose personal data are not sealed and ` +
      `can’t be carried over. No migration was applied. ${ELSEWHERE}`,
    { cause: error },
  );
}

function requireSecretAmong({ database, installation }: Present, fingerprints: readonly string[] | null): void {
  const stored = installation?.fingerprint ?? null;
  if (stored === null || fingerprints === null || fingerprints.includes(stored)) return;
  throw new ConfigError(
    `The database "${database}" was set up with another secret than this process has. Nothing was changed. Set ` +
      'UMOJA_SECRET to the secret of that installation (the file "secret" in its data directory, where none was set). To replace it ' +
      'by another one, name it in UMOJA_FORMER_SECRETS.',
  );
}
