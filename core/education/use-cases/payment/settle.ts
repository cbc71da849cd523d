import type { DomainEvent } from '../../../kernel/event.ts';
import { sum } from '../../../kernel/money.ts';
import { outstandingOf, type InvoiceLine } from '../../invoice/invoice-line.ts';
import { balanceOf, isOpen, type Invoice } from '../../invoice/invoice.ts';
import type { OpenInvoice, Portion } from '../../payment/allocation.ts';
import { PaymentAllocation, type InvoicePayment } from '../../payment/payment.ts';
import type { EducationPorts } from '../../ports.ts';

/** An open invoice with its lines, loaded. */
export type Payable = { readonly invoice: Invoice; readonly lines: readonly InvoiceLine[] };

export type SettlePorts = Pick<EducationPorts, 'invoices' | 'invoiceLines' | 'allocations' | 'newUuid' | 'now'>;

/** A student's open invoices with their lines; `also` is counted in where it is open and not found yet. */
export async function payablesOf(
  studentId: number,
  also: Invoice | null,
  ports: Pick<SettlePorts, 'invoices' | 'invoiceLines'>,
): Promise<Payable[]> {
  const found = await ports.invoices.openOf(studentId);
  const all = also && !found.some((invoice) => invoice.id === also.id) ? [...found, also] : found;
  const payables: Payable[] = [];
  // What the database found open is checked again: this transaction may have changed it.
  for (const invoice of all.filter(isOpen)) payables.push({ invoice, lines: await ports.invoiceLines.of(invoice.id) });
  return payables;
}

/** Loaded invoices as the allocation sees them. */
export function asOpenInvoices(payables: readonly Payable[]): OpenInvoice[] {
  return payables.map(({ invoice, lines }) => {
    if (invoice.issueDate === null) throw new Error(`Invoice ${invoice.id} is open without an issue date.`);
    return {
      id: invoice.id,
      dueDate: invoice.dueDate,
      issueDate: invoice.issueDate,
      balance: balanceOf(invoice),
      lines: lines.map(({ id, feeCategory, priority, position, ...line }) => ({
        id,
        feeCategory,
        priority,
        position,
        outstanding: outstandingOf(line),
      })),
    };
  });
}

/** Books portions of a payment: allocation rows, the lines, the invoices, the payment. */
export async function settle(
  payment: InvoicePayment,
  portions: readonly Portion[],
  payables: readonly Payable[],
  ports: SettlePorts,
): Promise<DomainEvent[]> {
  if (portions.length === 0) return [];
  const allEvents = [payment.allocate(sum(portions.map((portion) => portion.amount)))];
  for (const { invoice, lines } of payables) {
    const own = portions.filter((portion) => portion.invoiceId === invoice.id);
    if (own.length === 0) continue;
    for (const { lineId, amount } of own) {
      const line = lines.find((candidate) => candidate.id === lineId);
      if (!line) throw new Error(`Line ${lineId} is not one of invoice ${invoice.id}.`);
      line.paid += amount;
      const booked = { uuid: ports.newUuid(), paymentId: payment.id, invoiceId: invoice.id, lineId, amount };
      await ports.allocations.add(PaymentAllocation.book({ ...booked, allocatedAt: ports.now }));
    }
    allEvents.push(invoice.receive(sum(own.map((portion) => portion.amount))));
  }
  return allEvents;
}

/** Unwinds a payment's own allocations and reopens what they had paid; nothing else is touched. */
export async function unwind(payment: InvoicePayment, ports: SettlePorts): Promise<DomainEvent[]> {
  const existing = await ports.allocations.of(payment.id);
  const allEvents: DomainEvent[] = [];
  for (const invoiceId of new Set(existing.map((allocation) => allocation.invoiceId))) {
    const invoice = await ports.invoices.get(invoiceId);
    if (!invoice) throw new Error(`Invoice ${invoiceId} of payment ${payment.id} is gone.`);
    const lines = await ports.invoiceLines.of(invoiceId);
    const own = existing.filter((allocation) => allocation.invoiceId === invoiceId);
    for (const allocation of own) {
      const line = lines.find((candidate) => candidate.id === allocation.lineId);
      if (!line) throw new Error(`Line ${allocation.lineId} is not one of invoice ${invoiceId}.`);
      line.paid -= allocation.amount;
      allocation.unwoundAt = ports.now;
    }
    allEvents.push(invoice.release(sum(own.map((allocation) => allocation.amount))));
  }
  return allEvents;
}
