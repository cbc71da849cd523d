import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createTenant } from '#platform/cli/tenants.ts';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
let memberId: string;
/** Loans of the member, newest first. */
let loanIds: string[];
const LOANS = 7;
beforeAll(async () => {
  graph = await openLendingGraph();
  const { testApp, uuidOf } = graph;
  memberId = await uuidOf('member', testApp.memberId);
  loanIds = [];
  for (let n = 0; n < LOANS; n++) loanIds.unshift(await uuidOf('loan', await testApp.readyLoan(1_000_000n)));
});
afterAll(() => graph.close());

const entities = (representations: readonly object[], show: string) =>
  [
    `query($representations: [_Any!]!) { _entities(representations: $representations) { __typename ${show} } }`,
    { representations },
  ] as const;

describe('A record of lending', () => {
  it('is found by its id, in any case of letters, and by its number', async () => {
    const data = await graph.query(
      `query($member: ID!, $upper: ID!, $loan: ID!) {
        member(id: $member) { memberNo } upper: member(id: $upper) { id } loan(id: $loan) { loanNo }
        loanProducts { nodes { id } }
      }`,
      { member: memberId, upper: memberId.toUpperCase(), loan: loanIds[0] },
    );
    expect(data.upper.id).toBe(memberId);
    const again = await graph.query(
      `query($memberNo: String!, $loanNo: String!, $product: ID!) {
        memberByNumber(memberNo: $memberNo) { id } loanByNumber(loanNo: $loanNo) { id }
        loanProduct(id: $product) { code minPrincipal maxTermMonths state } branches { code }
      }`,
      { memberNo: data.member.memberNo, loanNo: data.loan.loanNo, product: data.loanProducts.nodes[0].id },
    );
    expect(again).toEqual({
      memberByNumber: { id: memberId },
      loanByNumber: { id: loanIds[0] },
      loanProduct: { code: 'DEV', minPrincipal: 1_000, maxTermMonths: 60, state: 'ACTIVE' },
      branches: [{ code: 'HQ' }],
    });
  });

  it.each([randomUUID(), '1', '', 'x'.repeat(10_000), 'a\0b', "'; drop table loan"])(
    'is null for an id of nothing: %j',
    async (id) => {
      const data = await graph.query(
        `query($id: ID!, $no: String!, $short: String!) {
          member(id: $id) { id } loan(id: $id) { id } loanProduct(id: $id) { id } disbursement(id: $id) { id }
          repayment(id: $id) { id } webhook(id: $id) { id } memberByNumber(memberNo: $no) { id }
          loanByNumber(loanNo: $no) { id } agent(agentNo: $no) { id }
          loans(filter: { memberId: $id }) { totalCount nodes { id } }
          members(filter: { memberNos: [$short] }) { totalCount nodes { id } }
        }`,
        // What is looked for in a list is refused where it is longer than any number.
        { id, no: id, short: id.slice(0, 255) },
      );
      const { loans, members, ...single } = data;
      expect(Object.values(single)).toEqual(Object.values(single).map(() => null));
      expect([loans, members]).toEqual([1, 2].map(() => ({ totalCount: 0, nodes: [] })));
    },
  );
});

describe('A connection', () => {
  const page = async (args: string, filter = '') =>
    (
      await graph.query(
        `{ loans(${args} ${filter}) { nodes { id } edges { cursor node { id } } totalCount
             pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      )
    ).loans;
  const ids = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);

  it('walks the whole list forwards, newest first, each record once', async () => {
    const first = await page('first: 3');
    expect(first).toMatchObject({ totalCount: LOANS, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    const second = await page(`first: 3, after: "${first.pageInfo.endCursor}"`);
    expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const third = await page(`first: 3, after: "${second.pageInfo.endCursor}"`);
    expect(third.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect([first, second, third].flatMap(ids)).toEqual(loanIds);
  });

  it('walks it backwards', async () => {
    const last = await page('last: 3');
    expect([ids(last), last.pageInfo]).toMatchObject([
      loanIds.slice(-3),
      { hasNextPage: false, hasPreviousPage: true },
    ]);
    const before = await page(`last: 3, before: "${last.pageInfo.startCursor}"`);
    expect([ids(before), before.pageInfo]).toMatchObject([
      loanIds.slice(1, 4),
      { hasNextPage: true, hasPreviousPage: true },
    ]);
    const rest = await page(`last: 3, before: "${before.pageInfo.startCursor}"`);
    expect([ids(rest), rest.pageInfo.hasPreviousPage]).toEqual([loanIds.slice(0, 1), false]);
  });

  it('gives what lies between two cursors', async () => {
    const { edges } = await page('first: 7');
    const between = await page(`first: 10, after: "${edges[1].cursor}", before: "${edges[5].cursor}"`);
    expect(ids(between)).toEqual(loanIds.slice(2, 5));
  });

  it('has no cursors where it has no records', async () => {
    expect((await page('first: 0')).pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: null,
    });
  });

  it.each(['first: 101', 'last: 101', 'first: -1', 'first: 1, last: 1'])('refuses %s', async (args) => {
    const { data, errors } = await graph.execute(`{ loans(${args}) { nodes { id } } }`);
    expect([data, errors?.[0].extensions]).toEqual([{ loans: null }, { code: 'BAD_USER_INPUT' }]);
  });

  it('refuses the cursor of another list', async () => {
    const { members } = await graph.query('{ members(first: 1) { pageInfo { endCursor } } }');
    const { errors } = await graph.execute(`{ loans(after: "${members.pageInfo.endCursor}") { nodes { id } } }`);
    expect(errors?.[0].message).toContain('a cursor of this list');
    expect(errors?.[0]).toMatchObject({
      path: ['loans'],
      extensions: { code: 'invalid_cursor', kind: 'malformed', argument: 'after' },
    });
  });

  it('is filtered by states, member and number', async () => {
    const other = await graph.testApp.readyLoan(2_000_000n, await graph.testApp.newMember());
    const otherId = await graph.uuidOf('loan', other);
    expect(ids(await page('first: 10', `filter: { memberId: "${memberId}" }`))).toEqual(loanIds);
    expect(ids(await page('first: 1', 'filter: { states: [READY_TO_DISBURSE] }'))).toEqual([otherId]);
    expect(await page('first: 1', 'filter: { states: [DRAFT, CLOSED] }')).toMatchObject({ totalCount: 0, nodes: [] });
    const { member } = await graph.query(`{ member(id: "${memberId}") { memberNo phone branch { id } } }`);
    const { members } = await graph.query(
      `{ members(filter: { states: [ACTIVE], memberNos: ["${member.memberNo}"], phone: "${member.phone}", branchId: "${member.branch.id}" }) {
           totalCount nodes { id } } }`,
    );
    expect(members).toEqual({ totalCount: 1, nodes: [{ id: memberId }] });
  });

  it('pages through the children of a record, in the same way', async () => {
    const walk = async (args: string) =>
      (
        await graph.query(
          `{ member(id: "${memberId}") { loans(${args}) { totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
        )
      ).member.loans;
    const first = await walk('first: 4');
    expect([first.totalCount, ids(first), first.pageInfo.hasNextPage]).toEqual([LOANS, loanIds.slice(0, 4), true]);
    const rest = await walk(`first: 4, after: "${first.pageInfo.endCursor}"`);
    expect([ids(rest), rest.pageInfo.hasNextPage]).toEqual([loanIds.slice(4), false]);
    const last = await walk(`last: 2, before: "${rest.pageInfo.startCursor}"`);
    expect([ids(last), last.pageInfo.hasPreviousPage]).toEqual([loanIds.slice(2, 4), true]);
  });
});

describe('An entity that another subgraph knows the key of', () => {
  it('is the record, by each of its keys', async () => {
    const { member } = await graph.query(`{ member(id: "${memberId}") { memberNo } }`);
    const { _entities } = await graph.query(
      ...entities(
        [
          { __typename: 'Member', id: memberId },
          { __typename: 'Loan', id: loanIds[0] },
          { __typename: 'Member', memberNo: member.memberNo },
        ],
        '... on Member { id name } ... on Loan { state }',
      ),
    );
    expect(_entities).toEqual([
      { __typename: 'Member', id: memberId, name: 'Wanjiku Kamau' },
      { __typename: 'Loan', state: 'READY_TO_DISBURSE' },
      { __typename: 'Member', id: memberId, name: 'Wanjiku Kamau' },
    ]);
  });

  it('is null for an unknown key, for nonsense, and for another society', async () => {
    const { testApp } = graph;
    const tenantId = await createTenant(testApp.settings.adminUrl, { name: 'Another society', mode: 'sandbox' });
    const stranger = { ...testApp.client.caller, tenantId };
    const { member } = await graph.query(`{ member(id: "${memberId}") { memberNo } }`);
    const representations = [
      { __typename: 'Member', id: memberId },
      { __typename: 'Member', memberNo: member.memberNo },
      { __typename: 'Loan', id: loanIds[0] },
    ];
    const request = entities(representations, '');
    expect((await graph.query(...request, stranger))._entities).toEqual([null, null, null]);
    const unknown = representations.map(({ __typename }) => ({ __typename, id: randomUUID() }));
    const nonsense = ['Loan', 'LoanProduct', 'Disbursement', 'Repayment'].map((__typename) => ({
      __typename,
      id: '17',
    }));
    const { _entities } = await graph.query(...entities([...unknown, ...nonsense], ''));
    expect(_entities).toEqual([...unknown, ...nonsense].map(() => null));

    const nothing = await graph.query(
      `{ member(id: "${memberId}") { id } loan(id: "${loanIds[0]}") { id } loans { totalCount nodes { id } } agents { totalCount } }`,
      {},
      stranger,
    );
    expect(nothing).toEqual({
      member: null,
      loan: null,
      loans: { totalCount: 0, nodes: [] },
      agents: { totalCount: 0 },
    });
  });

  it('is null for a caller who may not read its type', async () => {
    const reader = await graph.testApp.newClient(['members:read']);
    const representations = [
      { __typename: 'Member', id: memberId },
      { __typename: 'Loan', id: loanIds[0] },
    ];
    const { _entities } = await graph.query(...entities(representations, ''), reader.caller);
    expect(_entities).toEqual([{ __typename: 'Member' }, null]);
  });
});

describe('Personal data in the graph', () => {
  const owner = async (text: string) => {
    const client = new pg.Client(graph.testApp.settings.adminUrl);
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  const readings = (requestId: string) =>
    graph.testApp.sql('select record_type, member_id, fields from personal_reading where request_id = $1', [requestId]);
  const see = (show: string, requestId: string) =>
    graph.query(
      `{ loan(id: "${loanIds[0]}") { member { ${show} } } }`,
      {},
      { ...graph.testApp.client.caller, requestId },
    );

  it('are logged with the member and the fields that were shown; other fields are not', async () => {
    await see('name memberNo state', 'graph-names');
    expect(await readings('graph-names')).toEqual([]);
    await see('name phone nationalId again: phone', 'graph-phone');
    expect(await readings('graph-phone')).toEqual([
      { record_type: 'member', member_id: String(graph.testApp.memberId), fields: ['phone', 'national_id'] },
    ]);
  });

  it('are not shown where that can’t be written', async () => {
    await owner('alter table personal_reading rename to personal_reading_away');
    try {
      const { data, errors } = await graph.execute(
        `{ loan(id: "${loanIds[0]}") { member { phone } } }`,
        {},
        { ...graph.testApp.client.caller, requestId: 'graph-refused' },
      );
      expect(data).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL_ERROR', request_id: 'graph-refused' } }]);
      expect((await see('name', 'graph-names')).loan.member.name).toBeTruthy();
    } finally {
      await owner('alter table personal_reading_away rename to personal_reading');
    }
  });
});
