import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainError } from '#core/kernel/domain-error.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { moneyOf } from '#test/support/money.ts';
import { openWorkerContext, type WorkerContext } from '#test/support/worker-context.ts';

describe('Eight disbursements of 200,000 at the same time, with a float of 1,000,000', () => {
  const AMOUNT = 20_000_000n;
  const FLOAT = 100_000_000n;
  let testApp: TestApp;
  let context: WorkerContext;
  beforeAll(async () => {
    testApp = await openTestApp({ float: FLOAT });
    context = await openWorkerContext(testApp);
  });
  afterAll(async () => {
    await context.close();
    await testApp.close();
  });

  it('are five that are sent, and three that are refused for want of float', async () => {
    const loans: number[] = [];
    for (let n = 0; n < 8; n++) loans.push(await testApp.readyLoan(AMOUNT, await testApp.newMember()));
    const request = loans.map((loanId) =>
      testApp.done(testApp.app.lending.disburse, {
        loanId,
        amount: AMOUNT,
        channel: 'mpesa_b2c' as const,
        msisdn: '+254712345000',
      }),
    );
    const settled = await Promise.allSettled(request);
    const sent = settled.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
    const refused = settled.filter((each) => each.status === 'rejected').map(({ reason }) => reason as DomainError);
    expect(sent.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'sent'));
    for (const { providerRef } of sent) expect(providerRef).toMatch(/^AG_\d{8}_[0-9a-f]{20}$/);
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'insufficient_balance'));
    for (const { details } of refused) {
      expect(details).toMatchObject({ agent_id: testApp.agent.agentNo, available_float: 0n });
    }

    await eventually(async () => {
      const [row] = await testApp.sql(`select count(*)::int as n from disbursement where state = 'confirmed'`);
      return row?.['n'] === 5;
    });
    expect(await moneyOf(testApp)).toEqual({
      float: 0n,
      held: 0n,
      books: { loan_portfolio: FLOAT, mpesa_float: -FLOAT },
    });
    const active = await testApp.sql(`select state, count(*)::int as n from loan group by state order by state`);
    expect(active).toEqual([
      { state: 'active', n: 5 },
      { state: 'ready_to_disburse', n: 3 },
    ]);
    const emitted = await testApp.sql(`select count(*)::int as n from event where type = 'loan.disbursed'`);
    expect(emitted).toEqual([{ n: 5 }]);
    const receipts = await testApp.sql<{ receipt_no: string }>('select distinct receipt_no from disbursement');
    expect(receipts).toHaveLength(5);
    for (const { receipt_no } of receipts) expect(receipt_no).toMatch(/^[A-Z0-9]{10}$/);
  });
});
