import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { isWithin, providerBounds, requirePaymentTime, type PaymentClock } from '../../payments/payment-time.ts';
import { paymentRefusals } from '../../payments/refusals.ts';
import { comparableReference } from '../account-reference.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { placeByReference } from './place-money.ts';

/** A confirmation of the paybill. */
export type ReceivePayment = {
  /** The provider's receipt. */
  readonly receiptNo: string;
  /** Minor units. */
  readonly amount: Cents;
  readonly msisdn: string;
  /** What the payer typed. */
  readonly accountReference: string;
  readonly paidAt: Temporal.Instant;
};

type Receiving = Pick<
  MobileMoneyPorts,
  'mobileMoney' | 'paymentDestinations' | 'newUuid' | 'actor' | keyof PaymentClock
>;

/** The payment, and whether it was known before. */
export type Received = { readonly payment: MobileMoneyTransaction; readonly known: boolean };

/**
 * Money came in: it is accepted always, and booked by its reference or left in suspense. The same receipt again is the
 * same payment and changes nothing; money that was requested is that collection's.
 * @throws DomainError duplicate_reference (conflict) where the receipt is of another amount; validation_failed
 */
export async function receivePayment(command: ReceivePayment, ports: Receiving): Promise<Outcome<Received>> {
  requirePositive(command.amount, 'amount');
  const known = await ports.mobileMoney.lockByReceipt(command.receiptNo);
  if (known) return outcome({ payment: sameMoney(known, command.amount), known: true });
  const referenceKey = comparableReference(command.accountReference);
  const { receiptNo, amount, msisdn, accountReference, paidAt } = command;
  const awaited = await ports.mobileMoney.lockAwaited({ msisdn, amount, referenceKey });
  if (awaited) {
    const { at, place } = arrival(paidAt, awaited.sentAt, ports);
    const received = awaited.receive({ receiptNo, amount, paidAt: at });
    return outcome({ payment: awaited, known: false }, received, ...(await place(awaited)));
  }
  const { at, place } = arrival(paidAt, null, ports);
  const { payment, event: received } = MobileMoneyTransaction.receive({
    uuid: ports.newUuid(),
    receiptNo,
    amount,
    msisdn,
    accountReference,
    referenceKey,
    paidAt: at,
    recordedBy: ports.actor,
  });
  await ports.mobileMoney.add(payment);
  return outcome({ payment, known: false }, received, ...(await place(payment)));
}

/**
 * A person records a payment that came in: its time is bounded as that of any other.
 * @throws DomainError payment_time_out_of_range (invalid); those of receivePayment
 */
export async function enterPayment(
  command: Omit<ReceivePayment, 'paidAt'> & { readonly paidAt?: Temporal.Instant | null },
  ports: Receiving,
): Promise<Outcome<Received>> {
  return receivePayment({ ...command, paidAt: requirePaymentTime(command.paidAt, null, ports) }, ports);
}

/**
 * How money that a provider confirms is taken. At a time that can't be it counts from now on, and waits in suspense for
 * people to review: it is here, whatever the provider's clock says.
 */
export function arrival(
  paidAt: Temporal.Instant,
  since: Temporal.Instant | null,
  ports: Pick<MobileMoneyPorts, 'paymentDestinations' | keyof PaymentClock>,
): {
  readonly at: Temporal.Instant;
  readonly place: (payment: MobileMoneyTransaction) => Promise<readonly DomainEvent[]>;
} {
  if (isWithin(paidAt, providerBounds(since, ports))) {
    return { at: paidAt, place: (payment) => placeByReference(payment, ports) };
  }
  const place = async (payment: MobileMoneyTransaction) => {
    payment.stateReason = paymentRefusals.payment_time_out_of_range.code;
    return [];
  };
  return { at: ports.now, place };
}

function sameMoney(known: MobileMoneyTransaction, amount: Cents): MobileMoneyTransaction {
  if (known.amount === amount) return known;
  throw refuse(
    kernelRefusals.duplicate_reference,
    `The receipt ${known.receiptNo} was recorded with the amount ${known.amount}, not ${amount}.`,
    { existing_id: known.id },
  );
}
