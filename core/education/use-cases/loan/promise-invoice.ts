import { requirePositive, type Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { unknownReference } from '../../field-errors.ts';
import { InvoiceReservation } from '../../invoice/reservation.ts';
import type { EducationPorts } from '../../ports.ts';

/** What lending sends once a disbursement for an invoice has reached a phone. */
export type PromiseInvoice = {
  readonly invoiceId: number;
  /** Minor units. */
  readonly amount: Cents;
  readonly disbursementUuid: string;
  readonly loanUuid: string;
};

/**
 * A loan's money for an invoice went to a phone: the school is promised it, and nothing is booked as paid until the school has
 * it. Received twice it is promised once.
 */
export async function promiseInvoice(
  { invoiceId, amount, disbursementUuid, loanUuid }: PromiseInvoice,
  ports: Pick<EducationPorts, 'invoices' | 'reservations' | 'newUuid' | 'now'>,
): Promise<Outcome<InvoiceReservation>> {
  const known = await ports.reservations.promisedBy(disbursementUuid);
  if (known) return outcome(known);
  requirePositive(amount, 'amount');
  const invoice = await ports.invoices.get(invoiceId);
  if (!invoice) throw unknownReference('invoice_id', invoiceId);
  const held = await ports.reservations.heldBy(loanUuid);
  const facts = { disbursementUuid, amount, paidBefore: invoice.paid };
  if (held?.invoiceId === invoiceId) return outcome(held, held.promise(facts));
  const uuid = ports.newUuid();
  const reservation = InvoiceReservation.reserve({ uuid, invoiceId, loanUuid, amount, expiresAt: ports.now });
  await ports.reservations.add(reservation);
  const reserved = reservation.held();
  return outcome(reservation, reserved, reservation.promise(facts));
}

/** The money came back to the lender: the school is promised it no more. Null where none was promised. */
export async function withdrawPromise(
  { disbursementUuid }: { readonly disbursementUuid: string },
  ports: Pick<EducationPorts, 'reservations'>,
): Promise<Outcome<InvoiceReservation | null>> {
  const promised = await ports.reservations.promisedBy(disbursementUuid);
  if (promised?.state !== 'promised') return outcome(promised);
  return outcome(promised, promised.release());
}
