import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lists } from '#platform/app/lists.ts';
import type { List } from '#platform/postgres/views/list.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const { bridge, ...ofTenants } = lists;

/** Lists of one parent, which has few enough records to look through: the index of the parent finds them. */
const OF_A_PARENT: { readonly [list: string]: string } = {
  savingsTransactions: 'account_id',
  webhooks: 'client_id',
  requests: 'client_id',
  webhookDeliveries: 'endpoint_id',
  payoutsOfBatch: 'batch_id',
};

/** Fields that are found by another index, and which. */
const OTHERWISE_FOUND: { readonly [field: string]: string } = {
  'events.subject_id': 'With subject_type before it, which a uuid needs.',
  'events.occurred_at': 'With type before it: the list is put together from one scan a type.',
};

let testApp: TestApp;
let indexes: readonly { readonly table: string; readonly columns: readonly string[] }[];

beforeAll(async () => {
  testApp = await openTestApp();
  indexes = await testApp.sql(
    `select t.relname as "table", array(
        select pg_get_indexdef(i.indexrelid, place, true) || case when c.collname = 'C' then ' collate "C"' else '' end
          from generate_series(1, i.indnkeyatts) as place
          left join pg_collation c on c.oid = i.indcollation[place - 1]
         order by place) as columns
       from pg_index i join pg_class t on t.oid = i.indrelid
      where i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '% IS NOT NULL)'`,
  );
});
afterAll(() => testApp.close());

/** Whether an index of the table begins with these columns. */
const hasIndex = (table: string, ...lead: readonly string[]) =>
  indexes.some((index) => index.table === table && lead.every((column, place) => index.columns[place] === column));

/** The fields of a list that no index finds. */
function slowFields(name: string, { table, fields }: List, ...owner: readonly string[]): string[] {
  const slow = Object.entries(fields).filter(([, { column, type, form }]) => {
    // Text is compared byte by byte, as an index of the collation "C" has it; what is sealed, by its keyed hash.
    const key = type === 'text' ? `${form ? `${column}_key` : column} collate "C"` : column;
    return !hasIndex(table, 'tenant_id', ...owner, key);
  });
  return slow.map(([field]) => `${name}.${field}`).filter((field) => OTHERWISE_FOUND[field] === undefined);
}

describe('Each filter and sort of a list has an index', () => {
  it.each(Object.entries<List>(ofTenants))('of %s', (name, list) => {
    const parent = OF_A_PARENT[name];
    if (parent === undefined) expect(slowFields(name, list)).toEqual([]);
    else expect(hasIndex(list.table, 'tenant_id', parent)).toBe(true);
  });

  it.each(Object.entries<List>(bridge))('of an app’s own %s', (name, list) => {
    const parent = OF_A_PARENT[name];
    if (parent === undefined) expect(slowFields(name, list, 'app_id')).toEqual([]);
    else expect(hasIndex(list.table, 'tenant_id', parent)).toBe(true);
  });

  it('and none is exempt that is not there', () => {
    const all = { ...ofTenants, ...bridge };
    expect(Object.keys(OF_A_PARENT).filter((name) => !Object.hasOwn(all, name))).toEqual([]);
  });
});
