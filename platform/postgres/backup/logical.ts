import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { BrokenBackup, checkBackup, readManifest, writeBackup, type Durability, type Manifest } from './folder.ts';
import { programsOf, run } from './programs.ts';
import { openSession } from '../session.ts';

type Say = (line: string) => void;
type Counts = { readonly [table: string]: number };
/** What a dump does not say of itself. */
type About = {
  readonly database: string;
  /** Roles that the policies and grants name: a dump holds none. */
  readonly roles: readonly { readonly name: string; readonly inherits: boolean }[];
  readonly rows: Counts;
};
export type Restored = { readonly through: string; readonly tables: number; readonly rows: number };

const DUMP = 'database.dump';
const ABOUT = 'database.json';

/** Tables that hold rows themselves: partitions, and not what they are partitions of. */
const TABLES = `select format('%I.%I', n.nspname, c.relname) as name, c.oid, c.relrowsecurity
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`;

/** Tables whose policies may hide rows from who is logged in: those without one that shows them all, or with one that limits it. */
const MAY_HIDE = `with mine as (select p.polrelid, p.polpermissive, pg_get_expr(p.polqual, p.polrelid) as shows
    from pg_policy p
   where p.polcmd in ('*', 'r')
     and exists (select from unnest(p.polroles) r where case r when 0 then true else pg_has_role(r, 'usage') end))
  select t.name from (${TABLES}) t
   where t.relrowsecurity
     and not exists (select from pg_roles where rolname = current_user and (rolsuper or rolbypassrls))
     and (not exists (select from mine m where m.polrelid = t.oid and m.polpermissive and m.shows = 'true')
          or exists (select from mine m where m.polrelid = t.oid and not m.polpermissive))
   order by 1 limit 5`;

const ROLES = `select r.rolname as name, r.rolinherit as inherits from pg_roles r
  where r.rolname <> current_user and r.rolname not like 'pg\\_%' and r.oid >= 16384 and r.oid in (
    select unnest(polroles) from pg_policy
    union select relowner from pg_class union select (aclexplode(relacl)).grantee from pg_class
    union select (aclexplode(nspacl)).grantee from pg_namespace union select nspowner from pg_namespace
    union select (aclexplode(proacl)).grantee from pg_proc)
  order by 1`;

/**
 * Dumps the database of an operator's server while it runs, as it was at one moment, and counts the rows of the dump against
 * those of that moment.
 * @param url of the owner, past a pooler
 * @throws BrokenBackup where the role may not see all rows, a program is missing, or the dump lacks rows
 */
export async function backUpServer(
  { url, target }: { readonly url: string; readonly target: string },
  say: Say,
  durability: Durability = {},
): Promise<Manifest> {
  return connected(url, async (server) => {
    const postgres = await versionOf(server);
    const programs = await programsOf(postgres);
    const hidden = (await server.query<{ name: string }>(MAY_HIDE)).rows.map(({ name }) => name);
    if (hidden.length > 0) {
      throw new BrokenBackup(
        `The policies of ${hidden.join(', ')} may hide rows from this role: back up as the owner.`,
      );
    }
    return writeBackup(
      target,
      async ({ stream, text }) => {
        const { through } = await one<{ through: string }>(
          server,
          `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as through`,
        );
        await server.query('begin isolation level repeatable read read only');
        const { snapshot, database } = await one<{ snapshot: string; database: string }>(
          server,
          'select pg_export_snapshot() as snapshot, current_database() as database',
        );
        const { rows: roles } = await server.query<About['roles'][number]>(ROLES);
        const args = ['--format=custom', '--enable-row-security', `--snapshot=${snapshot}`];
        const place = await run(programs.dump, { url, args }, (output) => stream(DUMP, output));
        say('The dump is written. Its rows are counted.');
        const rows = await countsOf(server);
        await server.query('commit');
        const dumped = await run(programs.restore, { url: null, args: ['--data-only', '--file=-', place] }, rowsIn);
        requireSame(rows, dumped, 'The dump');
        await text(ABOUT, JSON.stringify({ database, roles, rows } satisfies About, null, 1));
        return { postgres, through };
      },
      durability,
    );
  });
}

/**
 * Puts a dump into an empty database of the same name, as one transaction, and counts its rows.
 * @param url of the owner-to-be, who may create roles
 * @throws BrokenBackup where the backup is not whole, the database is not empty or not fit, or rows are missing afterwards
 */
export async function restoreServer(
  { url, folder }: { readonly url: string; readonly folder: string },
  say: Say,
): Promise<Restored> {
  const manifest = await readManifest(folder);
  if (!(DUMP in manifest.files) || !(ABOUT in manifest.files)) {
    throw new BrokenBackup(`${folder} is a copy of a server's files: restore it without DATABASE_URL.`);
  }
  await checkBackup(folder, manifest);
  // Its checksum says that we have written it.
  const about = JSON.parse(await readFile(join(folder, ABOUT), 'utf8')) as About;
  return connected(url, async (server) => {
    const postgres = await versionOf(server);
    if (postgres < manifest.postgres) {
      throw new BrokenBackup(`The backup is of PostgreSQL ${manifest.postgres}, and the server is ${postgres}.`);
    }
    const programs = await programsOf(postgres);
    const { database } = await one<{ database: string }>(server, 'select current_database() as database');
    if (database !== about.database) {
      throw new BrokenBackup(
        `The backup is of the database ${about.database}, and its roles carry that name: make one of it.`,
      );
    }
    const { rowCount } = await server.query(`${TABLES} limit 1`);
    if (rowCount !== 0) throw new BrokenBackup(`The database ${database} has tables already: it stays as it is.`);
    for (const role of about.roles) await makeRole(server, role);
    say('The dump is brought back, as one transaction.');
    const args = ['--exit-on-error', '--single-transaction', join(folder, DUMP)];
    await run(programs.restore, { url, args }, rowsIn);
    const rows = await countsOf(server);
    requireSame(about.rows, rows, 'The restored database');
    const counts = Object.values(rows);
    return { through: manifest.through, tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0) };
  });
}

async function makeRole(server: pg.Client, { name, inherits }: About['roles'][number]): Promise<void> {
  const { rowCount } = await server.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount === 0) {
    await server.query(`create role ${server.escapeIdentifier(name)} ${inherits ? 'inherit' : 'noinherit'}`);
  }
}

/** @throws BrokenBackup naming tables whose rows are not those of the snapshot */
function requireSame(expected: Counts, found: Counts, what: string): void {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
  const wrong = names.filter((name) => (expected[name] ?? 0) !== (found[name] ?? 0));
  if (wrong.length === 0) return;
  const shown = wrong.slice(0, 5).map((name) => `${name} (${found[name] ?? 0} of ${expected[name] ?? 0})`);
  throw new BrokenBackup(
    `${what} lacks rows, or has others, in ${wrong.length} tables: ${shown.join(', ')}. Do not use it.`,
  );
}

async function countsOf(server: pg.Client): Promise<Counts> {
  const { rows: tables } = await server.query<{ name: string }>(`${TABLES} order by 1`);
  const counts: { [table: string]: number } = {};
  for (const { name } of tables) {
    counts[name] = Number((await one<{ n: string }>(server, `select count(*) as n from only ${name}`)).n);
  }
  return counts;
}

/** Counts the rows that a dump would bring back: one line each, between the line that names the table and the one that ends it. */
async function rowsIn(output: AsyncIterable<Buffer>): Promise<Counts> {
  const counts: { [table: string]: number } = {};
  let table: string | null = null;
  for await (const line of linesOf(output)) {
    if (table === null) {
      table = /^COPY (.+?) \(.*\) FROM stdin;$/.exec(line)?.[1] ?? null;
      if (table !== null) counts[table] = 0;
    } else if (line === '\\.') table = null;
    else counts[table] = (counts[table] ?? 0) + 1;
  }
  return counts;
}

/** Split at line feeds alone: a text may hold what else ends a line elsewhere. */
async function* linesOf(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun = '';
  for await (const chunk of output) {
    const [first = '', ...further] = chunk.toString('latin1').split('\n');
    begun += first;
    for (const next of further) {
      yield begun;
      begun = next;
    }
  }
  if (begun !== '') yield begun;
}

async function versionOf(server: pg.Client): Promise<number> {
  const { version } = await one<{ version: string }>(server, `select current_setting('server_version_num') as version`);
  return Math.floor(Number(version) / 10_000);
}

async function connected<Result>(url: string, work: (server: pg.Client) => Promise<Result>): Promise<Result> {
  const server = await openSession({ connectionString: url, application_name: 'umoja backup' });
  try {
    // The snapshot lasts as long as the dump.
    await server.query('set idle_in_transaction_session_timeout = 0; set statement_timeout = 0');
    return await work(server);
  } finally {
    await server.end();
  }
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  const [row] = (await client.query<Row>(text)).rows;
  if (!row) throw new Error(`No row: ${text}`);
  return row;
}
