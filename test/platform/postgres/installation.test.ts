import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openPlatform } from '#platform/app/open-platform.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { applicationUrl, openDatabase } from '#platform/postgres/database.ts';
import { tenantProof } from '#platform/postgres/tenant-proof.ts';
import { migrate } from '#platform/postgres/migrations/migrate.ts';
import { migrations } from '#platform/postgres/migrations/migrations.ts';
import { scramVerifier } from '#platform/postgres/migrations/roles.ts';
import { openQueues } from '#platform/queue/queues.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { openLog } from '#platform/runtime/log.ts';
import { connectSuperuser, createDatabase, type TestDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { bareEnvironment, runFile } from '#test/support/umoja-process.ts';

/** A database as a provider of managed PostgreSQL hands it out: an owner who may create roles, and is no superuser. */
const SECRET = 'the secret of this installation, of many letters';
const { databasePassword, fingerprint } = deriveKeys(SECRET);
const name = `umoja_test_${process.pid}_managed${randomBytes(3).toString('hex')}`;

let server: TestDatabase;
let superuser: pg.Client;
let adminUrl: string;
const settings = () => ({
  adminUrl,
  appRole: `${name}_app`,
  appPassword: databasePassword,
  masterKeys: server.settings.masterKeys,
});
const quiet = () => undefined;

beforeAll(async () => {
  server = await createDatabase();
  superuser = await connectSuperuser(server.settings);
  await superuser.query(`create role ${name} login createrole password 'owner'`);
  await superuser.query(`create database ${name} owner ${name}`);
  const url = new URL(server.settings.adminUrl);
  Object.assign(url, { username: name, password: 'owner', pathname: `/${name}` });
  adminUrl = url.href;
});
afterAll(async () => {
  await superuser.query(`drop database if exists ${name} with (force)`);
  for (const role of [`${name}_app`, `${name}_app_queue`, `${name}_app_finds`, `${name}_app_limited`, name])
    await superuser.query(`drop role if exists ${role}`);
  await superuser.end();
  await server.drop();
});

const owned = async <R extends object>(text: string): Promise<R[]> => {
  const owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  try {
    return (await owner.query(text)).rows as R[];
  } finally {
    await owner.end();
  }
};
const verifierOf = async (role: string) =>
  (await superuser.query('select rolpassword as v from pg_authid where rolname = $1', [role])).rows[0]?.v as string;
const open = (secret: string | null, schema: 'migrate' | 'verify' = 'verify') =>
  openPlatform({
    config: readConfig({ DATABASE_URL: adminUrl, ...(secret === null ? {} : { UMOJA_SECRET: secret }) }),
    log: openLog('silent'),
    say: quiet,
    restUrl: 'http://127.0.0.1:1',
    schema,
  });

describe('An owner with CREATEROLE, who is no superuser', () => {
  it('finds an empty database refused by a start, which changes nothing', async () => {
    await expect(open(SECRET)).rejects.toThrow(`The database "${name}" is empty. Run \`npm run umoja -- migrate\``);
    expect(await owned('select from pg_class where relnamespace = 2200')).toEqual([]);
  });

  it('migrates everything, two at the same time too, and no statement holds the password of a role', async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    await Promise.all([migrate(settings(), say, fingerprint), migrate(settings(), say, fingerprint)]);
    expect(said).toContain('Another process migrates this database; this one goes on when that has ended.');
    expect(said.filter((line) => line === `migrated ${migrations.at(-1)?.name}`)).toHaveLength(1);
    const texts = sent.mock.calls.map(([text]) => JSON.stringify(text));
    sent.mockRestore();
    expect(texts.some((text) => text.includes('create role'))).toBe(true);
    expect(texts.filter((text) => text.includes(databasePassword))).toEqual([]);
    const platform = await open(SECRET);
    expect(await platform.database.query('select current_user as role')).toEqual([{ role: `${name}_app` }]);
    const temporary = `select has_database_privilege(current_database(), 'temporary') as allowed`;
    expect(await platform.database.query(temporary)).toEqual([{ allowed: false }]);
    expect(await platform.database.find(temporary)).toEqual([{ allowed: false }]);
    await platform.close();
  });

  it('lets the queues add many jobs at the same time', async () => {
    const queues = await openQueues({ redisUrl: null, database: settings(), log: openLog('silent') });
    const jobs = [1, 2, 3].map((tenantId) => ({ tenantId, id: 'one of many' }));
    await eventually(() => queues.enqueueAll('react', jobs));
    expect(await queues.waiting('react')).toBe(3);
    await queues.close();
  });

  it('migrates again without altering a role', async () => {
    const before = [await verifierOf(`${name}_app`), await verifierOf(`${name}_app_queue`)];
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    await migrate(settings(), quiet, fingerprint);
    const texts = sent.mock.calls.map(([text]) => JSON.stringify(text));
    sent.mockRestore();
    expect(texts.filter((text) => /(create|alter) role/.test(text))).toEqual([]);
    expect([await verifierOf(`${name}_app`), await verifierOf(`${name}_app_queue`)]).toEqual(before);
  });

  it('has sessions that run verify proofs with a key that has changed', async () => {
    await owned('update guard.tenant_key set inner_key = outer_key');
    const session = new pg.Client({ connectionString: applicationUrl(settings()) });
    await session.connect();
    const until = Temporal.Now.instant().add({ minutes: 5 });
    await session.query(`select set_config('app.tenant', '7', false), set_config('app.proof', $1, false)`, [
      tenantProof(7, until, settings()),
    ]);
    const proven = async () => (await session.query('select proven_tenant() as tenant')).rows;
    expect(await proven()).toEqual([{ tenant: null }]);
    await migrate(settings(), quiet, fingerprint);
    expect(await proven()).toEqual([{ tenant: '7' }]);
    await session.end();
  });

  it('lets its roles in where the provider lets no one connect to the database', async () => {
    await superuser.query(`revoke connect on database ${name} from public`);
    await migrate(settings(), quiet, fingerprint);
    const platform = await open(SECRET);
    expect(await platform.database.find('select current_user as role')).toEqual([{ role: `${name}_app_finds` }]);
    await platform.close();
  });

  it('refuses a start where rows would be open to people who are limited, and closes them', async () => {
    await owned(`alter policy branches_only on loan to ${name}; drop policy branches_only on member`);
    await expect(open(SECRET)).rejects.toThrow(
      `the role "${name}_app_limited", which people who are limited to branches or clients take, would read all rows of 2 ` +
        'tables (loan, member). Nothing was started. Run `npm run umoja -- migrate`',
    );
    await migrate(settings(), quiet, fingerprint);
    await (await open(SECRET)).close();
  });

  it('says what to do about a role that it may not alter', async () => {
    await superuser.query(`alter role ${name}_app bypassrls`);
    await expect(migrate(settings(), quiet, fingerprint)).rejects.toThrow(
      `may not make or alter the role "${name}_app"`,
    );
    await superuser.query(`alter role ${name}_app nobypassrls`);
  });
});

describe('A user of DATABASE_URL who is not the owner', () => {
  const role = `${name}_stranger`;
  const openAs = (more: Record<string, string>, schema: 'migrate' | 'verify' = 'verify') => {
    const url = new URL(adminUrl);
    Object.assign(url, { username: role, password: 'stranger' });
    const config = readConfig({ DATABASE_URL: url.href, UMOJA_SECRET: SECRET, ...more });
    return openPlatform({ config, log: openLog('silent'), say: quiet, restUrl: 'http://127.0.0.1:1', schema });
  };
  beforeAll(() =>
    superuser.query(
      `create role ${role} login password 'stranger' bypassrls; grant connect on database ${name} to ${role}`,
    ),
  );
  afterAll(() => superuser.query(`drop owned by ${role}; drop role ${role}`));

  it('starts nothing while it is not the running role', async () => {
    await expect(openAs({})).rejects.toThrow('neither the owner of the database');
  });

  it('does not become the running role where it may more, and stays as it is', async () => {
    await expect(openAs({ MIGRATION_DATABASE_URL: adminUrl }, 'migrate')).rejects.toThrow(
      `The user of DATABASE_URL, "${role}", may more than the running role`,
    );
    const { rows } = await superuser.query('select rolbypassrls as powerful from pg_roles where rolname = $1', [role]);
    expect(rows).toEqual([{ powerful: true }]);
  });

  it('is refused without the address past the pooler, which statements without names are for', async () => {
    await expect(openAs({ DATABASE_STATEMENTS: 'unnamed' })).rejects.toThrow('Set DATABASE_DIRECT_URL');
  });
});

describe('A process with another secret, or none', () => {
  const others = 'another secret, of another machine, long enough';

  it.each(['verify', 'migrate'] as const)('is refused, to %s, and locks no one out', async (schema) => {
    const before = await verifierOf(`${name}_app`);
    await expect(open(others, schema)).rejects.toThrow('was set up with another secret than this process has.');
    await expect(open(null, schema)).rejects.toThrow('DATABASE_URL is set, and UMOJA_SECRET is not.');
    expect(await verifierOf(`${name}_app`)).toBe(before);
    await (await openDatabase(settings())).close();
  });

  it('`umoja tenant list` ends with code 2 and what to do', async () => {
    const env = bareEnvironment({ DATABASE_URL: adminUrl, UMOJA_SECRET: others });
    const { code, output } = await runFile('platform/cli/umoja.ts', ['tenant', 'list'], env);
    expect([code, output]).toEqual([2, expect.stringContaining('Nothing was changed. Set UMOJA_SECRET to the secret')]);
    expect(output).not.toMatch(/^\s+at /m);
  });
});

describe('A version beside a later one', () => {
  const definition = async () =>
    (
      await owned<{ is: string }>(
        `select pg_get_constraintdef(oid) as is from pg_constraint where conname = 'loan_state' and conrelid = 'loan'::regclass`,
      )
    )[0]?.is;

  it('takes no state back that the later one has allowed', async () => {
    const [comment] = await owned<{ is: string }>(
      `select obj_description(oid, 'pg_constraint') as is from pg_constraint where conname = 'loan_state'`,
    );
    await owned(`alter table loan drop constraint loan_state;
      alter table loan add constraint loan_state check (state in ('draft', 'of_a_later_version'));
      comment on constraint loan_state on loan is '${comment?.is} of_a_later_version';
      comment on schema public is 'derived 0 otherwise'`);
    await migrate(settings(), quiet, fingerprint);
    expect(await definition()).toContain('of_a_later_version');
    expect(await definition()).toContain('draft');
  });

  it('runs on a database with migrations that it doesn’t know, and does not migrate it', async () => {
    await owned(`insert into mikro_orm_migrations (name, executed_at) values ('9998-of-a-later-version', now())`);
    await (await open(SECRET)).close();
    await expect(open(SECRET, 'migrate')).rejects.toThrow(
      'was migrated by a later version of Umoja (9998-of-a-later-version). Nothing was changed.',
    );
  });

  it('ends where the later one says that it can’t run beside it', async () => {
    await owned('update installation set serves_from = 1000');
    await expect(open(SECRET)).rejects.toThrow('is used by a later version of Umoja, beside which this one can’t run');
  });
});

describe('The verifier of a password', () => {
  it('is that of RFC 7677', () => {
    expect(scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))).toBe(
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:' +
        'wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    );
  });
});
