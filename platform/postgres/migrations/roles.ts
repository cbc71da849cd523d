import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { ConfigError } from '../../runtime/config.ts';
import { codeOf } from '../../runtime/thrown.ts';

type Attributes = { readonly login: boolean; readonly powerful: boolean };
const ATTRIBUTES = `select rolcanlogin as login,
  rolsuper or rolcreatedb or rolcreaterole or rolbypassrls or rolreplication as powerful from pg_roles`;

/**
 * Makes a role that logs in and may nothing else, or brings one in line. It is altered only where it differs: altering some
 * attributes takes a superuser even where nothing changes, and the owner of a managed database is none.
 * @throws ConfigError where the owner may not make or alter it
 */
export async function ensureRole(client: pg.Client, adminUrl: string, name: string, password: string): Promise<void> {
  const role = client.escapeIdentifier(name);
  const { rows } = await client.query<Attributes>(`${ATTRIBUTES} where rolname = $1`, [name]);
  const [found] = rows;
  const secret = () => `password ${client.escapeLiteral(scramVerifier(password))}`;
  if (!found) {
    await client.query(`create role ${role} login ${secret()}`).catch((error: unknown) => {
      // Roles belong to the server, not to a database: another start has made the same one at this moment.
      if (!['42710', '23505'].includes(codeOf(error) ?? '')) throw explained(error, name);
    });
  }
  if (found?.powerful) await alter(client, name, 'nosuperuser nocreatedb nocreaterole nobypassrls noreplication');
  if (found && !found.login) await alter(client, name, 'login');
  await allowToConnect(client, name);
  if (!(await canLogIn(adminUrl, name, password))) await alter(client, name, secret());
}

/**
 * A role that the operator has named is not altered to have less power: it may be the wrong one.
 * @throws ConfigError where it may more than log in
 */
export async function requireNoPower(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<Attributes>(`${ATTRIBUTES} where rolname = $1`, [name]);
  if (!rows[0]?.powerful) return;
  throw new ConfigError(
    `The user of DATABASE_URL, "${name}", may more than the running role: it must not be a superuser, nor have CREATEROLE, ` +
      'CREATEDB, BYPASSRLS or REPLICATION. Nothing was changed. Name a role that may only log in.',
  );
}

/**
 * Makes the role that transactions of limited people take: no one logs in as it, and the application has its rights, and its
 * policies, only where it takes it (so it inherits none).
 * @throws ConfigError where the owner may not make it
 */
export async function ensureLimitedRole(client: pg.Client, application: string, name: string): Promise<void> {
  const [role, member] = [client.escapeIdentifier(name), client.escapeIdentifier(application)];
  const { rows } = await client.query<{ exists: boolean; taken: boolean; inherits: boolean; version: number }>(
    `select exists (select from pg_roles where rolname = $1) as exists,
            exists (select from pg_auth_members m join pg_roles g on g.oid = m.roleid join pg_roles u on u.oid = m.member
                     where g.rolname = $1 and u.rolname = $2) as taken,
            (select rolinherit from pg_roles where rolname = $2) as inherits,
            current_setting('server_version_num')::int as version`,
    [name, application],
  );
  const [found] = rows;
  if (!found?.exists) {
    await client.query(`create role ${role} nologin`).catch((error: unknown) => {
      if (!['42710', '23505'].includes(codeOf(error) ?? '')) throw explained(error, name);
    });
  }
  if (found?.taken) return;
  // Before PostgreSQL 16 the member says whether it inherits, and after it the grant.
  const isOld = (found?.version ?? 0) < 160_000;
  if (isOld && found?.inherits) await alter(client, application, 'noinherit');
  await granted(client, `grant ${role} to ${member}${isOld ? '' : ' with inherit false, set true'}`, name);
}

async function granted(client: pg.Client, statement: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      // Another database of this server grants the same in the same instant.
      if (tries >= 10 || !['XX000', '23505'].includes(codeOf(error) ?? '')) throw explained(error, name);
    }
  }
}

/** Where others may not connect to the database (many providers take that right from all), the role is let in by name. */
async function allowToConnect(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ database: string; allowed: boolean }>(
    `select current_database() as database, has_database_privilege($1, current_database(), 'connect') as allowed`,
    [name],
  );
  const [found] = rows;
  if (!found || found.allowed) return;
  await client.query(
    `grant connect on database ${client.escapeIdentifier(found.database)} to ${client.escapeIdentifier(name)}`,
  );
}

async function alter(client: pg.Client, name: string, options: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`alter role ${client.escapeIdentifier(name)} ${options}`);
      return;
    } catch (error) {
      // "tuple concurrently updated": another database of this server is being migrated in the same instant.
      if (tries >= 10 || codeOf(error) !== 'XX000') throw explained(error, name);
    }
  }
}

/** Whether a role logs in with this password: its verifier can be read by superusers only. */
async function canLogIn(adminUrl: string, name: string, password: string): Promise<boolean> {
  const url = new URL(adminUrl);
  url.username = name;
  url.password = password;
  const probe = new pg.Client({ connectionString: url.href, application_name: 'umoja migrations' });
  try {
    await probe.connect();
    return true;
  } catch (error) {
    if (codeOf(error)?.startsWith('28')) return false;
    throw error;
  } finally {
    await probe.end().catch(() => undefined);
  }
}

const ITERATIONS = 4_096;

/**
 * What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5802). It is calculated here, because statements come into the
 * server's log: no one logs in with what stands there.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyed = (purpose: string) => createHmac('sha256', salted).update(purpose).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const server = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}

function explained(error: unknown, name: string): unknown {
  if (codeOf(error) !== '42501') return error;
  return new ConfigError(
    `The owner of the database may not make or alter the role "${name}". It needs CREATEROLE and, where the role was made by ` +
      'another user, its ADMIN option; a superuser it need not be. Or drop the role, and it is made again.',
  );
}
