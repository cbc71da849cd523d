import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openLender, type Lender } from '../../../support/lender.ts';
import { refusalOf } from '../../../support/refused.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await openLender('2026-01-05');
});
afterAll(() => lender.testApp.close());

const reason = 'It was agreed so.';
const lending = () => lender.testApp.app.lending;
const later = async (days: number) => {
  lender.moveTo(lender.today().add({ days }));
  await lender.close();
};
const stateOf = async (id: number) =>
  (await lender.testApp.sql<{ state: string }>('select state from loan where id = $1', [id]))[0]?.state;

/** Whatever happens to a loan, the books are whole on that day, after its close, and after many more. */
describe('The books of a society', () => {
  afterEach(async () => {
    expect(await lender.violations()).toEqual([]);
    await later(1);
    expect(await lender.violations()).toEqual([]);
    await later(20);
    expect(await lender.violations()).toEqual([]);
  });

  it('are whole when charges are made and forgiven', async () => {
    const loanId = await lender.lend(5_000_000n);
    await later(45);
    await lender.testApp.done(lending().chargeLoan, { loanId, part: 'fees', amount: 7_000n, reason });
    await lender.testApp.done(lending().chargeLoan, {
      loanId,
      part: 'penalties',
      amount: 3_000n,
      instalment: 1,
      reason,
    });
    await later(3);
    await lender.testApp.done(lending().waiveLoanCharge, { loanId, part: 'interest', amount: 30_000n, reason });
    await lender.testApp.done(lending().waiveLoanCharge, { loanId, part: 'penalties', reason });
  });

  it('are whole when the rest of a loan is rescheduled at half its rate', async () => {
    const loanId = await lender.lend(5_000_000n);
    await later(20);
    await lender.repay(loanId, 400_000n);
    await later(25);
    const from = lender.today().add({ days: 30 });
    await lender.testApp.done(lending().rescheduleLoan, { loanId, change: { from, annualRate: '6' }, reason });
  });

  it('are whole when a loan is settled before its time, and too much came in', async () => {
    const loanId = await lender.lend(5_000_000n);
    await later(50);
    await lender.testApp.done(lending().settleLoan, { loanId, amount: 5_500_000n, channel: 'bank' });
    expect(await stateOf(loanId)).toBe('overpaid');
    expect(await lender.violations()).toEqual([]);
    await later(2);
    await lender.testApp.done(lending().refundLoanOverpayment, { loanId, channel: 'bank', reference: 'back' });
    expect(await stateOf(loanId)).toBe('closed');
  });

  it('are whole when a settlement is recorded late: it takes what was quoted for its day (finding: it was too small)', async () => {
    const productId = await lender.product({
      conditions: {
        penalty: { charge: { kind: 'flat', amount: '500' }, graceDays: 0, every: 'instalment', rounding: 'half_even' },
      },
    });
    const loanId = await lender.lend(5_000_000n, { productId });
    await later(33);
    const { total } = await lending().quoteSettlement(lender.testApp.operator, { loanId });
    const paidAt = lender.testApp.clock();
    await later(40);
    const settlement = { loanId, channel: 'cash', paidAt } as const;
    const short = { ...settlement, amount: total - 1n };
    expect(await refusalOf(lender.testApp.done(lending().settleLoan, short))).toMatchObject({
      code: 'settlement_too_small',
      details: { required_amount: total },
    });
    await lender.testApp.done(lending().settleLoan, { ...settlement, amount: total });
    expect(await stateOf(loanId)).toBe('closed');
  });

  it('are whole when a loss is taken, the debt is given up, and something comes in after all', async () => {
    const loanId = await lender.lend(5_000_000n);
    await later(100);
    await lender.repay(loanId, 100_000n);
    await lender.testApp.done(lending().chargeOffLoan, { loanId, reason });
    expect(await lender.violations()).toEqual([]);
    await later(10);
    await lender.repay(loanId, 200_000n);
    await later(10);
    await lender.testApp.done(lending().writeOffLoan, { loanId, reason });
    expect(await lender.violations()).toEqual([]);
    await later(10);
    await lender.repay(loanId, 300_000n);
    const [standing] = await lender.testApp.sql(
      'select principal::text, provision::text from loan_classification where loan_id = $1',
      [loanId],
    );
    expect(standing).toEqual({ principal: '0', provision: '0' });
  });

  it('are whole when a debt that was given up stands again', async () => {
    const loanId = await lender.lend(5_000_000n);
    await later(100);
    await lender.testApp.done(lending().writeOffLoan, { loanId, reason });
    await later(10);
    await lender.testApp.done(lending().undoLoanWriteOff, { loanId, reason });
    expect(await stateOf(loanId)).toBe('active');
  });

  it('are whole when a new loan pays an old one off', async () => {
    const loanId = await lender.lend(5_000_000n);
    await later(45);
    await lender.testApp.done(lending().refinanceLoan, { loanId, productId: lender.testApp.productId, termMonths: 24 });
    expect(await stateOf(loanId)).toBe('closed');
  });

  it('are whole when the provider took the money back', async () => {
    const loanId = await lender.lend(5_000_000n);
    await later(5);
    await lender.testApp.done(lending().undoLoanDisbursement, { loanId, reversalReceiptNo: 'TBACK', reason });
    expect(await stateOf(loanId)).toBe('ready_to_disburse');
  });
});
