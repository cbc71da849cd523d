import type { DomainEvent } from '../../kernel/event.ts';
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

/**
 * Money arrives that a person has recorded as a student's payment before. The ledger has nothing of it so far; from here on
 * it is owed to the school, as if it had been booked by its arrival.
 * @returns null where the receipt is of something else, of another amount, or has arrived before
 */
export async function bookArrivalOfRecorded(
  claim: Claim,
  { use }: Taken,
  payment: Arriving,
  ports: RecordedBefore,
): Promise<{ readonly payment: MobileMoneyTransaction; readonly events: readonly DomainEvent[] } | null> {
  if (use.recordType !== SCHOOL_PAYMENT || !use.isLive() || use.amount !== claim.amount) return null;
  if ((await ports.mobileMoney.lockByBooking(use.recordUuid)) !== null) return null;
  const destination = await destinationOf(use, ports);
  if (destination === null) return null;
  const { channel = 'mpesa_paybill', msisdn, accountReference } = payment;
  const { payment: arrived, event: received } = MobileMoneyTransaction.receive({
    uuid: ports.newUuid(),
    channel: unrequested(channel),
    receiptNo: claim.receiptNo,
    amount: claim.amount,
    msisdn,
    accountReference,
    referenceKey: comparableReference(accountReference),
    paidAt: isWithin(claim.paidAt, providerBounds(null, ports)) ? claim.paidAt : ports.now,
    recordedBy: ports.actor,
    ...saidBy(claim.reportedBy, ports),
  });
  await ports.mobileMoney.add(arrived);
  const booking: Booking = { type: use.recordType, uuid: use.recordUuid };
  ports.receipts.use(passedThrough(use, arrived, ports.now));
  return { payment: arrived, events: [received, arrived.allocate(destination, booking)] };
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

/** It came in by this record, and stands in the one that was there before. */
function passedThrough(use: ReceiptUse, { uuid }: MobileMoneyTransaction, now: Temporal.Instant): ReceiptUse {
  const through = Object.assign(use.ofRest(use.amount), {
    recordType: MOBILE_MONEY,
    recordUuid: uuid,
    party: 'suspense',
  });
  through.end('moved', now);
  return through;
}
