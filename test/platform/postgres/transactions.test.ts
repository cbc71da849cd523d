import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { openDatabase, type Database, type TenantTransaction } from '#platform/postgres/database.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

let testApp: TestApp;
/** Over one connection: what does not give it back keeps the next one waiting. */
let database: Database;
beforeAll(async () => {
  testApp = await openTestApp();
  database = await openDatabase({ ...testApp.settings, poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await testApp.close();
});

const write = <T>(work: (tx: TenantTransaction) => Promise<T>) => database.write(testApp.tenantId, work);
const open = (code: string) => [randomUUID(), code] as const;
const OPEN = 'insert into branch (uuid, code, name) values ($1, $2, $2)';
const isOpen = async (code: string) =>
  (await write(({ sql }) => sql('select from branch where code = $1', [code]))).length > 0;

describe('A transaction', () => {
  it('writes what nobody waited for', async () => {
    await write(async ({ later }) => later(OPEN, open('B-1')));
    expect(await isOpen('B-1')).toBe(true);
  });

  it('fails with the first statement that failed, though nobody waited for it', async () => {
    const failing = write(async ({ later, sql }) => {
      later('select 1 / 0');
      await sql('select 1');
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });

  it('fails with the first statement that failed, where several that follow are waited for together', async () => {
    const failing = write(async ({ later, sql }) => {
      later('select 1 / 0');
      await Promise.all([sql('select 1'), sql('select 2'), sql('select 3')]);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });

  it('takes no statement once it has ended: its connection belongs to another tenant', async () => {
    const stored: TenantTransaction[] = [];
    await write(async (tx) => void stored.push(tx));
    await write(async (tx) => {
      stored.push(tx);
      throw new Error('Broken.');
    }).catch(() => undefined);
    expect(stored).toHaveLength(2);
    for (const { sql, later } of stored) {
      await expect(sql('select 1')).rejects.toThrow('The transaction has ended.');
      expect(() => later('select 1')).toThrow('The transaction has ended.');
    }
  });

  it('fails whole where the last of all fails, and nothing of it is written', async () => {
    const failing = write(async ({ later }) => {
      later(OPEN, open('B-2'));
      later('select 1 / 0');
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await isOpen('B-2')).toBe(false);
  });

  it('tells a failure in the words that it is given', async () => {
    const failing = write(async ({ later }) =>
      later('select 1 / 0', [], () => new Error('Nobody divides by nothing.')),
    );
    await expect(failing).rejects.toThrow('Nobody divides by nothing.');
  });

  it('does not pass for committed where a failure was swallowed', async () => {
    const failing = write(async ({ later, sql }) => {
      later(OPEN, open('B-3'));
      await sql('select 1 / 0').catch(() => undefined);
    });
    await expect(failing).rejects.toThrow('its error was swallowed');
    expect(await isOpen('B-3')).toBe(false);
  });

  it('undoes what is under way where the work itself breaks', async () => {
    const failing = write(async ({ later }) => {
      later(OPEN, open('B-4'));
      throw new Error('Broken.');
    });
    await expect(failing).rejects.toThrow('Broken.');
    expect(await isOpen('B-4')).toBe(false);
  });

  it('leaves no tenant behind on its connection', async () => {
    await write(({ sql }) => sql('select 1'));
    expect(await database.query(`select coalesce(current_setting('app.tenant', true), '') as tenant`)).toEqual([
      { tenant: '' },
    ]);
  });

  it('that only reads refuses to write', async () => {
    const writing = database.read(testApp.tenantId, ({ sql }) => sql(OPEN, open('B-5')));
    await expect(writing).rejects.toMatchObject({
      message: 'A transaction for reading was to write or to lock.',
      cause: { code: '25006' },
    });
  });
});

describe('A database that is closed', () => {
  it('has ended its connections: a command that is done ends immediately', async () => {
    const own = await openDatabase(testApp.settings);
    const connection = 'select pg_backend_pid() as pid';
    const [row] = await own.write(testApp.tenantId, ({ sql }) => sql<{ pid: number }>(connection));
    const alive = () => testApp.sql('select from pg_stat_activity where pid = $1', [row?.pid]);
    expect(await alive()).toHaveLength(1);
    await own.close();
    await eventually(async () => (await alive()).length === 0, 3_000);
  });
});
