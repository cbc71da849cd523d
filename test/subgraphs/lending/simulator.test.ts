import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
beforeAll(async () => {
  graph = await openLendingGraph();
});
afterAll(() => graph.close());

const answer = async (input: object) =>
  (
    await graph.query(
      `mutation ($input: AnswerSimulatedPaymentInput!) {
         answerSimulatedPayment(input: $input) { simulatedPayment { id } userErrors { code message path } } }`,
      { input },
    )
  ).answerSimulatedPayment;
const pay = async (amount: number, idempotencyKey = randomUUID()) =>
  (
    await graph.query(
      `mutation ($input: PayPaybillInput!, $idempotencyKey: String) {
         payPaybill(input: $input, idempotencyKey: $idempotencyKey) {
           receiptNo mobileMoneyTransaction { receiptNo amount state } userErrors { code path } } }`,
      { input: { amount, msisdn: '+254711000001', accountReference: 'JUMA' }, idempotencyKey },
    )
  ).payPaybill;

describe('The simulator, in the graph', () => {
  it.each([['not a uuid'], [randomUUID()]])('has no payment under the id %s', async (simulatedPaymentId) => {
    expect(await answer({ simulatedPaymentId, answer: 'PAID' })).toMatchObject({
      simulatedPayment: null,
      userErrors: [{ code: 'not_found' }],
    });
  });

  it('pays once to the paybill for a key, however often it is sent', async () => {
    const key = randomUUID();
    const [first, second] = [await pay(125_000, key), await pay(125_000, key)];
    expect(first).toMatchObject({ mobileMoneyTransaction: { amount: 125_000, state: 'UNALLOCATED' }, userErrors: [] });
    expect(second).toEqual(first);
  });

  it.each([[0], [150], [-100], [25_000_100], [9_007_199_254_740_900]])(
    'takes whole shillings and no more than a phone sends: not %i',
    async (amount) => {
      expect(await pay(amount)).toMatchObject({
        receiptNo: null,
        userErrors: [{ code: 'range', path: ['input', 'amount'] }],
      });
    },
  );
});
