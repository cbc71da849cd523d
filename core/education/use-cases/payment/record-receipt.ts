import { requirePositive, type Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { RecordName } from '../../../payments/ports.ts';
import { accountKey } from '../../account-key.ts';
import { isOpen } from '../../invoice/invoice.ts';
import { matchAccountReference } from '../../payment/account-reference.ts';
import type { InvoicePayment } from '../../payment/payment.ts';
import type { EducationPorts } from '../../ports.ts';
import { recordPayment, type RecordPaymentPorts } from './record-payment.ts';

/** A confirmation of mobile money, or a credit at the bank: it is accepted always, for the money is here. */
export type RecordReceipt = {
  readonly method: 'mpesa_paybill' | 'mpesa_stk' | 'airtel' | 'bank';
  readonly receipt: string;
  readonly amount: Cents;
  readonly accountReference: string;
  readonly paidAt: Temporal.Instant;
  /** Where the money stands so far. */
  readonly from?: RecordName | null;
};

export type Receipt =
  | { readonly matched: true; readonly payment: InvoicePayment }
  /** To suspense: a person finds out whose money it is. */
  | { readonly matched: false; readonly why: 'unknown' | 'ambiguous' };

/**
 * Books mobile money by what the payer typed. The same receipt seen again, on either way of paying, is the
 * same payment. What matches no student, or more than one, is left to the caller's suspense account.
 */
export async function recordReceipt(
  command: RecordReceipt,
  ports: RecordPaymentPorts & Pick<EducationPorts, 'accountReferences'>,
): Promise<Outcome<Receipt>> {
  requirePositive(command.amount, 'amount');
  const key = accountKey(command.accountReference);
  const match = matchAccountReference(command.accountReference, await ports.accountReferences.candidates(key));
  if (!match.matched) return outcome(match);
  const named = match.invoiceId === null ? null : await ports.invoices.get(match.invoiceId);
  const { result, events } = await recordPayment(
    {
      studentId: match.studentId,
      // A paid or void invoice can't refuse money that is here: it goes to what else the student owes.
      invoiceId: named && isOpen(named) ? named.id : null,
      amount: command.amount,
      method: command.method,
      reference: command.receipt,
      // The provider's clock may run ahead of ours.
      paidAt: Temporal.Instant.compare(command.paidAt, ports.now) > 0 ? ports.now : command.paidAt,
      confirmedBy: 'provider',
      from: command.from ?? null,
    },
    ports,
  );
  return { result: { matched: true, payment: result }, events };
}
