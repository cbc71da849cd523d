import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { openDatabase } from '#platform/postgres/database.ts';
import { databaseFinding } from '#platform/postgres/health.ts';
import { keysFinding, requireKnownMasters } from '#platform/postgres/privacy/keys/known-keys.ts';
import { masterKeys } from '#platform/postgres/privacy/keys/master-keys.ts';
import { beginRotation, sealTenantKeysAgain } from '#platform/postgres/privacy/keys/rotation.ts';
import { ConfigError } from '#platform/runtime/config.ts';
import { openHealth } from '#platform/runtime/health.ts';
import { outageOf } from '#platform/runtime/outage.ts';
import { TEST_SECRET } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp, type Reply } from '#test/support/rest-test-app.ts';

/** An outage of the database is no fault of ours, and no client is to take it for one: 503, and when to come again. */
let testApp: RestTestApp;
let partner: LendingClient;
let institution: Institution;
let name: string;
/** Each look is a fresh one. */
let looks = 0;
const health = openHealth(() => (looks += 10_000));

beforeAll(async () => {
  testApp = await openRestTestApp({ health });
  health.add('database', () => databaseFinding(testApp.database, 'degraded'));
  health.add('keys', () => keysFinding(testApp.database, testApp.settings.masterKeys));
  institution = await testApp.openInstitution();
  partner = lendingClient(testApp, institution, await testApp.openClient(institution));
  name = `"${new URL(testApp.settings.adminUrl).pathname.slice(1)}"`;
});
afterAll(() => testApp.close());

const members = async () => Number((await testApp.admin<{ n: string }>('select count(*) as n from member'))[0]?.n);
const endConnections = () =>
  testApp.superuser(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename = $1`,
    [testApp.settings.appRole],
  );
const applicants = new Map<string, object>();
/** Creates a member under a key: the same one each time. */
const create = (key: string) => {
  const body = applicants.get(key) ?? partner.anApplicant();
  applicants.set(key, body);
  return partner.call('POST', '/api/v1/members', { body, key });
};
const shown = ({ status, headers, body }: Reply) => ({
  status,
  code: body?.code,
  retryable: body?.retryable,
  waits: Number(headers.get('retry-after')) === body?.retry_after && body?.retry_after > 0,
});
/** What a load balancer sees. */
const readiness = async () => {
  const { status, body } = await testApp.call('GET', '/readyz');
  return [status, body.status, body.parts.database.reason];
};
const unavailable = { status: 503, code: 'service_unavailable', retryable: true, waits: true };

describe('A database', () => {
  it('with no connection left refuses for now, reads and writes', async () => {
    await testApp.admin(`alter database ${name} connection limit 0`);
    try {
      await endConnections();
      expect(shown(await partner.call('GET', '/api/v1/members'))).toEqual(unavailable);
      expect(shown(await create('no-connection'))).toEqual(unavailable);
      const reason = 'The database can’t be reached, or takes no more connections.';
      expect(await readiness()).toEqual([503, 'unavailable', reason]);
      expect((await testApp.call('GET', '/livez')).status).toBe(200);
    } finally {
      await testApp.admin(`alter database ${name} connection limit -1`);
    }
    const before = await members();
    expect((await create('no-connection')).status).toBe(201);
    expect((await create('no-connection')).headers.get('idempotent-replayed')).toBe('true');
    expect(await members()).toBe(before + 1);
  });

  it('that became read-only goes on showing, and refuses writes for now; what it could not note of it is counted', async () => {
    const unused = await testApp.openClient(institution);
    const dropped = testApp.auth.droppedUses();
    await testApp.admin(
      `alter role "${testApp.settings.appRole}" in database ${name} set default_transaction_read_only = on`,
    );
    try {
      await endConnections();
      // The first ones may meet a connection that was just ended.
      await eventually(async () => (await partner.call('GET', '/api/v1/branches')).status === 200);
      expect((await testApp.call('GET', '/api/v1/members?fields=id,name', { token: unused.token })).status).toBe(200);
      // Who is shown personal data is written down first.
      expect(shown(await partner.call('GET', '/api/v1/members'))).toEqual(unavailable);
      await eventually(async () => testApp.auth.droppedUses() > dropped);
      expect(shown(await create('read-only'))).toEqual(unavailable);
      expect(await readiness()).toEqual([200, 'degraded', 'The database is read-only.']);
    } finally {
      await testApp.admin(
        `alter role "${testApp.settings.appRole}" in database ${name} reset default_transaction_read_only`,
      );
      await endConnections();
    }
    // The first ones may meet a connection that was just ended.
    await eventually(async () => (await create('read-only')).status === 201);
  });

  it('whose disk is full goes on showing, refuses writes for now, and says so', async () => {
    await testApp.admin(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
    await testApp.admin('create trigger no_room before insert on event for each row execute function no_room()');
    try {
      expect(shown(await create('disk-full'))).toEqual(unavailable);
      expect((await partner.call('GET', '/api/v1/members?fields=id,name')).status).toBe(200);
      expect(await readiness()).toEqual([200, 'degraded', 'The disk of the database is full.']);
    } finally {
      await testApp.admin('drop function no_room cascade');
    }
    expect((await create('disk-full')).headers.get('idempotent-replayed')).toBeNull();
    expect(await readiness()).toEqual([200, 'ready', undefined]);
  });

  it('that holds a lock too long refuses for now; nothing was done', async () => {
    await testApp.admin('begin');
    try {
      await testApp.admin('lock table member in access exclusive mode');
      expect(shown(await create('locked'))).toEqual(unavailable);
    } finally {
      await testApp.admin('rollback');
    }
    expect((await create('locked')).headers.get('idempotent-replayed')).toBeNull();
  });

  it('that ends a connection in the middle of a write refuses for now; the key makes the repetition one', async () => {
    const before = await members();
    await testApp.admin('begin');
    await testApp.admin('lock table member in access exclusive mode');
    const request = create('killed');
    await eventually(async () => (await testApp.admin('select 1 from pg_locks where not granted')).length > 0);
    await endConnections();
    expect(shown(await request)).toEqual(unavailable);
    await testApp.admin('rollback');
    await eventually(async () => (await create('killed')).status === 201);
    expect(await members()).toBe(before + 1);
  });

  it('is no reason to log a fault', () => {
    expect(testApp.logLines.filter(({ msg }) => msg === 'A request failed.')).toEqual([]);
    expect(testApp.logLines.some(({ msg }) => msg === 'A request met an outage.')).toBe(true);
  });
});

describe('A process without the secret that seals the keys of an institution', () => {
  const NEXT = 'the next secret of many characters';
  /** As another process does that has both secrets, the newest first. */
  const sealedWith = async (...secrets: readonly string[]) => {
    const master = masterKeys(...secrets);
    const other = await openDatabase({ ...testApp.settings, masterKeys: master });
    try {
      await other.write(institution.id, (tx) => sealTenantKeysAgain(tx, institution.id, master));
      await other.write(institution.id, (tx) => beginRotation(tx, institution.id, master));
    } finally {
      await other.close();
    }
  };

  it('refuses for now with the reason, and is not ready; once it can open them again, it goes on', async () => {
    await sealedWith(NEXT, TEST_SECRET);
    try {
      // Who joins is sealed with the newest key: what this process remembers is used no more.
      const refused = await create('secret');
      expect(shown(refused)).toEqual(unavailable);
      expect(refused.body.detail).toMatch(
        /^This server can’t open the institution’s personal data: its operator has to/,
      );
      expect(refused.text).not.toContain('UMOJA_DATA_SECRETS');
      expect(shown(await partner.call('GET', '/api/v1/members'))).toEqual(unavailable);
      const { status, body } = await testApp.call('GET', '/readyz');
      expect([status, body.parts.keys]).toEqual([
        503,
        { state: 'failed', reason: expect.stringMatching(/this process has not: \w{12} \(1 institutions\)/) },
      ]);
      expect(testApp.logLines.filter(({ msg }) => msg === 'A request failed.')).toEqual([]);
      await expect(requireKnownMasters(testApp.database, testApp.settings.masterKeys)).rejects.toThrow(ConfigError);
    } finally {
      await sealedWith(TEST_SECRET, NEXT);
    }
    expect((await create('secret')).status).toBe(201);
    expect((await testApp.call('GET', '/readyz')).status).toBe(200);
  });
});

describe('Errors that are outages', () => {
  it.each([
    ['ECONNREFUSED', 5],
    ['53100', 10],
    ['53300', 2],
    ['57P03', 5],
    ['08006', 5],
    ['25006', 10],
    ['57014', 2],
    ['40001', 1],
  ])('%s says %i seconds', (code, retryAfter) => {
    expect(outageOf(Object.assign(new Error('x'), { code }))).toEqual({ retryAfter });
  });

  it.each(['23505', '42703', '22003', 'ERR_INVALID_ARG_TYPE', ''])('and %p is none', (code) => {
    expect(outageOf(Object.assign(new Error('x'), { code }))).toBeNull();
  });

  it('are also those of a driver that has no code for them, and of several addresses', async () => {
    const closed = new pg.Pool({ connectionString: 'postgresql://nobody@localhost:1/x', connectionTimeoutMillis: 500 });
    const error = await closed.query('select 1').catch((reason: unknown) => reason);
    expect(outageOf(error)).toEqual({ retryAfter: 5 });
    expect(outageOf(new Error('Connection terminated unexpectedly'))).toEqual({ retryAfter: 5 });
    expect(outageOf('Connection terminated unexpectedly')).toBeNull();
    await closed.end();
  });
});
