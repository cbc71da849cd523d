import type { DomainEvent } from '../../../kernel/event.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { notFound } from '../../field-errors.ts';
import type { Invoice } from '../../invoice/invoice.ts';
import { invoiceNumber, invoicePayCode } from '../../invoice/numbering.ts';
import type { EducationPorts } from '../../ports.ts';
import type { Student } from '../../student/student.ts';
import { applyCredit } from '../payment/apply-credit.ts';
import { requireInvoiceable } from './check-charges.ts';

export type IssueInvoice = { readonly invoiceId: number; readonly version?: number };

export type IssuePorts = Pick<
  EducationPorts,
  'invoices' | 'invoiceLines' | 'students' | 'payments' | 'allocations' | 'numbers' | 'newUuid' | 'now' | 'today'
>;

/**
 * Makes a draft owed: it takes the year's next number, and the student's credit is put on what is owed.
 * @throws DomainError validation_failed (invalid) where the due date has passed or the student has left
 */
export async function issueInvoice(command: IssueInvoice, ports: IssuePorts): Promise<Outcome<Invoice>> {
  const invoice = await theInvoice(command, ports);
  const student = await ports.students.get(invoice.studentId);
  if (!student) throw notFound('student', invoice.studentId);
  return outcome(invoice, ...(await issue(invoice, student, ports)));
}

/** Issues a loaded draft of a loaded student. */
export async function issue(
  invoice: Invoice,
  student: Student,
  ports: Pick<
    IssuePorts,
    'invoices' | 'invoiceLines' | 'payments' | 'allocations' | 'numbers' | 'newUuid' | 'now' | 'today'
  >,
): Promise<DomainEvent[]> {
  // Before a number is drawn: numbers have no gaps.
  invoice.requireIssuable(ports.today);
  requireInvoiceable(student);
  const { year } = ports.today;
  const sequence = await ports.numbers.next(`invoice:${year}`);
  const issued = invoice.issue({
    number: invoiceNumber(year, sequence),
    payCode: invoicePayCode(year, sequence),
    on: ports.today,
  });
  const settled = invoice.settleIfNothingOwed();
  const allEvents = settled ? [issued, settled] : [issued];
  return [...allEvents, ...(await applyCredit(student.id, invoice, ports))];
}

/** The invoice of a command, at the version that its giver read. */
export async function theInvoice(
  command: { readonly invoiceId: number; readonly version?: number },
  ports: Pick<EducationPorts, 'invoices'>,
): Promise<Invoice> {
  const invoice = await ports.invoices.get(command.invoiceId);
  if (!invoice) throw notFound('invoice', command.invoiceId);
  requireVersion(invoice, command.version);
  return invoice;
}
