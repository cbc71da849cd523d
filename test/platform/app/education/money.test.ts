import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { where } from '#test/support/criteria.ts';
import { openTestSchool, tuition, type TestSchool } from '#test/support/test-app-school.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
let school: TestSchool;
let education: TestApp['app']['education'];
beforeAll(async () => {
  testApp = await openTestApp();
  school = await openTestSchool(testApp);
  education = testApp.app.education;
});
afterAll(() => testApp.close());

const inDays = (days: number) => testApp.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate().add({ days });

let receipts = 0;
const pay = (studentId: number, amount: bigint) =>
  testApp.done(education.recordPayment, {
    studentId,
    amount,
    method: 'bank',
    reference: `FT${(receipts += 1)}`,
    paidAt: testApp.clock().subtract({ minutes: 1 }),
  });

async function standing(studentId: number) {
  return testApp.app.read(testApp.client.caller, async (views) => {
    const { rows } = await views.invoices.list(where({ student_id: String(studentId) }), { limit: 10, offset: 0 });
    const student = await views.students.one(studentId);
    return {
      invoices: rows.map(({ state, balance, lines }) => [state, balance, lines.map(({ paid }) => paid)]),
      due: student?.balanceDue,
      credit: student?.creditBalance,
    };
  });
}

describe('Money that is allocated', () => {
  it('goes the way of the worked example, row by row', async () => {
    const studentId = await school.newStudent();
    await school.issued(studentId, 3_000_000n, 10);
    await school.issued(studentId, 2_000_000n, 40);
    const first = await pay(studentId, 3_500_000n);
    expect(await standing(studentId)).toEqual({
      invoices: [
        ['paid', 0n, [3_000_000n]],
        ['partially_paid', 1_500_000n, [500_000n]],
      ],
      due: 1_500_000n,
      credit: 0n,
    });

    await pay(studentId, 2_000_000n);
    expect(await standing(studentId)).toMatchObject({ due: 0n, credit: 500_000n });

    // Drafted and issued in one command: the credit finds lines that no statement has written yet.
    await school.issued(studentId, 400_000n, 70);
    expect(await standing(studentId)).toEqual({
      invoices: [
        ['paid', 0n, [3_000_000n]],
        ['paid', 0n, [2_000_000n]],
        ['paid', 0n, [400_000n]],
      ],
      due: 0n,
      credit: 100_000n,
    });

    await testApp.done(education.reversePayment, { paymentId: first.id, reason: 'cheque bounced' });
    expect(await standing(studentId)).toEqual({
      invoices: [
        ['issued', 3_000_000n, [0n]],
        ['partially_paid', 500_000n, [1_500_000n]],
        ['paid', 0n, [400_000n]],
      ],
      due: 3_500_000n,
      credit: 100_000n,
    });
    const payment = await testApp.app.read(testApp.client.caller, (views) => views.payments.one(first.id));
    expect(payment).toMatchObject({ state: 'reversed', allocations: [], unapplied: 0n });
  });

  it('is found by what a payer types', async () => {
    const studentId = await school.newStudent({ admissionNo: 'SCT-211/0042/2025' });
    const invoiceId = await school.issued(studentId, 900n);
    const [invoice] = await testApp.sql<{ number: string; pay_code: string }>(
      'select number, pay_code from invoice where id = $1',
      [invoiceId],
    );
    const typed = [invoice?.pay_code, invoice?.number.toLowerCase(), 'sct 211 0042 2025'];
    for (const [index, accountReference] of typed.entries()) {
      const receipt = await education.recordReceipt(testApp.operator, {
        method: 'mpesa_paybill',
        receipt: `SJT${index}`,
        amount: 300n,
        accountReference: accountReference ?? '',
        paidAt: testApp.clock(),
      });
      expect(receipt).toMatchObject({ matched: true, payment: { studentId } });
    }
    const nobody = {
      method: 'mpesa_stk',
      receipt: 'SJT9',
      amount: 1n,
      accountReference: 'x',
      paidAt: testApp.clock(),
    } as const;
    expect(await education.recordReceipt(testApp.operator, nobody)).toEqual({ matched: false, why: 'unknown' });
    expect(await standing(studentId)).toMatchObject({ due: 0n, credit: 0n });
  });
});

describe('A record’s version', () => {
  const versionOf = async (table: string, id: number) => {
    const [row] = await testApp.sql<{ version: number; updated_at: string }>(
      `select version, updated_at::text from ${table} where id = $1`,
      [id],
    );
    return row;
  };

  it('stays where a change changes nothing, whatever order storage keeps members in', async () => {
    const guardian = {
      name: 'G',
      relationship: 'aunt',
      phone: null,
      email: null,
      primary: true,
      memberId: testApp.memberId,
    };
    const studentId = await school.newStudent({ guardians: [guardian] });
    const before = await versionOf('student', studentId);
    const changes = { guardians: [{ ...guardian }], firstName: 'Amina' };
    await testApp.done(education.changeStudent, { studentId, changes });
    expect(await versionOf('student', studentId)).toEqual(before);
    await testApp.done(education.changeStudent, { studentId, changes: { guardians: [{ ...guardian, name: 'H' }] } });
    expect(await versionOf('student', studentId)).toMatchObject({ version: 2 });
  });

  it('moves with a draft’s lines, even where the sums stay', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.draft(studentId, 500n);
    const lines = [{ ...tuition(500n), description: 'Tuition, first half' }];
    await testApp.done(education.changeInvoice, { invoiceId, changes: { lines } });
    expect(await versionOf('invoice', invoiceId)).toMatchObject({ version: 2 });
    const same = await versionOf('invoice', invoiceId);
    await testApp.done(education.changeInvoice, { invoiceId, changes: { lines, dueDate: inDays(30) } });
    expect(await versionOf('invoice', invoiceId)).toEqual(same);
  });

  it('moves with money: payment, reversal and credit note move the invoice', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, 500n);
    const payment = await pay(studentId, 100n);
    expect(await versionOf('invoice', invoiceId)).toMatchObject({ version: 2 });
    await testApp.done(education.reversePayment, { paymentId: payment.id, reason: 'bounced' });
    expect(await versionOf('invoice', invoiceId)).toMatchObject({ version: 3 });
    await testApp.done(education.issueCreditNote, { invoiceId, amount: 100n, reason: 'late bursary' });
    expect(await versionOf('invoice', invoiceId)).toMatchObject({ version: 4 });
  });

  it('moves with a transfer: the student’s and both enrolments’', async () => {
    const { studentId, enrolmentId } = await school.enrolled();
    const student = await versionOf('student', studentId);
    const programme = await testApp.done(education.defineProgramme, {
      code: 'DIP-X',
      name: 'X',
      level: 'diploma',
      department: null,
      mode: 'full_time',
      durationTerms: 6,
      gradingScaleId: school.scaleId,
      kuccpsCode: null,
    });
    const { to } = await testApp.done(education.transferEnrolment, { enrolmentId, programmeId: programme.id });
    expect(await versionOf('student', studentId)).toMatchObject({ version: (student?.version ?? 0) + 1 });
    expect(await versionOf('enrolment', enrolmentId)).toMatchObject({ version: 3 });
    expect(await versionOf('enrolment', to.id)).toMatchObject({ version: 1 });
  });

  it('is kept to: a command for an older one is refused', async () => {
    const studentId = await school.newStudent();
    await testApp.done(education.admitStudent, { studentId });
    const stale = testApp.done(education.changeStudent, { studentId, version: 1, changes: { firstName: 'X' } });
    await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' });
  });
});

describe('The day’s run over overdue invoices', () => {
  it('emits each once', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, 500n);
    await testApp.sql('update invoice set due_date = $2, issue_date = $2 where id = $1', [
      invoiceId,
      inDays(-3).toString(),
    ]);
    const emitted = await education.markOverdueInvoices(testApp.operator, { limit: 100 });
    expect(emitted.map(({ id }) => id)).toEqual([invoiceId]);
    expect(await education.markOverdueInvoices(testApp.operator, { limit: 100 })).toEqual([]);
    const view = await testApp.app.read(testApp.client.caller, (views) => views.invoices.one(invoiceId));
    expect(view).toMatchObject({ overdue: true, state: 'issued' });
  });
});
