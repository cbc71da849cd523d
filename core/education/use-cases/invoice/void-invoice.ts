import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Invoice } from '../../invoice/invoice.ts';
import type { EducationPorts } from '../../ports.ts';
import { theInvoice } from './issue-invoice.ts';

export type EndInvoice = { readonly invoiceId: number; readonly version?: number; readonly reason?: string | null };

type Ports = Pick<EducationPorts, 'invoices' | 'reservations' | 'now'>;

/**
 * Declares an invoice a mistake; its number stays used.
 * @throws DomainError invoice_has_payments, invoice_reserved_by_loan (conflict)
 */
export async function voidInvoice(command: EndInvoice, ports: Ports): Promise<Outcome<Invoice>> {
  const invoice = await theInvoice(command, ports);
  return outcome(invoice, invoice.void(command.reason ?? null, ports.now, await reservedBy(invoice, ports)));
}

/**
 * Gives up what is left of an invoice.
 * @throws DomainError invoice_reserved_by_loan (conflict)
 */
export async function writeOffInvoice(command: EndInvoice, ports: Ports): Promise<Outcome<Invoice>> {
  const invoice = await theInvoice(command, ports);
  return outcome(invoice, invoice.writeOff(command.reason ?? null, ports.now, await reservedBy(invoice, ports)));
}

async function reservedBy(invoice: Invoice, ports: Ports): Promise<string | null> {
  const [reservation] = await ports.reservations.liveOn(invoice.id, ports.now);
  return reservation?.loanUuid ?? null;
}
