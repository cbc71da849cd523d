import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { unknownReference } from '../../field-errors.ts';
import { discountOf, type Charge, type InvoiceLine } from '../../invoice/invoice-line.ts';
import type { Invoice, Payer } from '../../invoice/invoice.ts';
import { DEFAULT_PRIORITY } from '../../fee-category.ts';
import type { EducationPorts } from '../../ports.ts';
import { checkCharges } from './check-charges.ts';
import { requireInvoiceReferences, requireNotPast, writeLines } from './draft-invoice.ts';
import { theInvoice } from './issue-invoice.ts';

/** Changes of a draft: absent stays, null clears, lines are replaced as a whole. */
export type ChangeInvoice = {
  readonly invoiceId: number;
  readonly version?: number;
  readonly changes: {
    readonly dueDate?: Temporal.PlainDate;
    readonly payer?: Payer;
    readonly enrolmentId?: number | null;
    readonly termId?: number | null;
    readonly feeStructureId?: number | null;
    readonly lines?: readonly Charge[];
  };
};

type Ports = Pick<
  EducationPorts,
  'invoices' | 'invoiceLines' | 'enrolments' | 'terms' | 'feeStructures' | 'newUuid' | 'today'
>;

/**
 * Changes a draft. An issued invoice is corrected by a credit note, never by editing.
 * @throws DomainError invalid_state_transition (conflict) where it is not a draft; validation_failed,
 *   unknown_reference (invalid)
 */
export async function changeInvoice(command: ChangeInvoice, ports: Ports): Promise<Outcome<Invoice>> {
  const invoice = await theInvoice(command, ports);
  const { changes } = command;
  const { enrolmentId = invoice.enrolmentId, termId = invoice.termId } = changes;
  if (changes.lines) checkCharges(changes.lines);
  await requireInvoiceReferences({ studentId: invoice.studentId, enrolmentId, termId }, ports);
  const structure = changes.feeStructureId ?? null;
  if (structure !== null && !(await ports.feeStructures.get(structure))) {
    throw unknownReference('fee_structure_id', structure);
  }
  if (changes.dueDate) requireNotPast(changes.dueDate, ports.today);
  invoice.requireEditable();
  const changed = changeTerms(invoice, changes);
  const lines = await ports.invoiceLines.of(invoice.id);
  if (changes.lines && !sameLines(changes.lines, lines)) {
    for (const line of lines) await ports.invoiceLines.remove(line);
    await writeLines(invoice, changes.lines, ports);
    changed.push('lines');
  }
  return changed.length === 0 ? outcome(invoice) : outcome(invoice, invoice.edited(changed));
}

/** Deletes a draft; anything later is voided instead. */
export async function discardInvoice(
  command: { readonly invoiceId: number; readonly version?: number },
  ports: Pick<EducationPorts, 'invoices'>,
): Promise<Outcome<Invoice>> {
  const invoice = await theInvoice(command, ports);
  const discarded = invoice.discard();
  await ports.invoices.remove(invoice);
  return outcome(invoice, discarded);
}

function changeTerms(invoice: Invoice, changes: ChangeInvoice['changes']): string[] {
  const changed: string[] = [];
  const { dueDate, payer, enrolmentId, termId, feeStructureId } = changes;
  if (dueDate !== undefined && !dueDate.equals(invoice.dueDate)) {
    invoice.dueDate = dueDate;
    changed.push('due_date');
  }
  if (payer !== undefined && (payer.type !== invoice.payer.type || payer.ref !== invoice.payer.ref)) {
    invoice.payer = payer;
    changed.push('payer');
  }
  if (enrolmentId !== undefined && enrolmentId !== invoice.enrolmentId) {
    invoice.enrolmentId = enrolmentId;
    changed.push('enrolment_id');
  }
  if (termId !== undefined && termId !== invoice.termId) {
    invoice.termId = termId;
    changed.push('term_id');
  }
  if (feeStructureId !== undefined && feeStructureId !== invoice.feeStructureId) {
    invoice.feeStructureId = feeStructureId;
    changed.push('fee_structure_id');
  }
  return changed;
}

function sameLines(charges: readonly Charge[], lines: readonly InvoiceLine[]): boolean {
  return (
    charges.length === lines.length &&
    lines.every((line, index) => {
      const charge = charges[index];
      return (
        charge !== undefined &&
        charge.code === line.code &&
        charge.description === line.description &&
        charge.feeCategory === line.feeCategory &&
        charge.amount === line.amount &&
        discountOf(charge) === line.discount &&
        (charge.priority ?? DEFAULT_PRIORITY[charge.feeCategory]) === line.priority
      );
    })
  );
}
