import { describe, expect, it } from 'vitest';
import { balanceOf, isOverdue } from '#core/education/invoice/invoice.ts';
import { drawFeeStructure } from '#core/education/use-cases/catalogue/draw-fee-structure.ts';
import { changeInvoice, discardInvoice } from '#core/education/use-cases/invoice/change-invoice.ts';
import { draftInvoice, type DraftInvoice } from '#core/education/use-cases/invoice/draft-invoice.ts';
import { issueCreditNote } from '#core/education/use-cases/invoice/issue-credit-note.ts';
import { issueInvoice } from '#core/education/use-cases/invoice/issue-invoice.ts';
import { markOverdueInvoices } from '#core/education/use-cases/invoice/mark-overdue.ts';
import { voidInvoice, writeOffInvoice } from '#core/education/use-cases/invoice/void-invoice.ts';
import { reserveInvoice } from '#core/education/use-cases/loan/reserve-invoice.ts';
import { recordPayment } from '#core/education/use-cases/payment/record-payment.ts';
import {
  anActiveStudent,
  anIssuedInvoice,
  charge,
  day,
  openSchool,
  refused,
  refusedField,
} from '#test/support/education-school.ts';
import { educationPorts } from '#test/support/education-ports.ts';

async function aStudent() {
  const ports = educationPorts();
  const school = await openSchool(ports);
  const { student, enrolment } = await anActiveStudent(ports, school);
  const draft = (rest: Partial<DraftInvoice> = {}) =>
    draftInvoice({ studentId: student.id, dueDate: day('2026-03-01'), lines: [charge(30_000n)], ...rest }, ports);
  const pay = (amount: bigint, reference: string) =>
    recordPayment({ studentId: student.id, amount, method: 'bank', reference, paidAt: ports.now }, ports);
  return { ports, school, student, enrolment, draft, pay };
}

describe('Drafting an invoice', () => {
  it('sums its lines; a percentage is worked out once, half up', async () => {
    const { ports, draft } = await aStudent();
    const { result: invoice, events } = await draft({
      lines: [
        charge(10_001n, 'tuition', { discount: { percent: '12.5' } }),
        charge(5_000n, 'registration', { discount: { cents: 1_000n } }),
      ],
    });
    // 10001 x 12.5 % = 1250.125, and 10004 would make 1250.5
    expect(invoice).toMatchObject({
      subtotal: 15_001n,
      discountTotal: 2_250n,
      total: 12_751n,
      number: null,
      state: 'draft',
    });
    expect(ports.tables.invoiceLines.rows.map((line) => [line.position, line.discount, line.priority])).toEqual([
      [1, 1_250n, 20],
      [2, 1_000n, 10],
    ]);
    expect(events.map((emitted) => emitted.type)).toEqual(['invoice.created']);
    const { result: half } = await draft({ lines: [charge(10_004n, 'tuition', { discount: { percent: '12.5' } })] });
    expect(half.discountTotal).toBe(1_251n);
  });

  it('takes the lines of a fee structure', async () => {
    const { ports, school, draft, student } = await aStudent();
    const component = (code: string, amount: bigint) => ({ code, description: code, amount, priority: null });
    const { result: structure } = await drawFeeStructure(
      {
        name: 'Year 1',
        programmeId: school.programme.id,
        academicYearId: school.yearId,
        components: [
          { ...component('TUI', 50_000n), feeCategory: 'tuition' },
          { ...component('EXM', 7_000n), feeCategory: 'examination' },
        ],
      },
      ports,
    );
    const { result } = await draftInvoice(
      { studentId: student.id, dueDate: day('2026-03-01'), feeStructureId: structure.id },
      ports,
    );
    expect(result).toMatchObject({ total: 57_000n, feeStructureId: structure.id });
    await refused(draft({ feeStructureId: 99 }), 'unknown_reference');
  });

  it.each([
    ['no lines', { lines: [] }, 'lines'],
    ['an amount of zero', { lines: [charge(0n)] }, 'lines.0.amount'],
    [
      'a discount above the amount',
      { lines: [charge(100n, 'other', { discount: { cents: 101n } })] },
      'lines.0.discount',
    ],
    [
      'a percentage above 100',
      { lines: [charge(100n, 'other', { discount: { percent: '100.1' } })] },
      'lines.0.discount_percent',
    ],
    ['a blank description', { lines: [charge(100n, 'other', { description: ' ' })] }, 'lines.0.description'],
    ['a due date before today', { dueDate: day('2026-01-31') }, 'due_date'],
  ])('is refused with %s', async (_, bad, field) => {
    const { draft, ports } = await aStudent();
    await refusedField(draft(bad), field);
    expect(ports.tables.invoices.rows).toEqual([]);
  });

  it('is refused for a withdrawn student and for an enrolment of another student', async () => {
    const { draft, student, enrolment, ports, school } = await aStudent();
    const { enrolment: foreign } = await anActiveStudent(ports, school);
    await refused(draft({ enrolmentId: foreign.id }), 'unknown_reference');
    expect((await draft({ enrolmentId: enrolment.id })).result.enrolmentId).toBe(enrolment.id);
    student.state = 'withdrawn';
    await refusedField(draft(), 'student_id', 'not_invoiceable');
  });
});

describe('Issuing an invoice', () => {
  it('numbers them without gaps within the year', async () => {
    const { ports, draft } = await aStudent();
    const { result: one } = await draft({ issue: true });
    const { result: stale } = await draft({ dueDate: day('2026-02-02') });
    const later = ports.at('2026-02-03T06:00:00Z');
    await refusedField(issueInvoice({ invoiceId: stale.id }, later), 'due_date', 'before_issue');
    const { result: two } = await draft();
    const { events } = await issueInvoice({ invoiceId: two.id }, later);
    expect([one.number, two.number]).toEqual(['INV-2026-000001', 'INV-2026-000002']);
    expect(two).toMatchObject({
      state: 'issued',
      issueDate: day('2026-02-03'),
      payCode: expect.stringMatching(/^V26000002.$/),
    });
    expect(events).toMatchObject([{ type: 'invoice.issued', data: { balance: 30_000n, due_date: '2026-03-01' } }]);
    const { result: next } = await draftInvoice(
      { studentId: one.studentId, dueDate: day('2027-02-01'), lines: [charge(1n)], issue: true },
      ports.at('2027-01-04T06:00:00Z'),
    );
    expect(next.number).toBe('INV-2027-000001');
  });

  it('counts as paid immediately where discounts leave nothing', async () => {
    const { draft } = await aStudent();
    const { result, events } = await draft({
      lines: [charge(100n, 'tuition', { discount: { percent: '100' } })],
      issue: true,
    });
    expect(result.state).toBe('paid');
    expect(events.map((emitted) => emitted.type)).toEqual(['invoice.created', 'invoice.issued', 'invoice.paid']);
  });

  it('is not done twice', async () => {
    const { ports, draft } = await aStudent();
    const { result } = await draft({ issue: true });
    const again = issueInvoice({ invoiceId: result.id }, ports);
    await refused(again, 'invalid_state_transition', {
      current_state: 'issued',
      allowed_actions: ['void', 'write_off'],
    });
  });
});

describe('Changing an invoice', () => {
  it('replaces the lines of a draft and sums them again', async () => {
    const { ports, draft } = await aStudent();
    const { result } = await draft();
    const lines = [charge(10n), charge(20n, 'library')];
    const change = () => changeInvoice({ invoiceId: result.id, changes: { lines, dueDate: day('2026-04-01') } }, ports);
    expect((await change()).events).toMatchObject([{ data: { changed: ['due_date', 'lines'], total: 30n } }]);
    expect(ports.tables.invoiceLines.rows).toHaveLength(2);
    expect((await change()).events).toEqual([]);
  });

  it('is refused once issued, and so is deleting', async () => {
    const { ports, draft } = await aStudent();
    const { result } = await draft({ issue: true });
    const changes = { lines: [charge(10n)] };
    await refused(changeInvoice({ invoiceId: result.id, changes }, ports), 'invalid_state_transition');
    await refused(discardInvoice({ invoiceId: result.id }, ports), 'invalid_state_transition');
    expect(result.total).toBe(30_000n);
  });

  it('deletes a draft with its lines', async () => {
    const { ports, draft } = await aStudent();
    const { result } = await draft();
    const { events } = await discardInvoice({ invoiceId: result.id }, ports);
    expect(events.map((emitted) => emitted.type)).toEqual(['invoice.discarded']);
    expect([ports.tables.invoices.rows, ports.tables.invoiceLines.rows]).toEqual([[], []]);
  });
});

describe('A credit note', () => {
  it('lowers the balance, not the lines; the last one pays the invoice', async () => {
    const { ports, draft } = await aStudent();
    const { result: invoice } = await draft({ issue: true });
    const credit = (amount: bigint) => issueCreditNote({ invoiceId: invoice.id, amount, reason: 'bursary' }, ports);
    const first = await credit(10_000n);
    expect(first.result.creditNote.number).toBe('CN-2026-000001');
    expect(first.events.map((emitted) => emitted.type)).toEqual(['credit_note.issued', 'invoice.credited']);
    expect([invoice.state, balanceOf(invoice), invoice.total]).toEqual(['issued', 20_000n, 30_000n]);
    await refusedField(credit(20_001n), 'amount', 'range');
    const last = await credit(20_000n);
    expect(last.events.map((emitted) => emitted.type)).toEqual([
      'credit_note.issued',
      'invoice.credited',
      'invoice.paid',
    ]);
    expect([invoice.state, invoice.paid, invoice.credited]).toEqual(['paid', 0n, 30_000n]);
    await refused(credit(1n), 'invalid_state_transition');
  });
});

describe('Voiding an invoice', () => {
  it('keeps its number and needs a reason', async () => {
    const { ports, draft } = await aStudent();
    const { result } = await draft({ issue: true });
    await refusedField(voidInvoice({ invoiceId: result.id }, ports), 'reason');
    await voidInvoice({ invoiceId: result.id, reason: 'wrong student' }, ports);
    expect(result).toMatchObject({
      state: 'void',
      number: 'INV-2026-000001',
      voidReason: 'wrong student',
      voidedAt: ports.now,
    });
  });

  it('is refused once something was paid or credited', async () => {
    const { ports, draft, pay } = await aStudent();
    const { result } = await draft({ issue: true });
    await issueCreditNote({ invoiceId: result.id, amount: 1n, reason: 'x' }, ports);
    await refused(voidInvoice({ invoiceId: result.id, reason: 'x' }, ports), 'invoice_has_payments', { credited: 1n });
    const { result: other } = await draft({ issue: true });
    await pay(40_000n, 'B1');
    await refused(voidInvoice({ invoiceId: other.id, reason: 'x' }, ports), 'invoice_has_payments', { paid: 10_001n });
  });

  it('is refused while a loan has reserved it, and allowed once that expired', async () => {
    const { ports, draft } = await aStudent();
    const { result } = await draft({ issue: true });
    const expiresAt = ports.now.add({ hours: 48 });
    await reserveInvoice({ invoiceId: result.id, loanUuid: 'loan-1', amount: 30_000n, expiresAt }, ports);
    const end = { invoiceId: result.id, reason: 'x' };
    await refused(voidInvoice(end, ports), 'invoice_reserved_by_loan', { loan_uuid: 'loan-1' });
    await refused(writeOffInvoice(end, ports), 'invoice_reserved_by_loan');
    await voidInvoice(end, ports.at('2026-02-03T06:00:00Z'));
    expect(result.state).toBe('void');
  });
});

describe('Writing an invoice off', () => {
  it('gives up the rest and keeps what was paid', async () => {
    const { ports, draft, pay } = await aStudent();
    const { result } = await draft({ issue: true });
    await pay(10_000n, 'B1');
    const { events } = await writeOffInvoice({ invoiceId: result.id, reason: 'uncollectable' }, ports);
    expect(result).toMatchObject({ state: 'written_off', paid: 10_000n });
    expect(events).toMatchObject([{ type: 'invoice.written_off', data: { amount: 20_000n } }]);
  });
});

describe('An overdue invoice', () => {
  it('is so from the day after the due date, and emits that once', async () => {
    const { ports, student } = await aStudent();
    const invoice = await anIssuedInvoice(ports, student, '2026-02-10', 500n);
    expect(isOverdue(invoice, day('2026-02-10'))).toBe(false);
    expect(isOverdue(invoice, day('2026-02-11'))).toBe(true);
    expect((await markOverdueInvoices({ limit: 100 }, ports)).events).toEqual([]);
    const later = ports.at('2026-02-10T21:30:00Z'); // past midnight in Nairobi
    expect((await markOverdueInvoices({ limit: 100 }, later)).events).toMatchObject([
      { type: 'invoice.overdue', data: { due_date: '2026-02-10', balance: 500n } },
    ]);
    expect((await markOverdueInvoices({ limit: 100 }, later)).events).toEqual([]);
    expect(invoice.fallOverdue(day('2026-02-12'))).toBeNull();
    expect(invoice.state).toBe('issued');
  });
});
