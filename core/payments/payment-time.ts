import { refuse } from '../kernel/domain-error.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { identifierKey } from '../kernel/text.ts';
import { requireAgreement, type Agreeing, type Demand } from '../kernel/two-people.ts';
import { paymentRefusals } from './refusals.ts';

/** How far the clocks of others may differ from ours. */
const CLOCK_TOLERANCE = { minutes: 10 };

/** The clock of the tenant, and how far back people may date what they record. */
export type PaymentClock = Agreeing & {
  readonly now: Temporal.Instant;
  /** The business date of an instant in the tenant's zone. */
  readonly businessDate: (at: Temporal.Instant) => Temporal.PlainDate;
  readonly startOfDay: (on: Temporal.PlainDate) => Temporal.Instant;
  /** Policy of the tenant: for so many days back one person may record a payment; two may beyond. */
  readonly backdateDays: number;
};

/** The times of payment that a record takes. */
export type TimeBounds = { readonly earliest: Temporal.Instant; readonly latest: Temporal.Instant };

/** What a record says of its beginning: an instant, or the day where only that is known. */
export type Beginning = Temporal.Instant | Temporal.PlainDate | null;

/**
 * The times that a provider may say: from the record's beginning, less what clocks may differ by, to now.
 * @param since the request of the payment, the opening of the account, the first disbursement, the issue of the invoice;
 *   null where nothing was requested: as far back as people may date
 */
export function providerBounds(since: Beginning, clock: PaymentClock): TimeBounds {
  return {
    earliest: since === null ? firstBackdated(clock) : beginningOf(since, clock),
    latest: clock.now.add(CLOCK_TOLERANCE),
  };
}

/** The times at which people may say that a payment was made: those of a provider, and no older than the tenant allows. */
export function backdatingBounds(since: Beginning, clock: PaymentClock): TimeBounds {
  const { earliest, latest } = providerBounds(since, clock);
  const limit = firstBackdated(clock);
  return { earliest: Temporal.Instant.compare(earliest, limit) < 0 ? limit : earliest, latest };
}

export function isWithin(at: Temporal.Instant, { earliest, latest }: TimeBounds): boolean {
  return Temporal.Instant.compare(at, earliest) >= 0 && Temporal.Instant.compare(at, latest) <= 0;
}

/**
 * The time of payment as a person or partner gives it.
 * @param of the record that two people may date further back than one, to its beginning
 * @throws DomainError payment_time_out_of_range with the bounds; SecondPersonRequired
 */
export function requirePaymentTime(
  at: Temporal.Instant | null | undefined,
  since: Beginning,
  clock: PaymentClock,
  of?: Omit<Demand, 'rule'>,
): Temporal.Instant {
  if (at === null || at === undefined) return clock.now;
  const bounds = backdatingBounds(since, clock);
  if (isWithin(at, bounds)) return at;
  const mayBeTwo = of !== undefined && since !== null && clock.agreement !== 'none';
  if (!mayBeTwo || !isWithin(at, providerBounds(since, clock))) throw outOfRange(bounds);
  requireAgreement(clock, {
    ...of,
    rule: `Recording a payment of more than ${clock.backdateDays} days ago takes two people.`,
  });
  return at;
}

/** A payment to a record, among others that may wait beside it: the same one once more is the same proposal. */
export function paymentTo(
  type: string,
  { id, uuid }: { readonly id: number; readonly uuid: string },
  { paidAt = null, amount, reference = null }: TimedPayment & { amount: bigint; reference?: string | null },
): Omit<Demand, 'rule'> {
  const paymentKey = reference === null ? `${amount} ${paidAt?.toString() ?? ''}` : identifierKey(reference);
  return { subject: { type, id, uuid }, paymentKey };
}

/**
 * A payment as a command names it. What a provider has confirmed was bounded when it arrived, and is never refused where a person
 * places it. By its reference alone it is placed on no record that began later: it waits in suspense.
 */
export type TimedPayment = {
  readonly paidAt?: Temporal.Instant | null;
  readonly confirmedBy?: 'provider';
  readonly placedBy?: 'person' | 'reference';
};

/** When a payment was made, and the day that it counts for: none before the record's beginning. */
export type PaymentTime = { readonly paidAt: Temporal.Instant; readonly valueDate: Temporal.PlainDate };

/**
 * The time of a payment to a record.
 * @throws DomainError payment_time_out_of_range with the bounds, where people say a time that can't be;
 *   SecondPersonRequired
 */
export function timeOfPayment(
  payment: TimedPayment,
  since: Beginning,
  clock: PaymentClock,
  of?: Omit<Demand, 'rule'>,
): PaymentTime {
  if (payment.confirmedBy !== 'provider') {
    const paidAt = requirePaymentTime(payment.paidAt, since, clock, of);
    return { paidAt, valueDate: valueDateOf(paidAt, clock) };
  }
  const paidAt = payment.paidAt ?? clock.now;
  if (since === null) return { paidAt, valueDate: valueDateOf(paidAt, clock) };
  const bounds = providerBounds(since, clock);
  const isEarlier = Temporal.Instant.compare(paidAt, bounds.earliest) < 0;
  if (isEarlier && payment.placedBy === 'reference') throw outOfRange(bounds);
  return { paidAt, valueDate: valueDateOf(isEarlier ? bounds.earliest : paidAt, clock) };
}

/** The refusal of a time of payment that lies outside of these bounds. */
function outOfRange({ earliest, latest }: TimeBounds) {
  const [from, to] = [earliest.toString(), latest.toString()];
  const detail = `Send a time from ${from} to ${to}.`;
  return refuse(paymentRefusals.payment_time_out_of_range, `The payment can't have been made then. ${detail}`, {
    earliest: from,
    latest: to,
    errors: [{ field: 'paid_at', code: 'range', detail }],
  });
}

/** The day that a payment counts for: its own, and never one that is still to come. */
export function valueDateOf(
  at: Temporal.Instant,
  { now, businessDate }: Pick<PaymentClock, 'now' | 'businessDate'>,
): Temporal.PlainDate {
  return businessDate(Temporal.Instant.compare(at, now) > 0 ? now : at);
}

/** The event, with the day that its money counts for: its journal carries that beside the day of the booking. */
export function valuedOn(event: DomainEvent, valueDate: Temporal.PlainDate): DomainEvent {
  return { ...event, internal: { ...event.internal, value_date: valueDate.toString() } };
}

function beginningOf(since: Exclude<Beginning, null>, clock: PaymentClock): Temporal.Instant {
  if (since instanceof Temporal.PlainDate) return clock.startOfDay(since);
  const begun = Temporal.Instant.compare(since, clock.now) > 0 ? clock.now : since;
  return begun.subtract(CLOCK_TOLERANCE);
}

function firstBackdated(clock: PaymentClock): Temporal.Instant {
  return clock.startOfDay(clock.businessDate(clock.now).subtract({ days: clock.backdateDays }));
}
