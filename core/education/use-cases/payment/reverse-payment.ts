import { refuse } from '../../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { ReversalCause } from '../../../payments/payment-receipt.ts';
import { requireReversible, type Limited } from '../../../payments/limits-of-one.ts';
import { endUses } from '../../../payments/receipt-registry.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { notFound } from '../../field-errors.ts';
import type { InvoicePayment } from '../../payment/payment.ts';
import type { EducationPorts } from '../../ports.ts';
import { educationRefusals } from '../../refusals.ts';
import { unwind, type SettlePorts } from './settle.ts';

export type ReversePayment = {
  readonly paymentId: number;
  readonly version?: number;
  readonly reason?: string | null;
  /** `corrected`, by default: the receipt may be booked again. `taken_back`: its money is the payer's again. */
  readonly cause?: ReversalCause | undefined;
};

/**
 * Takes back a payment that did not stay: its own allocations are unwound, the invoices that they paid are
 * open again. Other payments and credit stay where they are.
 * @throws DomainError payment_not_refundable (conflict) for money that a loan of the society paid
 */
export async function reversePayment(
  command: ReversePayment,
  ports: SettlePorts & Pick<EducationPorts, 'payments' | 'receipts' | keyof Limited>,
): Promise<Outcome<InvoicePayment>> {
  const payment = await ports.payments.get(command.paymentId);
  if (!payment) throw notFound('payment', command.paymentId);
  requireVersion(payment, command.version);
  if (payment.loanId !== null && payment.state !== 'reversed') {
    throw refuse(
      educationRefusals.payment_not_refundable,
      'A school-fee loan paid this; reverse its disbursement and the payment follows.',
      { payment_id: payment.id, current_state: payment.state, loan_id: payment.loanId },
    );
  }
  await endUses({ type: 'payment', uuid: payment.uuid }, command.cause ?? 'corrected', ports);
  const reversed = payment.reverse(command.reason ?? null, ports.now);
  const unwound = await unwind(payment, ports);
  const { id, uuid, amount } = payment;
  requireReversible(amount, { type: 'payment', id, uuid }, ports);
  return outcome(payment, reversed, ...unwound);
}
