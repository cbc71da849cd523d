import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
beforeAll(async () => {
  graph = await openLendingGraph();
});
afterAll(() => graph.close());

const PREVIEW = `query ($terms: ScheduleTermsInput!, $productId: ID, $supposed: SupposedInput) {
  schedulePreview(terms: $terms, productId: $productId, supposed: $supposed) {
    instalment nettedFees paidOut maturityDate overpaid
    totals { principal interest fees total }
    costOfCredit { total totalPayable annualPercentageRate }
    rows { number dueDate principal interest fees total balanceAfter paid }
    settlement { on principal interest total }
  }
}`;

describe('A schedule preview', () => {
  it('shows rows, costs and the APR of terms that are typed in', async () => {
    const { schedulePreview } = await graph.query(PREVIEW, {
      terms: {
        method: 'DECLINING_EQUAL_INSTALMENTS',
        principal: 500_000,
        annualRate: '12',
        instalments: 18,
        disbursedOn: '2022-11-01',
        instalmentMultiple: 100,
        fees: [{ name: 'Processing', when: 'DISBURSEMENT', percent: '1' }],
      },
    });
    expect(schedulePreview.rows).toHaveLength(18);
    expect(schedulePreview.rows[1]).toEqual({
      number: 2,
      dueDate: '2023-01-01',
      principal: 25_755,
      interest: 4_745,
      fees: 0,
      total: 30_500,
      balanceAfter: 448_745,
      paid: null,
    });
    expect(schedulePreview).toMatchObject({ nettedFees: 5_000, paidOut: 495_000, instalment: 30_500 });
    expect(schedulePreview.costOfCredit.annualPercentageRate).toMatch(/^1[3-9]\.\d\d$/);
  });

  it('follows payments, and says what settles the loan', async () => {
    const { schedulePreview } = await graph.query(PREVIEW, {
      terms: {
        method: 'DECLINING_EQUAL_INSTALMENTS',
        principal: 500_000,
        annualRate: '12',
        instalments: 6,
        disbursedOn: '2022-11-01',
        instalmentAmount: 86_200,
      },
      supposed: {
        payments: [{ on: '2022-12-01', amount: 100_000 }],
        prepayment: 'REDUCE_NUMBER',
        settleOn: '2022-12-16',
      },
    });
    expect(schedulePreview.rows[0].paid).toBe(100_000);
    const { on, principal, interest, total } = schedulePreview.settlement;
    expect([on, principal + interest]).toEqual(['2022-12-16', total]);
  });

  it('of a loan that comes to more than can be shown is refused at its principal (finding: it was an internal error)', async () => {
    const { errors } = await graph.execute(PREVIEW, {
      terms: {
        method: 'FLAT',
        principal: 9_000_000_000_000_000,
        annualRate: '12',
        instalments: 12,
        disbursedOn: '2026-11-01',
      },
    });
    expect(errors?.[0].extensions).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: ['terms', 'principal'], code: 'range' }],
    });
  });

  it('of a product keeps its terms and limits', async () => {
    const productId = await graph.uuidOf('loan_product', graph.testApp.productId);
    const { schedulePreview } = await graph.query(PREVIEW, {
      productId,
      terms: { principal: 100_000, termMonths: 3 },
    });
    expect(schedulePreview.rows).toHaveLength(3);
    const { errors } = await graph.execute(PREVIEW, { productId, terms: { principal: 100_000, termMonths: 61 } });
    expect(errors?.[0].extensions).toMatchObject({ code: 'out_of_product_range', field: 'term_months' });
  });

  it('of impossible terms is refused, with each wrong term', async () => {
    const { errors } = await graph.execute(PREVIEW, { terms: { principal: 100_000, method: 'FLAT', annualRate: 'x' } });
    expect(errors?.[0].extensions).toMatchObject({ code: 'validation_failed' });
    expect(errors?.[0].extensions.errors.map(({ path }: { path: string[] }) => path)).toEqual([
      ['terms', 'annualRate'],
      ['terms', 'instalments'],
    ]);
  });

  it('needs the scope to read products', async () => {
    const { caller } = await graph.testApp.newClient(['loans:read']);
    const { errors } = await graph.execute(PREVIEW, { terms: { principal: 1 } }, caller);
    expect(errors?.[0].extensions.code).toBe('insufficient_scope');
  });
});
