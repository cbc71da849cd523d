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
 * takes none, it becomes the student's credit and an alert (payment.unallocatable) asks a person to review it.
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
  if (payment.allocated === 0n) allEvents.push(payment.liftDesignation());
  else if (unappliedOf(payment) > 0n) allEvents.push(...keepSurplus(payment, command.surplus));
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

function keepSurplus(payment: InvoicePayment, surplus: PayInvoiceFromLoan['surplus']): DomainEvent[] {
  if (surplus === 'to_lender') return [payment.holdSurplus()];
  // Credit of the student's, free for the next invoice.
  payment.designatedInvoiceId = null;
  return [];
}
