import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTenant } from '#platform/cli/tenants.ts';
import { migrate } from '#platform/postgres/migrations/migrate.ts';
import {
  inOrder,
  isOfBaseline,
  migrations,
  wayOf,
  type MigrationFile,
} from '#platform/postgres/migrations/migrations.ts';
import { runMigrations } from '#platform/postgres/migrations/run-migrations.ts';
import { connectSuperuser, createDatabase, type TestDatabase } from '../../support/database.ts';
import { lintMigration } from '../../support/migration-lint.ts';
import { eventually } from '../../support/eventually.ts';
import { errorOf } from '#platform/runtime/thrown.ts';
import { bareEnvironment, runFile } from '../../support/umoja-process.ts';

const sqlFolder = path.join(import.meta.dirname, '../../../platform/postgres/migrations');

describe('The numbers of migrations', () => {
  it('are one line, in which every file of SQL stands', async () => {
    const files = await readdir(sqlFolder);
    const sql = files.filter((file) => file.endsWith('.sql'));
    expect(sql.length).toBeGreaterThan(10);
    expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(sql.sort());
  });

  it.each([
    [['0001-tenancy.sql', '0001-partners.sql'], 'The migration 0001-tenancy.sql must have the number 0002.'],
    [['0001-tenancy.sql', '0003-partners.sql'], 'The migration 0003-partners.sql must have the number 0002.'],
    [['0002-partners.sql'], 'The migration 0002-partners.sql must have the number 0001.'],
    [['partners.sql'], 'partners.sql is no name of a migration'],
    [['0001_partners.sql'], '0001_partners.sql is no name of a migration'],
  ])('%j are refused', (files, sentence) => {
    expect(() => inOrder(files)).toThrow(sentence);
  });
});

/** What squawk asks for that the runner sees to, that holds for our own names and types, or that is said better by our rules. */
const NOT_ASKED = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-identity',
  'prefer-timestamptz',
  'require-timeout-settings',
];

const squawkProgram = findSquawk();

/** Its package brings the program along for some platforms. */
function findSquawk(): string | null {
  const here = createRequire(import.meta.url);
  try {
    const entry = here.resolve('squawk-cli/js/bin/squawk');
    createRequire(entry).resolve(`@squawk-cli/${process.platform}-${process.arch}/package.json`);
    return entry;
  } catch {
    return null;
  }
}

/** @throws Error with what it found */
async function squawk(files: readonly MigrationFile[], options: readonly string[]): Promise<void> {
  if (files.length === 0 || squawkProgram === null) return;
  const names = files.map(({ name }) => path.join(sqlFolder, `${name}.sql`));
  const run = [squawkProgram, '--pg-version=15.0', `--exclude=${NOT_ASKED.join(',')}`, ...options, ...names];
  await promisify(execFile)(process.execPath, run).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
}

describe('A migration behind the baseline', () => {
  const behind = migrations.filter((each) => !isOfBaseline(each));

  it('runs beside the version before and beside those who work: it expands, and locks no large table for long', async () => {
    expect(behind.length).toBeGreaterThan(0);
    for (const { name, read } of behind) expect(lintMigration(read()), name).toEqual([]);
  });

  it('is what squawk calls safe, under the limits that every migration runs with', async (context) => {
    if (squawkProgram === null) return context.skip('squawk is not installed for this platform');
    const { apart = [], together = [] } = Object.groupBy(behind, (each) =>
      wayOf(each.read()) === 'in a transaction' ? 'together' : 'apart',
    );
    await squawk(together, ['--assume-in-transaction']);
    await squawk(apart, []);
  });

  it.each([
    ['drop table loan', 'loan'],
    ['alter table loan drop column term_months', 'loan'],
    ['alter table loan add column a text, drop column b', 'loan'],
    ['alter table loan rename column state to status', 'loan'],
    ['ALTER TABLE loan ALTER COLUMN principal TYPE numeric', 'loan'],
    ['alter table loan alter column branch_id set not null', 'loan'],
    ['alter table loan add column note text not null', 'loan'],
    ['alter table loan add constraint loan_is_positive check (principal > 0)', 'loan'],
    ['alter table loan add foreign key (tenant_id, branch_id) references branch (tenant_id, id)', 'loan'],
    ['update loan set note = null', 'loan'],
    ['delete from event', 'event'],
    ['create index loan_by_state on loan (tenant_id, state)', 'loan'],
    [`call template.index_by('loan', 'state')`, 'loan'],
    ['create unique index on loan (tenant_id, uuid)', 'loan'],
    ['alter table loan add constraint loan_once unique (tenant_id, uuid)', 'loan'],
    ['alter table loan add column days integer not null default 30 check (days < 366)', 'loan'],
    ['alter table loan add column total bigint generated always as (a + b) stored', 'loan'],
    ['insert into loan_note (tenant_id, id) select tenant_id, id from loan', 'loan_note'],
    ['truncate loan_note', 'loan_note'],
    ['alter table loan add check (a > 0) not valid; alter table loan validate constraint loan_a_check', 'loan'],
  ])('may not say: %s', (statement, table) => {
    expect(lintMigration(`-- A comment.\n${statement};`)).toEqual([expect.stringMatching(`^${table}: `)]);
  });

  it.each([
    'alter table loan add column note text, add column paid boolean not null default false',
    'alter table loan add constraint loan_is_positive check (principal > 0) not valid',
    'alter table loan validate constraint loan_is_positive',
    'create table note (id bigint); alter table note add check (id > 0); update note set id = 1',
    'create trigger t before update or delete on loan for each row execute function never_change()',
    'create function f() returns void language sql as $$ update loan set note = null $$',
    '-- drop table loan',
    'create table note (id bigint); create index on note (id); insert into note select 1',
    'alter table loan add constraint loan_once unique using index loan_once',
    '-- runs statement by statement\ndrop index concurrently if exists a;\ncreate unique index concurrently a on loan (tenant_id, b)',
    '-- runs statement by statement\nalter table loan validate constraint loan_a_check',
  ])('may say: %s', (statement) => {
    expect(lintMigration(`${statement};`)).toEqual([]);
  });
});

describe('Migrations behind the baseline, beside who works', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  beforeAll(async () => {
    database = await createDatabase();
    owner = new pg.Client({ connectionString: database.settings.adminUrl });
    await owner.connect();
    await owner.query(`create schema tried;
      create table tried.note (id bigint primary key, text text, at integer);
      insert into tried.note select n, 'note ' || n from generate_series(1, 12) n`);
  });
  afterAll(async () => {
    await owner.query('drop schema tried cascade');
    await owner.end();
    await database.drop();
  });

  const said: string[] = [];
  const apply = (name: string, sql: string) =>
    runMigrations(owner, database.settings.adminUrl, (line) => said.push(line), {
      all: [{ name, read: () => sql }],
      lockTimeoutMs: 100,
    });
  const stored = async (sql: string) => (await owner.query<{ found: unknown }>(sql)).rows.map(({ found }) => found);

  it('let others pass while a transaction holds what they change, and come after it', async () => {
    const holder = new pg.Client({ connectionString: database.settings.adminUrl });
    await holder.connect();
    await holder.query('begin; select from tried.note');
    const applied = apply('9001-kept-waiting', 'alter table tried.note add column kept text;');
    await eventually(() => said.some((line) => line.includes('tried again')));
    await owner.query(`set statement_timeout = '2s'`);
    expect(await stored('select count(*)::int as found from tried.note')).toEqual([12]);
    await holder.query('commit');
    await applied;
    await holder.end();
    expect(await stored('select kept as found from tried.note limit 1')).toEqual([null]);
  });

  it('make an index concurrently, also where an earlier try has left a part of it', async () => {
    const sql = `-- runs statement by statement
      drop index concurrently if exists tried.note_once;
      create unique index concurrently note_once on tried.note ((id % 2 + coalesce(at, id)));`;
    await owner.query('update tried.note set at = 1');
    await expect(apply('9002-index-of-notes', sql)).rejects.toThrow(/note_once/);
    const valid = `select indisvalid as found from pg_index where indexrelid = 'tried.note_once'::regclass`;
    expect(await stored(valid)).toEqual([false]);
    await owner.query('update tried.note set at = 2 * id');
    await apply('9002-index-of-notes', sql);
    expect(await stored(valid)).toEqual([true]);
  });

  it('fill in batches, and go on after an end in the middle where they were', async () => {
    const fill = (fails: string) => `-- runs in batches
      with batch as (
        select id from tried.note
         where id > coalesce(nullif(current_setting('umoja.position'), '')::bigint, 0) order by id limit 5),
      filled as (
        update tried.note n set text = '!' ${fails} || n.text from batch b where n.id = b.id returning n.id)
      select max(id) as next, count(*) as rows from filled`;
    await expect(apply('9003-fill-notes', fill('|| (100 / (8 - n.id))'))).rejects.toThrow(/division by zero/);
    const done = `select count(*)::int as found from tried.note where text like '!%'`;
    expect(await stored(done)).toEqual([5]);
    await apply('9003-fill-notes', fill(''));
    expect(await stored(done)).toEqual([12]);
    expect(await stored(`select count(*)::int as found from tried.note where text like '!%!%'`)).toEqual([0]);
    expect(await stored(`select rows::int as found from guard.filling where migration = '9003-fill-notes'`)).toEqual([
      12,
    ]);
    expect(said).toContain('9003-fill-notes: 12 rows so far');
    await apply('9003-fill-notes', 'never read: it has run');
  });

  it('take the names of operations out of their texts, and leave the rest (0137)', async () => {
    const texts = {
      'query LoansOfAnn($v0: ID!) {\n  loan(id: $v0) {\n    id\n  }\n}':
        'query ($v0: ID!) {\n  loan(id: $v0) {\n    id\n  }\n}',
      'fragment F0 on Loan {\n  id\n}\n\nmutation Pay {\n  query\n}':
        'fragment F0 on Loan {\n  id\n}\n\nmutation {\n  query\n}',
      '{\n  query\n}': '{\n  query\n}',
    };
    const tenant = await createTenant(database.settings.adminUrl, { name: 'A society', mode: 'sandbox' });
    await owner.query(
      `insert into graph_operation (tenant_id, hash, text, fields, uses)
       select $1, text, text, '{}', 1 from unnest($2::text[]) as text`,
      [tenant, Object.keys(texts)],
    );
    const file = migrations.find(({ name }) => name === '0137-nameless-operations');
    await apply('9004-nameless-operations', file?.read() ?? '');
    const { rows } = await owner.query<{ hash: string; text: string }>('select hash, text from graph_operation');
    expect(Object.fromEntries(rows.map(({ hash, text }) => [hash, text]))).toEqual(texts);
    expect(await stored(`select rows::int as found from guard.filling where migration like '9004%'`)).toEqual([2]);
    await owner.query('delete from graph_operation');
  });
});

describe('A migration, beside requests that read what it changes in another order', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  beforeAll(async () => {
    database = await createDatabase();
    owner = new pg.Client({ connectionString: database.settings.adminUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });
  const stored = async (sql: string) => (await owner.query<{ found: unknown }>(sql)).rows[0]?.found;

  const opened = async (statement: string) => {
    const client = new pg.Client({ connectionString: database.settings.adminUrl });
    await client.connect();
    await client.query(`begin; ${statement}`);
    return client;
  };

  /** Reads the one table and then the other, while the migration waits for who holds a table, which then lets go of it. */
  async function readBoth(
    [first, second]: readonly [string, string],
    held: { readonly table: string; readonly mode: string },
    migrated: () => Promise<unknown>,
  ) {
    const holder = await opened(`lock table ${held.table} in ${held.mode} mode`);
    const done = migrated();
    await eventually(async () => {
      const waiting = 'select from pg_locks where relation = $1::regclass and not granted';
      return (await owner.query(waiting, [held.table])).rowCount !== 0;
    });
    const reader = await opened(`select from ${first}`);
    const read = reader.query(`select from ${second}`).catch(errorOf);
    await holder.query('commit');
    expect(await read).not.toBeInstanceOf(Error);
    await reader.query('commit');
    await done;
    for (const client of [reader, holder]) await client.end();
  }

  it('ends no request that waits for what it changes: it lets go of it first', async () => {
    await owner.query(`comment on schema public is 'derived 0 otherwise'`);
    const held = { table: 'loan', mode: 'access share' };
    await readBoth(['tenant', 'access_token'], held, () => migrate(database.settings, () => undefined));
    expect(await stored(`select obj_description('public'::regnamespace, 'pg_namespace') as found`)).toMatch(
      /^derived [1-9]/,
    );
  });

  it('ends none while a table becomes partitions, either', async () => {
    await owner.query(`create table grown (
        tenant_id bigint not null references tenant (id), id bigint generated always as identity, primary key (tenant_id, id));
      call template.prepare_partitions('grown', '30 days');
      alter table grown validate constraint grown_first_ids`);
    await readBoth(['tenant', 'grown'], { table: 'tenant', mode: 'row exclusive' }, () =>
      runMigrations(owner, database.settings.adminUrl, () => undefined, {
        all: [{ name: '9001-grown', read: () => `call template.partition('grown');` }],
      }),
    );
    expect(await stored(`select relkind as found from pg_class where oid = 'grown'::regclass`)).toBe('p');
    await owner.query(`drop table grown; delete from template.partition where of_table = 'grown';
      delete from template.partitioned where of_table = 'grown'`);
  });
});

describe('A database with members from before personal data were sealed', () => {
  let server: TestDatabase;
  let superuser: pg.Client;
  let owner: pg.Client;
  let adminUrl: string;
  beforeAll(async () => {
    server = await createDatabase();
    superuser = await connectSuperuser(server.settings);
    const url = new URL(server.settings.adminUrl);
    url.pathname += '_plain';
    adminUrl = url.href;
    await superuser.query(`create database ${url.pathname.slice(1)} owner ${url.username}`);
    owner = new pg.Client({ connectionString: adminUrl });
    await owner.connect();
    await owner.query(
      'create table mikro_orm_migrations (id serial primary key, name text, executed_at timestamptz default now())',
    );
    for (const { name, read } of migrations.slice(0, 74)) {
      await owner.query(read());
      await owner.query('insert into mikro_orm_migrations (name) values ($1)', [name]);
    }
    const loader = await connectSuperuser({ ...server.settings, adminUrl });
    await loader.query(`set session_replication_role = replica;
      insert into member (tenant_id, uuid, member_no, name, national_id, phone, branch_id, state)
      values (1, gen_random_uuid(), 'M-1', 'Former Member', '4711', '+254700000001', 1, 'active')`);
    await loader.end();
  });
  afterAll(async () => {
    await owner.end();
    await superuser.query(`drop database ${new URL(adminUrl).pathname.slice(1)} with (force)`);
    await superuser.end();
    await server.drop();
  });

  it('is refused with what to do, and keeps its migrations and rows as they are', async () => {
    const contents = async () =>
      (
        await owner.query(
          `select (select array_agg(oid::text || relname order by oid) from pg_class) as relations,
                  (select array_agg(name order by id) from mikro_orm_migrations) as migrations,
                  (select array_agg(national_id) from member) as members`,
        )
      ).rows[0];
    const before = await contents();
    await expect(migrate({ ...server.settings, adminUrl }, () => undefined)).rejects.toThrow(
      /^The database "\w+_plain" has people or payments of an earlier version of Umoja[^]* can’t be carried over. No migration was applied. Move the data directory \(UMOJA_DATA_DIR/,
    );
    expect(await contents()).toEqual(before);
  });
});

describe('A database of the migrations before the present baseline', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  beforeAll(async () => {
    database = await createDatabase();
    owner = new pg.Client({ connectionString: database.settings.adminUrl });
    await owner.connect();
    await owner.query(`update mikro_orm_migrations set name = '0001-spine' where name = '0001-tenancy'`);
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  const contents = async () => {
    const { rows } = await owner.query(
      `select (select array_agg(oid::text || relname order by oid) from pg_class) as relations,
              (select array_agg(name order by name) from mikro_orm_migrations) as migrations,
              (select array_agg(rolname order by rolname) from pg_roles where rolname like current_database() || '%') as roles`,
    );
    return rows[0];
  };

  it('is refused with what to do, and not touched', async () => {
    const before = await contents();
    const settings = { ...database.settings, appRole: `${path.basename(database.settings.adminUrl)}_app` };
    await expect(migrate(settings, () => undefined)).rejects.toThrow(
      'was made by an earlier version of Umoja, whose data can’t be carried over. Nothing was changed. Move the data ' +
        'directory (UMOJA_DATA_DIR, .data by default) away or delete it, or name an empty database in DATABASE_URL',
    );
    expect(await contents()).toEqual(before);
  });

  it('ends a start with code 2, as other settings that can’t be used', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-former-'));
    const { code, output } = await runFile(
      'main.ts',
      [],
      bareEnvironment({
        UMOJA_DATA_DIR: dataDir,
        DATABASE_URL: database.settings.adminUrl,
        UMOJA_SECRET: 'a secret of many letters, for this test',
      }),
    );
    await rm(dataDir, { recursive: true });
    expect([code, output]).toEqual([2, expect.stringContaining('whose data can’t be carried over')]);
    expect(output).not.toMatch(/^\s+at /m);
  });
});
