import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainError } from '#core/kernel/domain-error.ts';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { openTestSchool, type TestSchool } from '#test/support/test-app-school.ts';
import type { TestApp } from '#test/support/test-app.ts';
import { openLender, type Lender } from '#test/support/lender.ts';
import { reactToAll } from '#test/support/reactions.ts';
import { refusalOf } from '#test/support/refused.ts';
import { schoolFeesOf } from '#platform/app/processes/school-fee/school-fees.ts';

let lender: Lender;
let testApp: TestApp;
let school: TestSchool;
let orders: string[] = [];
beforeAll(async () => {
  lender = await openLender('2026-03-02', { sent: (originatorId) => orders.push(originatorId) });
  ({ testApp } = lender);
  school = await openTestSchool(testApp);
});
afterAll(() => testApp.close());

const FEES = 3_000_000n;

const apply = (invoiceId: number, principal = FEES, productId = testApp.productId) =>
  testApp.done(testApp.app.lending.applyForLoan, {
    memberId: testApp.memberId,
    productId,
    principal,
    termMonths: 12,
    invoiceId,
  });
const approve = (loanId: number) => testApp.done(testApp.app.lending.approveLoan, { loanId });
/** The school's paybill. */
const business = { type: 'paybill', number: '600123', account: null } as const;
const disburse = (loanId: number, amount = FEES): Promise<Disbursement> =>
  testApp.done(testApp.app.lending.disburse, { loanId, amount, channel: 'mpesa_b2b', business });
/** To a phone. */
const disburseTo = (loanId: number, msisdn: string, amount = FEES): Promise<Disbursement> =>
  testApp.done(testApp.app.lending.disburse, { loanId, amount, channel: 'mpesa_b2c', msisdn });
const confirm = ({ originatorId }: Disbursement) =>
  testApp.app.lending.recordPayoutStatus(testApp.operator, {
    originatorId,
    status: {
      kind: 'paid',
      providerRef: null,
      receiptNo: originatorId.slice(-10),
      at: testApp.clock(),
      amount: null,
    },
  });
const takeBack = (loanId: number) =>
  testApp.done(testApp.app.lending.undoLoanDisbursement, {
    loanId,
    reversalReceiptNo: `REV${loanId}`,
    reason: 'Wrong number.',
  });
const paidByFamily = (studentId: number, amount: bigint, reference: string) =>
  testApp.done(testApp.app.education.recordPayment, {
    studentId,
    amount,
    method: 'bank',
    reference,
    paidAt: testApp.clock(),
  });

/** A student with an invoice, and an approved loan for it. */
async function ready(principal = FEES, productId = testApp.productId) {
  const studentId = await school.newStudent();
  const invoiceId = await school.issued(studentId, FEES);
  const { id: loanId } = await apply(invoiceId, principal, productId);
  await approve(loanId);
  return { studentId, invoiceId, loanId };
}

const invoice = async (id: number) => {
  const [row] = await testApp.sql<{ state: string; balance: string }>(
    'select state, (total - paid - credited)::text as balance from invoice where id = $1',
    [id],
  );
  return [row?.state, BigInt(row?.balance ?? -1)];
};
const payments = (loanId: number) =>
  testApp.sql(
    `select state, amount::int as amount, allocated::int as allocated, surplus::int as surplus, reference, key
       from invoice_payment where loan_id = $1 order by id`,
    [loanId],
  );
const holds = (invoiceId: number) =>
  testApp.sql('select state, amount::int as amount from invoice_reservation where invoice_id = $1 order by id', [
    invoiceId,
  ]);
const reactions = () =>
  testApp.sql(`select handler, attempts from reaction where handler like '%school-fees' order by id`);
const emitted = async (type: string, loanId: number) =>
  (
    await testApp.sql(
      `select e.id from event e left join invoice_payment p on p.id = e.subject_id and e.subject_type = 'payment'
        where e.type = $1 and p.loan_id = $2`,
      [type, loanId],
    )
  ).length;
const loanOf = (loanId: number) => testApp.app.read(testApp.client.caller, (views) => views.loans.one(loanId));

describe('A school-fee loan', () => {
  it('holds the balance of its invoice from its application on, and pays it when its money is confirmed', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, FEES);
    const { id: loanId } = await apply(invoiceId);
    expect(await holds(invoiceId)).toEqual([{ state: 'held', amount: 3_000_000 }]);
    expect(await loanOf(loanId)).toMatchObject({ schoolFee: { invoice: { id: invoiceId }, surplus: 'to_lender' } });
    expect(String((await loanOf(loanId))?.schoolFee?.heldUntil)).toBe(String(testApp.clock().add({ hours: 168 })));
    expect(await refusalOf(testApp.done(testApp.app.education.voidInvoice, { invoiceId, reason: 'x' }))).toMatchObject({
      code: 'invoice_reserved_by_loan',
    });
    await approve(loanId);
    const disbursement = await disburse(loanId);
    expect(await payments(loanId)).toEqual([]);
    await confirm(disbursement);
    expect(await reactions()).toEqual([{ handler: 'pay-school-fees', attempts: 0 }]);
    await reactToAll(testApp);
    expect(await invoice(invoiceId)).toEqual(['paid', 0n]);
    const key = `disb:${disbursement.uuid}`;
    expect(await payments(loanId)).toEqual([
      { state: 'allocated', amount: 3_000_000, allocated: 3_000_000, surplus: 0, reference: disbursement.uuid, key },
    ]);
    expect(await holds(invoiceId)).toEqual([{ state: 'used', amount: 3_000_000 }]);
    expect(await reactions()).toEqual([]);
  });

  it('books the payment once, however often it is reported', async () => {
    const { loanId, invoiceId } = await ready();
    const disbursement = await disburse(loanId);
    await confirm(disbursement);
    await confirm(disbursement);
    const again = { subjectId: loanId, data: { disbursement_uuid: disbursement.uuid, invoice_id: invoiceId } };
    const notify = () =>
      testApp.internals.transact.run('react', testApp.operator, (tx, context) =>
        schoolFeesOf(testApp.internals.ports).pay(again, tx, context),
      );
    await Promise.all([notify(), notify(), notify()]);
    await reactToAll(testApp);
    expect(await payments(loanId)).toHaveLength(1);
    expect(await emitted('payment.received', loanId)).toBe(1);
    expect(await invoice(invoiceId)).toEqual(['paid', 0n]);
  });

  it('lends no more than the invoice still takes, whatever other payments are planned', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, FEES);
    expect(await refusalOf(apply(invoiceId, FEES + 100n))).toMatchObject({
      code: 'invoice_not_payable',
      details: { invoice_id: invoiceId, free_balance: FEES, requested_amount: FEES + 100n },
    });
    await apply(invoiceId, 2_000_000n);
    expect(await refusalOf(apply(invoiceId, 1_000_100n))).toMatchObject({
      code: 'invoice_not_payable',
      details: { free_balance: 1_000_000n },
    });
    await apply(invoiceId, 1_000_000n);
    const drafted = await school.draft(studentId, FEES);
    expect(await refusalOf(apply(drafted))).toMatchObject({ code: 'invoice_not_payable' });
    expect(await refusalOf(apply(999_999))).toMatchObject({ code: 'unknown_reference' });
    expect(await testApp.sql('select from loan where invoice_id = $1', [drafted])).toEqual([]);
  });

  it('lets the invoice go where it is declined, and automatically after a week', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, FEES);
    const { id: loanId } = await apply(invoiceId);
    await testApp.done(testApp.app.lending.rejectLoan, { loanId, reason: 'Too much.' });
    expect(await holds(invoiceId)).toEqual([{ state: 'released', amount: 3_000_000 }]);
    const { id: forgotten } = await apply(invoiceId);
    lender.moveTo(lender.today().add({ days: 8 }));
    await apply(invoiceId, 2_000_000n);
    // Who comes late finds what is left.
    expect(await refusalOf(approve(forgotten))).toMatchObject({ code: 'invoice_not_payable' });
  });

  it('follows a draft that is changed', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, FEES);
    const { id: loanId } = await apply(invoiceId);
    await testApp.done(testApp.app.lending.editLoan, { loanId, changes: { principal: 1_000_000n } });
    expect(await holds(invoiceId)).toEqual([{ state: 'held', amount: 1_000_000 }]);
    const more = testApp.done(testApp.app.lending.editLoan, { loanId, changes: { principal: FEES + 100n } });
    expect(await refusalOf(more)).toMatchObject({ code: 'invoice_not_payable' });
  });

  it('sends nothing where the invoice was paid or is gone when money is to leave', async () => {
    const { loanId, studentId, invoiceId } = await ready();
    await paidByFamily(studentId, 1_000_000n, 'FT-1');
    orders = [];
    const refusal: DomainError = await refusalOf(disburse(loanId));
    expect(refusal).toMatchObject({
      code: 'invoice_not_payable',
      details: { invoice_id: invoiceId, current_state: 'partially_paid', free_balance: 2_000_000n },
    });
    expect(orders).toEqual([]);
    expect(await testApp.sql('select from disbursement where loan_id = $1', [loanId])).toEqual([]);
    const [agent] = await testApp.sql('select held::int as held from agent');
    expect(agent).toEqual({ held: 0 });
    // What it still takes may leave.
    await confirm(await disburse(loanId, 2_000_000n));
    await reactToAll(testApp);
    expect(await invoice(invoiceId)).toEqual(['paid', 0n]);
    expect(await lender.violations()).toEqual([]);
  });

  it('prepays itself with what the invoice did not take on arrival', async () => {
    const { loanId, studentId, invoiceId } = await ready();
    const before = await lender.held('due_from_schools');
    const disbursement = await disburse(loanId);
    await paidByFamily(studentId, 1_200_000n, 'FT-2');
    await confirm(disbursement);
    await reactToAll(testApp);
    expect(await invoice(invoiceId)).toEqual(['paid', 0n]);
    expect(await payments(loanId)).toMatchObject([
      { state: 'allocated', amount: 3_000_000, allocated: 1_800_000, surplus: 1_200_000 },
    ]);
    expect(
      await testApp.sql('select channel, amount::int as amount, reference from repayment where loan_id = $1', [loanId]),
    ).toEqual([{ channel: 'school', amount: 1_200_000, reference: disbursement.uuid }]);
    expect((await lender.held('due_from_schools')) - before).toBe(1_200_000n);
    expect(await emitted('payment.surplus_returned', loanId)).toBe(1);
    const byHand = { loanId, amount: 100n, channel: 'school' } as never;
    expect(await refusalOf(testApp.done(testApp.app.lending.recordRepayment, byHand))).toMatchObject({
      code: 'validation_failed',
    });
    // The school's books say that it gave it back: it is not taken from the loan alone, nor given twice.
    const [repaid] = await testApp.sql<{ id: string }>('select id from repayment where loan_id = $1', [loanId]);
    const undo = { loanId, repaymentId: Number(repaid?.id), reason: 'A mistake.' };
    expect(await refusalOf(testApp.done(testApp.app.lending.reverseRepayment, undo))).toMatchObject({
      code: 'repayment_not_reversible',
      details: { reason: 'given_back_by_school' },
    });
    const twice = testApp.sql(
      `insert into repayment select (jsonb_populate_record(r, '{"id": 987654, "uuid": "${randomUUID()}", "receipt_no": "R-TWICE"}')).*
         from repayment r where loan_id = $1`,
      [loanId],
    );
    await expect(twice).rejects.toMatchObject({ constraint: 'repayment_of_school' });
    expect(await lender.violations()).toEqual([]);
  });

  it('takes what the school gave back with the payment that it was of, where that comes back whole', async () => {
    const { loanId, studentId, invoiceId } = await ready();
    const before = [await lender.held('due_from_schools'), await lender.held('loan_portfolio')];
    const disbursement = await disburse(loanId);
    await paidByFamily(studentId, 1_200_000n, 'FT-21');
    await confirm(disbursement);
    await reactToAll(testApp);
    await takeBack(loanId);
    await reactToAll(testApp);
    expect([await lender.held('due_from_schools'), await lender.held('loan_portfolio')]).toEqual(before);
    expect(await invoice(invoiceId)).toEqual(['partially_paid', 1_800_000n]);
    expect(await loanOf(loanId)).toMatchObject({ state: 'ready_to_disburse' });

    // All of it was given back.
    const other = await ready();
    const sent = await disburse(other.loanId);
    await testApp.app.education.releaseReservation(testApp.operator, {
      loanUuid: (await loanOf(other.loanId))?.uuid ?? '',
    });
    await testApp.done(testApp.app.education.voidInvoice, { invoiceId: other.invoiceId, reason: 'Entered twice.' });
    await confirm(sent);
    await reactToAll(testApp);
    const from = { loanId: other.loanId, disbursementId: sent.id };
    const back = { ...from, reversalReceiptNo: 'REVWHOLE01', reason: 'It came back to the lender.' };
    expect(await testApp.done(testApp.app.lending.reverseDisbursement, back)).toMatchObject({ state: 'reversed' });
    await reactToAll(testApp);
    expect(await loanOf(other.loanId)).toMatchObject({ state: 'ready_to_disburse' });
    expect([await lender.held('due_from_schools'), await lender.held('loan_portfolio')]).toEqual(before);
    expect(await lender.violations()).toEqual([]);
  });

  it('takes nothing back of a payment that came back whole before the school gave of it (finding: the loan was prepaid with it all the same)', async () => {
    const { loanId, studentId, invoiceId } = await ready();
    await confirm(await disburse(loanId, 1_000_000n));
    await reactToAll(testApp);
    const before = [await lender.held('due_from_schools'), await lender.held('loan_portfolio')];
    const second = await disburse(loanId, 2_000_000n);
    await paidByFamily(studentId, 1_200_000n, 'FT-22');
    await confirm(second);
    const [pay] = await testApp.sql<{ id: string }>('select id from reaction where handler like $1', ['%school-fees']);
    await testApp.app.react(testApp.client.caller.tenantId, pay?.id ?? '');
    expect(await payments(loanId)).toMatchObject([{ surplus: 0 }, { surplus: 1_200_000, state: 'allocated' }]);
    // No worker has run since: the provider was quicker.
    await takeBack(loanId);
    await reactToAll(testApp);
    expect(await testApp.sql('select from repayment where loan_id = $1', [loanId])).toEqual([]);
    expect(await loanOf(loanId)).toMatchObject({ state: 'active', outstanding: { principal: 1_000_000n } });
    expect(await payments(loanId)).toMatchObject([{ state: 'allocated' }, { state: 'reversed' }]);
    expect(await invoice(invoiceId)).toEqual(['partially_paid', 800_000n]);
    expect([await lender.held('due_from_schools'), await lender.held('loan_portfolio')]).toEqual(before);
    expect(await lender.violations()).toEqual([]);
  });

  it('leaves the rest to the student where the product says so', async () => {
    const productId = await lender.product({ conditions: { policies: { feeSurplus: 'student_credit' } } });
    const { loanId, studentId } = await ready(FEES, productId);
    const disbursement = await disburse(loanId);
    await paidByFamily(studentId, 500_000n, 'FT-3');
    await confirm(disbursement);
    await reactToAll(testApp);
    const student = await testApp.app.read(testApp.client.caller, (views) => views.students.one(studentId));
    expect(student).toMatchObject({ balanceDue: 0n, creditBalance: 500_000n });
    expect(await testApp.sql('select from repayment where loan_id = $1', [loanId])).toEqual([]);
  });

  it('prepays itself, with an alert, where the invoice is gone when the money arrives', async () => {
    const { loanId, studentId, invoiceId } = await ready();
    const disbursement = await disburse(loanId);
    // It can't be voided while it is held; a person released the hold.
    await testApp.app.education.releaseReservation(testApp.operator, { loanUuid: (await loanOf(loanId))?.uuid ?? '' });
    await testApp.done(testApp.app.education.voidInvoice, { invoiceId, reason: 'Entered twice.' });
    await confirm(disbursement);
    await reactToAll(testApp);
    expect(await payments(loanId)).toMatchObject([{ state: 'allocated', allocated: 0, surplus: Number(FEES) }]);
    expect(await emitted('payment.unallocatable', loanId)).toBe(1);
    const student = await testApp.app.read(testApp.client.caller, (views) => views.students.one(studentId));
    expect(student).toMatchObject({ creditBalance: 0n });
    expect(await lender.violations()).toEqual([]);
  });

  it('reopens the invoice where its disbursement is reversed, and may be paid out again', async () => {
    const { loanId, invoiceId } = await ready();
    await confirm(await disburse(loanId));
    await reactToAll(testApp);
    await takeBack(loanId);
    await reactToAll(testApp);
    expect(await invoice(invoiceId)).toEqual(['issued', FEES]);
    expect(await payments(loanId)).toMatchObject([{ state: 'reversed', allocated: 0 }]);
    await confirm(await disburse(loanId));
    await reactToAll(testApp);
    expect(await invoice(invoiceId)).toEqual(['paid', 0n]);
    expect(await payments(loanId)).toMatchObject([{ state: 'reversed' }, { state: 'allocated' }]);
    expect(await lender.violations()).toEqual([]);
  });

  it('reopens the invoice also where a charge on it stands (finding: the return waited for ever)', async () => {
    const { loanId, invoiceId } = await ready();
    const paid = await disburse(loanId);
    await confirm(paid);
    await reactToAll(testApp);
    const { chargeLoan, reverseDisbursement, proposeDisbursementOutcome, approveDisbursementOutcome } =
      testApp.app.lending;
    await testApp.done(chargeLoan, { loanId, part: 'fees', amount: 2_000n, reason: 'A letter.' });
    const on = { loanId, disbursementId: paid.id };
    await testApp.done(reverseDisbursement, { ...on, reversalReceiptNo: 'REVCHARGED', reason: 'The school left.' });
    await testApp.done(proposeDisbursementOutcome, { ...on, outcome: 'not_paid', evidence: 'The notice.' });
    const { caller } = await testApp.newClient();
    expect(await testApp.done(approveDisbursementOutcome, on, caller)).toMatchObject({ state: 'reversed' });
    await reactToAll(testApp);
    expect(await invoice(invoiceId)).toEqual(['issued', FEES]);
    expect(await loanOf(loanId)).toMatchObject({ state: 'active', outstanding: { principal: 0n, total: 2_000n } });
    expect(await lender.violations()).toEqual([]);
  });

  it('that is reversed before the school received the payment waits for it, and reverses it then', async () => {
    const { loanId, invoiceId } = await ready();
    await confirm(await disburse(loanId));
    const [pay] = await testApp.sql<{ id: string }>('select id from reaction where handler like $1', ['%school-fees']);
    const dueAt = (at: Temporal.Instant) =>
      testApp.sql('update reaction set due_at = $2 where id = $1', [pay?.id, at.toString()]);
    await dueAt(testApp.clock().add({ hours: 24 }));
    await takeBack(loanId);
    await reactToAll(testApp);
    expect(await reactions()).toMatchObject([
      { handler: 'pay-school-fees' },
      { handler: 'reverse-school-fees', attempts: 1 },
    ]);
    lender.moveTo(lender.today().add({ days: 1 }));
    await reactToAll(testApp);
    expect(await reactions()).toEqual([]);
    expect(await payments(loanId)).toMatchObject([{ state: 'reversed' }]);
    expect(await invoice(invoiceId)).toEqual(['issued', FEES]);
  });

  it('is paid immediately to a school whose fees are collected in the lender’s own books, and comes back from there', async () => {
    const { loanId, invoiceId } = await ready();
    const [held, portfolio] = [await lender.held('school_fees_collected'), await lender.held('loan_portfolio')];
    const float = async () => (await testApp.sql('select float, held from agent'))[0];
    const before = await float();
    orders = [];
    const internally = () =>
      testApp.done(testApp.app.lending.disburse, { loanId, amount: FEES, channel: 'internal' } as const);
    const disbursement = await internally();
    expect(disbursement).toMatchObject({ state: 'confirmed', agentId: null, msisdn: null });
    expect([orders, await float()]).toEqual([[], before]);
    expect((await lender.held('school_fees_collected')) - held).toBe(-FEES);
    expect((await lender.held('loan_portfolio')) - portfolio).toBe(FEES);
    await reactToAll(testApp);
    expect(await invoice(invoiceId)).toEqual(['paid', 0n]);
    expect(await payments(loanId)).toMatchObject([{ state: 'allocated', reference: disbursement.uuid }]);
    expect(await lender.violations()).toEqual([]);

    await takeBack(loanId);
    await reactToAll(testApp);
    expect(await lender.held('school_fees_collected')).toBe(held);
    expect(await lender.held('loan_portfolio')).toBe(portfolio);
    expect(await invoice(invoiceId)).toEqual(['issued', FEES]);
    await internally();
    await reactToAll(testApp);
    expect(await invoice(invoiceId)).toEqual(['paid', 0n]);
    expect(await lender.violations()).toEqual([]);
  });

  it('that pays nobody’s fees can’t be paid out in our own books', async () => {
    const loanId = await testApp.readyLoan(100_000n);
    const internally = testApp.done(testApp.app.lending.disburse, {
      loanId,
      amount: 100_000n,
      channel: 'internal',
    } as const);
    expect(await refusalOf(internally)).toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ field: 'channel', code: 'not_for_loan' }] },
    });
  });

  it('of two that want the same balance at the same time, one gets it', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, FEES);
    const tries = await Promise.allSettled([apply(invoiceId), apply(invoiceId), apply(invoiceId)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await holds(invoiceId)).toHaveLength(1);
  });

  it('refuses mpesa_b2b for a loan that names no invoice, and where no school is named', async () => {
    const { loanId } = await ready();
    const pay = (command: object) =>
      testApp.done(testApp.app.lending.disburse, { amount: FEES, channel: 'mpesa_b2b', ...command } as never);
    const refused = async (command: object) => (await refusalOf(pay(command))).details?.['errors'];
    expect(await refused({ loanId: await testApp.readyLoan(FEES) })).toMatchObject([{ code: 'not_for_loan' }]);
    expect(await refused({ loanId })).toMatchObject([{ field: 'business', code: 'required' }]);
    const named = { type: 'paybill', number: '12', account: null };
    expect(await refused({ loanId, business: named })).toMatchObject([{ field: 'business.number' }]);
  });

  it('that pays out a loan for nothing of a school asks no school', async () => {
    const loanId = await testApp.readyLoan(100_000n);
    await confirm(await disburseTo(loanId, '+254712345678', 100_000n));
    expect(await testApp.sql(`select from reaction where handler = 'pay-school-fees'`)).toEqual([]);
  });
});

describe('A school-fee loan that is paid to a phone', () => {
  const shown = async (invoiceId: number) => {
    const found = await testApp.app.read(testApp.client.caller, (views) => views.invoices.one(invoiceId));
    return { state: found?.state, balance: found?.balance, promised: found?.promised };
  };

  it('is promised at the school, whose invoice stays owed', async () => {
    const { loanId, invoiceId } = await ready();
    await confirm(await disburseTo(loanId, '+254712345678'));
    await reactToAll(testApp);
    expect(await payments(loanId)).toEqual([]);
    expect(await holds(invoiceId)).toEqual([{ state: 'promised', amount: 3_000_000 }]);
    expect(await shown(invoiceId)).toEqual({ state: 'issued', balance: FEES, promised: FEES });
    expect(await lender.violations()).toEqual([]);
    // No other loan counts on what is promised.
    expect(await refusalOf(apply(invoiceId, 100_000n))).toMatchObject({ code: 'invoice_not_payable' });
  });

  it('is promised less as the school gets money, again where that is taken back, and no more once it is paid', async () => {
    const { studentId, loanId, invoiceId } = await ready();
    await confirm(await disburseTo(loanId, '+254712345678'));
    await reactToAll(testApp);
    const part = await paidByFamily(studentId, 1_000_000n, 'BANK-PART');
    expect(await shown(invoiceId)).toMatchObject({ balance: 2_000_000n, promised: 2_000_000n });
    await testApp.done(testApp.app.education.reversePayment, { paymentId: part.id, reason: 'Bounced.' });
    expect(await shown(invoiceId)).toMatchObject({ balance: FEES, promised: FEES });
    await paidByFamily(studentId, FEES, 'BANK-ALL');
    expect(await shown(invoiceId)).toEqual({ state: 'paid', balance: 0n, promised: 0n });
    expect(await lender.violations()).toEqual([]);
  });

  it('is promised beside another loan, and what comes keeps one promise, not both (finding: it kept each)', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, FEES);
    for (const phone of ['+254712345678', '+254712345679']) {
      const { id: loanId } = await apply(invoiceId, 1_000_000n);
      await approve(loanId);
      await confirm(await disburseTo(loanId, phone, 1_000_000n));
      await reactToAll(testApp);
    }
    expect(await shown(invoiceId)).toMatchObject({ balance: FEES, promised: 2_000_000n });
    await paidByFamily(studentId, 1_000_000n, 'BANK-ONE-OF-TWO');
    expect(await shown(invoiceId)).toMatchObject({ balance: 2_000_000n, promised: 1_000_000n });
    // Of what is owed, half is promised: no loan is lent for it.
    expect(await refusalOf(apply(invoiceId, 1_000_100n))).toMatchObject({ details: { free_balance: 1_000_000n } });
    await paidByFamily(studentId, 300_000n, 'BANK-MORE');
    expect(await shown(invoiceId)).toMatchObject({ balance: 1_700_000n, promised: 700_000n });
    // One that is made when part has come counts what comes after it.
    const { id: third } = await apply(invoiceId, 1_000_000n);
    await approve(third);
    await confirm(await disburseTo(third, '+254712345678', 1_000_000n));
    await reactToAll(testApp);
    expect(await shown(invoiceId)).toMatchObject({ balance: 1_700_000n, promised: 1_700_000n });
    await paidByFamily(studentId, 1_000_000n, 'BANK-THIRD');
    expect(await shown(invoiceId)).toMatchObject({ balance: 700_000n, promised: 700_000n });
    expect(await lender.violations()).toEqual([]);
  });

  it('keeps its invoice from being declared a mistake until the money came back (finding: a promised invoice was voided)', async () => {
    const { loanId, invoiceId } = await ready();
    await confirm(await disburseTo(loanId, '+254712345678'));
    await reactToAll(testApp);
    const voided = () => testApp.done(testApp.app.education.voidInvoice, { invoiceId, reason: 'Issued twice.' });
    const refused = await refusalOf(voided());
    expect(refused).toMatchObject({ code: 'invoice_reserved_by_loan', details: { promised: FEES } });
    expect(await shown(invoiceId)).toEqual({ state: 'issued', balance: FEES, promised: FEES });
    await takeBack(loanId);
    await reactToAll(testApp);
    expect(await voided()).toMatchObject({ state: 'void' });
  });

  it('may be for an invoice that is given up: what is no longer owed is promised no more', async () => {
    const { loanId, invoiceId } = await ready();
    await confirm(await disburseTo(loanId, '+254712345678'));
    await reactToAll(testApp);
    await testApp.done(testApp.app.education.writeOffInvoice, { invoiceId, reason: 'A grant pays it.' });
    expect(await shown(invoiceId)).toMatchObject({ state: 'written_off', promised: 0n });
  });

  it('is promised no more once the money came back to the lender', async () => {
    const { loanId, invoiceId } = await ready();
    await confirm(await disburseTo(loanId, '+254712345678'));
    await reactToAll(testApp);
    await takeBack(loanId);
    await reactToAll(testApp);
    expect(await holds(invoiceId)).toEqual([{ state: 'released', amount: 3_000_000 }]);
    expect(await shown(invoiceId)).toEqual({ state: 'issued', balance: FEES, promised: 0n });
    expect(await lender.violations()).toEqual([]);
  });

  it('is promised once, however often it is reported, and also where its hold had been let go', async () => {
    const { loanId, invoiceId } = await ready();
    const disbursement = await disburseTo(loanId, '+254712345678');
    await testApp.sql(`update invoice_reservation set state = 'released' where invoice_id = $1`, [invoiceId]);
    await confirm(disbursement);
    const again = { subjectId: loanId, data: { disbursement_uuid: disbursement.uuid, invoice_id: invoiceId } };
    await reactToAll(testApp);
    await testApp.internals.transact.run('react', testApp.operator, (tx, context) =>
      schoolFeesOf(testApp.internals.ports).pay(again, tx, context),
    );
    expect((await holds(invoiceId)).filter(({ state }) => state === 'promised')).toHaveLength(1);
    expect(await shown(invoiceId)).toMatchObject({ promised: FEES });
  });
});

describe('A school-fee loan that is paid to the school’s paybill', () => {
  it('leaves the institution’s own paybill under the pay code of the invoice, and no agent’s float', async () => {
    const { loanId, invoiceId } = await ready();
    const [paybill, transit] = [await lender.held('mpesa_paybill'), await lender.held('disbursements_in_transit')];
    const [invoiced] = await testApp.sql<{ pay_code: string }>('select pay_code from invoice where id = $1', [
      invoiceId,
    ]);
    const disbursement = await disburse(loanId);
    expect(disbursement).toMatchObject({ state: 'sent', agentId: null, msisdn: null });
    expect(disbursement.business).toEqual({ ...business, account: invoiced?.pay_code });
    expect((await lender.held('mpesa_paybill')) - paybill).toBe(-FEES);
    expect((await lender.held('disbursements_in_transit')) - transit).toBe(FEES);
    await confirm(disbursement);
    await reactToAll(testApp);
    expect(await invoice(invoiceId)).toEqual(['paid', 0n]);
    expect(await lender.held('disbursements_in_transit')).toBe(transit);
    expect(await lender.violations()).toEqual([]);
  });

  it('is on the paybill again where the provider did not pay, and the loan can be paid once more', async () => {
    const { loanId } = await ready();
    const before = await lender.held('mpesa_paybill');
    const { originatorId } = await disburse(loanId);
    const status = { kind: 'not_paid', code: 'recipient_invalid', message: 'No such paybill.' } as const;
    await testApp.app.lending.recordPayoutStatus(testApp.operator, { originatorId, status });
    expect(await lender.held('mpesa_paybill')).toBe(before);
    expect(await disburse(loanId)).toMatchObject({ state: 'sent' });
    expect(await lender.violations()).toEqual([]);
  });
});
