import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSavings, type TestSavings } from '#test/support/test-app-savings.ts';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
let savings: TestSavings;
beforeAll(async () => {
  graph = await openLendingGraph();
  savings = await openTestSavings(graph.testApp);
});
afterAll(() => graph.close());

const anAccount = async () => graph.uuidOf('savings_account', await savings.account());
const created = async (input: object, idempotencyKey: string | null = null) => {
  const data = await graph.query(
    `mutation ($input: CreatePostingsInput!, $idempotencyKey: String) {
       createPostings(input: $input, idempotencyKey: $idempotencyKey) {
         batch { rows { replayed savingsTransaction { id amount channel balanceAfter } repayment { id } } }
         userErrors { code path } } }`,
    { input, idempotencyKey },
  );
  return data.createPostings;
};

describe('A batch of deposits and repayments, in the graph', () => {
  it('is booked whole, and is that of before when it is sent again', async () => {
    const [one, two] = [await anAccount(), await anAccount()];
    const rows = [
      { savingsAccountId: one, amount: 30_000, channel: 'CASH', reference: 'GRAPH-1' },
      { savingsAccountId: two, amount: 20_000, channel: 'BANK', reference: 'GRAPH-2' },
      { savingsAccountId: one, amount: 5_000, channel: 'CASH', reference: 'GRAPH-3' },
    ];
    const key = randomUUID();
    const made = await created({ rows }, key);
    expect(made).toMatchObject({
      batch: {
        rows: [
          {
            replayed: false,
            savingsTransaction: { amount: 30_000, channel: 'CASH', balanceAfter: 30_000 },
            repayment: null,
          },
          { replayed: false, savingsTransaction: { amount: 20_000, channel: 'BANK', balanceAfter: 20_000 } },
          { replayed: false, savingsTransaction: { amount: 5_000, balanceAfter: 35_000 } },
        ],
      },
      userErrors: [],
    });
    expect(await created({ rows }, key)).toEqual(made);
    const again = await created({ rows });
    expect(again.batch.rows.map(({ replayed }: { replayed: boolean }) => replayed)).toEqual([true, true, true]);
  });

  it('names every row that is in the way, in a dry run as in earnest', async () => {
    const one = await anAccount();
    const rows = [
      { savingsAccountId: one, amount: 30_000, channel: 'CASH' },
      { savingsAccountId: randomUUID(), amount: 30_000, channel: 'CASH' },
      { savingsAccountId: one, amount: 0, channel: 'CASH' },
      { amount: 30_000, channel: 'CASH' },
      { savingsAccountId: one, amount: 30_000, channel: 'CASH', branchId: randomUUID() },
    ];
    const inTheWay = [
      { code: 'unknown_reference', path: ['input', 'rows', '1', 'savingsAccountId'] },
      { code: 'range', path: ['input', 'rows', '2', 'amount'] },
      { code: 'required', path: ['input', 'rows', '3'] },
      { code: 'unknown_reference', path: ['input', 'rows', '4', 'branchId'] },
    ];
    expect(await created({ rows, dryRun: true })).toEqual({ batch: null, userErrors: inTheWay });
    expect(await created({ rows })).toEqual({ batch: null, userErrors: inTheWay });
    expect(await created({ rows: rows.slice(0, 1), dryRun: true })).toEqual({ batch: null, userErrors: [] });
    expect(await created({ rows: [] })).toMatchObject({ userErrors: [{ code: 'length', path: ['input', 'rows'] }] });
  });
});
