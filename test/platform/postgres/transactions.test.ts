import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openDatabase, type Database, type TenantTransaction } from '#platform/postgres/database.ts';
import { eventually } from '../../support/eventually.ts';
import { processMetrics, roundTripTimes } from '#platform/runtime/metrics/process-metrics.ts';
import { createTenant } from '#platform/cli/tenants.ts';
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

  it('says how long each round trip took, also of one that failed', async () => {
    const registry = processMetrics();
    database.onRoundTrip = roundTripTimes(registry);
    const shown = async (name: string) =>
      Number(new RegExp(`^umoja_database_round_trip_seconds_${name} (.+)$`, 'm').exec(await registry.metrics())?.[1]);
    try {
      await write(({ sql }) => sql('select pg_sleep(0.05)'));
      const trips = await shown('count');
      expect([trips > 0, await shown('sum')]).toEqual([true, expect.any(Number)]);
      expect(await shown('sum')).toBeGreaterThanOrEqual(0.05);
      await expect(write(({ sql }) => sql('select 1 / 0'))).rejects.toThrow('division by zero');
      expect(await shown('count')).toBeGreaterThan(trips);
    } finally {
      database.onRoundTrip = null;
      registry.clear();
    }
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

  it('is undone where what leaves together with its commit fails, and its connection goes on', async () => {
    const failing = write(async ({ later }) => {
      later(OPEN, open('B-LOST'));
      later('select 1 / 0 as broken, $1::int', [1]);
      later(OPEN, open('B-SKIPPED'));
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await isOpen('B-LOST')).toBe(false);
    expect(await isOpen('B-SKIPPED')).toBe(false);
  });

  it.each<[string, (sql: TenantTransaction['sql']) => unknown]>([
    ['that its sender did not wait for', (sql) => void sql('select id from tenant').catch(() => undefined)],
    [
      'beside one that failed',
      (sql) => Promise.all([Promise.reject(new Error('no')), sql('select id from tenant')]).catch(() => undefined),
    ],
    ['that lost a race', (sql) => Promise.race([Promise.resolve(1), sql('select id from tenant')])],
  ])('reads as its own tenant behind a statement of another one %s', async (_name, leave) => {
    const other = await createTenant(testApp.settings.adminUrl, { name: `Another ${randomUUID()}`, mode: 'sandbox' });
    for (const tenantId of [other, testApp.tenantId]) await database.write(tenantId, ({ sql }) => sql('select 1'));
    const tenants = (tenantId: number, mode: 'read' | 'write') =>
      database[mode](tenantId, async ({ sql }) => (await sql('select id from tenant')).map(({ id }) => Number(id)));
    for (const mode of ['read', 'write'] as const) {
      for (const first of ['read', 'report'] as const) {
        // The one connection goes from hand to hand, before what was left on it is sent.
        const leaving = database[first](other, async ({ sql }) => void leave(sql)).catch(() => undefined);
        const own = tenants(testApp.tenantId, mode);
        await leaving;
        expect(await own).toEqual([testApp.tenantId]);
      }
    }
  });

  it('that only reads takes one round trip for what is asked together, and leaves no transaction open', async () => {
    const states = await database.read(testApp.tenantId, async ({ sql }) => {
      const both = await Promise.all([
        sql<{ at: string }>('select transaction_timestamp()::text as at, $1::int', [1]),
        sql<{ at: string }>('select transaction_timestamp()::text as at, $1::int', [2]),
      ]);
      expect(both[0][0]?.at).toBe(both[1][0]?.at);
      return testApp.sql<{ state: string }>(
        `select state from pg_stat_activity where datname = current_database() and query like '%transaction_timestamp%'
            and pid <> pg_backend_pid() and state <> 'active'`,
      );
    });
    expect(states.map(({ state }) => state)).toContain('idle');
    expect(states.map(({ state }) => state)).not.toContain('idle in transaction');
  });

  it('does the same over connections that know no names, as behind a pooler', async () => {
    const pooled = await openDatabase({ ...testApp.settings, poolSize: 1, statements: 'unnamed' });
    const count = () =>
      pooled.read(testApp.tenantId, async ({ sql }) => (await sql(`select count(*)::int as n from branch`))[0]?.['n']);
    const before = await count();
    await pooled.write(testApp.tenantId, async ({ later }) => later(OPEN, open('B-POOLED')));
    const failing = pooled.write(testApp.tenantId, async ({ later }) => {
      later(OPEN, open('B-POOLED-LOST'));
      later('select 1 / 0 as broken, $1::int', [1]);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await expect(pooled.read(testApp.tenantId, ({ sql }) => sql(OPEN, open('B-READ')))).rejects.toThrow('for reading');
    expect(await count()).toBe(Number(before) + 1);
    await pooled.close();
  });

  it('that reports is one transaction: its settings and its cursor hold to the end, and it writes nothing', async () => {
    const seen = await database.report(testApp.tenantId, async ({ sql }) => {
      await sql(`select set_config('statement_timeout', '15min', true)`);
      await sql('declare numbers no scroll cursor for select generate_series(1, 3) as n');
      const [first] = await sql<{ n: number }>('fetch 2 from numbers');
      const [third] = await sql<{ n: number }>('fetch 2 from numbers');
      const [limit] = await sql<{ is: string }>(`select current_setting('statement_timeout') as is`);
      return [first?.n, third?.n, limit?.is];
    });
    expect(seen).toEqual([1, 3, '15min']);
    const writing = database.report(testApp.tenantId, ({ sql }) => sql(OPEN, open('B-6')));
    await expect(writing).rejects.toThrow('A transaction for reading was to write or to lock.');
  });

  it('that only reads proves its tenant with each of its batches', async () => {
    const seen = await database.read(testApp.tenantId, async ({ sql }) => {
      const [first] = await sql('select count(*)::int as n from member');
      await new Promise((resolve) => setImmediate(resolve));
      const [second] = await sql('select count(*)::int as n from member');
      return [first, second];
    });
    expect(seen).toEqual([{ n: 1 }, { n: 1 }]);
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

  it('reports a failure in the words that it is passed', async () => {
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

describe('A statement', () => {
  type Known = { readonly statement: string; readonly once: number; readonly for_values: number };
  const knownHere = (tx: TenantTransaction) =>
    tx.sql<Known>(
      `select statement, generic_plans::int as once, custom_plans::int as for_values from pg_prepared_statements
        where statement like $1`,
      ['%/* known */%'],
      'once',
    );
  const read = <T>(work: (tx: TenantTransaction) => Promise<T>) => database.read(testApp.tenantId, work);
  const asOwner = async (text: string) => {
    const owner = new pg.Client({ connectionString: testApp.settings.adminUrl });
    await owner.connect();
    await owner.query(text).finally(() => owner.end());
  };

  it('is planned once on a connection, whatever transactions send it', async () => {
    const find = 'select name from branch where code = $1 /* known */';
    for (const code of ['B-1', 'B-2', 'B-3']) {
      await read(({ sql }) => sql(find, [code], 'once'));
      await write(({ sql }) => sql(find, [code], 'once'));
    }
    expect(await read(knownHere)).toEqual([{ statement: find, once: 6, for_values: 0 }]);
  });

  it('is planned each time where it does not say otherwise: its arrays may have any length', async () => {
    await read(({ sql }) => sql('select name from branch where code = any($1) /* known */', [['B-1']]));
    expect((await read(knownHere)).map(({ statement }) => statement)).not.toContainEqual(
      expect.stringContaining('any($1)'),
    );
  });

  it('is planned for its values at first, where they decide how many rows it finds', async () => {
    const find = 'select name from branch where name > $1 /* known */ limit 2';
    await read(async ({ sql }) => {
      await sql(find, ['A'], 'by_values');
      await sql('select 1 as one where $1::int = 1', [1], 'once');
      await sql(find, ['B'], 'by_values');
    });
    expect(await read(knownHere)).toContainEqual({ statement: find, once: 0, for_values: 2 });
    const [row] = await read(({ sql }) => sql('show plan_cache_mode'));
    expect(row).toEqual({ plan_cache_mode: 'force_generic_plan' });
  });

  it('is one of a bounded number that a connection knows, however many filters are combined', async () => {
    for (let from = 0; from < 10_000; from += 50) {
      await read(({ sql }) =>
        Promise.all(
          Array.from({ length: 50 }, (_, n) =>
            sql(`select id from branch where id = $1 and ${from + n} > 0`, [1], 'once'),
          ),
        ),
      );
    }
    const [row] = await read(({ sql }) =>
      sql<{ count: number }>('select count(*)::int as count from pg_prepared_statements'),
    );
    expect(row?.count).toBeLessThanOrEqual(300);
    expect(row?.count).toBeGreaterThan(200);
  });

  it('is sent again where the connection has forgotten it: no reader notices', async () => {
    const find = (tx: Pick<TenantTransaction, 'sql'>) =>
      tx.sql('select code from branch where code = $1', ['HQ'], 'once');
    await read(find);
    await read(({ sql }) => sql('deallocate all'));
    const found = await read((tx) =>
      Promise.all([find(tx), tx.sql('select 1 as one where $1::int = 1', [1], 'once'), find(tx)]),
    );
    expect(found).toEqual([[{ code: 'HQ' }], [{ one: 1 }], [{ code: 'HQ' }]]);
    await read(({ sql }) => sql('deallocate all'));
    expect(await database.query('select 2 as two where $1::int = 1', [1])).toEqual([{ two: 2 }]);
    await read(({ sql }) => sql('deallocate all'));
    expect(await database.query('select 2 as two where $1::int = 1', [1])).toEqual([{ two: 2 }]);
  });

  it('is parsed again where a migration has changed its columns meanwhile, in reads and in writes', async () => {
    await asOwner('create table migrated (amount int)');
    await asOwner(`grant all on migrated to ${testApp.settings.appRole}`);
    const every = 'select amount, $1::text as how from migrated';
    const both = async () => [
      await read(({ sql }) => sql(every, ['read'], 'once')),
      await testApp.internals.transact.write(testApp.tenantId, ({ sql }) => sql(every, ['written'], 'once')),
      await database.query(every, ['looked up']),
    ];
    await both();
    await asOwner(`alter table migrated alter amount type numeric`);
    expect(await both()).toEqual([[], [], []]);
    await asOwner('drop table migrated');
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
