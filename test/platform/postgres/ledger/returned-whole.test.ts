import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamedConditions } from '#core/lending/agreement.ts';
import { STANDARD_RECALCULATION } from '#core/lending/schedule/servicing/recalculation.ts';
import { openLender, type Lender } from '../../../support/lender.ts';
import { refusalOf } from '../../../support/refused.ts';

/** Money of a loan that comes back whole, after something happened to the loan. The books are proven after each. */
let lender: Lender;
const reason = 'A reason';
const PENALISED: NamedConditions = {
  penalty: { charge: { kind: 'flat', amount: '500' }, graceDays: 0, every: 'instalment', rounding: 'half_even' },
};
const INSTALMENT_FEE: NamedConditions['fees'] = [
  { name: 'Insurance', when: 'instalment', charge: { kind: 'flat', amount: '200' } },
];

beforeAll(async () => {
  lender = await openLender('2026-01-05');
});
afterAll(() => lender.testApp.close());

const lending = () => lender.testApp.app.lending;
const done: Lender['testApp']['done'] = (useCase, command, caller) => lender.testApp.done(useCase, command, caller);
const later = (days: number) => lender.moveTo(lender.today().add({ days }));

/** A loan of an own product that takes up to 1,000,000, with its first 600,000 paid out. */
async function lent(conditions: NamedConditions = {}) {
  const productId = await lender.product({ conditions });
  const { id: loanId } = await done(lending().applyForLoan, {
    memberId: lender.testApp.memberId,
    productId,
    principal: 1_000_000n,
    termMonths: 12,
  });
  await done(lending().approveLoan, { loanId });
  return { loanId, productId, first: await payOut(loanId, 600_000n) };
}

async function payOut(loanId: number, amount: bigint): Promise<number> {
  const sent = { loanId, amount, channel: 'mpesa_b2c', msisdn: '+254712345678' } as const;
  const { id, originatorId } = await done(lending().disburse, sent);
  const at = lender.testApp.clock();
  const receiptNo = `T${originatorId.slice(-9)}`;
  const status = { kind: 'paid', providerRef: null, receiptNo, at, amount: null } as const;
  await lending().recordPayoutStatus(lender.testApp.operator, { originatorId, status });
  return id;
}

const back = (loanId: number, disbursementId: number) => ({
  loanId,
  disbursementId,
  reversalReceiptNo: `TBACK${disbursementId}`,
  reason,
});
const comesBack = (loanId: number, disbursementId: number) =>
  done(lending().reverseDisbursement, back(loanId, disbursementId));

/** Two people agree that the return in review is taken off the loan. */
async function approved(loanId: number, disbursementId: number) {
  const on = { loanId, disbursementId };
  await done(lending().proposeDisbursementOutcome, { ...on, outcome: 'not_paid', evidence: 'The bank’s notice.' });
  const { caller } = await lender.testApp.newClient();
  return done(lending().approveDisbursementOutcome, on, caller);
}

async function loanOf(loanId: number) {
  const [row] = await lender.testApp.sql<Record<string, string | null>>(
    `select state, disbursed_principal::text as lent, overpaid::text, penalties_outstanding::text as penalties,
            (principal_outstanding + interest_outstanding + fees_outstanding + penalties_outstanding)::text as owed
       from loan where id = $1`,
    [loanId],
  );
  return row;
}

async function requireSound() {
  expect(await lender.proven()).toEqual({ violations: [], findings: [] });
}

describe('A disbursement that comes back whole', () => {
  it('after a close charged for lateness is taken off, with what was charged (finding: nothing took it off)', async () => {
    const { loanId, first } = await lent(PENALISED);
    later(45);
    await lender.close();
    expect(await loanOf(loanId)).toMatchObject({ penalties: '500' });
    expect((await comesBack(loanId, first)).state).toBe('reversed');
    expect(await loanOf(loanId)).toMatchObject({ state: 'ready_to_disburse', lent: '0', owed: '0', overpaid: '0' });
    await requireSound();
    later(2);
    await lender.close();
    await requireSound();
    // Paid out again it is late from its own day on.
    await payOut(loanId, 600_000n);
    later(33);
    await lender.close();
    expect(await loanOf(loanId)).toMatchObject({ state: 'active', penalties: '500' });
    await requireSound();
  });

  it.each([{}, { prepayment: STANDARD_RECALCULATION }, { fees: INSTALMENT_FEE }])(
    'after people charged, waived and booked a repayment: what stands stays, and what was paid is the member’s (%j)',
    async (conditions) => {
      const { loanId, first } = await lent({ ...PENALISED, ...conditions });
      later(40);
      await lender.close();
      await done(lending().chargeLoan, { loanId, part: 'fees', amount: 3_000n, reason });
      await done(lending().waiveLoanCharge, { loanId, part: 'fees', amount: 1_000n, reason });
      await lender.repay(loanId, 100_000n);
      expect((await comesBack(loanId, first)).state).toBe('review');
      await requireSound();
      expect((await approved(loanId, first)).state).toBe('reversed');
      expect(await loanOf(loanId)).toEqual({
        state: 'overpaid',
        lent: '0',
        owed: '0',
        penalties: '0',
        overpaid: '98000',
      });
      await requireSound();
      await done(lending().refundLoanOverpayment, { loanId, channel: 'cash', reference: null });
      later(1);
      await lender.close();
      expect(await loanOf(loanId)).toMatchObject({ state: 'closed', overpaid: '0' });
      await requireSound();
    },
  );

  it('after people charged: the charge is owed, and can be settled, waived or paid', async () => {
    const { loanId, first } = await lent({ prepayment: STANDARD_RECALCULATION });
    await done(lending().chargeLoan, { loanId, part: 'fees', amount: 3_000n, reason });
    await comesBack(loanId, first);
    await approved(loanId, first);
    expect(await loanOf(loanId)).toMatchObject({ state: 'active', lent: '0', owed: '3000' });
    expect(await lending().quoteSettlement(lender.testApp.operator, { loanId })).toMatchObject({ total: 3_000n });
    await requireSound();
    await done(lending().settleLoan, { loanId, amount: 3_000n, channel: 'cash' });
    expect(await loanOf(loanId)).toMatchObject({ state: 'closed', owed: '0' });
    await requireSound();
  });

  it.each([{}, { prepayment: STANDARD_RECALCULATION }])(
    'with money of another tranche that stays, and a part of it that came back too (%j)',
    async (conditions) => {
      const { loanId, first } = await lent(conditions);
      later(3);
      const second = await payOut(loanId, 200_000n);
      const part = { ...back(loanId, second), amount: 50_000n };
      await done(lending().returnPartOfDisbursement, part);
      expect((await comesBack(loanId, first)).state).toBe('reversed');
      expect(await loanOf(loanId)).toMatchObject({ state: 'active', lent: '150000' });
      await requireSound();
      await lender.repay(loanId, 10_000n);
      await done(lending().reverseDisbursement, { ...back(loanId, second), reversalReceiptNo: `TREST${second}` });
      await approved(loanId, second);
      expect(await loanOf(loanId)).toMatchObject({ state: 'overpaid', lent: '0', overpaid: '10000' });
      await requireSound();
    },
  );

  it('the first of two, after a repayment: the second is repaid by its own schedule', async () => {
    const { loanId, first } = await lent();
    later(3);
    await lender.repay(loanId, 10_000n);
    later(3);
    await payOut(loanId, 200_000n);
    await done(lending().rescheduleLoan, {
      loanId,
      change: { from: lender.today().add({ days: 35 }), instalments: 6 },
      reason,
    });
    await comesBack(loanId, first);
    await approved(loanId, first);
    expect(await loanOf(loanId)).toMatchObject({ state: 'active', lent: '200000' });
    await requireSound();
  });

  it('of a loan that was refinanced relieves the loan in its place, or is refused where nothing would be left to pay off', async () => {
    const { loanId, first, productId } = await lent();
    later(3);
    const second = await payOut(loanId, 200_000n);
    later(30);
    await lender.close();
    const fresh = await done(lending().refinanceLoan, { loanId, productId, termMonths: 24 });
    const before = BigInt((await loanOf(fresh.id))?.['lent'] ?? 0);
    expect((await comesBack(loanId, second)).state).toBe('reversed');
    const after = BigInt((await loanOf(fresh.id))?.['lent'] ?? 0);
    expect(before - after).toBeGreaterThanOrEqual(200_000n);
    expect(await loanOf(loanId)).toMatchObject({ state: 'closed', lent: '600000', owed: '0' });
    await requireSound();
    expect(await refusalOf(comesBack(loanId, first))).toMatchObject({ code: 'disbursement_not_undoable' });
    await requireSound();
  });

  it('after its loss was taken is refused: it is booked as a recovery', async () => {
    const { loanId, first } = await lent();
    later(1);
    await done(lending().chargeOffLoan, { loanId, reason });
    expect(await refusalOf(comesBack(loanId, first))).toMatchObject({ code: 'disbursement_not_undoable' });
    await lender.repay(loanId, 600_000n);
    await requireSound();
  });
});
