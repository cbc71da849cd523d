import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { lifecycles } from '../lifecycles.ts';
import { findingRole, limitedRole, type DatabaseSettings } from '../database.ts';
import { paddedKeys } from '../tenant-proof.ts';
import { prepareQueues, queueRole } from './queue-schema.ts';
import { noteInstallation, requireMigratable, unsealed } from './installation.ts';
import { migrations } from './migrations.ts';
import { patiently, runMigrations, stepsOf } from './run-migrations.ts';
import { ensureLimitedRole, ensureRole, requireNoPower } from './roles.ts';
import { RULES_EDITION, OF_NO_TENANT, secureRows, type Roles } from './row-security.ts';
import { unlimitedTables } from './limited-roles.ts';
import { ROW_LIMITS } from './row-limits.ts';
import { stampUpdates } from './stamps.ts';
import { checkStates, validateStates } from './state-checks.ts';
import { openSession } from '../session.ts';

/** Migrations seal nothing. */
export type MigrationSettings = Omit<DatabaseSettings, 'masterKeys'>;

/** Two processes that start at the same time migrate one after the other. */
const MIGRATION_LOCK = 4_710_001;
const TURN_MS = 250;
const MOST_TRIES = 3_600_000 / TURN_MS;

/**
 * Brings the database to the present schema: versioned migrations first, then what follows from the code
 * (state checks, stamps, row-level security, grants). Safe to run again, and by several at the same time.
 * @param fingerprint of the master secret: from then on the database takes no other
 * @throws ConfigError where the database belongs to another version or secret; it stays as it is
 */
export async function migrate(
  settings: MigrationSettings,
  log: (line: string) => void,
  fingerprint: string | null = null,
): Promise<void> {
  const client = await openSession({ connectionString: settings.adminUrl, application_name: 'umoja migrations' });
  try {
    await takeTurn(client, log);
    await requireMigratable(client, fingerprint);
    if (settings.rolesOf === 'operator') await requireNoPower(client, settings.appRole);
    for (const role of [settings.appRole, queueRole(settings), findingRole(settings)]) {
      await ensureRole(client, settings.adminUrl, role, settings.appPassword);
    }
    await ensureLimitedRole(client, settings.appRole, limitedRole(settings));
    await runMigrations(client, settings.adminUrl, log).catch((error: unknown) => {
      throw unsealed(error, settings.adminUrl);
    });
    await storeTenantKey(client, settings);
    await deriveSchema(client, await rolesOf(client), log);
    await patiently(() => validateStates(client), log);
    await prepareQueues(client, settings);
    await noteInstallation(client, fingerprint);
  } finally {
    // Closing the connection gives the lock back, also after a failure in the middle.
    await client.end();
  }
}

/**
 * Waits between statements until no other process migrates. A statement that waited in the server would hold a snapshot, and
 * an index that the other process builds concurrently waits for all snapshots of before: neither would ever end.
 * @throws Error after an hour
 */
export async function takeTurn(client: pg.Client, log: (line: string) => void): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [MIGRATION_LOCK]);
    if (rows[0]?.mine) return;
    if (tries % 40 === 0) log('Another process migrates this database; this one goes on when that has ended.');
    await pause(TURN_MS);
  }
  throw new Error(
    'Another process has been migrating this database for an hour. Look at what it says, and run it again.',
  );
}

/** The roles of all applications that have stored a key, as far as the server has them: one that was dropped is none. */
async function rolesOf(client: pg.Client): Promise<Roles> {
  const { rows } = await client.query<{ role: string }>('select role from guard.tenant_key order by role');
  const applications = rows.map(({ role }) => role);
  const finding = applications.map((appRole) => findingRole({ appRole }));
  const limited = applications.map((appRole) => limitedRole({ appRole }));
  const found = await client.query<{ role: string }>('select rolname as role from pg_roles where rolname = any ($1)', [
    [...applications, ...finding, ...limited],
  ]);
  const present = new Set(found.rows.map(({ role }) => role));
  const among = (names: readonly string[]) => names.filter((name) => present.has(name));
  return { applications: among(applications), finding: among(finding), limited: among(limited) };
}

/**
 * What follows from the code is applied where it has changed, or where a table has lost its policies: the statements lock
 * every table, one after the other, and other processes may be at work. Rules of a later edition stay.
 */
async function deriveSchema(client: pg.Client, roles: Roles, log: (line: string) => void): Promise<void> {
  const wanted = `derived ${RULES_EDITION} ${schemaFingerprint(roles)}`;
  const { rows } = await client.query<{ present: string | null; unguarded: boolean }>(
    `select obj_description('public'::regnamespace, 'pg_namespace') as present,
            exists(select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                      and c.relname <> all ($1) and not (c.relrowsecurity and c.relforcerowsecurity)) as unguarded`,
    [OF_NO_TENANT],
  );
  const [found] = rows;
  const isLimited = (await unlimitedTables(client, roles.limited)).length === 0;
  if (found?.present === wanted && !found.unguarded && isLimited) return;
  const edition = Number(/^derived (\d+) /.exec(found?.present ?? '')?.[1] ?? 0);
  if (edition > RULES_EDITION) return;
  await client.query(`set lock_timeout = '2s'`);
  const step = stepsOf(client, log);
  await checkStates(client, step);
  await stampUpdates(client, step);
  await secureRows(client, roles, step);
  await client.query(`comment on schema public is ${client.escapeLiteral(wanted)}`);
}

/** The key with which transactions prove their tenants. */
async function storeTenantKey(client: pg.Client, settings: MigrationSettings): Promise<void> {
  const { inner, outer } = paddedKeys(settings);
  const { rowCount } = await client.query(
    `insert into guard.tenant_key (role, inner_key, outer_key) values ($1, $2, $3)
     on conflict (role) do update set inner_key = excluded.inner_key, outer_key = excluded.outer_key
      where tenant_key.inner_key <> excluded.inner_key`,
    [settings.appRole, inner, outer],
  );
  // Sessions that run know the key of before as a constant: they plan the function again.
  if (rowCount) await client.query('alter function proven_tenant() stable');
}

function schemaFingerprint(roles: Roles): string {
  const states = lifecycles.map(({ table, lifecycle }) => [table, lifecycle.states]);
  const names = migrations.map(({ name }) => name);
  return createHash('sha256')
    .update(JSON.stringify([RULES_EDITION, roles, names, states, ROW_LIMITS]))
    .digest('base64url');
}
