import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant } from '#platform/cli/tenants.ts';
import { plantFixture } from '#platform/demo/fixtures.ts';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';
import type { Json } from '#test/support/subgraph-client.ts';

let graph: LendingGraph;
beforeAll(async () => {
  graph = await openLendingGraph();
});
afterAll(() => graph.close());

type Page = { readonly ids: readonly string[]; readonly pageInfo: Json };
const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const pageOf = async (root: string, args: string): Promise<Page> => {
  const { nodes, pageInfo } = (await graph.query(`{ ${root}(${args}) { nodes { id } ${PAGE_INFO} } }`))[root];
  return { ids: nodes.map(({ id }: Json) => id), pageInfo };
};
const refusalOf = async (list: string, caller = graph.testApp.client.caller) =>
  (await graph.execute(`{ ${list} { nodes { id } } }`, {}, caller)).errors?.[0].extensions.code;

/** A member's applications, the oldest first, and what approves one of them. */
let memberId: string;
let drafts: { readonly id: number; readonly uuid: string }[];
const approve = (place: number) =>
  graph.testApp.done(graph.testApp.app.lending.approveLoan, { loanId: drafts[place]?.id ?? 0 });
const uuids = (...places: readonly number[]) => places.map((place) => drafts[place]?.uuid);
beforeEach(async () => {
  const { testApp, uuidOf } = graph;
  const borrower = await testApp.newMember();
  memberId = await uuidOf('member', borrower);
  drafts = [];
  for (let n = 1; n <= 6; n++) {
    const { id } = await testApp.done(testApp.app.lending.applyForLoan, {
      memberId: borrower,
      productId: testApp.productId,
      principal: BigInt(n) * 1_000_000n,
      termMonths: 12,
    });
    drafts.push({ id, uuid: await uuidOf('loan', id) });
  }
});

describe('An inbox that is decided while it is walked', () => {
  const inbox = (args: string) => pageOf('pendingApprovals', `filter: { kinds: [LOAN_APPLICATION] } ${args}`);
  /** What others have left in it. */
  beforeEach(async () => {
    const { ids } = await inbox('first: 100');
    for (const id of ids.filter((each) => !drafts.some(({ uuid }) => uuid === each))) {
      const [row] = await graph.testApp.sql('select id from loan where uuid = $1', [id]);
      await graph.testApp.done(graph.testApp.app.lending.approveLoan, { loanId: Number(row?.['id']) });
    }
  });

  it('goes on behind a record that a colleague has approved', async () => {
    const first = await inbox('first: 2');
    expect(first.ids).toEqual(uuids(0, 1));
    await approve(1);
    const second = await inbox(`first: 2, after: "${first.pageInfo.endCursor}"`);
    expect([second.ids, second.pageInfo.hasNextPage]).toEqual([uuids(2, 3), true]);
  });

  it('goes back from one', async () => {
    const last = await inbox('last: 2');
    expect(last.ids).toEqual(uuids(4, 5));
    await approve(4);
    const before = await inbox(`last: 2, before: "${last.pageInfo.startCursor}"`);
    expect([before.ids, before.pageInfo.hasPreviousPage]).toEqual([uuids(2, 3), true]);
  });

  it('shows what lies between two that were approved', async () => {
    const { edges } = (
      await graph.query('{ pendingApprovals(filter: { kinds: [LOAN_APPLICATION] }) { edges { cursor node { id } } } }')
    ).pendingApprovals;
    await approve(0);
    await approve(4);
    const between = await inbox(`first: 9, after: "${edges[0].cursor}", before: "${edges[4].cursor}"`);
    expect(between.ids).toEqual(uuids(1, 2, 3));
  });
});

describe('A list whose order changes while it is walked', () => {
  const loans = (args: string) => pageOf('loans', `filter: { memberId: "${memberId}" } ${args}`);

  it('goes on where the page ended, not where its last record has gone', async () => {
    const order = 'orderBy: [{ by: UPDATED_AT }]';
    const first = await loans(`${order}, first: 2`);
    expect(first.ids).toEqual(uuids(0, 1));
    await approve(1);
    const second = await loans(`${order}, first: 2, after: "${first.pageInfo.endCursor}"`);
    expect(second.ids).toEqual(uuids(2, 3));
  });

  it('goes back from where the page began', async () => {
    const order = 'orderBy: [{ by: UPDATED_AT }]';
    const last = await loans(`${order}, last: 4`);
    expect(last.ids).toEqual(uuids(2, 3, 4, 5));
    await approve(2);
    expect((await loans(`${order}, last: 2, before: "${last.pageInfo.startCursor}"`)).ids).toEqual(uuids(0, 1));
  });

  it('repeats nothing under an order by state', async () => {
    const order = 'orderBy: [{ by: STATE }, { by: PRINCIPAL, direction: DESCENDING }]';
    const first = await loans(`${order}, first: 3`);
    expect(first.ids).toEqual(uuids(5, 4, 3));
    await approve(3);
    expect((await loans(`${order}, first: 9, after: "${first.pageInfo.endCursor}"`)).ids).toEqual(uuids(2, 1, 0, 3));
  });

  it('is walked to what was there when the walk began; behind its end comes what has changed since', async () => {
    const order = 'orderBy: [{ by: UPDATED_AT }]';
    const first = await loans(`${order}, first: 4`);
    await approve(5);
    const second = await loans(`${order}, first: 4, after: "${first.pageInfo.endCursor}"`);
    expect([second.ids, second.pageInfo.hasNextPage]).toEqual([uuids(4), false]);
    const third = await loans(`${order}, first: 4, after: "${second.pageInfo.endCursor}"`);
    expect(third.ids).toEqual(uuids(5));
    await approve(0);
    const fourth = await loans(`${order}, first: 4, after: "${third.pageInfo.endCursor}"`);
    expect(fourth.ids).toEqual(uuids(0));
  });

  it('goes on where all that was left of it has changed again before it was read', async () => {
    const order = 'orderBy: [{ by: UPDATED_AT }]';
    const first = await loans(`${order}, first: 4`);
    await approve(4);
    await approve(5);
    const second = await loans(`${order}, first: 4, after: "${first.pageInfo.endCursor}"`);
    expect([second.ids, second.pageInfo.hasNextPage]).toEqual([[], false]);
    const third = await loans(`${order}, first: 4, after: "${second.pageInfo.endCursor}"`);
    expect(third.ids).toEqual(uuids(4, 5));
  });

  it('shows what is newer than its first page', async () => {
    const order = 'orderBy: [{ by: UPDATED_AT, direction: DESCENDING }]';
    const first = await loans(`${order}, first: 2`);
    await approve(0);
    const newer = await loans(`${order}, last: 5, before: "${first.pageInfo.startCursor}"`);
    expect(newer.ids).toEqual(uuids(0));
  });
});

describe('A list of what changed since a time', () => {
  it('is in the order of the changes', async () => {
    const { updatedAt } = (await graph.query(`{ loan(id: "${drafts[5]?.uuid}") { updatedAt } }`)).loan;
    for (const place of [3, 1, 2]) await approve(place);
    const changed = `filter: { memberId: "${memberId}", updatedAt: { gt: "${updatedAt}" } }`;
    const first = await pageOf('loans', `${changed}, first: 2`);
    expect(first.ids).toEqual(uuids(3, 1));
    const second = await pageOf('loans', `${changed}, first: 2, after: "${first.pageInfo.endCursor}"`);
    expect(second.ids).toEqual(uuids(2));
  });

  it('shows in another order also what changes while it is walked', async () => {
    const { updatedAt } = (await graph.query(`{ loan(id: "${drafts[0]?.uuid}") { updatedAt } }`)).loan;
    const changed = `filter: { memberId: "${memberId}", updatedAt: { gt: "${updatedAt}" } }, orderBy: [{ by: ID }]`;
    const first = await pageOf('loans', `${changed}, first: 2`);
    expect(first.ids).toEqual(uuids(1, 2));
    await approve(4);
    const second = await pageOf('loans', `${changed}, first: 9, after: "${first.pageInfo.endCursor}"`);
    expect(second.ids).toEqual(uuids(3, 4, 5));
  });
});

describe('A cursor', () => {
  const endOf = async (args: string) => (await pageOf('loans', args)).pageInfo.endCursor as string;

  it('says nothing of its record, and is the same wherever the record is shown', async () => {
    const { edges, pageInfo } = (await graph.query(`{ loans(first: 2) { edges { cursor node { id } } ${PAGE_INFO} } }`))
      .loans;
    expect([edges[0].cursor, edges[1].cursor]).toEqual([pageInfo.startCursor, pageInfo.endCursor]);
    expect(await endOf('first: 2')).toBe(pageInfo.endCursor);
    const content = Buffer.from(pageInfo.endCursor, 'base64url').toString('latin1');
    for (const word of [edges[1].node.id, String(drafts[4]?.id), 'loans']) expect(content).not.toContain(word);
  });

  it('takes the page up to it or behind it, as it is sent', async () => {
    const end = await endOf('first: 2');
    expect((await pageOf('loans', `first: 1, after: "${end}"`)).ids).toEqual(uuids(3));
    expect((await pageOf('loans', `last: 1, before: "${end}"`)).ids).toEqual(uuids(5));
  });

  it.each<[string, (cursor: string) => string]>([
    ['altered', (cursor) => `${cursor.slice(0, -2)}${cursor.endsWith('A') ? 'BB' : 'AA'}`],
    ['written otherwise', (cursor) => `${cursor}==`],
    ['too long', () => 'A'.repeat(5_000)],
    ['empty', () => ''],
    ['of an older version, which named a record', () => Buffer.from(`loans ${uuids(0)}`).toString('base64url')],
  ])('is refused where it is %s', async (_, change) => {
    const cursor = change(await endOf('first: 2'));
    expect(await refusalOf(`loans(after: "${cursor}")`)).toBe('invalid_cursor');
    expect(await refusalOf(`loans(last: 2, before: "${cursor}")`)).toBe('invalid_cursor');
  });

  it('is refused in another order, in another list, and at another institution', async () => {
    const cursor = await endOf('first: 2, orderBy: [{ by: PRINCIPAL }]');
    const order = (direction: string) => `orderBy: [{ by: PRINCIPAL, direction: ${direction} }]`;
    expect(await refusalOf(`loans(${order('ASCENDING')}, after: "${cursor}")`)).toBeUndefined();
    expect(await refusalOf(`loans(${order('DESCENDING')}, after: "${cursor}")`)).toBe('invalid_cursor');
    expect(await refusalOf(`loans(after: "${cursor}")`)).toBe('invalid_cursor');
    expect(await refusalOf(`repayments(after: "${cursor}")`)).toBe('invalid_cursor');
    const tenantId = await createTenant(graph.testApp.settings.adminUrl, { name: 'Another society', mode: 'sandbox' });
    const stranger = { ...graph.testApp.client.caller, tenantId };
    expect(await refusalOf(`loans(${order('ASCENDING')}, after: "${cursor}")`, stranger)).toBe('invalid_cursor');
  });

  it('takes its page with as many statements as the first one', async () => {
    const read = (args: string) => graph.counted(() => pageOf('loans', args));
    const cursor = await endOf('first: 2, orderBy: [{ by: UPDATED_AT }]');
    const [first, second] = [await read('first: 2'), await read(`first: 2, after: "${await endOf('first: 2')}"`)];
    expect([first.reads.length, second.reads.length]).toEqual([1, 1]);
    // The horizon of the walk is known.
    expect((await read(`first: 2, orderBy: [{ by: UPDATED_AT }], after: "${cursor}"`)).reads).toHaveLength(1);
  });

  it('ends with the records of its sandbox', async () => {
    const { testApp } = graph;
    const { pageInfo } = await pageOf('members', 'first: 1');
    await testApp.app.testReset.begin(testApp.operator, { fixture: 'demo' });
    await testApp.app.testReset.perform(testApp.tenantId, plantFixture);
    expect(await refusalOf(`members(after: "${pageInfo.endCursor}")`)).toBe('sandbox_was_reset');
    const { pageInfo: present } = await pageOf('members', 'first: 1');
    expect(await refusalOf(`members(after: "${present.endCursor}")`)).toBeUndefined();
  });
});
