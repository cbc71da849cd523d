import { invalidField } from '../../kernel/field-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { sum } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { joinUses, requireReceipt } from '../../payments/receipt-registry.ts';
import { requirePaymentTime, type PaymentClock } from '../../payments/payment-time.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { comparableReference } from '../account-reference.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import { mobileMoneyLifecycle } from '../transaction/lifecycle.ts';
import { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { accountOf } from '../transaction/mobile-money-record.ts';
import { inSuspense, MOBILE_MONEY, saidBy } from './suspense.ts';
import type { ReceivePayment } from './receive-payment.ts';

export type HoldForParts = Omit<ReceivePayment, 'channel' | 'paidAt' | 'msisdn' | 'accountReference'> & {
  /** The paybill, unless it is the bank. */
  readonly channel: string;
  readonly paidAt?: Temporal.Instant | null;
  /** The payer's number: what came to the paybill and is not in suspense yet needs it. */
  readonly msisdn?: string | null;
};

/** The parts of a payment that wait in suspense are one again: what was split before is in no one's way. */
async function joined(
  payment: MobileMoneyTransaction,
  rests: readonly MobileMoneyTransaction[],
  ports: Pick<ReceiptPorts, 'receipts' | 'now'>,
): Promise<readonly DomainEvent[]> {
  if (rests.length === 0) return [];
  const recordOf = ({ uuid }: MobileMoneyTransaction) => ({ type: MOBILE_MONEY, uuid });
  await joinUses([recordOf(payment), ...rests.map(recordOf)], ports);
  return rests.map((rest) => payment.takeBackRest(rest));
}

/** A payment in suspense, and whether the provider confirmed it before. */
export type HeldForParts = { readonly payment: MobileMoneyTransaction; readonly wasHeld: 'before' | 'just_now' };

/**
 * Takes a payment to the paybill or by bank into suspense, so that one command can book it in parts: the one that waits there under
 * its receipt, or a new one.
 * @throws DomainError duplicate_payment_reference, invalid_state_transition (conflict), payment_time_out_of_range,
 *   validation_failed (invalid)
 */
export async function holdForParts(
  command: HoldForParts,
  ports: Pick<MobileMoneyPorts, 'mobileMoney' | 'actor' | keyof PaymentClock> & ReceiptPorts,
): Promise<Outcome<HeldForParts>> {
  const { receiptNo, amount, msisdn = null } = command;
  const channel = command.channel === 'bank' ? 'bank' : 'mpesa_paybill';
  const known = (await ports.mobileMoney.lockAllByReceipt(receiptNo)).filter(
    (each) => accountOf(each.channel) === accountOf(channel) && each.state !== 'merged',
  );
  const waiting = known.filter(({ state }) => state === 'unallocated');
  const [first, ...rests] = waiting;
  if (first && sum(waiting.map((each) => each.amount)) === amount) {
    return outcome({ payment: first, wasHeld: 'before' }, ...(await joined(first, rests, ports)));
  }
  const whole = known.find((each) => each.amount === amount);
  if (whole) requireAllowed(mobileMoneyLifecycle, whole.state, 'allocate');
  if (msisdn === null && channel !== 'bank') throw invalidField('msisdn', 'required', 'Send the number that paid.');
  const paidAt = requirePaymentTime(command.paidAt, null, ports);
  const uuid = ports.newUuid();
  const { book } = await requireReceipt(inSuspense({ uuid, channel, receiptNo, amount, paidAt }, 'caller'), ports);
  const { payment, event } = MobileMoneyTransaction.receive({
    uuid,
    channel,
    receiptNo,
    amount,
    msisdn: msisdn ?? '',
    // What the payer typed is not known, and names no place: the parts do.
    accountReference: receiptNo,
    referenceKey: comparableReference(receiptNo),
    paidAt,
    recordedBy: ports.actor,
    ...saidBy('caller', ports),
  });
  await ports.mobileMoney.add(payment);
  return outcome({ payment, wasHeld: 'just_now' }, event, ...book());
}
