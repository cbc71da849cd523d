import { mayBeSameNumber } from '../../kernel/msisdn.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { isWithin, providerBounds, requirePaymentTime, type PaymentClock } from '../../payments/payment-time.ts';
import { paymentRefusals } from '../../payments/refusals.ts';
import type { ReceiptUse } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { claimReceipt, confirm, duplicatePayment, type Claim, type Taken } from '../../payments/receipt-registry.ts';
import { reportTaken } from '../../payments/payment-incidents.ts';
import { comparableReference } from '../account-reference.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { accountOf, type UnrequestedChannel } from '../transaction/mobile-money-record.ts';
import { namedBy, placeByReference, type Placing } from './place-money.ts';
import { areWhole, bookArrivalOfRecorded, standingOf, type RecordedBefore } from './recorded-before.ts';
import { inSuspense, MOBILE_MONEY, saidBy } from './suspense.ts';

/** A payment to the paybill, or to the account at the bank. */
export type ReceivePayment = {
  /** The paybill's, where it is left out. */
  readonly channel?: UnrequestedChannel;
  /** The provider's receipt. */
  readonly receiptNo: string;
  /** Minor units. */
  readonly amount: Cents;
  readonly msisdn: string;
  /** What the payer typed. */
  readonly accountReference: string;
  readonly paidAt: Temporal.Instant;
};

/** The payment, and whether it was known before. */
export type Received = { readonly payment: MobileMoneyTransaction; readonly known: boolean };

/**
 * What became of a payment that the provider has notified: null where it is booked as a record of another kind.
 * `isOfAnotherAmount`: the receipt is in the books with another amount, so that this one is in no book.
 */
export type Notified = {
  readonly payment: MobileMoneyTransaction | null;
  readonly known: boolean;
  readonly isOfAnotherAmount?: boolean;
};

type Receiving = Pick<MobileMoneyPorts, 'mobileMoney' | 'paymentDestinations' | 'actor' | keyof PaymentClock> &
  ReceiptPorts;

/**
 * Money came in, as a statement shows: it is booked by its reference or left in suspense. The same payment
 * again changes nothing; money that was requested is that collection's, and what a person has recorded of it for a student
 * before is its booking.
 * @throws DomainError duplicate_payment_reference (conflict) where the receipt is of another payment; validation_failed
 */
export async function receivePayment(command: ReceivePayment, ports: Receiving): Promise<Outcome<Received>> {
  const arrived = await arrive(command, BY_CALLER, ports);
  if (arrived.kind === 'done') return arrived.done;
  const booked = await bookArrivalOfRecorded(arrived.claim, arrived.taken, command, ports);
  if (booked === null) throw await duplicatePayment(arrived.taken, ports);
  return outcome({ payment: booked.payment, known: false }, ...booked.events);
}

/**
 * Money came in, as the provider says. It is accepted always: where its receipt is of another payment, nothing is booked
 * again and people find it on the work list.
 * @throws DomainError validation_failed
 */
export function receiveNotifiedPayment(command: ReceivePayment, ports: Receiving): Promise<Outcome<Notified>> {
  return accept(command, { reportedBy: 'provider' }, ports);
}

/**
 * Money came in, as a statement says that a person has brought: it is accepted as what the provider says, and is that person's
 * word.
 * @throws DomainError validation_failed
 */
export function receiveStatementCredit(command: ReceivePayment, ports: Receiving): Promise<Outcome<Notified>> {
  return accept(command, BY_CALLER, ports);
}

async function accept(command: ReceivePayment, report: Report, ports: Receiving): Promise<Outcome<Notified>> {
  const arrived = await arrive(command, report, ports);
  if (arrived.kind === 'done') return arrived.done;
  const { claim, taken } = arrived;
  // Of a message that is not booked there is no record: the incident is about the one that has the receipt, once.
  const record = { type: taken.use.recordType, uuid: taken.use.recordUuid };
  const noticed = await confirmOrReport({ ...claim, record }, taken, command, ports);
  const isOfAnotherAmount = taken.receipt.amount !== claim.amount;
  return outcome({ payment: null, known: true, isOfAnotherAmount }, ...noticed);
}

/**
 * A provider notifies a payment that is booked as another record, or in parts, or a statement shows it. That is its provider's
 * confirmation where the amount and the destination agree; otherwise a person has to look.
 */
export async function confirmOrReport(
  claim: Claim,
  taken: Taken,
  payment: Parameters<typeof bookArrivalOfRecorded>[2],
  ports: RecordedBefore,
): Promise<readonly DomainEvent[]> {
  const named = await namedBy(payment, ports.paymentDestinations);
  const { receipt } = taken;
  const isNamed = ({ party }: ReceiptUse) =>
    named.length === 0 || named.some(({ destination }) => party === `${destination.type}:${destination.id}`);
  const booked = await standingOf(taken, ports);
  const isWhole = areWhole(booked, claim) && receipt.amount === claim.amount;
  // Also where the payer has named another student: it is here, and the one who was recorded has it until people look.
  const arrived = isWhole ? await bookArrivalOfRecorded(claim, taken, payment, ports) : null;
  const events = arrived?.events ?? [];
  if (!isWhole || !booked.some(isNamed)) return [...events, ...(await reportTaken(claim, taken, ports))];
  confirm(receipt, claim);
  return events;
}

type Arrived =
  | { readonly kind: 'done'; readonly done: Outcome<Received> }
  | { readonly kind: 'taken'; readonly claim: Claim; readonly taken: Taken };

type Report = {
  readonly reportedBy: Claim['reportedBy'];
  /** Bounds the time of a payment that is new; a repetition is never too old. */
  readonly requireTime?: () => void;
};
const BY_CALLER: Report = { reportedBy: 'caller' };

async function arrive(
  command: ReceivePayment,
  { reportedBy, requireTime }: Report,
  ports: Receiving,
): Promise<Arrived> {
  requirePositive(command.amount, 'amount');
  const referenceKey = comparableReference(command.accountReference);
  const { channel = 'mpesa_paybill', receiptNo, amount, msisdn, accountReference, paidAt } = command;
  // No prompt is paid by a transfer of a bank.
  const wanted = { msisdn, amount, referenceKey };
  const prompted = channel === 'bank' ? null : await ports.mobileMoney.lockAwaited(wanted);
  // Nor is a prompt of one provider paid at another.
  const awaited = prompted && accountOf(prompted.channel) === accountOf(channel) ? prompted : null;
  const uuid = awaited?.uuid ?? ports.newUuid();
  const claim = inSuspense({ uuid, channel, receiptNo, amount, paidAt }, reportedBy);
  const claimed = await claimReceipt(claim, ports);
  if (claimed.kind !== 'new') {
    const known = await paymentOf(claimed.kind === 'replay' ? claimed.record.uuid : heldBefore(claimed, amount), ports);
    const taken = { ...claimed, kind: 'taken' } as const;
    // Another account number or payer is more than the same once more: a provider's word is compared with the booking then.
    const isSame = known?.referenceKey === referenceKey && mayBeSameNumber(known.msisdn, msisdn);
    if (!isSame) return { kind: 'taken', claim, taken };
    if (reportedBy === 'provider') confirmWhole(known, taken, ports);
    return { kind: 'done', done: outcome({ payment: known, known: true }) };
  }
  requireTime?.();
  const noticed = claimed.book();
  const said = saidBy(reportedBy, ports);
  if (awaited) {
    const { at, place } = arrival(paidAt, awaited.sentAt, ports);
    const received = awaited.receive({ receiptNo, amount, paidAt: at, ...said });
    const placed = await place(awaited);
    return { kind: 'done', done: outcome({ payment: awaited, known: false }, received, ...noticed, ...placed) };
  }
  const { at, place } = arrival(paidAt, null, ports);
  const { payment, event: received } = MobileMoneyTransaction.receive({
    uuid,
    channel,
    receiptNo,
    amount,
    msisdn,
    accountReference,
    referenceKey,
    paidAt: at,
    recordedBy: ports.actor,
    ...said,
  });
  await ports.mobileMoney.add(payment);
  const placed = await place(payment);
  return { kind: 'done', done: outcome({ payment, known: false }, received, ...noticed, ...placed) };
}

/** Its provider says the same of a payment as the person who has entered it, down to the account. */
export function confirmWhole(
  payment: MobileMoneyTransaction,
  { receipt }: Pick<Taken, 'receipt'>,
  { now }: Pick<Receiving, 'now'>,
): void {
  confirm(receipt, { reportedBy: 'provider' });
  payment.reportedAt ??= now;
}

/**
 * A person records a payment that came in: its time is bounded as that of any other.
 * @throws DomainError payment_time_out_of_range (invalid); those of receivePayment
 */
export async function enterPayment(
  command: Omit<ReceivePayment, 'paidAt'> & { readonly paidAt?: Temporal.Instant | null },
  ports: Receiving,
): Promise<Outcome<Received>> {
  const payment = { ...command, paidAt: command.paidAt ?? ports.now };
  const requireTime = () => void requirePaymentTime(payment.paidAt, null, ports);
  const arrived = await arrive(payment, { ...BY_CALLER, requireTime }, ports);
  if (arrived.kind === 'taken') throw await duplicatePayment(arrived.taken, ports);
  return arrived.done;
}

/**
 * How money that a provider confirms is taken. At a time that can't be it counts from now on, and waits in suspense for
 * people to review: it is here, whatever the provider's clock says.
 */
export function arrival(
  paidAt: Temporal.Instant,
  since: Temporal.Instant | null,
  ports: Placing & PaymentClock,
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

/** The payment of this amount that came under the receipt before, wherever its money stands now. */
export function heldBefore({ uses, receipt }: Taken, amount: Cents): string | null {
  // The rest of it, of which a part has found its place, has an amount too: it is the whole that is compared.
  if (receipt.amount !== amount) return null;
  const held = uses.find(
    (use) => use.recordType === MOBILE_MONEY && use.amount === amount && use.state !== 'corrected',
  );
  return held?.recordUuid ?? null;
}

async function paymentOf(uuid: string | null, ports: Pick<Receiving, 'mobileMoney'>) {
  return uuid === null ? null : ports.mobileMoney.lockByUuid(uuid);
}
