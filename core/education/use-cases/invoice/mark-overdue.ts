import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Invoice } from '../../invoice/invoice.ts';
import type { EducationPorts } from '../../ports.ts';

/** One batch of a day's run. */
export type TellOverdue = { readonly limit: number };

/**
 * Tells of each open invoice whose due date has passed, once. Run again until it comes back empty.
 * @returns the invoices of this batch
 */
export async function tellOverdueInvoices(
  command: TellOverdue,
  ports: Pick<EducationPorts, 'invoices' | 'today'>,
): Promise<Outcome<readonly Invoice[]>> {
  const invoices = await ports.invoices.overdueUntold(ports.today, command.limit);
  const news = invoices.map((invoice) => invoice.fallOverdue(ports.today)).filter((told) => told !== null);
  return outcome(invoices, ...news);
}
