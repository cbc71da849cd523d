import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Invoice } from '../../invoice/invoice.ts';
import type { EducationWorld } from '../../ports.ts';
import { theInvoice } from './issue-invoice.ts';

export type EndInvoice = { readonly invoiceId: number; readonly version?: number; readonly reason?: string | null };

type World = Pick<EducationWorld, 'invoices' | 'reservations' | 'now'>;

/**
 * Declares an invoice a mistake; its number stays used.
 * @throws DomainError invoice_has_payments, invoice_reserved_by_loan (conflict)
 */
export async function voidInvoice(command: EndInvoice, world: World): Promise<Outcome<Invoice>> {
  const invoice = await theInvoice(command, world);
  return outcome(invoice, invoice.void(command.reason ?? null, world.now, await reservedBy(invoice, world)));
}

/**
 * Gives up what is left of an invoice.
 * @throws DomainError invoice_reserved_by_loan (conflict)
 */
export async function writeOffInvoice(command: EndInvoice, world: World): Promise<Outcome<Invoice>> {
  const invoice = await theInvoice(command, world);
  return outcome(invoice, invoice.writeOff(command.reason ?? null, world.now, await reservedBy(invoice, world)));
}

async function reservedBy(invoice: Invoice, world: World): Promise<string | null> {
  const [reservation] = await world.reservations.liveOn(invoice.id, world.now);
  return reservation?.loanUuid ?? null;
}
