import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UnrequestedChannel } from '#core/mobile-money/transaction/mobile-money-record.ts';
import type { Part } from '#core/payments/split/receipt-split.ts';
import { importStatement } from '#platform/app/processes/bank/import-statement.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { judge } from '#platform/judge/judge.ts';
import { bankFileSetup } from '#platform/rails/bank-file/settings.ts';
import { railSecrets, storeRail } from '#platform/rails/rail-settings.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { fakeBank, printed } from '../../../support/bank-fake.ts';
import { refusalOf } from '../../../support/refused.ts';
import { openTestApp, type TestApp } from '../../../support/test-app.ts';
import { openTestSavings, type TestSavings } from '../../../support/test-app-savings.ts';
import { openTestSchool, type TestSchool } from '../../../support/test-app-school.ts';

let testApp: TestApp;
let savings: TestSavings;
let school: TestSchool;
beforeAll(async () => {
  testApp = await openTestApp();
  savings = await openTestSavings(testApp);
  school = await openTestSchool(testApp);
});
afterAll(() => testApp.close());

const AMOUNT = 50_000n;
type Student = { readonly id: number; readonly admissionNo: string };
async function aStudent(): Promise<Student> {
  const { studentId: id } = await school.enrolled();
  await school.issued(id, 80_000n);
  const [row] = await testApp.sql<{ admission_no: string }>('select admission_no from student where id = $1', [id]);
  return { id, admissionNo: String(row?.admission_no) };
}
/** A bursar types what the payer shows. */
const recordedByHand = ({ id: studentId }: Student, reference: string, method: UnrequestedChannel, amount = AMOUNT) =>
  testApp.done(testApp.app.education.recordPayment, {
    studentId,
    amount,
    method,
    reference,
    paidAt: testApp.clock().subtract({ seconds: 60 }),
  });
/** What the provider or the bank reports of the society's account. */
const notified = (accountReference: string, receiptNo: string, channel: UnrequestedChannel, amount = AMOUNT) =>
  testApp.app.mobileMoney.recordPayment(testApp.operator, {
    channel,
    receiptNo,
    amount,
    msisdn: '+254712345678',
    accountReference,
    paidAt: testApp.clock().subtract({ seconds: 30 }),
  });
/** What the statement of the bank shows, as a person brings it. */
const shownByBank = (accountReference: string, receiptNo: string, amount: bigint) =>
  testApp.app.mobileMoney.receiveStatementCredit(testApp.operator, {
    channel: 'bank',
    receiptNo,
    amount,
    msisdn: '',
    accountReference,
    paidAt: testApp.clock().subtract({ seconds: 30 }),
  });
/** A bank whose statements are imported. */
async function openBank() {
  const { tenantId, keys, database, rails } = testApp;
  const account = '0110000000042';
  const { settings } = bankFileSetup({ environment: 'sandbox', account });
  await storeRail(database, railSecrets(keys), tenantId, { kind: 'bank_file', settings, secrets: {} });
  const bank = await rails.bankFileOf(tenantId);
  if (bank === null) throw new Error('The rail was not set up.');
  const today = () => testApp.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
  const theirs = fakeBank(account, today);
  return {
    shows: async (bankReference: string, amount: bigint) => {
      theirs.move({ day: today(), amount, ownReference: '', text: 'DEPOSIT', bankReference });
      await importStatement(testApp, testApp.operator, bank, printed(theirs.statementOf(today()), 'csv'));
    },
  };
}
const fees = ({ id }: Student): Part => ({ type: 'student', id, amount: AMOUNT });
/** A bursar types a credit of the bank that is for several. */
const split = (receiptNo: string, parts: readonly Part[]) =>
  testApp.done(testApp.app.receipts.splitReceipt, {
    channel: 'bank',
    receiptNo,
    amount: parts.reduce((sum, { amount }) => sum + amount, 0n),
    rest: 'none',
    parts,
    paidAt: testApp.clock().subtract({ seconds: 60 }),
  });
const mobileMoneyOf = (receipt: string) =>
  testApp.sql<{ amount: string; state: string; destination_type: string }>(
    'select amount, state, destination_type from mobile_money_transaction where receipt_no = $1 order by id',
    [receipt],
  );
const changeOf = async (...steps: readonly (() => Promise<unknown>)[]) => {
  const before = await savings.ledger();
  for (const step of steps) await step();
  const after = await savings.ledger();
  const accounts = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...accounts].map((account) => [account, (after[account] ?? 0n) - (before[account] ?? 0n)] as const);
  return Object.fromEntries(changes.filter(([, amount]) => amount !== 0n));
};
const placesOf = (receipt: string) =>
  testApp.sql<{ record_type: string; state: string }>(
    `select record_type, state from payment_receipt_use where receipt_key = $1 order by record_type, id`,
    [receipt],
  );
const incidentsOf = (receipt: string) =>
  testApp.sql<{ kind: string }>('select kind from incident where receipt_key = $1', [receipt]);
/** What verification and the judge find. */
const proofs = async () => {
  const { violations } = await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql));
  const { findings } = await asOwner(testApp.settings.adminUrl, (owner) =>
    judge(async (text, params) => (await owner.query(text, [...(params ?? [])])).rows),
  );
  // The float of the agent is planted: its journal has no event.
  const found = findings.filter(({ rule }) => rule !== 'journals have a cause');
  return [...violations.map(({ what }) => what), ...found.map(({ sentence }) => sentence)];
};

describe('A payment of fees that a person records and the provider notifies', () => {
  it.each([
    ['mpesa_paybill', 'mpesa_paybill', 'QKHAND'],
    ['bank', 'bank', 'FTHAND'],
  ] as const)(
    'by %s is in the books the same in both orders (finding: what came second was not booked)',
    async (channel, account, name) => {
      const expected = { [account]: AMOUNT, school_fees_collected: -AMOUNT };
      const [one, other] = [await aStudent(), await aStudent()];
      const [first, second] = [`${name}1`, `${name}2`];
      const arrivedSecond = await changeOf(
        () => recordedByHand(one, first, channel),
        () => notified(one.admissionNo, first, channel),
        () => notified(one.admissionNo, first, channel),
      );
      const arrivedFirst = await changeOf(
        () => notified(other.admissionNo, second, channel),
        () => recordedByHand(other, second, channel),
        () => notified(other.admissionNo, second, channel),
      );
      expect([arrivedSecond, arrivedFirst]).toEqual([expected, expected]);
      const placed = [
        { record_type: 'mobile_money_transaction', state: 'moved' },
        { record_type: 'payment', state: 'live' },
      ];
      expect([await placesOf(first), await placesOf(second)]).toEqual([placed, placed]);
      expect([await incidentsOf(first), await incidentsOf(second)]).toEqual([[], []]);
      expect(await proofs()).toEqual([]);
    },
  );

  it('goes back into suspense where it was another student’s, and is placed from there', async () => {
    const [wrong, right] = [await aStudent(), await aStudent()];
    const payment = await recordedByHand(wrong, 'QKWRONG1', 'mpesa_paybill');
    const change = await changeOf(
      () => notified(right.admissionNo, 'QKWRONG1', 'mpesa_paybill'),
      () => testApp.done(testApp.app.education.reversePayment, { paymentId: payment.id, reason: 'Another student.' }),
    );
    expect(change).toEqual({ mpesa_paybill: AMOUNT, unallocated_receipts: -AMOUNT });
    expect(await incidentsOf('QKWRONG1')).toEqual([{ kind: 'receipt_used_twice' }]);
    const [waiting] = await testApp.sql<{ id: string }>(
      `select id from mobile_money_transaction where receipt_no = 'QKWRONG1' and state = 'unallocated'`,
    );
    const to = { type: 'student', id: right.id } as const;
    const placing = { mobileMoneyId: Number(waiting?.id), to };
    expect(await changeOf(() => testApp.done(testApp.app.mobileMoney.allocateMobileMoney, placing))).toEqual({
      unallocated_receipts: AMOUNT,
      school_fees_collected: -AMOUNT,
    });
    expect(await proofs()).toEqual([]);
  });

  it('is in the books the same in both orders where it was split over several students (finding: what came second was not booked)', async () => {
    const [one, other] = [await aStudent(), await aStudent()];
    const expected = { bank: 2n * AMOUNT, school_fees_collected: -2n * AMOUNT };
    const credit = (receiptNo: string) => shownByBank(one.admissionNo, receiptNo, 2n * AMOUNT);
    const arrivedSecond = await changeOf(
      () => split('FTSPLIT1', [fees(one), fees(other)]),
      () => credit('FTSPLIT1'),
      () => credit('FTSPLIT1'),
    );
    const arrivedFirst = await changeOf(
      () => shownByBank('NOBODY', 'FTSPLIT2', 2n * AMOUNT),
      () => split('FTSPLIT2', [fees(one), fees(other)]),
      () => shownByBank('NOBODY', 'FTSPLIT2', 2n * AMOUNT),
    );
    expect([arrivedSecond, arrivedFirst]).toEqual([expected, expected]);
    for (const receipt of ['FTSPLIT1', 'FTSPLIT2']) {
      const live = (await placesOf(receipt)).filter(({ state }) => state === 'live');
      expect(live.map(({ record_type }) => record_type)).toEqual(['payment', 'payment']);
      expect(await incidentsOf(receipt)).toEqual([]);
      expect(await mobileMoneyOf(receipt)).toEqual([
        { amount: AMOUNT.toString(), state: 'allocated', destination_type: 'student' },
        { amount: AMOUNT.toString(), state: 'allocated', destination_type: 'student' },
      ]);
    }
    expect(await proofs()).toEqual([]);
  });

  it('waits in suspense with the part that is taken back of it, and the other part stays', async () => {
    const [one, other] = [await aStudent(), await aStudent()];
    await split('FTSPLIT3', [fees(one), fees(other)]);
    await shownByBank('NOBODY', 'FTSPLIT3', 2n * AMOUNT);
    const [payment] = await testApp.sql<{ id: string }>('select id from invoice_payment where student_id = $1', [
      other.id,
    ]);
    const change = await changeOf(() =>
      testApp.done(testApp.app.education.reversePayment, {
        paymentId: Number(payment?.id),
        reason: 'Another student.',
      }),
    );
    expect(change).toEqual({ school_fees_collected: AMOUNT, unallocated_receipts: -AMOUNT });
    expect((await mobileMoneyOf('FTSPLIT3')).map(({ state }) => state)).toEqual(['allocated', 'unallocated']);
    expect(await proofs()).toEqual([]);
  });

  it('arrives with the parts alone that are not in the books, where others are on loans or savings accounts', async () => {
    const student = await aStudent();
    const account = await savings.account();
    const bank = await openBank();
    const booked = await changeOf(() =>
      split('FTSPLIT4', [{ type: 'savings_account', id: account, amount: AMOUNT }, fees(student)]),
    );
    expect(booked).toEqual({ bank: AMOUNT, savings_control: -AMOUNT });
    const arrived = await changeOf(() => bank.shows('FTSPLIT4', 2n * AMOUNT));
    expect(arrived).toEqual({ bank: AMOUNT, school_fees_collected: -AMOUNT });
    expect(await incidentsOf('FTSPLIT4')).toEqual([]);
    expect(await proofs()).toEqual([]);

    // Taken back whole, the part that arrived waits for its place. The bank has shown all of it: that is not corrected.
    const [{ id: splitId } = { id: '' }] = await testApp.sql<{ id: string }>(
      `select id from receipt_split where receipt_no = 'FTSPLIT4'`,
    );
    await testApp.done(testApp.app.receipts.reverseSplit, { splitId: Number(splitId), reason: 'Other people.' });
    const [waiting] = await testApp.sql<{ id: string; amount: string }>(
      `select id, amount from mobile_money_transaction where receipt_no = 'FTSPLIT4' and state = 'unallocated'`,
    );
    expect(waiting?.amount).toBe(AMOUNT.toString());
    const corrected = testApp.done(testApp.app.mobileMoney.correctMobileMoney, {
      mobileMoneyId: Number(waiting?.id),
      reason: 'It never came.',
    });
    expect((await refusalOf(corrected)).code).toBe('reported_by_provider');
    expect(await proofs()).toEqual([]);
  });

  it('is an incident where its parts are not what the bank shows, and books nothing', async () => {
    const [one, other] = [await aStudent(), await aStudent()];
    await split('FTSPLIT5', [fees(one), fees(other)]);
    await split('FTSPLIT6', [fees(one), fees(other)]);
    const [payment] = await testApp.sql<{ id: string }>(
      `select id from invoice_payment where student_id = $1 and reference = 'FTSPLIT6'`,
      [other.id],
    );
    const wrong = { paymentId: Number(payment?.id), reason: 'Another student.' };
    const change = await changeOf(
      () => shownByBank('NOBODY', 'FTSPLIT5', 90_000n),
      () => testApp.done(testApp.app.education.reversePayment, wrong),
      () => shownByBank('NOBODY', 'FTSPLIT6', 2n * AMOUNT),
    );
    expect(change).toEqual({});
    expect(await incidentsOf('FTSPLIT5')).toEqual([{ kind: 'receipt_used_twice' }]);
    expect(await incidentsOf('FTSPLIT6')).toEqual([{ kind: 'receipt_used_twice' }]);
  });

  it('of another amount is an incident, and books nothing', async () => {
    const student = await aStudent();
    const change = await changeOf(
      () => recordedByHand(student, 'QKMORE1', 'mpesa_paybill', 70_000n),
      () => notified(student.admissionNo, 'QKMORE1', 'mpesa_paybill'),
    );
    expect(change).toEqual({});
    expect(await incidentsOf('QKMORE1')).toEqual([{ kind: 'receipt_used_twice' }]);
  });

  it('is no one’s to enter a second time: only an account of the society shows that it is here', async () => {
    const student = await aStudent();
    await recordedByHand(student, 'QKENTER1', 'mpesa_paybill');
    const entered = testApp.done(testApp.app.mobileMoney.receivePayment, {
      receiptNo: 'QKENTER1',
      amount: AMOUNT,
      msisdn: '+254712345678',
      accountReference: student.admissionNo,
      paidAt: testApp.clock(),
    });
    expect((await refusalOf(entered)).code).toBe('duplicate_payment_reference');
  });
});
