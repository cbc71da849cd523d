import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allDisbursementsList } from '#platform/postgres/lending/views/disbursements.ts';
import { criterionOf, SEARCH } from '#platform/postgres/views/search.ts';
import { whereAfter, type Condition } from '#platform/postgres/views/view.ts';
import { collectionOf } from '#platform/postgres/views/collection.ts';
import { loanList, loans as loanView } from '#platform/postgres/lending/views/loans.ts';
import type { lendingLists } from '#sub/lending/lists.ts';
import { lendingTypeDefs } from '#sub/lending/subgraph.ts';
import { listInputsIn } from '#test/support/list-inputs.ts';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
const PRINCIPALS = [3_000_000, 1_000_000, 2_000_000, 1_000_000, 2_000_000];

beforeAll(async () => {
  graph = await openLendingGraph();
  for (const principal of PRINCIPALS) await graph.testApp.readyLoan(BigInt(principal));
});
afterAll(() => graph.close());

const ROOTS: { readonly [Type in keyof typeof lendingLists]: string } = {
  Member: 'members',
  DeathClaim: 'deathClaims',
  Loan: 'loans',
  LoanProduct: 'loanProducts',
  Disbursement: 'disbursements',
  Repayment: 'repayments',
  FloatTopUp: 'floatTopUps',
  Incident: 'incidents',
  Proposal: 'proposals',
  PendingApproval: 'pendingApprovals',
  MobileMoney: 'mobileMoneyTransactions',
  Reconciliation: 'reconciliations',
  ReconciliationBreak: 'reconciliationBreaks',
  SavingsAccount: 'savingsAccounts',
  SavingsProduct: 'savingsProducts',
  AmlAlert: 'amlAlerts',
  Webhook: 'webhooks',
  App: 'apps',
  AppPayout: 'appPayouts',
  AppCollection: 'appCollections',
  UnsettledPayment: 'unsettledPayments',
};
const inputs = listInputsIn(lendingTypeDefs);

type Page = {
  nodes: { id: string; principal: number; createdAt: string }[];
  pageInfo: { endCursor: string; startCursor: string; hasNextPage: boolean; hasPreviousPage: boolean };
};
const page = async (args: string): Promise<Page> =>
  (
    await graph.query(
      `{ loans(${args}) { nodes { id principal createdAt }
           pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } }`,
    )
  ).loans;
const principals = ({ nodes }: Page) => nodes.map(({ principal }) => principal);

describe.each(Object.entries(ROOTS))('The inputs of %s', (type, root) => {
  it('are all understood as filters', async () => {
    const filters = inputs.filtersOf(type);
    expect(filters.length).toBeGreaterThan(1);
    for (const filter of filters) {
      await graph.query(`{ ${root}(filter: { ${filter} }) { totalCount nodes { id } } }`);
    }
  });

  it('are all understood as orders, both ways and from both ends', async () => {
    const fields = inputs.orderFieldsOf(type);
    expect(fields.length).toBeGreaterThan(1);
    for (const field of fields) {
      for (const direction of ['ASCENDING', 'DESCENDING']) {
        const orderBy = `orderBy: [{ by: ${field}, direction: ${direction} }]`;
        const data = await graph.query(
          `{ all: ${root}(${orderBy}) { nodes { id } } last: ${root}(${orderBy}, last: 100) { nodes { id } } }`,
        );
        expect(data.all).toEqual(data.last);
      }
    }
  });
});

describe('A list in an order', () => {
  const ORDER = 'orderBy: [{ by: PRINCIPAL, direction: DESCENDING }, { by: CREATED_AT }]';

  it('is walked forwards, each record once', async () => {
    const all = await page(ORDER);
    expect(principals(all)).toEqual(PRINCIPALS.toSorted((a, b) => b - a));
    const walked: Page['nodes'] = [];
    for (let after = '', more = true; more;) {
      const { nodes, pageInfo } = await page(`${ORDER}, first: 2 ${after}`);
      walked.push(...nodes);
      after = `, after: "${pageInfo.endCursor}"`;
      more = pageInfo.hasNextPage;
    }
    expect(walked).toEqual(all.nodes);
  });

  it('is walked backwards', async () => {
    const all = await page(ORDER);
    const last = await page(`${ORDER}, last: 2`);
    const before = await page(`${ORDER}, last: 3, before: "${last.pageInfo.startCursor}"`);
    expect([...before.nodes, ...last.nodes]).toEqual(all.nodes);
    expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  });

  it('refuses more than three keys, and a key twice', async () => {
    for (const args of [
      'orderBy: [{ by: ID }, { by: PRINCIPAL }, { by: CREATED_AT }, { by: UPDATED_AT }]',
      'orderBy: [{ by: PRINCIPAL }, { by: PRINCIPAL, direction: DESCENDING }]',
    ]) {
      const { errors } = await graph.execute(`{ loans(${args}) { nodes { id } } }`);
      expect(errors?.[0].extensions).toEqual({ code: 'BAD_USER_INPUT' });
    }
  });

  it('goes on behind a cursor by one comparison of all keys that run one way', async () => {
    const statements: string[] = [];
    const context = {
      sql: async (text: string) => {
        statements.push(text);
        return [];
      },
      now: Temporal.Instant.from('2026-11-20T09:00:00Z'),
      today: Temporal.PlainDate.from('2026-11-20'),
      pii: false,
      sealing: await graph.testApp.database.read(graph.testApp.tenantId, async (tx) => tx.sealing),
      bands: [],
    };
    const criteria = { filters: [], sort: [{ field: 'principal', descending: true }] };
    const after = { values: ['2000000', '17'], asOf: null };
    await collectionOf(context, loanView, loanList).slice(criteria, { after, before: null, limit: 3, fromEnd: false });
    expect(statements).toHaveLength(1);
    expect(statements[0]).toMatch(/\(l\.principal, l\.id\) < \(\$2::bigint, \$3::bigint\)/);
  });
});

describe('The filter of a list', () => {
  it('takes ranges, beginnings of texts, and whether there is a value', async () => {
    expect(principals(await page('filter: { principal: { gt: 1000000, lte: 2000000 } }'))).toEqual([2e6, 2e6]);
    expect(principals(await page('filter: { hasClientReference: true }'))).toEqual([]);
    expect(principals(await page('filter: { hasClientReference: false, principal: { gte: 3000000 } }'))).toEqual([3e6]);
    const [member] = (await graph.query('{ members(first: 1) { nodes { id name } } }')).members.nodes;
    const found = await graph.query(
      `{ members(filter: { nameStartsWith: ${JSON.stringify(member.name.slice(0, 3))}, ids: ["${member.id}", "x"] }) {
           nodes { id name } } }`,
    );
    expect(found.members.nodes).toEqual([member]);
  });
});

describe('The search of a list', () => {
  it('finds what q of REST finds, and shows borrowers only to those who may read members', async () => {
    const { name, loans } = (await graph.query('{ members(first: 1) { nodes { name loans { nodes { loanNo } } } } }'))
      .members.nodes[0];
    const query = 'query($text: String!) { loans(filter: { search: $text }) { totalCount nodes { loanNo } } }';
    const [{ loanNo }] = loans.nodes;
    const byNumber = await graph.query(query, { text: ` ${loanNo.toLowerCase()}` });
    expect(byNumber.loans).toEqual({ totalCount: 1, nodes: [{ loanNo }] });
    expect((await graph.query(query, { text: name.toUpperCase() })).loans.nodes).toContainEqual({ loanNo });
    expect((await graph.query(query, { text: 'nowhere' })).loans).toEqual({ totalCount: 0, nodes: [] });

    const { caller } = graph.testApp.client;
    const { data, errors } = await graph.execute(query, { text: name }, { ...caller, scopes: ['loans:read'] });
    expect(data).toEqual({ loans: null });
    expect(errors?.[0]).toMatchObject({
      extensions: { code: 'insufficient_scope', required_scopes: ['members:read'] },
    });
  });
});

describe('The number of what a search finds', () => {
  it('counts whom two words find once', async () => {
    const memberId = await graph.testApp.newMember();
    await graph.testApp.sql('update member set name = $2 where id = $1', [memberId, 'Zuri Zurina']);
    for (let n = 0; n < 2; n++) await graph.testApp.readyLoan(1_000_000n, memberId);
    const { reads, result } = await graph.counted(() =>
      graph.query(
        '{ members(filter: { search: "zuri" }) { totalCount } loans(filter: { search: "zuri" }) { totalCount } }',
      ),
    );
    expect(result).toEqual({ members: { totalCount: 1 }, loans: { totalCount: 2 } });
    // Neither list is looked at.
    expect(reads).toHaveLength(2);
  });

  it('is that of the rest of the filter as well', async () => {
    const search = 'filter: { search: "zuri", states:';
    const result = await graph.query(
      `{ ready: loans(${search} [READY_TO_DISBURSE] }) { totalCount } active: loans(${search} [ACTIVE] }) { totalCount } }`,
    );
    expect(result).toEqual({ ready: { totalCount: 2 }, active: { totalCount: 0 } });
  });
});

describe('A search of payments of loans', () => {
  it('leads through the loan to its borrower, whether few payments are looked up or many are walked', async () => {
    const { testApp } = graph;
    const loanId = await testApp.readyLoan(1_000_000n);
    const paid = { loanId, amount: 1_000_000n, channel: 'mpesa_b2c', msisdn: '+254712345678', agentNo: null } as const;
    const { id } = await testApp.done(testApp.app.lending.disburse, paid);
    const [member] = await testApp.sql('select name from member where id = $1', [testApp.memberId]);
    const search = String(member?.['name']);
    const { found, none } = await graph.query(
      `query ($search: String!) { found: disbursements(filter: { search: $search }) { nodes { id } }
         none: repayments(filter: { search: "no such person" }) { totalCount } }`,
      { search },
    );
    expect(found.nodes).toEqual([{ id: await graph.uuidOf('disbursement', id) }]);
    expect(none.totalCount).toBe(0);
    const walked = await testApp.database.read(testApp.tenantId, async ({ sql, sealing }) => {
      const by = { sealing, today: Temporal.PlainDate.from('2026-11-20') };
      const filter = { field: SEARCH, operator: 'eq', values: [search] } as const;
      const [, lookup] = criterionOf(allDisbursementsList, filter, by);
      // What a search is put as where too many match to be looked up.
      const { otherwise } = lookup as { readonly otherwise: readonly Condition[] };
      const { clause, params } = whereAfter([], ...otherwise);
      return sql<{ id: string }>(`select l.id from disbursement l ${clause}`, params);
    });
    expect(walked.map((row) => Number(row.id))).toEqual([id]);
  });
});

describe('The values of a filter', () => {
  const query = 'query($filter: LoanFilter) { loans(filter: $filter) { nodes { loanNo } } }';
  const uuids = (count: number) =>
    Array.from({ length: count }, (_, n) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`);
  const refusalOf = async (filter: object) => {
    const { data, errors } = await graph.execute(query, { filter });
    expect(data).toEqual({ loans: null });
    const [{ message, path, extensions }] = errors ?? [{}];
    expect([errors?.length, path, extensions.code]).toEqual([1, ['loans'], 'validation_failed']);
    return { message, errors: extensions.errors };
  };

  it('are as many as those of a filter of REST, and no more (finding: 5,000 ids were looked for)', async () => {
    expect((await graph.query(query, { filter: { ids: uuids(100) } })).loans.nodes).toEqual([]);
    const message = 'ids has 101 values; a filter takes at most 100. Ask for the others in further requests.';
    expect(await refusalOf({ ids: uuids(101) })).toEqual({
      message,
      errors: [{ path: ['filter', 'ids'], code: 'length', detail: message }],
    });
    const states = Array.from({ length: 5_000 }, () => 'ACTIVE');
    expect((await refusalOf({ states })).errors).toMatchObject([{ path: ['filter', 'states'], code: 'length' }]);
    expect((await refusalOf({ loanNos: uuids(101) })).errors).toMatchObject([{ path: ['filter', 'loanNos'] }]);
  });

  it('are as long as those of a filter of REST, and no longer', async () => {
    expect((await graph.query(query, { filter: { loanNos: ['L'.repeat(255)] } })).loans.nodes).toEqual([]);
    const message = 'A value of loanNos has at most 255 characters.';
    expect(await refusalOf({ loanNos: ['L-000001', 'L'.repeat(256)] })).toEqual({
      message,
      errors: [{ path: ['filter', 'loanNos'], code: 'length', detail: message }],
    });
    expect((await refusalOf({ clientReference: 'R'.repeat(256) })).errors).toMatchObject([
      { path: ['filter', 'clientReference'], code: 'length' },
    ]);
    // What is no id is nothing's, and nothing is looked for.
    const filter = { ids: ['x'.repeat(10_000)], memberId: 'x'.repeat(10_000) };
    expect((await graph.query(query, { filter })).loans.nodes).toEqual([]);
  });
});
