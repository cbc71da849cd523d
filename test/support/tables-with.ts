import { expect } from 'vitest';
import type { RestTestApp } from './rest-test-app.ts';

/** The tables, of all that there are, in a row of which one of the texts stands, in any spelling of capitals. */
export async function tablesWith({ admin }: Pick<RestTestApp, 'admin'>, texts: readonly string[]): Promise<string[]> {
  const tables = await admin<{ name: string; empty: boolean }>(
    `select c.oid::regclass::text as name, case c.relkind
              when 'p' then not exists (select from pg_partition_tree(c.oid) part where pg_relation_size(part.relid) > 0)
              else pg_relation_size(c.oid) = 0 end as empty
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  expect(tables.length).toBeGreaterThan(80);
  const patterns = texts.map((text) => `%${text}%`);
  const found: string[] = [];
  for (const { name, empty } of tables) {
    // A file without a block has no row: to plan a statement for each such table took longer than to read the others.
    if (empty) continue;
    const rows = await admin(`select from ${name} as t where t::text ilike any ($1) limit 1`, [patterns]);
    if (rows.length > 0) found.push(name);
  }
  return found.toSorted();
}
