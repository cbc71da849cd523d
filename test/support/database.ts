import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isAlive } from '#platform/postgres/embedded/cluster.ts';
import { queueRole } from '#platform/postgres/migrations/queue-schema.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { masterKeys } from '#platform/postgres/privacy/keys/master-keys.ts';
import type { DatabaseSettings } from '#platform/postgres/database.ts';
import { requireSoundBooks } from './sound-books.ts';
import { recordStatements } from './statements/recorded.ts';
import { requireTenants } from './statements/tenants.ts';
import { databaseAt, serverOfThisRun, withClient, withPlainOwner, type TestServer } from './test-server.ts';

/** A migrated, empty database that belongs to one suite, as its owner who is no superuser. */
export type TestDatabase = {
  readonly settings: DatabaseSettings;
  /** Proves the books that were stored in it first, and that what was sent to it keeps to tenants. */
  drop(): Promise<void>;
};

/** Every test app has it, so that a process beside the suite can open the same boxes. */
export const TEST_SECRET = 'a secret of at least 32 characters, for tests';

/** The role is the server's, not the database's: all suites share it. */
const APPLICATION = {
  appRole: 'umoja_tests_app',
  appPassword: 'umoja_tests_app',
  masterKeys: masterKeys(TEST_SECRET),
} as const;
const TEMPLATE_LOCK = 7_305_862;
const TEMPLATES = 'umoja_template_';
const DATABASES = 'umoja_test_';
const root = join(import.meta.dirname, '../..');
recordStatements();
const THIS_CHECKOUT = `${process.getuid?.() ?? 'user'}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;

/**
 * Makes a database for one suite by copying the files of a migrated template (some 60 ms). Its settings are those of a
 * plain owner, so that every suite proves that the system needs no superuser. `npm test` hands the server and the
 * template over in the environment; a suite that is run by hand starts a server of its own, which it leaves running
 * so that the next run is quick.
 */
export async function createDatabase(): Promise<TestDatabase> {
  const server = await useServer();
  const template = process.env['UMOJA_TEST_TEMPLATE'] ?? (await prepareTemplate(server.url));
  const name = `${DATABASES}${process.pid}_${randomBytes(4).toString('hex')}`;
  await withClient(server.url, async (owner) => {
    await owner.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
    // A copy has no rights of its original: as migrations leave them.
    await owner.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM public`);
    await owner.query(`GRANT TEMPORARY ON DATABASE ${name} TO ${queueRole(APPLICATION)}`);
  });
  const settings = { adminUrl: databaseAt(server.url, name), ...APPLICATION };
  const remove = async () => {
    await withClient(server.superuserUrl ?? server.url, (admin) =>
      admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    );
    await server.leave();
  };
  return {
    settings,
    // Every suite gets its database here, so none can forget to have its books proven.
    drop: () =>
      requireSoundBooks(settings)
        .then(() => requireTenants(settings))
        .finally(remove),
  };
}

/**
 * For a suite that sets its own time: what looks for work in all tenants takes it, also where it is ahead of the database's. Only
 * the owner can do this (migration 0136).
 */
export async function takeAnyTime({ adminUrl }: Pick<DatabaseSettings, 'adminUrl'>): Promise<void> {
  await withClient(adminUrl, (owner) =>
    owner.query(
      'create or replace function no_later(at timestamptz) returns timestamptz language sql stable parallel safe as $$ select at $$',
    ),
  );
}

/** The server of the tests of this checkout. Its data needn't survive anything, so it never waits for the disk. */
export function startTestServer(log: (line: string) => void): Promise<EmbeddedPostgres> {
  const dataDir = join(tmpdir(), `umoja-test-${THIS_CHECKOUT}`);
  return startEmbeddedPostgres({ dataDir, log, ephemeral: true });
}

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
const ROOM = 4 * 1024 ** 3;

/**
 * A folder in memory for all that the whole suite writes, where there is plenty: the files of hundreds of databases, of
 * servers and browsers are made and removed there for a quarter less of the processor's time. Null where there is not.
 */
export async function folderInMemory(): Promise<string | null> {
  const volume = await statfs(MEMORY).catch(() => null);
  const free = volume === null ? 0 : volume.bavail * volume.bsize;
  if (free < ROOM || process.availableMemory() < 2 * ROOM) return null;
  const folder = join(MEMORY, `umoja-tests-${THIS_CHECKOUT}`);
  await mkdir(folder, { recursive: true });
  // As the system's own: servers of other users, where this one is root, make theirs in it.
  await chmod(folder, 0o1777);
  return folder;
}

/**
 * Connects to the database of a suite for what only a superuser may: to end others' sessions, to switch constraints off,
 * to add extensions. The system never does it.
 * @throws Error where DATABASE_URL named a server without its superuser
 */
export async function connectSuperuser({ adminUrl }: Pick<DatabaseSettings, 'adminUrl'>): Promise<pg.Client> {
  const superuserUrl = present?.superuserUrl ?? null;
  if (superuserUrl === null) throw new Error('This test needs a superuser: name one in DATABASE_URL, or no server.');
  const connectionString = databaseAt(superuserUrl, new URL(adminUrl).pathname.slice(1));
  const superuser = new pg.Client({ connectionString, application_name: 'umoja tests' });
  await superuser.connect();
  return superuser;
}

/** The server on which this process has made its databases. */
let present: TestServer | null = null;

async function useServer(): Promise<TestServer & { leave(): Promise<void> }> {
  const configured = serverOfThisRun();
  const own = configured ? null : await startTestServer(() => undefined);
  present = configured ?? (await withPlainOwner(own!.url));
  return { ...present, leave: own?.leaveRunning ?? (() => Promise.resolve()) };
}

/**
 * Migrates the template unless one of the present schema is there already, and returns its name. Of several processes
 * that want it at the same time, one makes it and the others wait.
 */
export async function prepareTemplate(adminUrl: string, log: (line: string) => void = () => undefined) {
  const template = `${TEMPLATES}${await schemaHash(new URL(adminUrl).username)}`;
  await withClient(adminUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    // Marked as a template only when it is finished: one that isn't was left by a run that was killed.
    const ready = await admin.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [template]);
    if (ready.rowCount) return;
    const { migrate } = await import('#platform/postgres/migrations/migrate.ts');
    await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${template}`);
    await migrate({ adminUrl: databaseAt(adminUrl, template), ...APPLICATION }, log);
    await admin.query(`ALTER DATABASE ${template} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  });
  return template;
}

/** Drops the templates of other schemas and the databases of processes that are gone. Only for a server of ours. */
export async function sweepTestServer(adminUrl: string, keep: string): Promise<void> {
  await withClient(adminUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rows } = await admin.query<{ name: string }>('SELECT datname AS name FROM pg_database');
    for (const { name } of rows) {
      if (name.startsWith(TEMPLATES) && name !== keep) {
        await admin.query(`ALTER DATABASE ${name} WITH IS_TEMPLATE false`);
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      }
      const owner = new RegExp(`^${DATABASES}(\\d+)_`).exec(name)?.[1];
      if (owner && !isAlive(Number(owner))) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
}

/** What decides the schema, and whose it is: the migrations with what follows them, the states, and the packages that make tables. */
async function schemaHash(owner: string): Promise<string> {
  const { lifecycles } = await import('#platform/postgres/lifecycles.ts');
  const states = lifecycles.map(({ table, column, lifecycle }) => [table, column, lifecycle.states]);
  const hash = createHash('sha256').update(JSON.stringify([states, APPLICATION, owner]));
  hash.update(await readFile(join(root, 'package-lock.json')));
  const migrations = join(root, 'platform/postgres/migrations');
  for (const file of (await readdir(migrations)).sort())
    hash.update(file).update(await readFile(join(migrations, file)));
  return hash.digest('hex').slice(0, 16);
}
