import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { applicationUrl } from '#platform/postgres/logins.ts';
import { backlogOf } from '#platform/postgres/partners/backlog.ts';
import { migrations } from '#platform/postgres/migrations/migrations.ts';
import { runMigrations } from '#platform/postgres/migrations/run-migrations.ts';
import { connectSuperuser } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { registerHook } from '../../support/worker-context.ts';

let testApp: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = new pg.Client({ connectionString: testApp.settings.adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await testApp.close();
});

type Partition = { readonly number: number; readonly isPresent: boolean; readonly isClosed: boolean };
const partitionsOf = async (table: string): Promise<readonly Partition[]> =>
  (
    await owner.query<Partition>(
      `select number, opened_at is not null and closed_at is null as "isPresent", closed_at is not null as "isClosed"
         from template.partition where of_table = $1 order by number`,
      [table],
    )
  ).rows;
const numbersOf = async (table: string) => (await partitionsOf(table)).map(({ number }) => number);
/** The tables that the database has as partitions of one. */
const attachedTo = async (table: string): Promise<readonly string[]> =>
  (
    await owner.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by inhrelid`,
      [table],
    )
  ).rows.map(({ name }) => name);
const age = (table: string, column: 'opened_at' | 'closed_at', days: number) =>
  owner.query(
    `update template.partition set ${column} = now() - make_interval(days => $2)
      where of_table = $1 and ${column} is not null`,
    [table, days],
  );
const advance = () => testApp.app.rounds.advancePartitions();
/** An id of the present partition. */
const presentId = async (table: string): Promise<number> => {
  const { rows } = await owner.query<{ id: string }>(
    `select coalesce(from_id, 1) as id from template.partition where of_table = $1 and opened_at is not null and closed_at is null`,
    [table],
  );
  return Number(rows[0]?.id);
};
/** Tables with partitions, in the order of their names. */
const partitioned = async () =>
  (await owner.query<{ name: string }>('select of_table as name from template.partitioned order by 1')).rows.map(
    ({ name }) => name,
  );

const log = (requestId: string) =>
  testApp.sql<{ id: string }>(
    `insert into request_log (client_id, request_id, method, path, status, duration_ms)
     values ($1, $2, 'GET', '/api/v1/loans', 200, 5) returning id`,
    [testApp.client.id, requestId],
  );
const logged = async () =>
  (await testApp.sql<{ name: string }>('select request_id as name from request_log order by id')).map(
    ({ name }) => name,
  );

describe('A table that grows for ever', () => {
  beforeEach(async () => {
    await owner.query('delete from request_log');
  });

  it('has a partition for what is written now, and the next one before it is needed', async () => {
    const tables = await partitioned();
    expect(tables).toContain('request_log');
    for (const table of tables) {
      const there = await partitionsOf(table);
      expect([table, there.filter(({ isPresent }) => isPresent).length]).toEqual([table, 1]);
      expect([table, there.at(-1)]).toEqual([table, expect.objectContaining({ isPresent: false, isClosed: false })]);
      expect(await attachedTo(table)).toEqual(there.map(({ number }) => `partition.${table}_${number}`));
    }
  });

  it('begins the next partition after its span; rows on both sides of the boundary are one table', async () => {
    await log('before');
    await age('request_log', 'opened_at', 8);
    const present = (await partitionsOf('request_log')).find(({ isPresent }) => isPresent)!.number;
    await advance();
    await log('behind');
    expect(await logged()).toEqual(['before', 'behind']);
    const rows = await owner.query<{ in: string; name: string }>(
      `select tableoid::regclass::text as in, request_id as name from request_log order by id`,
    );
    expect(rows.rows).toEqual([
      { in: `partition.request_log_${present}`, name: 'before' },
      { in: `partition.request_log_${present + 1}`, name: 'behind' },
    ]);
    // And one more is there for the time after that.
    expect((await numbersOf('request_log')).at(-1)).toBe(present + 2);
  });

  it('drops what is over, by when the database closed it, and nothing else', async () => {
    await log('oldest');
    await age('request_log', 'opened_at', 8);
    await advance();
    const [first] = await partitionsOf('request_log');
    await log('newest');
    // The clock of a sandbox, and of a process, decide nothing: rows say what they like.
    await owner.query(`update request_log set created_at = now() - interval '3 years' where request_id = 'newest'`);
    await age('request_log', 'closed_at', 29);
    await advance();
    expect(await logged()).toEqual(['oldest', 'newest']);
    await age('request_log', 'closed_at', 31);
    await advance();
    expect(await logged()).toEqual(['newest']);
    expect(await numbersOf('request_log')).not.toContain(first!.number);
    expect(await attachedTo('request_log')).not.toContain(`partition.request_log_${first!.number}`);
  });

  it('with nothing in it makes no partition after partition', async () => {
    await age('request_log', 'opened_at', 8);
    await advance();
    const before = await numbersOf('request_log');
    for (let week = 0; week < 3; week++) {
      await age('request_log', 'opened_at', 8);
      await advance();
    }
    expect((await numbersOf('request_log')).length).toBeLessThanOrEqual(before.length);
  });

  it('begins the next one after a day where a day brings many', async () => {
    await log('one of many');
    await log('another one');
    const before = (await partitionsOf('request_log')).find(({ isPresent }) => isPresent)!.number;
    await age('request_log', 'opened_at', 2);
    await advance();
    expect((await partitionsOf('request_log')).find(({ isPresent }) => isPresent)!.number).toBe(before);
    await owner.query(`update template.partitioned set many = 0 where of_table = 'request_log'`);
    await advance();
    expect((await partitionsOf('request_log')).find(({ isPresent }) => isPresent)!.number).toBe(before + 1);
    await owner.query(`update template.partitioned set many = 5000000 where of_table = 'request_log'`);
  });
});

describe('The statistics of a partition', () => {
  it('are brought up to date as it fills: a plan made while it was empty would stay', async () => {
    await owner.query(
      `insert into request_log (tenant_id, client_id, request_id, method, path, status, duration_ms)
       select $1, $2, 'many ' || n, 'GET', '/', 200, 1 from generate_series(1, 1200) n`,
      [testApp.tenantId, testApp.client.id],
    );
    await advance();
    const [present] = (await partitionsOf('request_log')).filter(({ isPresent }) => isPresent);
    const { rows } = await owner.query<{ rows: number }>(
      `select reltuples::int as rows from pg_class where oid = $1::regclass`,
      [`partition.request_log_${present!.number}`],
    );
    expect(rows[0]!.rows).toBeGreaterThanOrEqual(1_200);
    expect(await testApp.internals.due.advancePartitions()).toBeNull();
  });
});

describe('Where no worker makes the next partition', () => {
  it('rows go on into the present one for a billion ids, and the metrics say so', async () => {
    const { rows } = await owner.query<{ number: number }>(
      `delete from template.partition where of_table = 'request_log' and opened_at is null returning number`,
    );
    await owner.query(`drop table partition.request_log_${rows[0]!.number}`);
    const overdue = async () => (await backlogOf(testApp.database)(Temporal.Now.instant(), 10)).overduePartitions;
    expect(await overdue()).toBe(1);
    await log('meanwhile');
    expect(await logged()).toContain('meanwhile');
    await advance();
    expect(await overdue()).toBe(0);
    await age('request_log', 'opened_at', 9);
    expect(await overdue()).toBe(1);
    await advance();
    expect(await overdue()).toBe(0);
  });

  it('and its ids are used up, what comes behind is refused, not lost; a worker ends that', async () => {
    const { rows } = await owner.query<{ number: number; from_id: string }>(
      `delete from template.partition where of_table = 'request_log' and opened_at is null returning number, from_id`,
    );
    await owner.query(`drop table partition.request_log_${rows[0]!.number}`);
    await owner.query(`select setval(pg_get_serial_sequence('request_log', 'id'), $1)`, [rows[0]!.from_id]);
    await expect(log('too many')).rejects.toThrow('no partition of relation "request_log" found for row');
    await advance();
    await log('again');
    expect(await logged()).toContain('again');
    expect((await partitionsOf('request_log')).at(-1)).toMatchObject({ isPresent: false, isClosed: false });
  });
});

describe('Several workers at the same time', () => {
  it('make, begin and drop each partition once', async () => {
    await log('a row');
    await age('request_log', 'opened_at', 8);
    const before = await partitionsOf('request_log');
    await Promise.all(Array.from({ length: 8 }, advance));
    // One that found another at it comes again in a minute.
    await advance();
    const after = await partitionsOf('request_log');
    expect(after.length).toBe(before.length + 1);
    expect(await attachedTo('request_log')).toEqual(after.map(({ number }) => `partition.request_log_${number}`));
  });

  it('keep no one waiting: where a transaction reads the table, dropping is tried again later', async () => {
    await log('to be dropped');
    await age('request_log', 'opened_at', 8);
    await advance();
    await age('request_log', 'closed_at', 31);
    const before = await numbersOf('request_log');
    const reader = new pg.Client({ connectionString: testApp.settings.adminUrl });
    await reader.connect();
    await reader.query('begin; select count(*) from request_log');
    await advance();
    expect(await numbersOf('request_log')).toEqual(before);
    await reader.query('commit');
    await reader.end();
    await advance();
    expect((await numbersOf('request_log')).length).toBeLessThan(before.length);
  });
});

describe('A partition', () => {
  it('is under row-level security, its owner too, and no role of the application reads it by itself', async () => {
    const { rows } = await owner.query<{ name: string; guarded: boolean; policies: string[]; granted: number }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as guarded,
              array(select polname::text from pg_policy p where p.polrelid = c.oid) as policies,
              (select count(*)::int from aclexplode(c.relacl) a where a.grantee <> c.relowner) as granted
         from pg_class c where c.relnamespace = 'partition'::regnamespace and c.relkind = 'r'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(2 * (await partitioned()).length);
    for (const each of rows) expect(each).toMatchObject({ guarded: true, policies: ['owner_all'], granted: 0 });

    const asApplication = new pg.Client({ connectionString: applicationUrl(testApp.settings) });
    await asApplication.connect();
    for (const { name } of rows)
      await expect(asApplication.query(`select from partition.${name}`)).rejects.toThrow(
        'permission denied for schema partition',
      );
    await asApplication.end();
  });

  it('has the keys, checks, indexes and triggers of its table', async () => {
    const shapeOf = async (table: string, of: string) =>
      (
        await owner.query<{ shape: string }>(
          `select k.contype::text || ' ' || pg_get_constraintdef(k.oid) as shape from pg_constraint k
            where k.conrelid = $1::text::regclass and k.contype in ('c', 'f', 'p', 'u')
           union all
           select regexp_replace(pg_get_indexdef(indexrelid), ' INDEX .* USING', ' INDEX USING') from pg_index where indrelid = $1::text::regclass
           union all
           select replace(pg_get_triggerdef(oid), $1::text, $2::text) from pg_trigger
            where tgrelid = $1::text::regclass and not tgisinternal and tgtype & 1 = 1
           order by 1`,
          [table, of],
        )
      ).rows.map(({ shape }) => shape);
    for (const table of await partitioned()) {
      const wanted = await shapeOf(`public.${table}`, `public.${table}`);
      for (const name of await attachedTo(table))
        expect([name, await shapeOf(name, `public.${table}`)]).toEqual([name, wanted]);
    }
  });

  it('is the only one that is read where an id is known, also by a plan that is made once', async () => {
    await owner.query('set plan_cache_mode = force_generic_plan');
    for (const table of await partitioned()) {
      await owner.query(`prepare by_id as select tenant_id from ${table} where tenant_id = $1 and id = $2`);
      const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off) execute by_id (1, ${String(await presentId(table))})`,
      );
      await owner.query('deallocate by_id');
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Subplans Removed: \d+/);
      expect(plan.match(/Scan/g)).toHaveLength(1);
    }
    await owner.query('reset plan_cache_mode');
  });
});

describe('The attempts of a delivery', () => {
  let endpoint: number;
  beforeAll(async () => {
    await owner.query(`select set_config('app.tenant', $1, false)`, [String(testApp.tenantId)]);
    ({ id: endpoint } = await registerHook(testApp, 'https://partner.example/hook', { events: ['loan.updated'] }));
  });
  beforeEach(async () => {
    await owner.query('delete from webhook_attempt; delete from webhook_delivery');
  });

  let sequence = 0;
  const delivery = async (): Promise<string> => {
    const { rows } = await owner.query<{ id: string }>(
      `with emitted as (
         insert into event (uuid, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id, occurred_at)
         values (gen_random_uuid(), 'loan.updated', 'loan', 1, gen_random_uuid(), 1, '{}', 'a test', now()) returning id)
       insert into webhook_delivery (uuid, endpoint_id, client_id, event_id, event_type, subject_key, sequence, state,
                                     trigger, attempts, attempts_of_round, parked)
       select gen_random_uuid(), $1, $2, id, 'loan.updated', 'loan:1', $3, 'succeeded', 'event', 1, 0, false from emitted
       returning id`,
      [endpoint, testApp.client.id, (sequence += 1)],
    );
    return rows[0]!.id;
  };
  const attempt = (of: string, number: number, by: { readonly query: typeof owner.query } = owner) =>
    by.query(
      `insert into webhook_attempt (delivery_id, number, trigger, started_at, duration_ms) values ($1, $2, 'event', now(), 5)`,
      [of, number],
    );
  const written = async () =>
    (await owner.query<{ number: number }>('select number from webhook_attempt order by id')).rows.map(
      ({ number }) => number,
    );
  const inTheNextOne = async () => {
    await age('webhook_attempt', 'opened_at', 8);
    await advance();
  };

  it('are numbered once, whatever partitions they lie in, and are attempts of a delivery', async () => {
    const of = await delivery();
    await attempt(of, 1);
    await inTheNextOne();
    await expect(attempt(of, 1)).rejects.toMatchObject({
      code: '23505',
      message: `Delivery ${of} has an attempt 1 already.`,
    });
    await attempt(of, 2);
    expect(await written()).toEqual([1, 2]);
    await expect(attempt('987654321', 1)).rejects.toMatchObject({ code: '23503' });
  });

  it('are numbered once by those who write at the same time: the one waits for the other', async () => {
    const of = await delivery();
    const other = new pg.Client({ connectionString: testApp.settings.adminUrl });
    await other.connect();
    await other.query(`select set_config('app.tenant', $1, false)`, [String(testApp.tenantId)]);
    await other.query('begin');
    await attempt(of, 1, other);
    const second = attempt(of, 1).then(
      () => 'written',
      (error: unknown) => error,
    );
    await eventually(async () => (await testApp.sql('select from pg_locks where not granted')).length > 0);
    await other.query('commit');
    await other.end();
    expect(await second).toMatchObject({ code: '23505' });
    expect(await written()).toEqual([1]);
  });

  it('are found by its id, newest first, in each partition by its index, also by a plan that is made once', async () => {
    const of = await delivery();
    await attempt(of, 1);
    await inTheNextOne();
    await attempt(of, 2);
    await owner.query('set plan_cache_mode = force_generic_plan');
    await owner.query(
      `prepare latest as select * from webhook_attempt x where x.tenant_id = $1 and x.delivery_id = $2 order by x.number desc limit 20`,
    );
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off) execute latest (${testApp.tenantId}, ${of})`,
    );
    await owner.query('deallocate latest; reset plan_cache_mode');
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Merge Append/);
    expect(plan).not.toMatch(/Seq Scan|Filter/);
    expect(plan.match(/Index Scan Backward/g)?.length).toBe((await attachedTo('webhook_attempt')).length);
    expect(plan.match(/Index Cond: .*tenant_id.*delivery_id/g)?.length).toBe(plan.match(/Index Cond/g)?.length);
  });

  it('go with their partition, once no delivery of its time is left; deliveries go before them, one by one', async () => {
    const of = await delivery();
    await attempt(of, 1);
    await inTheNextOne();
    const [first] = await numbersOf('webhook_attempt');
    await age('webhook_attempt', 'closed_at', 31);
    // Made before the partition was closed, and there still: no worker has removed it yet.
    await owner.query(`update webhook_delivery set created_at = now() - interval '32 days'`);
    await advance();
    expect(await written()).toEqual([1]);
    expect(await numbersOf('webhook_attempt')).toContain(first);

    await testApp.app.rounds.discardExpired();
    expect(await testApp.sql('select from webhook_delivery')).toEqual([]);
    expect(await written()).toEqual([1]);
    await advance();
    expect(await written()).toEqual([]);
    expect(await numbersOf('webhook_attempt')).not.toContain(first);
  });

  it('of a later delivery keep no partition of before', async () => {
    const early = await delivery();
    await attempt(early, 1);
    await inTheNextOne();
    await attempt(await delivery(), 1);
    await age('webhook_attempt', 'closed_at', 31);
    await owner.query('delete from webhook_delivery where id = $1', [early]);
    await advance();
    expect(await written()).toEqual([1]);
  });
});

describe('Attempts that the version before writes', () => {
  it('are one table with those of this version, before, between and behind the migrations', async () => {
    const superuser = await connectSuperuser(testApp.settings);
    const url = new URL(testApp.settings.adminUrl);
    url.pathname += '_attempts';
    await superuser.query(`create database ${url.pathname.slice(1)} owner ${url.username}`);
    const before = new pg.Client({ connectionString: url.href });
    await before.connect();
    try {
      const through = (last: string) =>
        runMigrations(before, url.href, () => undefined, {
          all: migrations.filter(({ name }) => name.slice(0, 4) <= last),
        });
      await through('0150');
      await before.query(
        `insert into tenant (id, uuid, name, mode, time_zone, four_eyes, four_eyes_on_results, verified_numbers_only, webhook_networks)
         values (1, gen_random_uuid(), 'A society', 'sandbox', 'UTC', false, false, false, '{}')`,
      );
      await before.query(`select set_config('app.tenant', '1', false)`);
      // As the rules behind the migrations have it, which stand when a later version migrates.
      await before.query(`alter table webhook_attempt enable row level security, force row level security;
        create policy owner_all on webhook_attempt to current_user using (true) with check (true)`);
      // Nothing but deliveries is needed here: what they refer to is left out.
      const loader = await connectSuperuser({ ...testApp.settings, adminUrl: url.href });
      await loader.query(`set session_replication_role = replica;
        insert into webhook_delivery (tenant_id, uuid, endpoint_id, client_id, event_id, event_type, subject_key, sequence, state,
                                      trigger, attempts, attempts_of_round, parked)
        select 1, gen_random_uuid(), 1, 1, n, 'loan.updated', 'loan:1', n, 'succeeded', 'event', 1, 0, false
          from generate_series(1, 7) n`);
      await loader.end();
      // As the version before has it, with its columns.
      const write = (of: number) =>
        before.query(
          `insert into webhook_attempt (tenant_id, delivery_id, number, trigger, started_at, duration_ms, batch_id)
           values (1, $1, 1, 'event', now(), 5, null) returning id, created_at`,
          [of],
        );
      await write(1);
      for (const [n, number] of ['0151', '0152', '0153', '0154'].entries()) {
        await through(number);
        await write(n + 2);
        await expect(write(n + 2)).rejects.toMatchObject({ code: '23505' });
      }
      await before.query(
        `update template.partition set opened_at = now() - interval '8 days' where opened_at is not null`,
      );
      while ((await before.query('select advance_partitions() as done')).rows[0].done !== null);
      await write(6);
      const { rows } = await before.query<{ of: number; where: string }>(
        `select delivery_id::int as of, tableoid::regclass::text as where from webhook_attempt order by id`,
      );
      const [first, second] = ['partition.webhook_attempt_1', 'partition.webhook_attempt_2'];
      expect(rows).toEqual([1, 2, 3, 4, 5, 6].map((of) => ({ of, where: of === 6 ? second : first })));
      // Either version removes deliveries by the same function, and attempts stay.
      await before.query(`update webhook_delivery set created_at = now() - interval '31 days' where id < 6`);
      const { rows: gone } = await before.query('select discard_expired(now(), 100)::int as gone');
      expect(gone).toEqual([{ gone: 5 }]);
      expect((await before.query('select from webhook_attempt')).rowCount).toBe(6);
    } finally {
      await before.end();
      await superuser.query(`drop database ${url.pathname.slice(1)} with (force)`);
      await superuser.end();
    }
  });
});
