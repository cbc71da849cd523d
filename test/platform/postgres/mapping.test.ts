import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { createTenant } from '#platform/cli/tenants.ts';
import { metadata } from '#platform/postgres/mapping/metadata.ts';
import { NUMBERS } from '#platform/postgres/numbers/numbers.ts';
import { QUEUES } from '#platform/queue/queues.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

type Found = { name: string; type: string; nullable: boolean; filled: boolean };

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

/** `filled`: the database has a value of its own for a row that names none. */
async function columnsOf(table: string): Promise<Found[]> {
  const { rows } = await owner.query<Found>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
            a.atthasdef or a.attidentity <> '' as filled
       from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  );
  return rows;
}

async function keyOf(table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select a.attname as name from pg_index i
      cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** The type as the catalogue spells it. */
function typeName(declared: string): string {
  const name = declared.replace('serial', 'int');
  if (name === 'int') return 'integer';
  return name.replace(/^timestamptz\((\d)\)$/, 'timestamp($1) with time zone');
}

describe('The mapper’s view of the schema', () => {
  it('covers every mapped class', () => expect(metadata.length).toBeGreaterThan(50));

  it.each(metadata.map((each) => [each.tableName, each] as const))('is the table %s', async (table, mapped) => {
    const found = await columnsOf(table);
    const properties = Object.values(mapped.properties);
    const columns = properties.map(({ fieldNames: [name], columnTypes: [type = ''], nullable }) => ({
      name,
      type: typeName(type),
      nullable: nullable ?? false,
    }));
    const there = new Map(found.map(({ name, type, nullable }) => [name, { name, type, nullable }]));
    expect(columns).toEqual(columns.map(({ name = '' }) => there.get(name)));
    expect(await keyOf(table)).toEqual(
      properties.filter(({ primary }) => primary).flatMap(({ fieldNames }) => fieldNames),
    );

    const mappedNames = new Set(columns.map(({ name }) => name));
    const unfilled = found.filter(({ name, nullable, filled }) => !mappedNames.has(name) && !nullable && !filled);
    expect(unfilled).toEqual([]);
    const unwritten = properties.filter(({ defaultRaw, autoincrement }) => defaultRaw !== undefined || autoincrement);
    const filled = new Set(found.filter((each) => each.filled).map(({ name }) => name));
    expect(unwritten.filter(({ fieldNames: [name = ''] }) => !filled.has(name))).toEqual([]);
  });
});

describe('The numbers that people read', () => {
  const kinds = async () => {
    const { rows } = await owner.query<{ name: string }>('select name from template.number_kind order by name');
    return rows.map(({ name }) => name);
  };
  const isCounted = async (kind: string, tenant: number) => {
    const { rows } = await owner.query('select to_regclass($1) is not null as counted', [`number_${kind}_${tenant}`]);
    return rows[0].counted;
  };

  it('have the same kinds in the database as in the code', async () => {
    expect(await kinds()).toEqual(Object.keys(NUMBERS).sort());
  });

  it('of a kind that a migration adds are counted in tenants before and after it, and the others stay', async () => {
    const before = await createTenant(database.settings.adminUrl, { name: 'A society', mode: 'sandbox' });
    await owner.query(`call template.add_number('voucher')`);
    const after = await createTenant(database.settings.adminUrl, { name: 'A later society', mode: 'sandbox' });
    for (const kind of [...Object.keys(NUMBERS), 'voucher']) {
      expect([kind, await isCounted(kind, before), await isCounted(kind, after)]).toEqual([kind, true, true]);
    }
    await owner.query(`delete from template.number_kind where name = 'voucher'`);
  });
});

describe('Work that is due', () => {
  it('is found for every queue, and for no queue that has no worker', async () => {
    const { rows } = await owner.query<{ queue: string }>('select distinct queue from template.due_job order by queue');
    expect(rows.map(({ queue }) => queue)).toEqual([...QUEUES].sort());
  });

  it('is found in every table that says when', async () => {
    const { rows } = await owner.query<{ name: string; served: boolean }>(
      `select table_name || '.' || column_name as name,
              exists(select from template.due_job j where j.of_table = table_name and j.due_at ~ column_name) as served
         from information_schema.columns
        where table_schema = 'public' and column_name in ('next_check_at', 'notification_due_at')
           or table_name = 'webhook_delivery' and column_name = 'next_attempt_at'`,
    );
    expect(rows.length).toBeGreaterThan(7);
    expect(rows.filter(({ served }) => !served)).toEqual([]);
  });

  it('is found by an index of its own', async () => {
    const { rows } = await owner.query(
      `select j.of_table, j.due_at from template.due_job j
        where not exists (select from pg_index i where i.indrelid = j.of_table::regclass
                             and lower(pg_get_indexdef(i.indexrelid, 1, true)) = j.due_at)`,
    );
    expect(rows).toEqual([]);
  });
});
