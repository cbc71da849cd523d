import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { metadata } from '#platform/postgres/mapping/metadata.ts';
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
