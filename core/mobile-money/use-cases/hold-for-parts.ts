import { invalidField } from '../../kernel/field-error.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireReceipt } from '../../payments/receipt-registry.ts';
import { requirePaymentTime, type PaymentClock } from '../../payments/payment-time.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { comparableReference } from '../account-reference.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import { mobileMoneyLifecycle } from '../transaction/lifecycle.ts';
import { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { inSuspense } from './suspense.ts';
import type { ReceivePayment } from './receive-payment.ts';

export type HoldForParts = Omit<ReceivePayment, 'channel' | 'paidAt' | 'msisdn' | 'accountReference'> & {
  /** A credit at the bank came with its statement: there is none that is not in suspense yet. */
  readonly channel: string;
  readonly paidAt?: Temporal.Instant | null;
  /** The payer's number: what is not in suspense yet needs it. */
  readonly msisdn?: string | null;
};

/** A payment in suspense, and whether the provider confirmed it before. */
export type HeldForParts = { readonly payment: MobileMoneyTransaction; readonly wasHeld: 'before' | 'just_now' };

/**
 * Takes a payment to the paybill into suspense, so that one command can book it in parts: the one that waits there under
 * its receipt, or a new one.
 * @throws DomainError duplicate_payment_reference, invalid_state_transition (conflict), payment_time_out_of_range,
 *   validation_failed (invalid)
 */
export async function holdForParts(
  command: HoldForParts,
  ports: Pick<MobileMoneyPorts, 'mobileMoney' | 'actor' | keyof PaymentClock> & ReceiptPorts,
): Promise<Outcome<HeldForParts>> {
  const { receiptNo, amount, msisdn = null } = command;
  const known = await ports.mobileMoney.lockByReceipt(receiptNo);
  const isSame = (known?.channel === 'bank') === (command.channel === 'bank');
  if (known && isSame && known.amount === amount && known.state !== 'merged') {
    requireAllowed(mobileMoneyLifecycle, known.state, 'allocate');
    return outcome({ payment: known, wasHeld: 'before' });
  }
  if (msisdn === null) throw invalidField('msisdn', 'required', 'Send the number that paid.');
  const paidAt = requirePaymentTime(command.paidAt, null, ports);
  const uuid = ports.newUuid();
  const { book } = await requireReceipt(
    inSuspense({ uuid, channel: 'mpesa_paybill', receiptNo, amount, paidAt }, 'caller'),
    ports,
  );
  const { payment, event } = MobileMoneyTransaction.receive({
    uuid,
    channel: 'mpesa_paybill',
    receiptNo,
    amount,
    msisdn,
    // What the payer typed is not known, and names no place: the parts do.
    accountReference: receiptNo,
    referenceKey: comparableReference(receiptNo),
    paidAt,
    recordedBy: ports.actor,
  });
  await ports.mobileMoney.add(payment);
  return outcome({ payment, wasHeld: 'just_now' }, event, ...book());
}
