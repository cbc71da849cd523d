import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
/** Three members: with one loan, with three, with eight; each paid out and repaid twice. */
let memberIds: string[];
beforeAll(async () => {
  graph = await openLendingGraph();
  const { testApp, query, confirm, uuidOf } = graph;
  memberIds = [];
  for (const loans of [1, 3, 8]) {
    const member = await testApp.newMember();
    memberIds.push(await uuidOf('member', member));
    for (let n = 0; n < loans; n++) {
      const loanId = await uuidOf('loan', await testApp.readyLoan(1_000_000n, member));
      const { disburseLoan } = await query(
        `mutation($loanId: ID!) { disburseLoan(input: { loanId: $loanId, amount: 1000000, channel: MPESA_B2C, msisdn: "+254722000111" }) { disbursement { id } } }`,
        { loanId },
      );
      await confirm(disburseLoan.disbursement.id);
      await query(
        `mutation($loanId: ID!) {
           a: recordRepayment(input: { loanId: $loanId, amount: 90000, channel: CASH }) { userErrors { code } }
           b: recordRepayment(input: { loanId: $loanId, amount: 1000, channel: BANK }) { userErrors { code } } }`,
        { loanId },
      );
    }
  }
});
afterAll(() => graph.close());

/** The deepest walk through lending, there and back. */
const DEEP = `
  fragment Everything on Member {
    id branch { code }
    loans(first: 50) {
      totalCount
      nodes {
        id product { code } schedule { number state }
        disbursements(first: 5) { totalCount nodes { id agent { agentNo branch { code } } loan { loanNo } } }
        repayments(first: 5) { totalCount nodes { receiptNo allocation { principal } loan { id member { memberNo branch { name } } } } }
        member { memberNo }
      }
    }
  }`;
const byEntities = (ids: readonly string[]) =>
  [
    `query($representations: [_Any!]!) { _entities(representations: $representations) { ...Everything } } ${DEEP}`,
    { representations: ids.map((id) => ({ __typename: 'Member', id })) },
  ] as const;

describe('The statements of a deep query', () => {
  it('are as many for one record as for many', async () => {
    const small = await graph.counted(() => graph.query(...byEntities(memberIds.slice(0, 1))));
    const large = await graph.counted(() => graph.query(...byEntities(memberIds)));
    const loansOf = ({ result }: typeof small) =>
      result._entities.flatMap(({ loans }: { loans: { nodes: object[] } }) => loans.nodes);
    expect([loansOf(small).length, loansOf(large).length]).toEqual([1, 12]);
    expect(
      loansOf(large).every(({ repayments }: { repayments: { totalCount: number } }) => repayments.totalCount === 2),
    ).toBe(true);
    expect(large.reads.length).toBe(small.reads.length);
    // Members, branches, loans (of members, and by id), products, schedules, disbursements, repayments, agents: 9; and 3 counts.
    expect(large.reads.length).toBe(12);
  });

  it('share one transaction', async () => {
    const { transactions } = await graph.counted(() => graph.query(...byEntities(memberIds)));
    expect(transactions).toBe(1);
  });

  it('are as many for a page of one as for a page of all', async () => {
    const list = (first: number) =>
      graph.counted(() =>
        graph.query(`query($first: Int) { members(first: $first) { nodes { ...Everything } } } ${DEEP}`, { first }),
      );
    // The newest member is the one with the most loans; both pages have all kinds of children.
    expect((await list(3)).reads.length).toBe((await list(1)).reads.length);
  });

  it.each([
    [
      'repayments',
      'filter: { channels: [CASH] }, orderBy: [{ by: PAID_AT }]',
      'amount loan { loanNo member { memberNo } }',
    ],
    ['disbursements', 'orderBy: [{ by: AMOUNT, direction: DESCENDING }]', 'amount loan { loanNo } agent { agentNo }'],
  ])('are as many for a page of %s of all loans as for one of them', async (root, which, show) => {
    const list = (first: number) =>
      graph.counted(() => graph.query(`{ ${root}(${which}, first: ${first}) { totalCount nodes { ${show} } } }`));
    const [one, all] = [await list(1), await list(100)];
    expect(all.reads.length).toBe(one.reads.length);
    const { totalCount, nodes } = all.result[root];
    expect([totalCount, new Set(nodes.map(({ loan }: any) => loan.loanNo)).size]).toEqual([12, 12]);
  });

  it('leave out what is not selected', async () => {
    const { reads } = await graph.counted(() => graph.query('{ loans { totalCount } }'));
    expect(reads).toEqual([expect.stringMatching(/^select count/)]);
    const page = await graph.counted(() =>
      graph.query('{ loans { nodes { id } pageInfo { endCursor } edges { cursor } } }'),
    );
    expect(page.reads).toHaveLength(1);
    const none = await graph.counted(() => graph.query('{ __typename loan(id: "nonsense") { id } }'));
    expect([none.reads, none.transactions]).toEqual([[], 0]);
  });

  it('of the same page of many parents are one, and another page is another', async () => {
    const two = await graph.counted(() =>
      graph.query(
        '{ members { nodes { a: loans(first: 1) { nodes { id } } b: loans(first: 1) { nodes { id } } c: loans(last: 2) { nodes { id } } } } }',
      ),
    );
    expect(two.reads).toHaveLength(3);
    const [newest] = two.result.members.nodes;
    expect(newest.a).toEqual(newest.b);
    expect(newest.c.nodes).toHaveLength(2);
  });
});

describe('The statements of settlement quotes', () => {
  const dayIn = (days: number) =>
    graph.testApp.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate().add({ days }).toString();
  const quoted = (first: number, days: readonly number[]) =>
    graph.counted(() =>
      graph.query(
        `{ loans(filter: { states: [ACTIVE] }, first: ${first}) { nodes { loanNo
             ${days.map((day) => `in${day}: settlementQuote(on: "${dayIn(day)}") { total validUntil }`).join(' ')} } } }`,
      ),
    );

  it('are as many for every loan and day of an operation as for one of them, in one transaction more', async () => {
    const [one, all] = [await quoted(1, [0]), await quoted(100, [0, 10, 40, 100, 300])];
    expect(all.result.loans.nodes).toHaveLength(12);
    expect([all.reads.length, all.transactions]).toEqual([one.reads.length, one.transactions]);
    // The page; the loans and what was booked on them.
    expect([all.reads.length, all.transactions]).toEqual([3, 2]);
  });

  it('say of each loan and day what is quoted alone', async () => {
    const { app, client, sql } = graph.testApp;
    for (const { loanNo, ...quotes } of (await quoted(100, [0, 10, 300])).result.loans.nodes) {
      const [loan] = await sql<{ id: string }>('select id from loan where loan_no = $1', [loanNo]);
      for (const day of [0, 10, 300]) {
        const asked = { loanId: Number(loan?.id), on: Temporal.PlainDate.from(dayIn(day)) };
        const { total, validUntil } = await app.lending.quoteSettlement(client.caller, asked);
        expect(quotes[`in${day}`]).toEqual({
          total: Number(total),
          validUntil: validUntil.toString({ fractionalSecondDigits: 3 }),
        });
      }
    }
  });

  it('leave a day that is over to itself', async () => {
    const { data, errors } = await graph.execute(
      `{ loans(filter: { states: [ACTIVE] }, first: 1) { nodes {
           over: settlementQuote(on: "${dayIn(-1)}") { total } now: settlementQuote { total } } } }`,
    );
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['loans', 'nodes', 0, 'over'], 'validation_failed'],
    ]);
    expect(data.loans.nodes).toEqual([{ over: null, now: { total: expect.any(Number) } }]);
  });
});

describe('The statements of what members left', () => {
  it('are as many for every claim of a page as for one of them, in one transaction more', async () => {
    const { testApp, query, uuidOf } = graph;
    for (let n = 0; n < 3; n++) {
      const memberId = await testApp.newMember();
      await testApp.readyLoan(1_000_000n, memberId);
      const death = { memberId: await uuidOf('member', memberId), diedOn: '2026-01-02', documentReference: `B-${n}` };
      const { recordMemberDeath } = await query(
        `mutation($death: RecordMemberDeathInput!) { recordMemberDeath(input: $death) { userErrors { code } } }`,
        { death },
      );
      expect(recordMemberDeath.userErrors).toEqual([]);
    }
    const page = (first: number) =>
      graph.counted(() =>
        query(`{ deathClaims(first: ${first}) { nodes { claimNo estate { loans { loanNo state } obstacles } } } }`),
      );
    const [one, all] = [await page(1), await page(3)];
    const estates = all.result.deathClaims.nodes.map(({ estate }: { estate: { loans: object[] } }) => estate.loans);
    expect(estates).toEqual(Array(3).fill([{ loanNo: expect.any(String), state: 'READY_TO_DISBURSE' }]));
    expect([all.reads.length, all.transactions]).toEqual([one.reads.length, one.transactions]);
    expect(all.transactions).toBe(2);
  });
});
