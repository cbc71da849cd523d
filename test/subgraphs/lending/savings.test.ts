import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openHouseSavings } from '#test/support/house-savings.ts';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
let memberId: string;
let alertId: string;
/** The member's accounts, newest first; the newest got a fortune in cash. */
let accountIds: string[];
beforeAll(async () => {
  graph = await openLendingGraph();
  const { house, uuidOf } = graph;
  const savings = await openHouseSavings(house);
  memberId = await uuidOf('member', house.memberId);
  await savings.account(7_500n);
  await savings.account(0n, await house.newMember());
  alertId = await uuidOf('aml_alert', await savings.alert());
  const rows = await house.sql('select uuid from savings_account where member_id = $1 order by id desc', [
    house.memberId,
  ]);
  accountIds = rows.map(({ uuid }) => String(uuid));
});
afterAll(() => graph.close());

describe('Savings in the graph', () => {
  it('show each account of a member, newest first, with what may be done', async () => {
    const { member } = await graph.answer(
      `{ member(id: "${memberId}") { savingsAccounts { totalCount nodes {
           id accountNo kind state balance held availableBalance maturesOn availableActions member { id } } } } }`,
    );
    expect(member.savingsAccounts.totalCount).toBe(2);
    expect(member.savingsAccounts.nodes.map(({ id, balance }: any) => [id, balance])).toEqual([
      [accountIds[0], 250_000_000],
      [accountIds[1], 7_500],
    ]);
    expect(member.savingsAccounts.nodes[1]).toMatchObject({
      kind: 'ORDINARY',
      state: 'ACTIVE',
      held: 0,
      availableBalance: 7_500,
      maturesOn: null,
      member: { id: memberId },
      availableActions: expect.arrayContaining(['FREEZE', 'CLOSE']),
    });
  });

  it('are read for many members as for one', async () => {
    const page = (first: number) =>
      graph.counted(() =>
        graph.answer(`{ members(first: ${first}) { nodes { savingsAccounts { totalCount nodes { id } } } } }`),
      );
    const [one, all] = [await page(1), await page(10)];
    expect(all.result.members.nodes).toHaveLength(2);
    expect(all.reads.length).toBe(one.reads.length);
  });

  it('are walked page by page', async () => {
    const { member } = await graph.answer(
      `{ member(id: "${memberId}") { savingsAccounts(first: 1) { pageInfo { endCursor hasNextPage } } } }`,
    );
    const { endCursor, hasNextPage } = member.savingsAccounts.pageInfo;
    const next = await graph.answer(
      `{ member(id: "${memberId}") { savingsAccounts(first: 1, after: "${endCursor}") { nodes { id } } } }`,
    );
    expect([hasNextPage, next.member.savingsAccounts.nodes]).toEqual([true, [{ id: accountIds[1] }]]);
  });

  it('are nobody’s who lacks the scope', async () => {
    const { caller } = await graph.house.newClient(['members:read']);
    const { data, errors } = await graph.ask(`{ savingsAccount(id: "${accountIds[0]}") { id } }`, {}, caller);
    expect([data, errors?.[0].extensions.code]).toEqual([{ savingsAccount: null }, 'insufficient_scope']);
  });
});

describe('Alerts in the graph', () => {
  it('are listed by state, with what may be decided', async () => {
    const list = '{ totalCount nodes { id ruleId severity state amount overdue member { id } availableActions } }';
    const data = await graph.answer(
      `{ open: amlAlerts(filter: { states: [OPEN] }) ${list} closed: amlAlerts(filter: { states: [CLOSED] }) ${list} }`,
    );
    expect(data.closed).toEqual({ totalCount: 0, nodes: [] });
    expect(data.open.totalCount).toBe(data.open.nodes.length);
    const alert = data.open.nodes.find(({ id }: { id: string }) => id === alertId);
    expect(alert).toMatchObject({
      state: 'OPEN',
      overdue: false,
      member: { id: memberId },
      availableActions: ['ASSIGN', 'MARK_FALSE_POSITIVE'],
    });
  });
});
