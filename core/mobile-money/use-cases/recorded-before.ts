import type { DomainEvent } from '../../kernel/event.ts';
import { sum } from '../../kernel/money.ts';
import { isWithin, providerBounds, type PaymentClock } from '../../payments/payment-time.ts';
import type { ReceiptUse } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import type { Claim, Taken } from '../../payments/receipt-registry.ts';
import { comparableReference } from '../account-reference.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import {
  type Booking,
  type Destination,
  type MobileMoneyChannel,
  unrequested,
} from '../transaction/mobile-money-record.ts';
import { MOBILE_MONEY, saidBy } from './suspense.ts';

export type RecordedBefore = Pick<
  MobileMoneyPorts,
  'mobileMoney' | 'paymentDestinations' | 'actor' | keyof PaymentClock
> &
  ReceiptPorts;

type Arriving = {
  readonly channel?: MobileMoneyChannel;
  readonly msisdn: string;
  readonly accountReference: string;
};

/** The type of record that schools keep of money: it may have come to an account of their own, so the ledger books none of it. */
const SCHOOL_PAYMENT = 'payment';

/** Where money of a receipt stands; all parts that stand, where a person has split it. */
export async function standingOf(
  { use, uses, receipt }: Taken,
  { receipts }: Pick<ReceiptPorts, 'receipts'>,
): Promise<readonly ReceiptUse[]> {
  return (await receipts.wasSplit(receipt)) ? uses.filter((each) => each.isLive()) : [use];
}

/** All parts together are what is claimed. */
export function areWhole(parts: readonly ReceiptUse[], { amount }: Pick<Claim, 'amount'>): boolean {
  return parts.every((each) => each.isLive()) && sum(parts.map((each) => each.amount)) === amount;
}

/**
 * Money arrives that a person has recorded as payments of students before: as one, or split over several. The ledger has nothing
 * of them so far; from here on they are owed to the school, as if they had been booked by their arrival. Parts on loans and
 * savings accounts are in the ledger since they were recorded.
 * @returns null where the receipt is of something else, of another amount, or has arrived before
 */
export async function bookArrivalOfRecorded(
  claim: Claim,
  taken: Taken,
  payment: Arriving,
  ports: RecordedBefore,
): Promise<{ readonly payment: MobileMoneyTransaction; readonly events: readonly DomainEvent[] } | null> {
  const standing = await standingOf(taken, ports);
  const parts = areWhole(standing, claim) ? await notArrived(standing, ports) : [];
  const [first] = parts;
  if (!first) return null;
  const { channel = 'mpesa_paybill', msisdn, accountReference } = payment;
  const amount = sum(parts.map(({ use }) => use.amount));
  const { payment: arrived, event: received } = MobileMoneyTransaction.receive({
    uuid: ports.newUuid(),
    channel: unrequested(channel),
    receiptNo: claim.receiptNo,
    amount,
    msisdn,
    accountReference,
    referenceKey: comparableReference(accountReference),
    paidAt: isWithin(claim.paidAt, providerBounds(null, ports)) ? claim.paidAt : ports.now,
    recordedBy: ports.actor,
    ...saidBy(claim.reportedBy, ports),
  });
  await ports.mobileMoney.add(arrived);
  ports.receipts.use(passedThrough(first.use, arrived, ports.now));
  return { payment: arrived, events: [received, ...(await bookParts(arrived, parts, ports))] };
}

type RecordedPart = { readonly use: ReceiptUse; readonly destination: Destination };

/** The parts of which the ledger has nothing so far. */
async function notArrived(standing: readonly ReceiptUse[], ports: RecordedBefore): Promise<readonly RecordedPart[]> {
  const parts: RecordedPart[] = [];
  for (const use of standing) {
    if (use.recordType !== SCHOOL_PAYMENT) continue;
    if ((await ports.mobileMoney.lockByBooking(use.recordUuid)) !== null) continue;
    const destination = await destinationOf(use, ports);
    if (destination === null) return [];
    parts.push({ use, destination });
  }
  return parts;
}

/** Each part stands in the payment that was recorded of it; as by a split from suspense, what is left is the next one's. */
async function bookParts(
  arrived: MobileMoneyTransaction,
  parts: readonly RecordedPart[],
  ports: RecordedBefore,
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = [];
  let record = arrived;
  for (const { use, destination } of parts) {
    const booking: Booking = { type: use.recordType, uuid: use.recordUuid };
    if (record.amount === use.amount) return [...events, record.allocate(destination, booking)];
    const { rest, emitted } = record.leaveRest({ uuid: ports.newUuid(), amount: record.amount - use.amount });
    await ports.mobileMoney.add(rest);
    ports.receipts.use(passedThrough(use, rest, ports.now));
    events.push(record.allocate(destination, booking), emitted());
    record = rest;
  }
  throw new Error(`Parts of mobile money ${arrived.uuid} are not all of it.`);
}

/** The student whose payment it is. */
async function destinationOf(
  { party }: ReceiptUse,
  { paymentDestinations }: Pick<RecordedBefore, 'paymentDestinations'>,
): Promise<Destination | null> {
  const students = paymentDestinations.find(({ type }) => type === 'student');
  const [, id] = /^student:(\d+)$/.exec(party) ?? [];
  return students && id !== undefined ? students.find(Number(id)) : null;
}

/** It came in by this record, and stands in those that were there before. */
function passedThrough(use: ReceiptUse, { uuid, amount }: MobileMoneyTransaction, now: Temporal.Instant): ReceiptUse {
  const through = Object.assign(use.ofRest(amount), { recordType: MOBILE_MONEY, recordUuid: uuid, party: 'suspense' });
  through.end('moved', now);
  return through;
}
