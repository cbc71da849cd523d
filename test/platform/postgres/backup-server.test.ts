import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUpServer, restoreServer } from '#platform/postgres/backup/logical.ts';
import { programsOf } from '#platform/postgres/backup/programs.ts';
import { startOtherPostgres, type OtherPostgres } from '#test/support/other-postgres.ts';

const silent = () => undefined;
const FOR_TESTS = { ephemeral: true };
/** Debian's: npm's packages of servers bring no pg_dump along. */
const isInstalled = await stat('/usr/lib/postgresql/15/bin/pg_dump').then(
  () => true,
  () => false,
);

it('names the version and the package where a program is missing', async () => {
  await expect(programsOf(99)).rejects.toThrow('Debian: postgresql-client-99');
});

// Skipped where Debian's PostgreSQL 15 is not installed.
describe.skipIf(!isInstalled)('A backup of an operator’s server', () => {
  let [server, backups, target]: [OtherPostgres | null, string, string] = [null, '', ''];
  const addressOf = (user: string, database = 'books') => {
    const url = new URL(server?.url ?? '');
    [url.username, url.password, url.pathname] = [user, user === 'keeper' ? 'k p:@' : url.password, database];
    return url.href;
  };
  const sql = async (url: string, ...texts: string[]) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      let last: Record<string, unknown>[] = [];
      for (const text of texts) last = (await client.query<Record<string, unknown>>(text)).rows;
      return last;
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    server = await startOtherPostgres('15', silent);
    backups = await mkdtemp(join(tmpdir(), 'umoja-backups-'));
    target = join(backups, 'monday');
    await sql(
      server.url,
      `create role keeper login createrole password 'k p:@'`,
      'create role books_app noinherit',
      'create database books owner keeper',
    );
    await sql(
      addressOf('keeper'),
      'create table entry (tenant_id bigint, id bigint, words text, primary key (tenant_id, id)) partition by range (id)',
      'create table "entry of 1" partition of entry for values from (1) to (100)',
      'create table entry_2 partition of entry for values from (100) to (1000)',
      ...['entry', 'entry_2', '"entry of 1"'].flatMap((table) => [
        `alter table ${table} enable row level security, force row level security`,
        `create policy tenant_only on ${table} using (tenant_id = current_setting('umoja.tenant', true)::bigint)`,
        `create policy owner_all on ${table} to keeper using (true) with check (true)`,
        `grant select on ${table} to books_app`,
      ]),
      `insert into entry select n % 3, n, E'one\\ntwo\\r\u2028\\\\.' from generate_series(1, 300) n`,
    );
  });
  afterAll(async () => {
    await server?.stop();
    await rm(backups, { recursive: true, force: true });
  });

  it('holds every row of every table, though policies are forced on the owner, and comes back with its roles', async () => {
    const { postgres } = await backUpServer({ url: addressOf('keeper'), target }, silent, FOR_TESTS);
    expect(postgres).toBe(15);
    const again = { folder: target, url: addressOf('keeper') };
    await expect(restoreServer(again, silent)).rejects.toThrow('has tables already');

    const maintenance = server?.url ?? '';
    await sql(maintenance, 'drop database books', 'drop role books_app', 'create database books owner keeper');
    const restored = await restoreServer(again, silent);
    expect(restored).toMatchObject({ tables: 2, rows: 300 });
    const [row] = await sql(maintenance, `select rolinherit, rolcanlogin from pg_roles where rolname = 'books_app'`);
    expect(row).toEqual({ rolinherit: false, rolcanlogin: false });
    const [last] = await sql(addressOf('keeper'), 'select count(*)::int as n, max(id)::int as last from entry');
    expect(last).toEqual({ n: 300, last: 300 });
  });

  it('is refused to a role from which policies hide rows, and leaves nothing', async () => {
    await sql(addressOf('keeper'), 'drop policy owner_all on entry_2');
    const refused = backUpServer({ url: addressOf('keeper'), target: join(backups, 'tuesday') }, silent, FOR_TESTS);
    await expect(refused).rejects.toThrow('policies of public.entry_2 may hide rows');
    expect(await readdir(backups)).toEqual(['monday']);
  });

  it('is refused where its dump is not as it was written', async () => {
    await truncate(join(target, 'database.dump'), 1000);
    await expect(restoreServer({ folder: target, url: addressOf('keeper') }, silent)).rejects.toThrow(
      'checksum differs',
    );
  });
});
