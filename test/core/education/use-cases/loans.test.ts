import { describe, expect, it } from 'vitest';
import { balanceOf } from '#core/education/invoice/invoice.ts';
import { unappliedOf } from '#core/education/payment/payment.ts';
import { voidInvoice } from '#core/education/use-cases/invoice/void-invoice.ts';
import {
  payInvoiceFromLoan,
  returnLoanCredit,
  returnLoanSurplus,
  reverseLoanPayment,
  type PayInvoiceFromLoan,
} from '#core/education/use-cases/loan/pay-invoice-from-loan.ts';
import {
  releaseReservation,
  requireInvoicePayable,
  reserveInvoice,
} from '#core/education/use-cases/loan/reserve-invoice.ts';
import { recordPayment } from '#core/education/use-cases/payment/record-payment.ts';
import { reversePayment } from '#core/education/use-cases/payment/reverse-payment.ts';
import { anActiveStudent, anIssuedInvoice, openSchool, refused, refusedField } from '#test/support/education-school.ts';
import { educationPorts } from '#test/support/education-ports.ts';

async function anInvoice(amount = 30_000n) {
  const ports = educationPorts();
  const school = await openSchool(ports);
  const { student } = await anActiveStudent(ports, school);
  const invoice = await anIssuedInvoice(ports, student, '2026-03-01', amount);
  const expiresAt = ports.now.add({ hours: 48 });
  const reserve = (held: bigint, loanUuid = 'loan-1', invoiceId = invoice.id) =>
    reserveInvoice({ invoiceId, loanUuid, amount: held, expiresAt }, ports);
  const disburse = (paid: bigint, rest: Partial<PayInvoiceFromLoan> = {}) =>
    payInvoiceFromLoan(
      {
        invoiceId: invoice.id,
        amount: paid,
        disbursementUuid: 'd-1',
        disbursementId: 5,
        loanUuid: 'loan-1',
        loanId: 3,
        memberId: 1,
        paidAt: ports.now,
        surplus: 'to_lender',
        ...rest,
      },
      ports,
    );
  const payByHand = (paid: bigint) =>
    recordPayment({ studentId: student.id, amount: paid, method: 'bank', reference: 'B1', paidAt: ports.now }, ports);
  return { ports, student, invoice, reserve, disburse, payByHand };
}

describe('Reserving an invoice for a loan', () => {
  it('holds at most the balance, and what other loans hold is not free', async () => {
    const { reserve, invoice } = await anInvoice();
    await refused(reserve(30_001n), 'invoice_not_payable', { free_balance: 30_000n });
    await reserve(20_000n);
    await refused(reserve(10_001n, 'loan-2'), 'invoice_not_payable', { free_balance: 10_000n, invoice_id: invoice.id });
    expect((await reserve(10_000n, 'loan-2')).result.state).toBe('held');
  });

  it('is renewed by the same loan, and follows it to another invoice', async () => {
    const { ports, student, reserve } = await anInvoice();
    const { result: first } = await reserve(20_000n);
    const { result: renewed, events } = await reserve(30_000n);
    expect(renewed).toBe(first);
    expect(events.map((emitted) => emitted.type)).toEqual(['invoice_reservation.renewed']);
    const other = await anIssuedInvoice(ports, student, '2026-04-01', 50_000n);
    const moved = await reserve(50_000n, 'loan-1', other.id);
    expect([first.state, moved.result.invoiceId]).toEqual(['released', other.id]);
  });

  it('ends automatically, or when the loan lets go', async () => {
    const { ports, invoice, reserve } = await anInvoice();
    const { result } = await reserve(30_000n);
    const later = ports.at('2026-02-03T06:00:00Z');
    const again = { invoiceId: invoice.id, loanUuid: 'loan-2', amount: 30_000n };
    await reserveInvoice({ ...again, expiresAt: later.now.add({ hours: 1 }) }, later);
    expect((await releaseReservation({ loanUuid: 'loan-1' }, ports)).result).toBe(result);
    expect(result.state).toBe('released');
    expect(await releaseReservation({ loanUuid: 'loan-1' }, ports)).toEqual({ result: null, events: [] });
    await refusedField(reserveInvoice({ ...again, expiresAt: later.now }, later), 'expires_at');
    await refused(reserveInvoice({ ...again, invoiceId: 99, expiresAt: later.now }, later), 'unknown_reference');
  });

  it('does not keep the family from paying; what is left is checked before money leaves', async () => {
    const { ports, invoice, reserve, payByHand } = await anInvoice();
    await reserve(30_000n);
    const check = (amount: bigint) =>
      requireInvoicePayable({ invoiceId: invoice.id, loanUuid: 'loan-1', amount }, ports);
    expect((await check(30_000n)).result).toBe(invoice);
    await payByHand(1n);
    await refused(check(30_000n), 'invoice_not_payable', { free_balance: 29_999n, requested_amount: 30_000n });
    expect((await check(29_999n)).events).toEqual([]);
  });

  it('is refused on an invoice that is void', async () => {
    const { ports, invoice, reserve } = await anInvoice();
    await voidInvoice({ invoiceId: invoice.id, reason: 'x' }, ports);
    await refused(reserve(1n), 'invoice_not_payable', { current_state: 'void', free_balance: 0n });
  });
});

describe('A loan that pays an invoice', () => {
  it('books the disbursement once, however often it is reported', async () => {
    const { ports, invoice, reserve, disburse } = await anInvoice();
    const { result: reservation } = await reserve(30_000n);
    const { result: payment, events } = await disburse(30_000n);
    expect(payment).toMatchObject({ key: 'disb:d-1', reference: 'd-1', method: 'loan', state: 'allocated', loanId: 3 });
    expect([invoice.state, reservation.state]).toEqual(['paid', 'used']);
    expect(events.map((emitted) => emitted.type)).toEqual([
      'payment.received',
      'invoice_reservation.used',
      'payment.allocated',
      'invoice.paid',
    ]);
    expect(await disburse(30_000n)).toEqual({ result: payment, events: [] });
    expect(ports.tables.payments.rows).toHaveLength(1);
  });

  it('goes back to the loan, with an alert, where the invoice was voided meanwhile (finding: it paid other invoices)', async () => {
    const { ports, student, invoice, disburse } = await anInvoice();
    await voidInvoice({ invoiceId: invoice.id, reason: 'wrong term' }, ports);
    const { result: payment, events } = await disburse(30_000n);
    expect(events).toMatchObject([
      { type: 'payment.received' },
      { type: 'payment.unallocatable', data: { invoice_id: invoice.id, unapplied: 30_000n } },
      { type: 'payment.surplus_held', data: { surplus: 30_000n, loan_id: 3 } },
    ]);
    const next = await anIssuedInvoice(ports, student, '2026-04-01', 20_000n);
    expect([next.state, unappliedOf(payment)]).toEqual(['issued', 0n]);
  });

  it('pays no other invoice; its surplus is kept for the lender, not for the student', async () => {
    const { ports, student, invoice, disburse, payByHand } = await anInvoice();
    await payByHand(10_000n);
    const { result: payment, events } = await disburse(30_000n);
    expect(invoice.state).toBe('paid');
    expect(events.at(-1)).toMatchObject({ type: 'payment.surplus_held', data: { surplus: 10_000n, loan_id: 3 } });
    expect([payment.state, unappliedOf(payment)]).toEqual(['allocated', 0n]);
    const next = await anIssuedInvoice(ports, student, '2026-04-01', 20_000n);
    expect(balanceOf(next)).toBe(20_000n);
    const returned = await returnLoanSurplus({ disbursementUuid: 'd-1' }, ports);
    expect(returned.events).toMatchObject([{ type: 'payment.surplus_returned', data: { surplus: 10_000n } }]);
    expect((await returnLoanSurplus({ disbursementUuid: 'd-1' }, ports)).events).toEqual([]);
  });

  it('leaves its surplus as credit restricted to its invoice where the product says so, until a person returns it', async () => {
    const { ports, student, disburse, payByHand } = await anInvoice();
    await payByHand(10_000n);
    const { result: payment } = await disburse(30_000n, { surplus: 'student_credit' });
    expect(unappliedOf(payment)).toBe(10_000n);
    expect((await anIssuedInvoice(ports, student, '2026-04-01', 10_000n)).state).toBe('issued');
    expect(unappliedOf(payment)).toBe(10_000n);
    const { events } = await returnLoanCredit({ paymentId: payment.id }, ports);
    expect(events).toMatchObject([{ type: 'payment.surplus_held', data: { surplus: 10_000n } }]);
    await refused(returnLoanCredit({ paymentId: payment.id }, ports), 'no_loan_credit', { payment_id: payment.id });
  });

  it('is reversed with its disbursement, once, and not by hand', async () => {
    const { ports, invoice, disburse } = await anInvoice();
    const emitted = { disbursementUuid: 'd-1', reason: 'returned by the bank' };
    await refused(reverseLoanPayment(emitted, ports), 'not_found');
    const { result: payment } = await disburse(30_000n);
    await refused(reversePayment({ paymentId: payment.id, reason: 'x' }, ports), 'payment_not_refundable', {
      loan_id: 3,
    });
    const { events } = await reverseLoanPayment(emitted, ports);
    expect(events.map((each) => each.type)).toEqual(['payment.reversed', 'invoice.reopened']);
    expect([invoice.state, balanceOf(invoice)]).toEqual(['issued', 30_000n]);
    expect((await reverseLoanPayment(emitted, ports)).events).toEqual([]);
    expect((await disburse(30_000n)).events).toEqual([]);
  });
});
