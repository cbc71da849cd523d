import { refuse } from '../../../kernel/domain-error.ts';
import { requirePositive, sum, type Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { notFound, unknownReference } from '../../field-errors.ts';
import { balanceOf, isOpen, type Invoice } from '../../invoice/invoice.ts';
import { InvoiceReservation, stillPromised } from '../../invoice/reservation.ts';
import type { EducationPorts } from '../../ports.ts';
import { educationRefusals } from '../../refusals.ts';

export type ReserveInvoice = {
  readonly invoiceId: number;
  readonly loanUuid: string;
  readonly amount: Cents;
  readonly expiresAt: Temporal.Instant;
};

type Ports = Pick<EducationPorts, 'invoices' | 'reservations' | 'newUuid' | 'now'>;

/**
 * Holds a part of an invoice's balance for a school-fee loan, until it expires. A loan that asks again for
 * the same invoice renews its hold; asking for another invoice lets the first one go.
 * @throws DomainError unknown_reference, validation_failed (invalid); invoice_not_payable (conflict) with
 *   free_balance
 */
export async function reserveInvoice(command: ReserveInvoice, ports: Ports): Promise<Outcome<InvoiceReservation>> {
  const { invoiceId, loanUuid, amount, expiresAt } = command;
  const invoice = await ports.invoices.get(invoiceId);
  if (!invoice) throw unknownReference('invoice_id', invoiceId);
  requirePositive(amount, 'amount');
  if (Temporal.Instant.compare(expiresAt, ports.now) <= 0) {
    throw invalidField('expires_at', 'range', 'Send a time ahead.');
  }
  await requireFreeBalance(invoice, loanUuid, amount, ports);
  const held = await ports.reservations.heldBy(loanUuid);
  if (held?.invoiceId === invoiceId) return outcome(held, held.renew(amount, expiresAt));
  const released = held ? [held.release()] : [];
  const reservation = InvoiceReservation.reserve({ uuid: ports.newUuid(), invoiceId, loanUuid, amount, expiresAt });
  await ports.reservations.add(reservation);
  return outcome(reservation, ...released, reservation.held());
}

/** Lets a loan's hold go. A loan without one has nothing to let go: null, and no event. */
export async function releaseReservation(
  command: { readonly loanUuid: string },
  ports: Pick<EducationPorts, 'reservations'>,
): Promise<Outcome<InvoiceReservation | null>> {
  const held = await ports.reservations.heldBy(command.loanUuid);
  return held ? outcome(held, held.release()) : outcome(null);
}

/**
 * Called just before a loan's money leaves: does the invoice still take it? Nothing changes.
 * @throws DomainError not_found (missing); invoice_not_payable (conflict), and then nothing may be sent
 */
export async function requireInvoicePayable(
  command: { readonly invoiceId: number; readonly loanUuid: string; readonly amount: Cents },
  ports: Pick<EducationPorts, 'invoices' | 'reservations' | 'now'>,
): Promise<Outcome<Invoice>> {
  const invoice = await ports.invoices.get(command.invoiceId);
  if (!invoice) throw notFound('invoice', command.invoiceId);
  requirePositive(command.amount, 'amount');
  await requireFreeBalance(invoice, command.loanUuid, command.amount, ports);
  return outcome(invoice);
}

/** What other loans hold, and what the school is promised, is not free; what the family may pay meanwhile is: the hold is soft. */
async function requireFreeBalance(
  invoice: Invoice,
  loanUuid: string,
  amount: Cents,
  ports: Pick<EducationPorts, 'reservations' | 'now'>,
): Promise<void> {
  const live = await ports.reservations.liveOn(invoice.id, ports.now);
  const byOthers = sum(live.filter((each) => each.loanUuid !== loanUuid).map((each) => each.amount));
  const facts = { paid: invoice.paid, balance: balanceOf(invoice) };
  const promised = stillPromised(await ports.reservations.promisedOn(invoice.id), facts);
  const left = isOpen(invoice) ? balanceOf(invoice) - byOthers - promised : 0n;
  const free = left > 0n ? left : 0n;
  if (amount <= free) return;
  throw refuse(
    educationRefusals.invoice_not_payable,
    `Invoice ${invoice.number ?? invoice.id} is ${invoice.state} and takes ${free} cents more; ${amount} were asked for.`,
    { invoice_id: invoice.id, current_state: invoice.state, free_balance: free, requested_amount: amount },
  );
}
