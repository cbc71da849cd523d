import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../support/test-app.ts';
import { openTestSavings, type TestSavings } from '../../../support/test-app-savings.ts';
import { openTestSchool, type TestSchool } from '../../../support/test-app-school.ts';
import { refusalOf } from '../../../support/refused.ts';
import { notifiedRail } from '#test/support/notified-rail.ts';

let testApp: TestApp;
let savings: TestSavings;
let school: TestSchool;
beforeAll(async () => {
  testApp = await openTestApp({
    payoutRailOf: () =>
      notifiedRail({
        send: async () => ({ kind: 'accepted', providerRef: 'AG_1' }),
        query: async () => ({ kind: 'pending' }),
      }),
  });
  savings = await openTestSavings(testApp);
  school = await openTestSchool(testApp);
});
afterAll(() => testApp.close());

let receipts = 0;
const receive = async (accountReference: string, amount = 50_000n, receiptNo = `SFC${++receipts}`) => {
  const { payment } = await testApp.done(testApp.app.mobileMoney.receivePayment, {
    receiptNo,
    amount,
    msisdn: '+254712345678',
    accountReference,
    paidAt: testApp.clock().subtract({ seconds: 30 }),
  });
  return payment;
};

/** A loan that is paid out and runs. */
async function anActiveLoan() {
  const loanId = await testApp.readyLoan(1_000_000n);
  const disburse = { loanId, amount: 1_000_000n, channel: 'mpesa_b2c', msisdn: '+254700000000' } as const;
  const { originatorId } = await testApp.done(testApp.app.lending.disburse, disburse);
  const paid = {
    kind: 'paid',
    providerRef: 'AG_1',
    receiptNo: `B2C${loanId}`,
    at: testApp.clock(),
    amount: null,
  } as const;
  await testApp.app.lending.recordPayoutStatus(testApp.operator, { originatorId, status: paid });
  return loanId;
}

const changeOf = async (work: () => Promise<unknown>) => {
  const before = await savings.ledger();
  await work();
  const after = await savings.ledger();
  const accounts = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...accounts].map((account) => [account, (after[account] ?? 0n) - (before[account] ?? 0n)] as const);
  return Object.fromEntries(changes.filter(([, amount]) => amount !== 0n));
};

describe('A payment to the paybill', () => {
  it('with a savings account’s number is a deposit, in one transaction', async () => {
    const id = await savings.account();
    const [row] = await testApp.sql<{ account_no: string }>('select account_no from savings_account where id = $1', [
      id,
    ]);
    const change = await changeOf(async () => {
      const payment = await receive(String(row?.account_no).toLowerCase().replace('-', ' '));
      expect(payment).toMatchObject({ state: 'allocated', destinationType: 'savings_account', destinationId: id });
      const [deposit] = await testApp.sql(
        'select uuid, channel, reference, state from savings_transaction where account_id = $1',
        [id],
      );
      expect(deposit).toEqual({
        uuid: payment.bookedUuid,
        channel: 'mpesa_paybill',
        reference: payment.receiptNo,
        state: 'posted',
      });
    });
    expect(change).toEqual({ mpesa_paybill: 50_000n, savings_control: -50_000n });
    expect(await savings.holding(id)).toEqual([50_000n, 0n]);
  });

  it('with a loan’s number is a repayment', async () => {
    const loanId = await anActiveLoan();
    const [loan] = await testApp.sql<{ loan_no: string }>('select loan_no from loan where id = $1', [loanId]);
    const change = await changeOf(async () => {
      const payment = await receive(String(loan?.loan_no));
      expect(payment).toMatchObject({ state: 'allocated', destinationType: 'loan', bookedType: 'repayment' });
    });
    expect(change['mpesa_paybill']).toBe(50_000n);
    expect(change['unallocated_receipts']).toBeUndefined();
    const [repayment] = await testApp.sql<{ amount: string }>('select amount from repayment where loan_id = $1', [
      loanId,
    ]);
    expect(repayment).toEqual({ amount: '50000' });
  });

  it('with a student’s admission number is fees, and owed to the school', async () => {
    const { studentId } = await school.enrolled();
    const invoiceId = await school.issued(studentId, 80_000n);
    const [student] = await testApp.sql<{ admission_no: string }>('select admission_no from student where id = $1', [
      studentId,
    ]);
    const change = await changeOf(async () => {
      const payment = await receive(` ${String(student?.admission_no).toLowerCase()} `);
      expect(payment).toMatchObject({ state: 'allocated', destinationType: 'student', destinationId: studentId });
    });
    expect(change).toEqual({ mpesa_paybill: 50_000n, school_fees_collected: -50_000n });
    expect(await testApp.sql('select state, paid from invoice where id = $1', [invoiceId])).toEqual([
      { state: 'partially_paid', paid: '50000' },
    ]);
  });

  it('for a loan on which nothing was disbursed waits in suspense, and says why', async () => {
    const loanId = await testApp.readyLoan(1_000_000n);
    const [loan] = await testApp.sql<{ loan_no: string }>('select loan_no from loan where id = $1', [loanId]);
    const change = await changeOf(async () => {
      expect(await receive(String(loan?.loan_no))).toMatchObject({
        state: 'unallocated',
        stateReason: 'loan_not_repayable',
      });
    });
    expect(change).toEqual({ mpesa_paybill: 50_000n, unallocated_receipts: -50_000n });
  });

  it('is one payment although its receipt comes many times at the same time', async () => {
    const id = await savings.account();
    const [row] = await testApp.sql<{ account_no: string }>('select account_no from savings_account where id = $1', [
      id,
    ]);
    const payments = await Promise.all(
      Array.from({ length: 8 }, () => receive(String(row?.account_no), 900n, 'ONE-RECEIPT')),
    );
    expect(new Set(payments.map(({ uuid }) => uuid)).size).toBe(1);
    expect(await savings.holding(id)).toEqual([900n, 0n]);
  });

  it('in suspense is placed by a person, and placed again when that was wrong', async () => {
    const payment = await receive('WHO KNOWS');
    const id = await savings.account();
    const to = { mobileMoneyId: payment.id, to: { type: 'savings_account', id } } as const;
    const placed = await testApp.done(testApp.app.mobileMoney.allocateMobileMoney, to);
    const [deposit] = await testApp.sql<{ id: string }>('select id from savings_transaction where uuid = $1', [
      placed.bookedUuid,
    ]);
    const change = await changeOf(() =>
      testApp.done(testApp.app.savings.reverseSavingsTransaction, {
        savingsTransactionId: Number(deposit?.id),
        reason: 'Another account',
      }),
    );
    expect(change).toEqual({ savings_control: 50_000n, unallocated_receipts: -50_000n });
    expect(await savings.holding(id)).toEqual([0n, 0n]);
    const again = await testApp.done(testApp.app.mobileMoney.allocateMobileMoney, to);
    expect([again.state, await savings.holding(id)]).toEqual(['allocated', [50_000n, 0n]]);
    const { studentId } = await school.enrolled();
    const other = await receive('WHO KNOWS');
    const forStudent = { mobileMoneyId: other.id, to: { type: 'student', id: studentId } } as const;
    expect((await testApp.done(testApp.app.mobileMoney.allocateMobileMoney, forStudent)).bookedType).toBe('payment');
  });

  it('for the wrong student goes back into suspense when the fees are taken back, and to the right one from there', async () => {
    const [wrong, right] = [await school.newStudent(), await school.newStudent()];
    const payment = await receive('WHOSE CHILD', 70_000n);
    const give = (studentId: number) =>
      testApp.done(testApp.app.mobileMoney.allocateMobileMoney, {
        mobileMoneyId: payment.id,
        to: { type: 'student', id: studentId } as const,
      });
    await give(wrong);
    const [booked] = await testApp.sql<{ id: string }>('select id from invoice_payment where student_id = $1', [wrong]);
    const change = await changeOf(() =>
      testApp.done(testApp.app.education.reversePayment, { paymentId: Number(booked?.id), reason: 'Another child' }),
    );
    expect(change).toEqual({ school_fees_collected: 70_000n, unallocated_receipts: -70_000n });
    expect(
      await testApp.sql('select state, state_reason from mobile_money_transaction where id = $1', [payment.id]),
    ).toEqual([{ state: 'unallocated', state_reason: 'Another child' }]);
    expect(await give(right)).toMatchObject({ state: 'allocated', destinationId: right });
    expect(
      await testApp.sql(
        'select student_id::int as student, state, reference from invoice_payment where reference = $1 order by id',
        [payment.receiptNo],
      ),
    ).toEqual([
      { student: wrong, state: 'reversed', reference: payment.receiptNo },
      { student: right, state: 'received', reference: payment.receiptNo },
    ]);
  });

  it('is not placed where it is refused: it stays, and nothing is booked', async () => {
    const payment = await receive('WHO KNOWS');
    const loanId = await testApp.readyLoan(1_000_000n);
    const change = await changeOf(async () => {
      const to = { mobileMoneyId: payment.id, to: { type: 'loan', id: loanId } } as const;
      expect((await refusalOf(testApp.done(testApp.app.mobileMoney.allocateMobileMoney, to))).code).toBe(
        'loan_not_repayable',
      );
    });
    expect(change).toEqual({});
    expect(await testApp.sql('select state from mobile_money_transaction where id = $1', [payment.id])).toEqual([
      { state: 'unallocated' },
    ]);
  });
});

describe('A collection', () => {
  it('is settled by a notification, once, and merged where the confirmation came under another number', async () => {
    const id = await savings.account();
    const [row] = await testApp.sql<{ account_no: string }>('select account_no from savings_account where id = $1', [
      id,
    ]);
    const wanted = { amount: 10_000n, msisdn: '+254711111111', accountReference: String(row?.account_no) };
    const requested = await testApp.done(testApp.app.mobileMoney.collect, wanted);
    expect((await refusalOf(testApp.done(testApp.app.mobileMoney.collect, wanted))).code).toBe('collection_unsettled');
    await receive(wanted.accountReference, 10_000n, 'STK-1');
    const status = {
      kind: 'paid',
      providerRef: null,
      receiptNo: 'STK-1',
      amount: 10_000n,
      at: testApp.clock(),
    } as const;
    const settle = () =>
      testApp.app.mobileMoney.recordCollectionStatus(testApp.operator, {
        originatorId: requested.originatorId ?? '',
        status,
        source: 'query',
      });
    expect(await settle()).toMatchObject({ id: requested.id, state: 'merged' });
    // The repeated notification is about the payment that it was merged into.
    expect(await settle()).toMatchObject({ state: 'allocated', receiptNo: 'STK-1' });
    expect(await savings.holding(id)).toEqual([10_000n, 0n]);
    const view = await testApp.app.read(testApp.client.caller, (views) => views.mobileMoney.one(requested.id));
    expect(view).toMatchObject({ state: 'merged', receiptNo: null, mergedInto: { id: expect.any(Number) } });
  });

  it('requested many times at the same time is sent once', async () => {
    const wanted = { amount: 20_000n, msisdn: '+254711111112', accountReference: 'X' };
    const request = await Promise.allSettled(
      Array.from({ length: 6 }, () => testApp.done(testApp.app.mobileMoney.collect, wanted)),
    );
    expect(request.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  });
});

describe('The books', () => {
  it('hold in suspense exactly what is unallocated, and owe members exactly what they saved', async () => {
    const ledger = await savings.ledger();
    const [sums] = await testApp.sql<{ waiting: string; saved: string; received: string }>(
      `select (select coalesce(sum(amount), 0) from mobile_money_transaction where state = 'unallocated') as waiting,
              (select sum(amount) from mobile_money_transaction where receipt_no is not null) as received,
              (select sum(balance) from savings_account) as saved`,
    );
    expect(-(ledger['unallocated_receipts'] ?? 0n)).toBe(BigInt(sums?.waiting ?? -1));
    expect(-(ledger['savings_control'] ?? 0n)).toBe(BigInt(sums?.saved ?? -1));
    expect(ledger['mpesa_paybill']).toBe(BigInt(sums?.received ?? -1));
  });
});
