import { refuse } from '../../../kernel/domain-error.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { educationRefusals } from '../../refusals.ts';
import { requirePositive, type Cents } from '../../../kernel/money.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { notFound, unknownReference } from '../../field-errors.ts';
import { isOpen } from '../../invoice/invoice.ts';
import { allocate } from '../../payment/allocation.ts';
import { InvoicePayment, paymentKey, unappliedOf } from '../../payment/payment.ts';
import type { EducationPorts } from '../../ports.ts';
import { asOpenInvoices, settle, unwind, type SettlePorts } from '../payment/settle.ts';

/** What lending sends once a disbursement for an invoice is confirmed. */
export type PayInvoiceFromLoan = {
  readonly invoiceId: number;
  readonly amount: Cents;
  readonly disbursementUuid: string;
  readonly disbursementId: number;
  readonly loanUuid: string;
  readonly loanId: number;
  readonly memberId: number;
  readonly paidAt: Temporal.Instant;
  /** What becomes of money beyond the balance: by the loan product. Never cash to the student. */
  readonly surplus: 'to_lender' | 'student_credit';
};

type Ports = SettlePorts & Pick<EducationPorts, 'payments' | 'reservations' | 'actor'>;

/**
 * Books a loan's money on the invoice that it names. Received twice it books once: the money's key is
 * `disb:<disbursement uuid>`. The money has left, so nothing about the invoice refuses it: where the invoice
 * takes none, an alert says so (payment.unallocatable). By the loan's product, what the invoice doesn't take goes back to
 * the loan or waits as the student's credit, restricted to that invoice; it never pays another one.
 */
export async function payInvoiceFromLoan(command: PayInvoiceFromLoan, ports: Ports): Promise<Outcome<InvoicePayment>> {
  const known = await ports.payments.byKey(paymentKey('loan', command.disbursementUuid));
  if (known) return outcome(known);
  requirePositive(command.amount, 'amount');
  const invoice = await ports.invoices.get(command.invoiceId);
  if (!invoice) throw unknownReference('invoice_id', command.invoiceId);
  const payment = InvoicePayment.receive({
    uuid: ports.newUuid(),
    studentId: invoice.studentId,
    invoiceId: invoice.id,
    amount: command.amount,
    method: 'loan',
    reference: command.disbursementUuid,
    paidAt: command.paidAt,
    payerMemberId: command.memberId,
    loanId: command.loanId,
    disbursementId: command.disbursementId,
    designation: { invoiceId: invoice.id, categories: null },
    recordedBy: ports.actor,
  });
  await ports.payments.add(payment);
  const allEvents: DomainEvent[] = [payment.received()];
  const reservation = await ports.reservations.heldBy(command.loanUuid);
  if (reservation?.invoiceId === invoice.id) allEvents.push(reservation.use());
  const payables = isOpen(invoice) ? [{ invoice, lines: await ports.invoiceLines.of(invoice.id) }] : [];
  const { portions } = allocate(command.amount, asOpenInvoices(payables));
  allEvents.push(...(await settle(payment, portions, payables, ports)));
  if (payment.allocated === 0n) allEvents.push(payment.missInvoice());
  // What stays is credit that is restricted to the invoice: it never pays another one.
  if (unappliedOf(payment) > 0n && command.surplus === 'to_lender') allEvents.push(payment.holdSurplus());
  return outcome(payment, ...allEvents);
}

/**
 * Takes a loan's payment back after its disbursement was reversed; the invoice is open again. Received twice it
 * happens once.
 * @throws DomainError not_found (missing) while the payment is not booked yet: try again later
 */
export async function reverseLoanPayment(
  command: { readonly disbursementUuid: string; readonly reason: string },
  ports: SettlePorts & Pick<EducationPorts, 'payments'>,
): Promise<Outcome<InvoicePayment>> {
  const payment = await ports.payments.byKey(paymentKey('loan', command.disbursementUuid));
  if (!payment) throw notFound('payment', command.disbursementUuid);
  if (payment.state === 'reversed') return outcome(payment);
  const reversed = payment.reverse(command.reason, ports.now);
  return outcome(payment, reversed, ...(await unwind(payment, ports)));
}

/** The lender took the surplus as a prepayment of principal. Received twice it is noted once. */
export async function returnLoanSurplus(
  command: { readonly disbursementUuid: string },
  ports: Pick<EducationPorts, 'payments' | 'now'>,
): Promise<Outcome<InvoicePayment>> {
  const payment = await ports.payments.byKey(paymentKey('loan', command.disbursementUuid));
  if (!payment) throw notFound('payment', command.disbursementUuid);
  const returned = payment.returnSurplus(ports.now);
  return returned ? outcome(payment, returned) : outcome(payment);
}

/**
 * A person gives credit of a loan that its invoice doesn't need back to the loan.
 * @throws DomainError no_loan_credit (conflict) for other money, and where nothing is left of it
 */
export async function returnLoanCredit(
  command: { readonly paymentId: number; readonly version?: number },
  ports: Pick<EducationPorts, 'payments'>,
): Promise<Outcome<InvoicePayment>> {
  const payment = await ports.payments.get(command.paymentId);
  if (!payment) throw notFound('payment', command.paymentId);
  requireVersion(payment, command.version);
  if (payment.loanId === null || unappliedOf(payment) === 0n) {
    throw refuse(
      educationRefusals.no_loan_credit,
      payment.loanId === null
        ? 'No loan paid this: there is no lender whose money it is.'
        : 'All of the loan’s money is on its invoice, or went back already.',
      { payment_id: payment.id, current_state: payment.state },
    );
  }
  return outcome(payment, payment.holdSurplus());
}
