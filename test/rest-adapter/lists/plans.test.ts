import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionOf, type Comparing } from '#platform/postgres/views/filters.ts';
import type { Boundary, Filter, List, ListQuery, SortKey } from '#platform/postgres/views/list.ts';
import { criterionOf, SEARCH } from '#platform/postgres/views/search.ts';
import type { Condition } from '#platform/postgres/views/view.ts';
import { pageStatement } from '#platform/postgres/views/page.ts';
import { loanList, loans } from '#platform/postgres/lending/views/loans.ts';
import { amlAlertList, amlAlerts } from '#platform/postgres/aml/views/alerts.ts';
import { memberList, members } from '#platform/postgres/membership/views/members.ts';
import { mobileMoney, mobileMoneyList } from '#platform/postgres/mobile-money/views/transactions.ts';
import { savingsAccountList, savingsAccounts } from '#platform/postgres/savings/views/savings.ts';
import { plantLoans } from '#test/support/many-loans.ts';
import { plantSavings } from '#test/support/many-savings.ts';
import { filtersOf, sortsOf, VALUES } from '#test/support/list-questions.ts';
import { letReadWhole } from '#test/support/plans.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

/** Few enough that reading them all is tempting; a million by hand: UMOJA_TEST_ROWS=1000000. */
const ROWS = Number(process.env['UMOJA_TEST_ROWS'] ?? 8_000);

let ports: RestTestApp;
let institution: Institution;
let by: Comparing;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  await ports.admin(
    `insert into member (uuid, tenant_id, member_no, name, national_id, phone, branch_id, state, created_at)
     select gen_random_uuid(), $1, 'M-' || lpad(n::text, 8, '0'), 'Member ' || n, 'ID' || n, '+2547' || lpad(n::text, 8, '0'),
            $2, (array['active', 'pending_kyc', 'suspended'])[1 + n % 3], timestamptz '2026-01-01' + n * interval '1 second'
       from generate_series(1, $3::bigint) as n`,
    [institution.id, institution.branch.id, ROWS],
  );
  // Without statistics each loan's member is looked for among all members of the branch.
  await ports.admin('analyze member');
  await plantLoans(ports, institution, ROWS);
  await plantSavings(ports, institution, ROWS);
  const sealing = await ports.database.write(institution.id, async (tx) => tx.sealing);
  await ports.admin(`update member set national_id_key = $1, phone_key = $2 where national_id = 'ID4711'`, [
    sealing.hashOf('document', 'ID4711'),
    sealing.hashOf('phone', '+254700000815'),
  ]);
  by = { today: Temporal.PlainDate.from('2026-11-20'), sealing };
  await ports.admin('vacuum analyze');
}, 600_000);
afterAll(() => ports.close());

type Select = Parameters<typeof pageStatement>[0];

const lists: [string, List, Select, unknown[]][] = [
  ['loans', loanList, loans, ['2026-11-20']],
  ['members', memberList, members, []],
  ['savings accounts', savingsAccountList, savingsAccounts, []],
  ['mobile money', mobileMoneyList, mobileMoney, []],
  ['alerts', amlAlertList, amlAlerts, []],
];

/** The tables that a plan reads from end to end. */
async function readWhole(list: List, request: Partial<ListQuery>, view: Select, first: unknown[]) {
  const query: ListQuery = { filters: [], sort: [], limit: 50, boundary: null, withTotal: false, ...request };
  const conditions = query.filters.map((filter) => conditionOf(list, filter, by));
  const { text, params } = pageStatement(view, list, query, conditions, first);
  return (await wholeTables(text, params)).filter((table) => table === list.table);
}

async function wholeTables(statement: string, params: readonly unknown[]): Promise<(string | undefined)[]> {
  const rows = await ports.database.report(institution.id, async (tx) => {
    await letReadWhole(tx);
    return tx.sql(`explain (format json) ${statement}`, params);
  });
  const plan = JSON.stringify(rows[0]?.['QUERY PLAN']);
  return [...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map(([, table]) => table);
}

it('sees where a table is read from end to end', async () => {
  expect(await wholeTables('select * from loan where purpose = $1', ['Dairy cow'])).toEqual(['loan']);
});

describe.each(lists)('Every question to the list of %s uses an index', (_, list, view, first) => {
  const beyond = (sort: readonly SortKey[]): Boundary => {
    const fields = sort.map(({ field }) => list.fields[field]).filter((field) => field !== undefined);
    const keys = fields.some(({ column }) => column === 'id') || fields.length === 0 ? fields : [...fields];
    const values = keys.map(({ type, choices }) => (type === 'choice' ? choices?.[0] : VALUES[type][0]) ?? '');
    return {
      direction: 'next',
      values: fields.some(({ column }) => column === 'id') ? values : [...values, '1000'],
      asOf: null,
    };
  };

  it.each(filtersOf(list))('filtered by %s', async (_name, filter) => {
    expect(await readWhole(list, { filters: [filter] }, view, first)).toEqual([]);
    expect(await readWhole(list, { filters: [filter], boundary: beyond([]) }, view, first)).toEqual([]);
  });

  it.each(sortsOf(list))('sorted by %s', async (_name, sort) => {
    expect(await readWhole(list, { sort }, view, first)).toEqual([]);
    expect(await readWhole(list, { sort, boundary: beyond(sort) }, view, first)).toEqual([]);
    const state: Filter = { field: 'state', operator: 'eq', values: ['active'] };
    expect(await readWhole(list, { sort, filters: [state], boundary: beyond(sort) }, view, first)).toEqual([]);
  });

  it('finds a page by a uuid', async () => {
    const uuid = '0198c0de-0000-7000-8000-000000000001';
    for (const [field, { type }] of Object.entries(list.fields)) {
      if (type !== 'id') continue;
      expect(await readWhole(list, { filters: [{ field, operator: 'in', values: [uuid] }] }, view, first)).toEqual([]);
    }
  });
});

const numbered = (text: string) => text.replaceAll(/\?(\d+)/g, (_match, place: string) => `$${place}`);
/** Whether names are searched: those of its records, or of whose records they are. */
const isOfNames = ({ search }: List) => search?.words !== undefined || search?.through !== undefined;

describe.each(lists.filter(([, list]) => list.search && !isOfNames(list)))('A search of the list of %s', (_, list) => {
  it.each(['SKB1234567', '+254700000815'])('for %s uses an index', async (q) => {
    const [, lookup] = criterionOf(list, { field: SEARCH, operator: 'eq', values: [q] }, by) as unknown as [
      string,
      { lookup: string; values: unknown[] },
    ];
    expect(await wholeTables(numbered(lookup.lookup), lookup.values)).toEqual([]);
  });
});

describe.each(lists.filter(([, list]) => isOfNames(list)))('A search of the list of %s', (_, list, view, first) => {
  it.each(['member', 'member 77', 'ID4711', '+254700000815', 'M-00000042'])(
    'for %s uses an index, and finds the same looked up as row by row',
    async (q) => {
      const [, lookup] = criterionOf(list, { field: SEARCH, operator: 'eq', values: [q] }, by) as unknown as [
        string,
        { lookup: string; values: unknown[]; otherwise: Condition[] },
      ];
      expect(await wholeTables(numbered(lookup.lookup), lookup.values)).toEqual([]);
      const query: ListQuery = { filters: [], sort: [], limit: 50, boundary: null, withTotal: false };
      const { text, params } = pageStatement(view, list, query, lookup.otherwise, first);
      const [found, walked] = await ports.database.read(institution.id, async (tx) => [
        await tx.sql(
          `select x.id from (${numbered(lookup.lookup)}) x order by x.id desc limit ${query.limit + 1}`,
          lookup.values,
        ),
        await tx.sql(text, params),
      ]);
      expect(found?.length).toBeGreaterThan(0);
      expect(walked?.map(({ id }) => id)).toEqual(found?.map(({ id }) => id));
    },
  );
});

describe('A page far into a long list', () => {
  const sort: readonly SortKey[] = [{ field: 'created_at', descending: false }];
  /** The blocks of tables and indexes that a page looks into: what it costs, however busy the machine is. */
  const blocksOf = async (boundary: Boundary | null): Promise<number> => {
    const query: ListQuery = { filters: [], sort, limit: 200, boundary, withTotal: false };
    const { text, params } = pageStatement(loans, loanList, query, [], ['2026-11-20']);
    const [row] = await ports.database.read(institution.id, (tx) =>
      tx.sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${text}`,
        params,
      ),
    );
    const plan = row?.['QUERY PLAN'][0].Plan;
    expect(plan?.['Actual Rows']).toBeGreaterThanOrEqual(200);
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  };

  it('costs what the first costs', async () => {
    const [far] = await ports.admin<{ at: string; id: string }>(
      'select created_at::text as at, id from loan where tenant_id = $1 order by created_at, id offset $2 limit 1',
      [institution.id, Math.floor(ROWS * 0.9)],
    );
    const first = await blocksOf(null);
    expect(await blocksOf({ direction: 'next', values: [far?.at ?? '', far?.id ?? ''], asOf: null })).toBeLessThan(
      first * 1.5,
    );
  });
});
