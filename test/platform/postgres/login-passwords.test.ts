import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { directUrl } from '#platform/postgres/database.ts';
import { listenTo } from '#platform/postgres/listen.ts';
import { isPasswordRefused, loggingInPool, loginPasswords } from '#platform/postgres/login-passwords.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';

/** The password of a role changes while a process runs that knows both. */
const role = `umoja_test_passwords_${process.pid}`;
const [FORMER, PRESENT] = ['the former one', 'the present one'];
let server: TestDatabase;
let owner: pg.Client;

const setPassword = (password: string) => owner.query(`alter role ${role} password '${password}'`);
const addressWith = (password: string) =>
  directUrl({ adminUrl: server.settings.adminUrl, appRole: role, appPassword: password });

beforeAll(async () => {
  server = await createDatabase();
  owner = new pg.Client({ connectionString: server.settings.adminUrl });
  await owner.connect();
  await owner.query(`create role ${role} login password '${FORMER}'`);
});
afterAll(async () => {
  await owner.query(`drop role if exists ${role}`);
  await owner.end();
  await server.drop();
});

describe('A pool of a process that knows two passwords', () => {
  it('connects with whichever holds, without a failed statement', async () => {
    const pool = loggingInPool(
      // Each statement has a connection of its own.
      { connectionString: addressWith(FORMER), max: 5, maxUses: 1 },
      loginPasswords(FORMER, [PRESENT, FORMER]),
    );
    pool.on('error', () => undefined);
    const five = () => Promise.all(Array.from({ length: 5 }, () => pool.query('select pg_sleep(0.05)')));
    try {
      for (const password of [FORMER, PRESENT, FORMER]) {
        await setPassword(password);
        expect(await five()).toHaveLength(5);
        const client = await pool.connect();
        expect((await client.query('select current_user as name')).rows).toEqual([{ name: role }]);
        client.release();
      }
    } finally {
      await pool.end();
    }
  });

  it('takes what a pooler says of a wrong password for one, too', () => {
    // PgBouncer answers a failed login as an error of the protocol; an outage is none.
    const refused = (code: string) =>
      isPasswordRefused(Object.assign(new Error('SASL authentication failed'), { code }));
    expect(['28P01', '08P01', '28000', '57P03', 'ECONNREFUSED'].map(refused)).toEqual([true, true, true, false, false]);
  });

  it('is refused where none holds', async () => {
    await setPassword('another one');
    const pool = loggingInPool(
      { connectionString: addressWith(FORMER), max: 2 },
      loginPasswords(FORMER, [PRESENT, FORMER]),
    );
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '28P01' });
    await expect(pool.connect()).rejects.toMatchObject({ code: '28P01' });
    await pool.end();
  });
});

describe('Who listens', () => {
  it('connects again with the other password', async () => {
    await setPassword(PRESENT);
    const passwords = loginPasswords(FORMER, [PRESENT, FORMER]);
    let connected = 0;
    const stop = listenTo(
      () => addressWith(passwords?.now() ?? ''),
      'umoja_test',
      () => (connected += 1),
      passwords,
    );
    await eventually(() => connected > 0);
    await stop();
    expect(passwords?.now()).toBe(PRESENT);
  });
});
