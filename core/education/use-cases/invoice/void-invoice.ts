import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { balanceDueOf, type Invoice, type InvoiceHold } from '../../invoice/invoice.ts';
import { stillPromised } from '../../invoice/reservation.ts';
import type { EducationPorts } from '../../ports.ts';
import type { Limited } from '../../../payments/limits-of-one.ts';
import { requireGivable } from './give-up.ts';
import { theInvoice } from './issue-invoice.ts';

export type EndInvoice = { readonly invoiceId: number; readonly version?: number; readonly reason?: string | null };

type Ports = Pick<EducationPorts, 'invoices' | 'reservations' | 'now' | keyof Limited>;

/**
 * Declares an invoice a mistake; its number stays used. One that was issued is owed no more: beyond what one person waives it
 * takes two. One that the money of a loan is promised to stays: the member has it on the phone, to pay this invoice.
 * @throws DomainError invoice_has_payments, invoice_reserved_by_loan (conflict); SecondPersonRequired
 */
export async function voidInvoice(command: EndInvoice, ports: Ports): Promise<Outcome<Invoice>> {
  const invoice = await theInvoice(command, ports);
  const given = { now: balanceDueOf(invoice), before: invoice.credited };
  const reservedBy = (await heldBy(invoice, ports)) ?? (await promisedBy(invoice, ports));
  const ended = invoice.void(command.reason ?? null, ports.now, reservedBy);
  requireGivable(invoice, given, ports);
  return outcome(invoice, ended);
}

/**
 * Gives up what is left of an invoice; beyond what one person waives it takes two.
 * @throws DomainError invoice_reserved_by_loan (conflict); SecondPersonRequired
 */
export async function writeOffInvoice(command: EndInvoice, ports: Ports): Promise<Outcome<Invoice>> {
  const invoice = await theInvoice(command, ports);
  const given = { now: balanceDueOf(invoice), before: invoice.credited };
  const ended = invoice.writeOff(command.reason ?? null, ports.now, await heldBy(invoice, ports));
  requireGivable(invoice, given, ports);
  return outcome(invoice, ended);
}

/** What loans hold of an invoice keeps it, until it expires. */
async function heldBy(invoice: Invoice, ports: Pick<Ports, 'reservations' | 'now'>): Promise<InvoiceHold | null> {
  const [held] = await ports.reservations.liveOn(invoice.id, ports.now);
  return held ? { loanUuid: held.loanUuid, promised: 0n } : null;
}

/** What a loan has paid to a phone for it does so, until it has come or is back at the lender. */
async function promisedBy(
  invoice: Invoice,
  { reservations }: Pick<Ports, 'reservations'>,
): Promise<InvoiceHold | null> {
  const promises = await reservations.promisedOn(invoice.id);
  const promised = stillPromised(promises, { paid: invoice.paid, balance: balanceDueOf(invoice) });
  const last = promises.at(-1);
  return last && promised > 0n ? { loanUuid: last.loanUuid, promised } : null;
}
