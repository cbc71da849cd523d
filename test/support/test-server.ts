import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * A PostgreSQL server of the tests. Databases belong to a plain owner, as a provider of managed PostgreSQL hands one out:
 * it logs in, makes databases and roles, and is no superuser.
 */
export type TestServer = {
  /** The owner's address. */
  readonly url: string;
  /** For the few tests that do what an owner may not; null where the server was named with an owner only. */
  readonly superuserUrl: string | null;
};

const OWNER = 'umoja_tests';
const OWNER_LOCK = 7_305_863;

/** Makes the plain owner on a server whose superuser is named; an address of a plain owner is used as it is. */
export async function withPlainOwner(address: string): Promise<TestServer> {
  return withClient(address, async (client) => {
    const { rows } = await client.query<{ powerful: boolean }>(
      'SELECT rolsuper AS powerful FROM pg_roles WHERE rolname = current_user',
    );
    if (!rows[0]?.powerful) return { url: address, superuserUrl: null };
    // The same in every run on this server, and unknown to those who don't know the superuser's.
    const password = createHash('sha256').update(`${OWNER} ${address}`).digest('base64url');
    await client.query('SELECT pg_advisory_lock($1)', [OWNER_LOCK]);
    const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [OWNER]);
    const attributes = `LOGIN CREATEDB CREATEROLE PASSWORD ${client.escapeLiteral(password)}`;
    await client.query(`${found.rowCount ? 'ALTER' : 'CREATE'} ROLE ${OWNER} ${attributes}`);
    const url = new URL(address);
    Object.assign(url, { username: OWNER, password });
    return { url: url.href, superuserUrl: address };
  });
}

/** The server that `npm test` hands over in the environment; null for a suite that is run by hand. */
export function serverOfThisRun(): TestServer | null {
  const { UMOJA_TEST_DATABASE_URL: url, UMOJA_TEST_SUPERUSER_URL: superuserUrl = null } = process.env;
  return url ? { url, superuserUrl } : null;
}

/** A server as the environment of suites. */
export function environmentOf({ url, superuserUrl }: TestServer): Record<string, string> {
  return { UMOJA_TEST_DATABASE_URL: url, ...(superuserUrl ? { UMOJA_TEST_SUPERUSER_URL: superuserUrl } : {}) };
}

/** One connection for the time of the work. A lock of its session is given back with it. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'umoja tests' });
  // It may be cut between two statements: the next one fails then.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function databaseAt(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same server, reached through a port of this machine: over TCP, where its own address may name a socket. */
export function throughPort(address: string, port: number): string {
  const url = new URL(address);
  Object.assign(url, { hostname: '127.0.0.1', port: String(port), search: '' });
  return url.href;
}
