import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTenant } from '#platform/cli/tenants.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { openDatabase, type Database, type DatabaseSettings } from '#platform/postgres/database.ts';
import { createDatabase, TEST_SECRET, type TestDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { noPgBouncer, startPgBouncer } from '#test/support/pgbouncer.ts';
import { withClient } from '#test/support/test-server.ts';
import { bareEnvironment, runFile, runStory, startUmoja, type UmojaProcess } from '#test/support/umoja-process.ts';

/**
 * The system behind PgBouncer in transaction mode, as a role that the operator has made: the owner's password is known to
 * `umoja migrate` and to the command that plants the demo alone.
 */
const role = `umoja_test_pooled_${randomBytes(4).toString('hex')}`;
const password = 'the password of the running role';
const roles = [role, `${role}_finds`, `${role}_queue`];

describe.skipIf(noPgBouncer !== null)(
  `Behind PgBouncer in transaction mode${noPgBouncer ? `: ${noPgBouncer}` : ''}`,
  () => {
    let server: TestDatabase;
    let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
    let dataDir: string;
    let env: NodeJS.ProcessEnv;
    let owner: NodeJS.ProcessEnv;
    const started: UmojaProcess[] = [];

    beforeAll(async () => {
      server = await createDatabase();
      dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-pooled-'));
      const { adminUrl } = server.settings;
      pooler = await startPgBouncer(adminUrl, {
        [new URL(adminUrl).username]: decodeURIComponent(new URL(adminUrl).password),
        ...Object.fromEntries(roles.map((name) => [name, password])),
      });
      env = bareEnvironment({
        DATABASE_URL: pooler.at(role, password),
        DATABASE_DIRECT_URL: adminUrl.replace(/\/\/[^@]*@/, '//'),
        DATABASE_STATEMENTS: 'unnamed',
        UMOJA_SECRET: TEST_SECRET,
        UMOJA_DATA_DIR: dataDir,
        UMOJA_DEMO: 'no',
      });
      owner = { ...env, MIGRATION_DATABASE_URL: adminUrl };
    });
    afterAll(async () => {
      const running = started.filter(({ child }) => child.exitCode === null && child.signalCode === null);
      await Promise.all(running.map(({ end }) => end('SIGTERM')));
      const { adminUrl } = server.settings;
      await server.drop().finally(async () => {
        await pooler.stop();
        const elsewhere = new URL(adminUrl);
        elsewhere.pathname = '/postgres';
        await withClient(elsewhere.href, async (client) => {
          for (const name of [...roles, `${role}_limited`]) await client.query(`drop role if exists ${name}`);
        });
        await rm(dataDir, { recursive: true, force: true });
      });
    });

    it('a migration by the owner makes the running role, and a process as that role starts without the owner', async () => {
      expect(await runFile('platform/cli/umoja.ts', ['migrate'], owner)).toMatchObject({ code: 0 });
      const refused = await runFile('platform/cli/umoja.ts', ['tenant', 'list'], env);
      expect([refused.code, refused.output]).toEqual([
        2,
        expect.stringContaining('Name the owner in MIGRATION_DATABASE_URL'),
      ]);
    });

    it('the story comes true, and no session holds a lock or a setting afterwards', async () => {
      const umoja = startUmoja({ ...owner, UMOJA_DEMO: 'small' });
      started.push(umoja);
      await umoja.up;
      const story = await runStory({ ...owner, UMOJA_DEMO: 'small' });
      expect(story).toMatchObject({ code: 0, output: expect.stringContaining('All of it came true.') });
      const locks = `select l.locktype from pg_locks l join pg_stat_activity a using (pid)
                    where l.locktype = 'advisory' and a.usename = '${role}' and a.state = 'idle'`;
      expect(await withClient(server.settings.adminUrl, async (client) => (await client.query(locks)).rows)).toEqual(
        [],
      );
      expect(await umoja.end('SIGTERM')).toBe(0);
      expect(umoja.output()).not.toMatch(/^\s+at /m);
    });

    it('a float is not split while a process of a version before says now and then what it does', async () => {
      await runFile('platform/cli/umoja.ts', ['tenant', 'create', '--name', 'Society', '--mode', 'live'], owner);
      const split = (...words: string[]) =>
        runFile(
          'platform/cli/umoja.ts',
          ['--tenant', '1', 'float', 'split', 'AG-000001', '--into', '2', ...words],
          owner,
        );
      const before = new pg.Client({ connectionString: pooler.at(role, password), application_name: 'umoja keys abc' });
      await before.connect();
      // As every process reads the time.
      const reads = setInterval(() => void before.query('select clock_timestamp()'), 5_000);
      expect(await split()).toMatchObject({ code: 2, output: expect.stringContaining('"umoja keys abc"') });
      clearInterval(reads);
      await before.end();
    });

    it('each transaction has its own limits and settings, and leaves none to who gets the connection next', async () => {
      const settings = pooledSettings(server.settings, pooler.at(role, password));
      const tenantId = await createTenant(server.settings.adminUrl, { name: 'Behind a pooler', mode: 'sandbox' });
      const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ ...settings, poolSize: 4 })));
      try {
        const shown = `select current_setting('statement_timeout') as timeout, current_setting('jit') as jit`;
        const limits = { timeout: '5s', jit: 'off' };
        await Promise.all(
          databases.flatMap((database) =>
            [1, 2, 3, 4].map(async () => {
              expect(await database.query(shown)).toEqual([limits]);
              expect(await database.find(shown)).toEqual([limits]);
              expect(await database.write(tenantId, ({ sql }) => sql(shown))).toEqual([limits]);
              expect(await database.report(tenantId, ({ sql }) => sql(shown))).toEqual([limits]);
            }),
          ),
        );
        const raw = await withClient(pooler.at(role, password), (client) =>
          client.query(
            `select current_setting('statement_timeout') as timeout, current_setting('app.tenant', true) as tenant`,
          ),
        );
        expect(raw.rows).toEqual([{ timeout: '0', tenant: expect.toBeOneOf([null, '']) }]);
        expect(await heard(databases[0]!, tenantId)).toBe('over a direct connection');
      } finally {
        await Promise.all(databases.map(({ close }) => close()));
      }
    });
  },
);

function pooledSettings({ adminUrl, masterKeys }: DatabaseSettings, url: string): DatabaseSettings {
  const proofSecret = deriveKeys(TEST_SECRET).databasePassword;
  return {
    adminUrl,
    masterKeys,
    url,
    directUrl: adminUrl,
    appRole: role,
    appPassword: password,
    proofSecret,
    statements: 'unnamed',
  };
}

async function heard(database: Database, tenantId: number): Promise<string | undefined> {
  const payloads: (string | null)[] = [];
  const stop = database.listen('pooler_test', (payload) => void payloads.push(payload));
  try {
    await eventually(() => payloads.length > 0);
    await database.write(tenantId, ({ sql }) =>
      sql(`select pg_notify('pooler_test', $1)`, ['over a direct connection']),
    );
    return await eventually(() => payloads.find((payload) => payload !== null) ?? undefined);
  } finally {
    await stop();
  }
}
