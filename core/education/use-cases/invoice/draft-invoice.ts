import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { unknownReference } from '../../field-errors.ts';
import { InvoiceLine, type Charge } from '../../invoice/invoice-line.ts';
import { Invoice, type Payer } from '../../invoice/invoice.ts';
import type { EducationPorts } from '../../ports.ts';
import { checkCharges, requireInvoiceable } from './check-charges.ts';
import { issue } from './issue-invoice.ts';

export type DraftInvoice = {
  readonly studentId: number;
  readonly enrolmentId?: number | null;
  readonly termId?: number | null;
  /** Where lines are absent, those of the fee structure are taken. */
  readonly feeStructureId?: number | null;
  readonly dueDate: Temporal.PlainDate;
  readonly payer?: Payer;
  readonly lines?: readonly Charge[];
  /** Issues the invoice in the same step. */
  readonly issue?: boolean;
};

export type DraftInvoicePorts = Pick<
  EducationPorts,
  | 'invoices'
  | 'invoiceLines'
  | 'students'
  | 'enrolments'
  | 'terms'
  | 'feeStructures'
  | 'feeComponents'
  | 'payments'
  | 'allocations'
  | 'numbers'
  | 'newUuid'
  | 'now'
  | 'today'
>;

/**
 * Puts charges together for a student.
 * @throws DomainError unknown_reference, validation_failed (invalid)
 */
export async function draftInvoice(command: DraftInvoice, ports: DraftInvoicePorts): Promise<Outcome<Invoice>> {
  const { enrolmentId = null, termId = null, feeStructureId = null, dueDate } = command;
  const student = await ports.students.get(command.studentId);
  if (!student) throw unknownReference('student_id', command.studentId);
  await requireInvoiceReferences({ studentId: student.id, enrolmentId, termId }, ports);
  const charges = command.lines ?? (await chargesOf(feeStructureId, ports));
  if (feeStructureId !== null && !(await ports.feeStructures.get(feeStructureId))) {
    throw unknownReference('fee_structure_id', feeStructureId);
  }
  checkCharges(charges);
  requireNotPast(dueDate, ports.today);
  requireInvoiceable(student);
  const payer = command.payer ?? { type: 'self', ref: null };
  const invoice = Invoice.draft({
    uuid: ports.newUuid(),
    studentId: student.id,
    enrolmentId,
    termId,
    feeStructureId,
    dueDate,
    payer,
  });
  await ports.invoices.add(invoice);
  await writeLines(invoice, charges, ports);
  const drafted = invoice.drafted();
  if (!command.issue) return outcome(invoice, drafted);
  return outcome(invoice, drafted, ...(await issue(invoice, student, ports)));
}

/** Writes a draft's lines and sums them. */
export async function writeLines(
  invoice: Invoice,
  charges: readonly Charge[],
  ports: Pick<EducationPorts, 'invoiceLines' | 'newUuid'>,
): Promise<void> {
  const lines = charges.map((charge, index) => InvoiceLine.write(ports.newUuid(), invoice.id, index + 1, charge));
  for (const line of lines) await ports.invoiceLines.add(line);
  invoice.sumUp(lines);
}

/** Refuses an enrolment of another student and a term that doesn't exist. */
export async function requireInvoiceReferences(
  references: { readonly studentId: number; readonly enrolmentId: number | null; readonly termId: number | null },
  ports: Pick<EducationPorts, 'enrolments' | 'terms'>,
): Promise<void> {
  const { studentId, enrolmentId, termId } = references;
  const enrolment = enrolmentId === null ? null : await ports.enrolments.get(enrolmentId);
  if (enrolmentId !== null && enrolment?.studentId !== studentId) throw unknownReference('enrolment_id', enrolmentId);
  if (termId !== null && !(await ports.terms.get(termId))) throw unknownReference('term_id', termId);
}

/** A draft is issued today or later, so it can't be due before today. */
export function requireNotPast(dueDate: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (Temporal.PlainDate.compare(dueDate, today) >= 0) return;
  throw invalidField('due_date', 'before_issue', `The due date ${dueDate} is before today, ${today}.`);
}

async function chargesOf(
  feeStructureId: number | null,
  ports: Pick<EducationPorts, 'feeComponents'>,
): Promise<readonly Charge[]> {
  if (feeStructureId === null) return [];
  return (await ports.feeComponents.of(feeStructureId)).map((component) => ({
    code: component.code,
    description: component.description,
    feeCategory: component.feeCategory,
    amount: component.amount,
    discount: { cents: 0n },
    priority: component.priority,
  }));
}
