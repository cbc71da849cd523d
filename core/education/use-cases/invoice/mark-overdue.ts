import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Invoice } from '../../invoice/invoice.ts';
import type { EducationPorts } from '../../ports.ts';

/** One batch of a day's run. */
export type MarkOverdue = { readonly limit: number };

/**
 * Emits once for each open invoice that its due date has passed. Run again until it comes back empty.
 * @returns the invoices of this batch
 */
export async function markOverdueInvoices(
  command: MarkOverdue,
  ports: Pick<EducationPorts, 'invoices' | 'today'>,
): Promise<Outcome<readonly Invoice[]>> {
  const invoices = await ports.invoices.overdueUnmarked(ports.today, command.limit);
  const allEvents = invoices.map((invoice) => invoice.fallOverdue(ports.today)).filter((emitted) => emitted !== null);
  return outcome(invoices, ...allEvents);
}
