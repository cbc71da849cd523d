import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamedConditions } from '#core/lending/agreement.ts';
import { STANDARD_RECALCULATION } from '#core/lending/schedule/servicing/recalculation.ts';
import { openLender, type Lender } from '../../../support/lender.ts';

/** A payment is taken back after what was too much of it was refunded. The books are proven after each step, as days are closed. */
let lender: Lender;
const reason = 'A reason';
const PENALISED: NamedConditions = {
  penalty: { charge: { kind: 'flat', amount: '500' }, graceDays: 0, every: 'instalment', rounding: 'half_even' },
};
const INSTALMENT_FEE: NamedConditions['fees'] = [
  { name: 'Insurance', when: 'instalment', charge: { kind: 'flat', amount: '200' } },
];

beforeAll(async () => {
  lender = await openLender('2023-01-05');
});
afterAll(() => lender.testApp.close());

const lending = () => lender.testApp.app.lending;
const done: Lender['testApp']['done'] = (useCase, command, caller) => lender.testApp.done(useCase, command, caller);

async function loanOf(loanId: number) {
  const [row] = await lender.testApp.sql<{ state: string; penalties: string; overpaid: string; owed: string }>(
    `select state, overpaid::text, penalties_outstanding::text as penalties,
            (principal_outstanding + interest_outstanding + fees_outstanding + penalties_outstanding)::text as owed
       from loan where id = $1`,
    [loanId],
  );
  if (!row) throw new Error(`There is no loan ${loanId}.`);
  return row;
}

const owed = async (loanId: number) => BigInt((await loanOf(loanId)).owed);
const refund = (loanId: number) => done(lending().refundLoanOverpayment, { loanId, channel: 'cash', reference: null });
const takeBack = (loanId: number, repaymentId: number) =>
  done(lending().reverseRepayment, { loanId, repaymentId, reason, cause: 'taken_back' });

async function requireSound() {
  expect(await lender.proven()).toEqual({ violations: [], findings: [] });
}

async function days(count: number) {
  lender.moveTo(lender.today().add({ days: count }));
  await lender.close();
}

/** Paid off today with so much too much, which went back to the member. */
async function paidOff(loanId: number, beyond: bigint): Promise<number> {
  const { total } = await lending().quoteSettlement(lender.testApp.operator, { loanId });
  const settlement = { loanId, amount: total + beyond, channel: 'cash' } as const;
  const { id } = await done(lending().settleLoan, settlement);
  expect(await loanOf(loanId)).toMatchObject({ state: 'overpaid', overpaid: String(beyond) });
  await refund(loanId);
  await requireSound();
  return id;
}

describe('A payment that is taken back after its refund', () => {
  it.each<NamedConditions>([
    {},
    { ...PENALISED, fees: INSTALMENT_FEE },
    { ...PENALISED, prepayment: STANDARD_RECALCULATION, fees: INSTALMENT_FEE },
  ])('leaves sound books while days are closed, and until all of it is paid (%j)', async (conditions) => {
    const loanId = await lender.lend(1_000_000n, { productId: await lender.product({ conditions }) });
    await days(40);
    const late = BigInt((await loanOf(loanId)).penalties);
    const paid = await paidOff(loanId, 700n);
    await days(50);
    const income = await lender.held('penalty_income');
    await takeBack(loanId, paid);
    await requireSound();
    const { state, penalties, overpaid } = await loanOf(loanId);
    expect([state, overpaid]).toEqual(['active', '0']);
    // What is a penalty of lateness is income; what was refunded is not.
    expect(income - (await lender.held('penalty_income'))).toBe(BigInt(penalties) - late - 700n);
    await days(35);
    await requireSound();
    await lender.repay(loanId, 300_000n);
    await days(1);
    await requireSound();
    await lender.repay(loanId, await owed(loanId));
    expect(await loanOf(loanId)).toMatchObject({ owed: '0' });
    await requireSound();
  });

  it('of a loan of which other payments stand: these are allocated again', async () => {
    const loanId = await lender.lend(1_000_000n, { productId: await lender.product({ conditions: PENALISED }) });
    await days(31);
    const first = await lender.repay(loanId, 90_000n);
    await days(31);
    await paidOff(loanId, 700n);
    await days(3);
    await takeBack(loanId, first);
    await requireSound();
    expect((await loanOf(loanId)).state).toBe('active');
    await days(40);
    await lender.repay(loanId, await owed(loanId));
    await requireSound();
  });

  it('twice: each time so much of the refund is owed as is left of it', async () => {
    const loanId = await lender.lend(1_000_000n);
    await lender.repay(loanId, (await owed(loanId)) - 1_000n);
    const [one, other] = [await lender.repay(loanId, 1_300n), await lender.repay(loanId, 400n)];
    await refund(loanId);
    await takeBack(loanId, other);
    expect(await loanOf(loanId)).toMatchObject({ state: 'active', penalties: '400', owed: '400' });
    await requireSound();
    await takeBack(loanId, one);
    expect(await loanOf(loanId)).toMatchObject({ state: 'active', penalties: '700', owed: '1700' });
    await requireSound();
    // What is too much again is refunded, and taken back, again.
    const again = await paidOff(loanId, 250n);
    await takeBack(loanId, again);
    expect(await loanOf(loanId)).toMatchObject({ penalties: '950', owed: '1950' });
    await requireSound();
  });

  it('may be forgiven what was refunded, which the society has lost then', async () => {
    const loanId = await lender.lend(1_000_000n);
    await takeBack(loanId, await paidOff(loanId, 700n));
    const income = await lender.held('penalty_income');
    await done(lending().waiveLoanCharge, { loanId, part: 'penalties', amount: 700n, reason });
    expect((await lender.held('penalty_income')) - income).toBe(700n);
    expect(await loanOf(loanId)).toMatchObject({ penalties: '0' });
    await requireSound();
  });

  it('of a loan that was rescheduled and charged since: the refund stays owed', async () => {
    const loanId = await lender.lend(1_000_000n);
    const paid = await paidOff(loanId, 700n);
    await takeBack(loanId, paid);
    const change = { from: lender.today().add({ days: 35 }), instalments: 6 };
    await done(lending().rescheduleLoan, { loanId, change, reason });
    expect(await loanOf(loanId)).toMatchObject({ penalties: '700' });
    await days(70);
    await done(lending().chargeOffLoan, { loanId, reason });
    await requireSound();
    await lender.repay(loanId, await owed(loanId));
    await requireSound();
  });

  it('of a loan that was refinanced: the last loan in its place owes what was refunded there', async () => {
    const productId = await lender.product({ conditions: PENALISED });
    const loanId = await lender.lend(1_000_000n, { productId });
    const paid = await lender.repay(loanId, 50_000n);
    await days(35);
    const next = await done(lending().refinanceLoan, { loanId, productId, termMonths: 12 });
    await days(35);
    const last = await done(lending().refinanceLoan, { loanId: next.id, productId, termMonths: 12 });
    await days(5);
    await paidOff(last.id, 700n);
    await takeBack(loanId, paid);
    expect(await loanOf(loanId)).toMatchObject({ state: 'closed', owed: '0' });
    expect(await loanOf(next.id)).toMatchObject({ state: 'closed', owed: '0' });
    expect(await loanOf(last.id)).toMatchObject({ state: 'active', overpaid: '0', penalties: '700' });
    await requireSound();
    await days(20);
    await lender.repay(last.id, await owed(last.id));
    await requireSound();
  });
});
