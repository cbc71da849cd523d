import type { DomainEvent } from '../../../kernel/event.ts';
import type { Invoice } from '../../invoice/invoice.ts';
import { allocate } from '../../payment/allocation.ts';
import { unappliedOf } from '../../payment/payment.ts';
import type { EducationPorts } from '../../ports.ts';
import { asOpenInvoices, payablesOf, settle, type SettlePorts } from './settle.ts';

/**
 * Puts a student's credit on what is owed: the oldest money first, on the oldest invoices first, designated
 * money only on what it names. Happens when an invoice is issued.
 * @param issued the invoice that was issued just now
 */
export async function applyCredit(
  studentId: number,
  issued: Invoice,
  ports: SettlePorts & Pick<EducationPorts, 'payments'>,
): Promise<DomainEvent[]> {
  const credits = await ports.payments.withCredit(studentId);
  if (credits.length === 0) return [];
  const payables = await payablesOf(studentId, issued, ports);
  const allEvents: DomainEvent[] = [];
  for (const payment of credits) {
    const designation = { invoiceId: payment.designatedInvoiceId, categories: payment.designatedCategories };
    const owed = asOpenInvoices(payables.filter(({ invoice }) => invoice.state !== 'paid'));
    const { portions } = allocate(unappliedOf(payment), owed, designation);
    allEvents.push(...(await settle(payment, portions, payables, ports)));
  }
  return allEvents;
}
