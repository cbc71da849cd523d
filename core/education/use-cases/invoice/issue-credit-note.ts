import { requirePositive, type Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { CreditNote } from '../../invoice/credit-note.ts';
import type { Invoice } from '../../invoice/invoice.ts';
import { creditNoteNumber } from '../../invoice/numbering.ts';
import type { EducationPorts } from '../../ports.ts';
import type { Limited } from '../../../payments/limits-of-one.ts';
import { requireGivable } from './give-up.ts';
import { theInvoice } from './issue-invoice.ts';

export type IssueCreditNote = {
  readonly invoiceId: number;
  readonly version?: number;
  readonly amount: Cents;
  readonly reason: string;
};
/** The note, and the invoice that it lowers. */
export type Credited = { readonly creditNote: CreditNote; readonly invoice: Invoice };

/**
 * Lowers what an issued invoice asks for, by at most its balance; beyond what one person waives it takes two.
 * @throws DomainError validation_failed (invalid); invalid_state_transition (conflict); SecondPersonRequired
 */
export async function issueCreditNote(
  command: IssueCreditNote,
  ports: Pick<EducationPorts, 'invoices' | 'creditNotes' | 'numbers' | 'newUuid' | 'today' | 'actor' | keyof Limited>,
): Promise<Outcome<Credited>> {
  const invoice = await theInvoice(command, ports);
  requirePositive(command.amount, 'amount');
  if (command.reason.trim() === '') throw invalidField('reason', 'required', 'Say why the invoice is lowered.');
  const given = { now: command.amount, before: invoice.credited };
  const allEvents = invoice.credit(command.amount);
  // Before a number is drawn: numbers have no gaps.
  requireGivable(invoice, given, ports);
  const { year } = ports.today;
  const creditNote = CreditNote.issue({
    uuid: ports.newUuid(),
    number: creditNoteNumber(year, await ports.numbers.next(`credit_note:${year}`)),
    invoiceId: invoice.id,
    amount: command.amount,
    reason: command.reason,
    issuedOn: ports.today,
    issuedBy: ports.actor,
  });
  await ports.creditNotes.add(creditNote);
  return outcome({ creditNote, invoice }, creditNote.issued(), ...allEvents);
}
