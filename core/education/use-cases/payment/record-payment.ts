import { refuse } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { requirePositive, type Cents } from '../../../kernel/money.ts';
import { outcome, replay, type Outcome } from '../../../kernel/outcome.ts';
import { accountBehind } from '../../../payments/payment-receipt.ts';
import type { ReceiptPorts, RecordName } from '../../../payments/ports.ts';
import { NO_RECEIPT, requireReceipt, type Claim } from '../../../payments/receipt-registry.ts';
import { paymentRefusals } from '../../../payments/refusals.ts';
import { paymentTo, timeOfPayment, type PaymentClock } from '../../../payments/payment-time.ts';
import type { FeeCategory } from '../../fee-category.ts';
import { invalidAmount, invalidField } from '../../../kernel/field-error.ts';
import { fieldErrors, notFound, unknownReference } from '../../field-errors.ts';
import { isOpen, type Invoice } from '../../invoice/invoice.ts';
import { allocate, allocateExplicitly, type WantedPortion } from '../../payment/allocation.ts';
import { InvoicePayment, paymentKey, type Designation, type PaymentMethod } from '../../payment/payment.ts';
import type { EducationPorts } from '../../ports.ts';
import { educationRefusals } from '../../refusals.ts';
import { requireAgreement } from '../../../kernel/two-people.ts';
import type { Limited } from '../../../payments/limits-of-one.ts';
import type { Student } from '../../student/student.ts';
import { asOpenInvoices, payablesOf, settle, type SettlePorts } from './settle.ts';

/** Money for a student: the student, an invoice of the student's, or both are named. */
export type RecordPayment = {
  readonly studentId?: number | null;
  /** The invoice that takes the money first; the rest goes on by age. */
  readonly invoiceId?: number | null;
  readonly amount: Cents;
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly paidAt: Temporal.Instant;
  readonly confirmedBy?: 'provider';
  readonly payerMemberId?: number | null;
  /** Where the payer allocated the money: sums to the amount. */
  readonly allocations?: readonly WantedPortion[];
  /** Kinds of charges that a giver named; the money goes to nothing else. */
  readonly categories?: readonly FeeCategory[] | null;
  /** False: money beyond what is owed is refused instead of stored as credit. */
  readonly allowCredit?: boolean;
  /** Where the money stands so far, of which this is the payment: in suspense, or with the wrong student. */
  readonly from?: RecordName | null;
  /** The whole payment, where one command splits it. */
  readonly split?: Claim['split'];
};

export type RecordPaymentPorts = SettlePorts &
  Pick<EducationPorts, 'payments' | 'students' | 'members' | 'actor' | keyof PaymentClock | keyof Limited> &
  ReceiptPorts;

/**
 * Books money that arrived and puts it on what is owed; the rest is the student's credit. The same payment once more
 * is that of before.
 * @throws DomainError validation_failed, unknown_reference (invalid); not_found for the invoice;
 *   duplicate_payment_reference, invoice_already_settled, invoice_not_payable (conflict); SecondPersonRequired
 */
export async function recordPayment(
  command: RecordPayment,
  ports: RecordPaymentPorts,
): Promise<Outcome<InvoicePayment>> {
  checkPayment(command);
  const invoice = await namedInvoice(command, ports);
  const studentId = invoice?.studentId ?? command.studentId;
  if (studentId === null || studentId === undefined) {
    throw invalidField('student_id', 'required', 'Name the student or an invoice.');
  }
  const student = await ports.students.get(studentId);
  if (!student) throw unknownReference('student_id', studentId);
  const payer = command.payerMemberId ?? null;
  if (payer !== null && !(await ports.members.exists(payer))) throw unknownReference('payer_member_id', payer);
  const uuid = ports.newUuid();
  const receipt = await receiptOf(command, studentId, uuid, ports);
  // The same once more is that of before, however long ago it was.
  if (receipt.replayOf) return replay(await repeated(await paymentOf(receipt.replayOf, ports), invoice, ports));
  const to = invoice ? paymentTo('invoice', invoice, command) : undefined;
  const { paidAt } = timeOfPayment(command, invoice?.issueDate ?? null, ports, to);
  if (invoice) requirePayable(invoice);
  const payment = InvoicePayment.receive({
    uuid,
    studentId,
    invoiceId: invoice?.id ?? null,
    amount: command.amount,
    method: command.method,
    reference: command.reference.trim(),
    paidAt,
    payerMemberId: payer,
    loanId: null,
    disbursementId: null,
    designation: { invoiceId: null, categories: command.categories ?? null },
    recordedBy: ports.actor,
    part: command.split || command.from ? 'of_receipt' : undefined,
  });
  const placed = await place(payment, invoice, command, ports);
  if (command.method === 'adjustment') requireTwoToAdjust(command, student, ports);
  return outcome(payment, ...placed, ...receipt.book());
}

/**
 * No money comes by an adjustment: fees are settled by the word of who records it. Where one person gives up so much and no
 * more, that takes two.
 * @throws SecondPersonRequired; DomainError four_eyes_required (conflict)
 */
function requireTwoToAdjust(command: RecordPayment, { id, uuid }: Student, ports: Limited): void {
  if (ports.alone.waivers === null) return;
  const to = paymentTo('student', { id, uuid }, command);
  requireAgreement(ports, { ...to, rule: 'Settling fees without money takes two people.', amount: command.amount });
}

async function place(
  payment: InvoicePayment,
  invoice: Invoice | null,
  command: RecordPayment,
  ports: RecordPaymentPorts,
): Promise<DomainEvent[]> {
  const payables = await payablesOf(payment.studentId, invoice, ports);
  const open = asOpenInvoices(payables);
  const designation: Designation = { invoiceId: null, categories: payment.designatedCategories };
  const placed = command.allocations
    ? { portions: allocateExplicitly(payment.amount, command.allocations, open, designation), rest: 0n }
    : allocate(payment.amount, open, designation, invoice?.id ?? null);
  if (placed.rest > 0n && command.allowCredit === false) {
    const owed = payment.amount - placed.rest;
    const detail = `Only ${owed} cents are owed; this payment may not leave a credit.`;
    throw invalidAmount('amount', 'overpayment', detail, { owed_amount: owed });
  }
  await ports.payments.add(payment);
  return [payment.received(), ...(await settle(payment, placed.portions, payables, ports))];
}

function checkPayment(command: RecordPayment): void {
  requirePositive(command.amount, 'amount');
  const errors = fieldErrors();
  const reference = command.reference.trim();
  errors.require(reference.length >= 1 && reference.length <= 64, 'reference', 'length', 'Send 1 to 64 characters.');
  // A loan's money follows from its disbursement; by hand it could be booked twice.
  errors.require(command.method !== 'loan', 'method', 'reserved', 'Send another method than loan.');
  const { allocations, categories = null } = command;
  errors.require(allocations === undefined || allocations.length > 0, 'allocations', 'length', 'Send one at least.');
  errors.require(categories === null || categories.length > 0, 'categories', 'length', 'Send one at least, or null.');
  errors.settle();
}

async function namedInvoice(command: RecordPayment, ports: RecordPaymentPorts): Promise<Invoice | null> {
  const id = command.invoiceId ?? null;
  if (id === null) return null;
  const invoice = await ports.invoices.get(id);
  if (!invoice) throw notFound('invoice', id);
  const student = command.studentId ?? null;
  if (student !== null && student !== invoice.studentId) {
    throw invalidField('student_id', 'mismatch', 'The invoice is another student’s.');
  }
  return invoice;
}

/** The payment that is booked. An adjustment is none from outside; its reference is unique all the same. */
async function receiptOf(command: RecordPayment, studentId: number, uuid: string, ports: RecordPaymentPorts) {
  const { method, amount, paidAt, from, split } = command;
  const receiptNo = command.reference.trim();
  const account = accountBehind(method);
  if (account === null) {
    await requireNewKey(paymentKey(method, receiptNo), ports);
    return NO_RECEIPT;
  }
  const record = { type: 'payment', uuid };
  const party = `student:${studentId}`;
  const reportedBy = 'caller' as const;
  return requireReceipt(
    { account, direction: 'in', receiptNo, amount, paidAt, reportedBy, record, party, from, split },
    ports,
  );
}

/**
 * The payment of before, where it names the same invoice or is on it.
 * @throws DomainError duplicate_payment_reference (conflict): the money is meant for another invoice
 */
async function repeated(
  payment: InvoicePayment,
  invoice: Invoice | null,
  ports: Pick<EducationPorts, 'allocations'>,
): Promise<InvoicePayment> {
  if (invoice === null || payment.invoiceId === invoice.id) return payment;
  if ((await ports.allocations.of(payment.id)).some(({ invoiceId }) => invoiceId === invoice.id)) return payment;
  throw bookedBefore(payment);
}

function bookedBefore({ id, uuid, reference, state }: InvoicePayment) {
  return refuse(paymentRefusals.duplicate_payment_reference, `The reference ${reference} was booked before.`, {
    existing: { type: 'payment', id, uuid },
    existing_id: id,
    current_state: state,
  });
}

async function requireNewKey(key: string, ports: Pick<EducationPorts, 'payments'>): Promise<void> {
  const known = await ports.payments.byKey(key);
  if (known) throw bookedBefore(known);
}

async function paymentOf({ uuid }: RecordName, ports: Pick<EducationPorts, 'payments'>): Promise<InvoicePayment> {
  const payment = await ports.payments.byUuid(uuid);
  if (payment) return payment;
  throw new Error(`The payment ${uuid} of a receipt is gone.`);
}

/** Refuses an invoice that takes no money. */
function requirePayable(invoice: Invoice): void {
  if (isOpen(invoice)) return;
  const facts = { invoice_id: invoice.id, current_state: invoice.state };
  if (invoice.state === 'paid') {
    throw refuse(educationRefusals.invoice_already_settled, `Nothing is owed on invoice ${invoice.number}.`, facts);
  }
  throw refuse(educationRefusals.invoice_not_payable, `An invoice that is ${invoice.state} takes no payment.`, facts);
}
