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

const did = async (name: string, input: object) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const data = await graph.query(
    `mutation ($input: ${type}!) { ${name}(input: $input) {
       receipt { id channel restAmount parts { number state amount destination { type id } bookedAs { type } } }
       userErrors { code path } } }`,
    { input },
  );
  return data[name];
};

describe('A payment that is booked in parts, in the graph', () => {
  it('is split, is that of before when it is sent again, is read, and is taken back', async () => {
    const [one, two] = [
      await graph.uuidOf('savings_account', await savings.account()),
      await graph.uuidOf('savings_account', await savings.account()),
    ];
    const parts = [
      { savingsAccountId: one, amount: 30_000 },
      { savingsAccountId: two, amount: 20_000 },
    ];
    const payment = { channel: 'BANK', reference: 'FT26325XKZ41', amount: 50_000, parts };
    const made = await did('splitReceipt', payment);
    expect(made).toMatchObject({
      receipt: {
        channel: 'BANK',
        restAmount: 0,
        parts: [
          { number: 1, state: 'LIVE', amount: 30_000, destination: { type: 'savings_account', id: one } },
          { number: 2, state: 'LIVE', bookedAs: { type: 'savings_transaction' } },
        ],
      },
      userErrors: [],
    });
    expect(await did('splitReceipt', payment)).toEqual(made);
    const { id } = made.receipt;
    const read = await graph.query('query ($id: ID!) { receipt(id: $id) { reference version } }', { id });
    expect(read.receipt).toEqual({ reference: 'FT26325XKZ41', version: 1 });
    const { node } = await graph.query('query ($id: ID!) { node(id: $id) { __typename id } }', { id });
    expect(node).toEqual({ __typename: 'Receipt', id });
    const wrong = { ...payment, reference: 'FT-OTHER', amount: 1, parts: [{ savingsAccountId: one, amount: 2 }] };
    expect(await did('splitReceipt', wrong)).toMatchObject({
      receipt: null,
      userErrors: [{ code: 'sum' }],
    });
    const undone = await did('reverseReceipt', {
      receiptId: id,
      reason: 'The transfer was recalled.',
      cause: 'TAKEN_BACK',
    });
    expect(undone.receipt.parts.map(({ state }: { state: string }) => state)).toEqual(['TAKEN_BACK', 'TAKEN_BACK']);
  });

  it('finds what 500 parts name in one statement', async () => {
    const known = await graph.uuidOf('savings_account', await savings.account());
    const parts = Array.from({ length: 500 }, (_, index) => ({
      savingsAccountId: index === 0 ? known : randomUUID(),
      amount: 100,
    }));
    const { database } = graph.testApp;
    const looked: string[] = [];
    database.onStatement = (text) => void (text.includes('savings_account') && looked.push(text));
    try {
      expect(await did('splitReceipt', { channel: 'BANK', reference: 'FT-500', amount: 50_000, parts })).toMatchObject({
        receipt: null,
        userErrors: [{ code: 'unknown_reference', path: ['input', 'parts', '1', 'savingsAccountId'] }],
      });
    } finally {
      database.onStatement = null;
    }
    expect(looked).toHaveLength(1);
  });
});
