import { DomainError } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { readAccountReference } from '../account-reference.ts';
import type { PaymentDestination, MobileMoneyPorts, ReceivedMoney } from '../ports.ts';
import type { Destination, MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';

type Place = { readonly paymentDestination: PaymentDestination; readonly destination: Destination };

/**
 * Books money that came in where its reference says, if that is one record only and it takes the money. Otherwise the
 * money stays in suspense with the reason, for a person to place: it can't be refused any more.
 */
export async function placeByReference(
  payment: MobileMoneyTransaction,
  ports: Pick<MobileMoneyPorts, 'paymentDestinations' | 'now'>,
): Promise<readonly DomainEvent[]> {
  const places = await namedBy(payment, ports.paymentDestinations);
  const [place] = places;
  if (!place || places.length > 1) {
    payment.stateReason = place ? 'ambiguous_reference' : 'unknown_reference';
    return [];
  }
  try {
    return await book(payment, place, ports);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    payment.stateReason = error.code;
    return [];
  }
}

/** Books money out of suspense. @throws DomainError what the destination refuses with */
export async function book(
  payment: MobileMoneyTransaction,
  { paymentDestination, destination }: Place,
  ports: Pick<MobileMoneyPorts, 'now'>,
): Promise<readonly DomainEvent[]> {
  const { booking, events } = await paymentDestination.book(destination, moneyOf(payment, ports.now));
  return [...events.map(fromSuspense), payment.allocate(destination, booking)];
}

/** An event of the payment destination: the ledger takes the money from suspense, not from the provider again. */
export function fromSuspense(booked: DomainEvent): DomainEvent {
  return { ...booked, internal: { ...booked.internal, funded_from: 'suspense' } };
}

/** The places that a payment's reference names. */
export async function namedBy(
  payment: Pick<MobileMoneyTransaction, 'accountReference'>,
  paymentDestinations: readonly PaymentDestination[],
): Promise<readonly Place[]> {
  const reference = readAccountReference(payment.accountReference);
  if (reference.key === '') return [];
  const places: Place[] = [];
  for (const paymentDestination of paymentDestinations) {
    for (const destination of await paymentDestination.named(reference))
      places.push({ paymentDestination, destination });
  }
  return places;
}

function moneyOf(payment: MobileMoneyTransaction, now: Temporal.Instant): ReceivedMoney {
  const { amount, receiptNo, msisdn, accountReference, paidAt } = payment;
  if (receiptNo === null || paidAt === null) throw new Error(`Mobile money ${payment.uuid} has no receipt.`);
  // The provider's clock may run ahead of ours.
  const at = Temporal.Instant.compare(paidAt, now) > 0 ? now : paidAt;
  const from = { type: 'mobile_money_transaction', uuid: payment.uuid };
  return { amount, receiptNo, msisdn, accountReference, paidAt: at, from };
}
