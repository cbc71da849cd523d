import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Invoice } from '../../invoice/invoice.ts';
import type { EducationPorts } from '../../ports.ts';
import { balanceDueOf } from '../../invoice/invoice.ts';
import type { Limited } from '../../../payments/limits-of-one.ts';
import { requireGivable } from './give-up.ts';
import { theInvoice } from './issue-invoice.ts';

export type EndInvoice = { readonly invoiceId: number; readonly version?: number; readonly reason?: string | null };

type Ports = Pick<EducationPorts, 'invoices' | 'reservations' | 'now' | keyof Limited>;

/**
 * Declares an invoice a mistake; its number stays used. One that was issued is owed no more: beyond what one person waives it
 * takes two.
 * @throws DomainError invoice_has_payments, invoice_reserved_by_loan (conflict); SecondPersonRequired
 */
export async function voidInvoice(command: EndInvoice, ports: Ports): Promise<Outcome<Invoice>> {
  const invoice = await theInvoice(command, ports);
  const given = { now: balanceDueOf(invoice), before: invoice.credited };
  const ended = invoice.void(command.reason ?? null, ports.now, await reservedBy(invoice, ports));
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
  const ended = invoice.writeOff(command.reason ?? null, ports.now, await reservedBy(invoice, ports));
  requireGivable(invoice, given, ports);
  return outcome(invoice, ended);
}

async function reservedBy(invoice: Invoice, ports: Pick<Ports, 'reservations' | 'now'>): Promise<string | null> {
  const [reservation] = await ports.reservations.liveOn(invoice.id, ports.now);
  return reservation?.loanUuid ?? null;
}
