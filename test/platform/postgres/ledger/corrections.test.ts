import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLender, type Lender } from '../../../support/lender.ts';

/** Corrections that leave something, and are right. */
let lender: Lender;
beforeAll(async () => {
  lender = await openLender('2026-01-05');
});
afterAll(() => lender.testApp.close());

/** How many journals undo another, and what the proof of the books finds, and the judge of histories. */
async function proven() {
  const [row] = await lender.testApp.sql<{ undoing: number }>(
    'select count(*)::int as undoing from journal where reversal_of is not null',
  );
  return { undoing: row?.undoing, ...(await lender.proven()) };
}

describe('The proof of corrections finds nothing in', () => {
  it('a disbursement of which a part came back before the rest, and for which the provider charged', async () => {
    const { testApp } = lender;
    const { lending } = testApp.app;
    const loanId = await testApp.readyLoan(500_000n);
    const disbursement = await testApp.done(lending.disburse, {
      loanId,
      amount: 500_000n,
      channel: 'mpesa_b2c',
      msisdn: '+254712345678',
    });
    const { originatorId, id: disbursementId } = disbursement;
    const paid = {
      kind: 'paid',
      providerRef: null,
      receiptNo: 'TPAID1',
      at: testApp.clock(),
      amount: null,
      charge: 1_300n,
    } as const;
    await lending.recordPayoutStatus(testApp.operator, { originatorId, status: paid });
    const back = { loanId, disbursementId, reason: 'The wallet was full.' };
    await testApp.done(lending.returnPartOfDisbursement, { ...back, amount: 200_000n, reversalReceiptNo: 'TBACK1' });
    await testApp.done(lending.reverseDisbursement, { ...back, reversalReceiptNo: 'TBACK2' });
    expect(await proven()).toEqual({ undoing: 1, violations: [], findings: [] });
  });

  it('a payment that went back after a part of it was split off, and the part that went back by itself', async () => {
    const { testApp } = lender;
    const { mobileMoney, lending } = testApp.app;
    const loanId = await lender.lend(100_000n);
    const [{ loan_no: accountReference } = {}] = await testApp.sql<{ loan_no: string }>(
      'select loan_no from loan where id = $1',
      [loanId],
    );
    // Far more than the loan takes.
    const paid = { receiptNo: 'SPLIT00001', amount: 500_000_000n, msisdn: '+254712345678', paidAt: testApp.clock() };
    await mobileMoney.recordPayment(testApp.operator, { ...paid, accountReference: String(accountReference) });
    const [{ repayment } = {}] = await testApp.sql<{ repayment: number }>(
      'select id::int as repayment from repayment where loan_id = $1',
      [loanId],
    );
    await testApp.done(lending.reverseRepayment, {
      loanId,
      repaymentId: Number(repayment),
      reason: 'Not for this loan.',
    });
    const parts = await testApp.sql<{ id: number }>(
      `select id::int as id from mobile_money_transaction where receipt_no = 'SPLIT00001' and state = 'unallocated' order by id`,
    );
    expect(parts).toHaveLength(2);
    const { caller: second } = await testApp.newClient();
    for (const { id: mobileMoneyId } of parts) {
      const proposal = { mobileMoneyId, reason: 'Paid by mistake.', evidence: 'Letter of the payer' };
      await testApp.done(mobileMoney.proposeMobileMoneyReturn, proposal);
      await testApp.done(mobileMoney.returnMobileMoney, { mobileMoneyId, reason: 'Sent back.' }, second);
    }
    // The repayment's journal, and the payment's; the part that was split off has none of its own that is undone.
    expect(await proven()).toEqual({ undoing: 3, violations: [], findings: [] });
  });
});
