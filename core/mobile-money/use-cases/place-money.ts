import { DomainError } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { requireReceipt } from '../../payments/receipt-registry.ts';
import { readAccountReference } from '../account-reference.ts';
import type { PaymentDestination, MobileMoneyPorts, ReceivedMoney } from '../ports.ts';
import type { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { CONFIRMATION_AWAITED, type Booking, type Destination } from '../transaction/mobile-money-record.ts';
import { inSuspense, MOBILE_MONEY, paidWith } from './suspense.ts';

/** What booking money out of suspense needs. */
export type Placing = Pick<MobileMoneyPorts, 'mobileMoney' | 'paymentDestinations'> & ReceiptPorts;
type Place = { readonly paymentDestination: PaymentDestination; readonly destination: Destination };
type PlacedBy = Pick<ReceivedMoney, 'placedBy'>;

/**
 * Books money that came in where its reference says, if that is one record only and it takes the money. Otherwise the
 * money stays in suspense with the reason, for a person to place: it can't be refused any more.
 */
export async function placeByReference(
  payment: MobileMoneyTransaction,
  ports: Placing,
): Promise<readonly DomainEvent[]> {
  const places = await namedBy(payment, ports.paymentDestinations);
  const [place] = places;
  if (!place || places.length > 1) {
    payment.stateReason = place ? 'ambiguous_reference' : 'unknown_reference';
    return [];
  }
  try {
    return await book(payment, { ...place, placedBy: 'reference' }, ports);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    payment.stateReason = error.code;
    return [];
  }
}

/**
 * Books money out of suspense, as much as the destination takes: the rest stays there under the same receipt.
 * @throws DomainError what the destination refuses with
 */
export async function book(
  payment: MobileMoneyTransaction,
  { paymentDestination, destination, placedBy }: Place & PlacedBy,
  ports: Omit<Placing, 'paymentDestinations'>,
): Promise<readonly DomainEvent[]> {
  const amount = await paymentDestination.partTaken(destination, { ...moneyOf(payment, ports.now), placedBy });
  return (await allocatePart(payment, amount, { paymentDestination, destination, placedBy }, ports)).events;
}

/** The part of a payment that a command splits off: what it was booked as, and the payment that has the rest. */
export type PartAllocated = {
  readonly booking: Booking;
  readonly rest: MobileMoneyTransaction | null;
  readonly events: readonly DomainEvent[];
};

/**
 * Books a part of a payment out of suspense; the rest stays there, as a record of its own under the same receipt.
 * @param amount minor units, at most the payment's
 * @throws DomainError what the destination refuses with
 */
export async function allocatePart(
  payment: MobileMoneyTransaction,
  amount: Cents,
  {
    paymentDestination,
    destination,
    placedBy,
  }: { readonly paymentDestination: Pick<PaymentDestination, 'book'> } & Pick<Place, 'destination'> & PlacedBy,
  ports: Omit<Placing, 'paymentDestinations'>,
): Promise<PartAllocated> {
  const money = moneyOf(payment, ports.now);
  const { booking, events } = await paymentDestination.book(destination, { ...money, amount, placedBy });
  const left = money.amount > amount ? await leaveRest(payment, money.amount - amount, ports) : NOTHING_LEFT;
  const allocated = payment.allocate(destination, booking);
  return { booking, rest: left.rest, events: [...events.map(fromSuspense), allocated, ...left.events] };
}

const NOTHING_LEFT: { readonly rest: null; readonly events: readonly DomainEvent[] } = { rest: null, events: [] };

async function leaveRest(
  payment: MobileMoneyTransaction,
  amount: Cents,
  ports: Omit<Placing, 'paymentDestinations'>,
): Promise<{ readonly rest: MobileMoneyTransaction; readonly events: readonly DomainEvent[] }> {
  const { rest, emitted } = payment.leaveRest({ uuid: ports.newUuid(), amount });
  await ports.mobileMoney.add(rest);
  const from = { type: MOBILE_MONEY, uuid: payment.uuid };
  const claimed = await requireReceipt({ ...inSuspense(paidWith(rest), 'caller'), from }, ports);
  return { rest, events: [...claimed.book(), emitted()] };
}

/** An event of the payment destination: the ledger takes the money from suspense, not from the provider again. */
export function fromSuspense(booked: DomainEvent): DomainEvent {
  return { ...booked, internal: { ...booked.internal, funded_from: 'suspense' } };
}

/**
 * The notification of our own prompt, at an address that its provider alone has, confirms a payment that waits for that: it is
 * placed as if it had come now. Any other payment stays where it is.
 */
export async function placeAwaited(payment: MobileMoneyTransaction, ports: Placing): Promise<readonly DomainEvent[]> {
  if (payment.state !== 'unallocated' || payment.stateReason !== CONFIRMATION_AWAITED) return [];
  payment.stateReason = null;
  return placeByReference(payment, ports);
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

function moneyOf(payment: MobileMoneyTransaction, now: Temporal.Instant): Omit<ReceivedMoney, 'placedBy'> {
  const { amount, receiptNo, paidAt } = paidWith(payment);
  const { msisdn, accountReference } = payment;
  // The provider's clock may run ahead of ours.
  const at = Temporal.Instant.compare(paidAt, now) > 0 ? now : paidAt;
  const from = { type: 'mobile_money_transaction', uuid: payment.uuid };
  const channel = payment.channel === 'mpesa_stk' ? 'mpesa_paybill' : payment.channel;
  return { amount, receiptNo, channel, msisdn, accountReference, paidAt: at, from };
}
