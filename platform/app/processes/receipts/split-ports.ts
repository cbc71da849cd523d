import { PAYMENT_METHODS, type PaymentMethod } from '#core/education/payment/payment.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import { recordPayment } from '#core/education/use-cases/payment/record-payment.ts';
import { notFound } from '#core/education/field-errors.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { findLoan } from '#core/lending/use-cases/find-loan.ts';
import { recordRepayment } from '#core/lending/use-cases/record-repayment.ts';
import { requireNotRefinanced } from '#core/lending/use-cases/repayable.ts';
import { FUND_SOURCES, type FundSource } from '#core/lending/repayment/repayment.ts';
import type { MobileMoneyPorts, PaymentDestination } from '#core/mobile-money/ports.ts';
import type { Destination } from '#core/mobile-money/transaction/mobile-money-record.ts';
import { holdForParts } from '#core/mobile-money/use-cases/hold-for-parts.ts';
import { allocatePart } from '#core/mobile-money/use-cases/place-money.ts';
import type { RecordName } from '#core/payments/ports.ts';
import type { Claim } from '#core/payments/receipt-registry.ts';
import type { Part, SplitChannel } from '#core/payments/split/receipt-split.ts';
import type { SplitPorts, SplitReceipt, Splitting } from '#core/payments/split/split-receipt.ts';
import type { SavingsPorts } from '#core/savings/ports.ts';
import { findSavingsAccount } from '#core/savings/use-cases/find-savings.ts';
import { depositSavings } from '#core/savings/use-cases/move-savings.ts';

/** The contexts whose records take parts of a payment, in one transaction. Contexts don't know each other; here they meet. */
export type PartPorts = {
  readonly lending: LendingPorts;
  readonly savings: SavingsPorts;
  readonly education: EducationPorts;
  readonly mobileMoney: MobileMoneyPorts;
};

/** A part of a payment as the commands of all contexts take it. */
type Money = {
  readonly amount: bigint;
  readonly channel: SplitChannel;
  readonly reference: string;
  readonly msisdn: string | null;
  readonly paidAt: Temporal.Instant;
  readonly confirmedBy?: 'provider';
  readonly from?: RecordName;
  readonly split: NonNullable<Claim['split']>;
};
type Booked = { readonly booking: RecordName; readonly events: readonly DomainEvent[] };

/** Where a part belongs. */
type PlaceOfPart = {
  /** The loan, account or student whose money it becomes. */
  readonly destination: Destination;
  /** What the part names, by uuid. */
  readonly targetUuid: string;
  readonly book: (money: Money) => Promise<Booked>;
};

/** How parts of a payment are booked: mobile money out of suspense, everything else directly. */
export function beginSplitting(ports: PartPorts): SplitPorts['begin'] {
  return async (payment) => ((await isHeld(payment, ports)) ? fromSuspense(payment, ports) : directly(payment, ports));
}

/** Money of the paybill waits in suspense; of the bank what its statement had before, and what the parts leave. */
async function isHeld({ channel, receiptNo, rest }: Omit<SplitReceipt, 'parts'>, ports: PartPorts): Promise<boolean> {
  if (channel !== 'bank') return channel === 'mpesa_paybill';
  if (rest === 'suspense') return true;
  const known = await ports.mobileMoney.mobileMoney.lockAllByReceipt(receiptNo);
  return known.some(({ channel: came, state }) => came === 'bank' && state === 'unallocated');
}

async function directly(payment: Omit<SplitReceipt, 'parts'>, ports: PartPorts): Promise<Splitting> {
  const { channel, receiptNo: reference, amount: total, paidAt, rest } = payment;
  if (rest === 'suspense') {
    const detail = `Money of the channel ${channel} does not wait in suspense. Name a place for all of it.`;
    throw invalidField('rest', 'choice', detail);
  }
  const booked: RecordName[] = [];
  const at = paidAt ?? ports.lending.now;
  return {
    events: [],
    book: async (part) => {
      const split = { total, with: [...booked] };
      const money = { amount: part.amount, channel, reference, msisdn: payment.msisdn ?? null, paidAt: at, split };
      const place = await placeOf(part, ports);
      const { booking, events } = await place.book(money);
      booked.push(booking);
      return { booking, targetUuid: place.targetUuid, events };
    },
  };
}

async function fromSuspense(payment: Omit<SplitReceipt, 'parts'>, ports: PartPorts): Promise<Splitting> {
  const { channel, receiptNo: reference, amount: total } = payment;
  const { result: held, events: received } = await holdForParts(payment, ports.mobileMoney);
  let left: typeof held.payment | null = held.payment;
  const paidAt = left.paidAt ?? ports.lending.now;
  const paid = { channel, reference, msisdn: left.msisdn, paidAt, split: { total, with: [] } };
  // The time of one that was in suspense before was bounded when it came.
  const confirmed = held.wasHeld === 'before' ? ({ confirmedBy: 'provider' } as const) : {};
  return {
    events: received,
    book: async (part) => {
      if (left === null) throw new Error(`Nothing is left of the receipt ${reference} for the part of ${part.amount}.`);
      const place = await placeOf(part, ports);
      const book: PaymentDestination['book'] = (_, { amount, from }) =>
        place.book({ ...paid, ...confirmed, amount, from });
      const at = { destination: place.destination, paymentDestination: { book }, placedBy: 'person' } as const;
      const { booking, rest, events } = await allocatePart(left, part.amount, at, ports.mobileMoney);
      left = rest;
      return { booking, targetUuid: place.targetUuid, events };
    },
  };
}

async function placeOf({ type, id }: Part, ports: PartPorts): Promise<PlaceOfPart> {
  const { lending, savings, education } = ports;
  switch (type) {
    case 'loan': {
      const loan = await findLoan({ loanId: id }, lending.loans.lock);
      // Its successor may be another part of the same payment.
      requireNotRefinanced(loan);
      return placeAt('loan', loan, async ({ channel, ...money }) => {
        const repayment = { loanId: id, channel: fundSource(channel), ...money };
        const { result, events } = await recordRepayment(repayment, lending);
        return { booking: { type: 'repayment', uuid: result.uuid }, events };
      });
    }
    case 'savings_account': {
      const account = await findSavingsAccount({ savingsAccountId: id }, savings);
      return placeAt('savings_account', account, async ({ channel, ...money }) => {
        const deposit = { savingsAccountId: id, channel: fundSource(channel), ...money };
        const { result, events } = await depositSavings(deposit, savings);
        return { booking: { type: 'savings_transaction', uuid: result.uuid }, events };
      });
    }
    case 'student': {
      const student = await education.students.get(id);
      if (!student) throw notFound('student', id);
      return placeAt('student', student, (money) => payFees({ studentId: id }, money, education));
    }
    case 'invoice': {
      const invoice = await education.invoices.get(id);
      const student = invoice && (await education.students.get(invoice.studentId));
      if (!invoice || !student) throw notFound('invoice', id);
      const place = placeAt('student', student, (money) => payFees({ invoiceId: id }, money, education));
      return { ...place, targetUuid: invoice.uuid };
    }
  }
}

function placeAt(
  type: Destination['type'],
  { id, uuid }: { readonly id: number; readonly uuid: string },
  book: PlaceOfPart['book'],
): PlaceOfPart {
  return { destination: { type, id, uuid }, targetUuid: uuid, book };
}

async function payFees(
  to: { readonly studentId: number } | { readonly invoiceId: number },
  money: Money,
  education: EducationPorts,
): Promise<Booked> {
  const { amount, channel, reference, paidAt, confirmedBy, from, split } = money;
  const paid = { amount, method: methodOf(channel), reference, paidAt, split };
  const how = { ...(confirmedBy ? { confirmedBy } : {}), ...(from ? { from } : {}) };
  const { result, events } = await recordPayment({ ...to, ...paid, ...how }, education);
  return { booking: { type: 'payment', uuid: result.uuid }, events };
}

/** @throws DomainError validation_failed where loans and savings take no money of the channel */
function fundSource(channel: SplitChannel): FundSource {
  const source = FUND_SOURCES.find((each) => each === channel);
  if (source) return source;
  throw invalidField('channel', 'choice', `Loans and savings take money by ${FUND_SOURCES.join(', ')}.`);
}

/** @throws DomainError validation_failed where schools take no money of the channel */
function methodOf(channel: SplitChannel): PaymentMethod {
  const method = PAYMENT_METHODS.find((each) => each === channel);
  if (method) return method;
  throw invalidField('channel', 'choice', 'Schools take no cash here: it goes to their account at the bank.');
}
