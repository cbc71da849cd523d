import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#platform/postgres/migrations/migrate.ts';
import { inOrder, migrations } from '#platform/postgres/migrations/migrations.ts';
import { connectSuperuser, createDatabase, type TestDatabase } from '../../support/database.ts';
import { LAST_OF_THE_BASELINE, lintMigration } from '../../support/migration-lint.ts';
import { bareEnvironment, runFile } from '../../support/umoja-process.ts';

describe('The numbers of migrations', () => {
  it('are one line, in which every file of SQL stands', async () => {
    const files = await readdir(path.join(import.meta.dirname, '../../../platform/postgres/migrations'));
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

describe('A migration behind the baseline', () => {
  const folder = path.join(import.meta.dirname, '../../../platform/postgres/migrations');
  const behind = migrations.filter(({ name }) => Number(name.slice(0, 4)) > LAST_OF_THE_BASELINE);

  it('runs beside the version before and beside those who work: it expands, and locks no large table for long', async () => {
    for (const { name } of behind) {
      expect(lintMigration(await readFile(path.join(folder, `${name}.sql`), 'utf8')), name).toEqual([]);
    }
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
  ])('may say: %s', (statement) => {
    expect(lintMigration(`${statement};`)).toEqual([]);
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
    const folder = path.join(import.meta.dirname, '../../../platform/postgres/migrations');
    for (const { name } of migrations.slice(0, 74)) {
      await owner.query(await readFile(path.join(folder, `${name}.sql`), 'utf8'));
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
