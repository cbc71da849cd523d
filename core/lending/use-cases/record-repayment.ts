import { refuse } from '../../kernel/domain-error.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { most, requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, replay, type Outcome } from '../../kernel/outcome.ts';
import { accountBehind } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts, RecordName } from '../../payments/ports.ts';
import { NO_RECEIPT, requireReceipt, type Claim } from '../../payments/receipt-registry.ts';
import { quoteOn } from './account/receiving.ts';
import { NOTHING_EARNED } from '../loan/income.ts';
import type { Loan } from '../loan/loan.ts';
import type { LendingPorts } from '../ports.ts';
import { lendingRefusals } from '../refusals.ts';
import {
  FUND_SOURCES,
  Repayment,
  type Allocation,
  type FundSource,
  type RepaymentChannel,
} from '../repayment/repayment.ts';
import {
  paymentTo,
  timeOfPayment,
  valuedOn,
  type PaymentClock,
  type PaymentTime,
  type TimedPayment,
} from '../../payments/payment-time.ts';
import { findLoan } from './find-loan.ts';
import { followGuarantees } from './guarantees.ts';
import { partTaken, recoverable, requireNotRefinanced, requireOwed } from './repayable.ts';
import { accountAsOf, bookEntry, followAllocations } from './account/store-account.ts';

export type RecordRepayment = TimedPayment & {
  readonly loanId: number;
  readonly version?: number | undefined;
  /** Minor units. */
  readonly amount: Cents;
  readonly channel: FundSource;
  /** The payer's or provider's reference: of one payment, wherever it is booked. */
  readonly reference?: string | null;
  readonly msisdn?: string | null;
  /** Where the money stands so far, of which this is the repayment: in suspense, or on the wrong loan. */
  readonly from?: RecordName | null;
  /** The whole payment, where one command splits it. */
  readonly split?: Claim['split'];
};

export type Receiving = Pick<
  LendingPorts,
  | 'loans'
  | 'instalments'
  | 'entries'
  | 'closes'
  | 'today'
  | 'guarantees'
  | 'disbursements'
  | 'limits'
  | 'repayments'
  | 'newUuid'
  | 'actor'
  | keyof PaymentClock
> &
  ReceiptPorts;

/**
 * Money that a member paid is booked to a loan by the product's order. What is left when nothing is owed belongs to
 * the member; what comes in on a debt that was written off is recovery. The same payment once more is that of before.
 * @throws DomainError loan_not_repayable, duplicate_payment_reference (conflict), validation_failed (invalid), not_found
 */
export async function recordRepayment(command: RecordRepayment, ports: Receiving): Promise<Outcome<Repayment>> {
  requireFundSource(command.channel);
  return receive(command, 'repayment', ports);
}

/**
 * The part of a payment that its loan takes, or the one in the place of that, in minor units.
 * @throws DomainError those with which recordRepayment refuses a payment whole
 */
export async function partOfRepayment(command: RecordRepayment, ports: Receiving): Promise<Cents> {
  const { loan, on } = await receiverOf(command, ports);
  return partTaken(loan, { amount: command.amount, on }, ports);
}

/**
 * A school took less of a school-fee loan's money than it got: the rest prepays the loan. The disbursement's uuid is
 * the reference, so that it is booked once.
 * @throws DomainError those of recordRepayment
 */
export async function takeBackSurplus(
  command: { readonly loanId: number; readonly amount: Cents; readonly disbursementUuid: string },
  ports: Receiving,
): Promise<Outcome<Repayment>> {
  const { loanId, amount, disbursementUuid: reference } = command;
  return receive({ loanId, amount, channel: 'school', reference }, 'repayment', ports);
}

/**
 * Settles a loan before its time: interest of later periods is not asked for.
 * @throws DomainError settlement_too_small (conflict) with required_amount; those of recordRepayment
 */
export async function settleLoan(command: RecordRepayment, ports: Receiving): Promise<Outcome<Repayment>> {
  requireFundSource(command.channel);
  const loan = await findLoan(command, ports.loans.lock);
  const { replayOf } = await receiptOf(command, loan, ports.newUuid(), ports);
  if (replayOf) return replay(await repaymentOf(replayOf, ports));
  requireNotRefinanced(loan);
  if (loan.state !== 'active') throw notRepayable(loan, 'only an active loan is settled');
  const { valueDate } = await repaymentTime(command, loan, ports);
  const quote = quoteOn(await accountAsOf(loan, valueDate, ports), valueDate);
  if (command.amount < quote.total) {
    throw refuse(
      lendingRefusals.settlement_too_small,
      `Loan ${loan.loanNo} takes ${quote.total} to settle on ${quote.on.toString()}; ${command.amount} was paid.`,
      { loan_id: loan.id, required_amount: quote.total, paid_amount: command.amount },
    );
  }
  return receive(command, 'settlement', ports);
}

export type Received = Omit<RecordRepayment, 'channel'> & {
  readonly channel: RepaymentChannel;
  /** The claim after the borrower's death that it is part of. */
  readonly deathClaimId?: number;
};

/** Channels that bring no more than is owed: who sends it has asked what that is. */
const EXACT: ReadonlySet<RepaymentChannel> = new Set(['school', 'savings']);

/** Books money of any channel to a loan. */
export async function receive(
  command: Received,
  kind: 'repayment' | 'settlement',
  ports: Receiving,
): Promise<Outcome<Repayment>> {
  const loan = await findLent(command, ports);
  const uuid = ports.newUuid();
  // The same once more is that of before, whatever became of the loan by it or since.
  const receipt = await receiptOf(command, loan, uuid, ports);
  if (receipt.replayOf) return replay(await repaymentOf(receipt.replayOf, ports));
  if (loan.refinancedBy !== null) return receive(toSuccessor(command, loan, loan.refinancedBy), kind, ports);
  const { paidAt, on } = await timeOn(loan, command, ports);
  if (!EXACT.has(command.channel)) await requireOwed(loan, { amount: command.amount, on }, ports);
  const paid = {
    uuid,
    loanId: loan.id,
    receiptNo: await ports.repayments.nextReceiptNo(),
    amount: command.amount,
    channel: command.channel,
    reference: command.reference ?? null,
    msisdn: command.msisdn ?? null,
    paidAt,
    receivedBy: ports.actor,
    deathClaimId: command.deathClaimId ?? null,
  };
  if (loan.state === 'written_off') {
    // Beyond what was written off it is the member's.
    const overpayment = most(command.amount - recoverable(loan), 0n);
    const emitted = loan.recover(command.amount - overpayment, overpayment);
    const fields = { ...paid, ...NOWHERE, overpayment, books: 'written_off' } as const;
    const { repayment, event } = Repayment.book(fields, NOTHING_EARNED);
    ports.repayments.add(repayment);
    const freed = await followGuarantees(loan, ports);
    return outcome(repayment, valuedOn(event, on), emitted, ...receipt.book(), ...freed);
  }
  const entered = await bookEntry(loan, { kind, on, amount: command.amount, source: uuid }, ports);
  const allocation = entered.after.allocations.get(entered.entry.number)!;
  const closing = kind === 'settlement' ? 'settled' : 'repaid';
  const booked = loan.bookRepayment(entered.figures, entered.moved, closing);
  const elsewhere = entered.isLate ? await followAllocations(loan, entered, ports) : [];
  const books = loan.chargedOffOn === null ? 'carried' : 'charged_off';
  const { repayment, event } = Repayment.book({ ...paid, ...allocation, books }, booked.earned);
  ports.repayments.add(repayment);
  return outcome(
    repayment,
    ...elsewhere,
    valuedOn(event, on),
    valuedOn(booked.event, on),
    ...receipt.book(),
    ...(await followGuarantees(loan, ports)),
  );
}

/** The loan on which a payment is booked, and for which day; it is refused where there is none. */
async function receiverOf(
  command: Received,
  ports: Receiving,
): Promise<{ readonly loan: Loan; readonly on: Temporal.PlainDate }> {
  const loan = await findLent(command, ports);
  if (loan.refinancedBy !== null) return receiverOf(toSuccessor(command, loan, loan.refinancedBy), ports);
  return { loan, on: (await timeOn(loan, command, ports)).on };
}

async function findLent(command: Received, ports: Receiving): Promise<Loan> {
  requirePositive(command.amount, 'amount');
  const loan = await findLoan(command, ports.loans.lock);
  if (['active', 'overpaid', 'closed', 'written_off'].includes(loan.state)) return loan;
  throw notRepayable(loan, 'nothing was disbursed on it');
}

/** Money that is here all the same goes to the loan that took the place of a refinanced one; people name that one. */
function toSuccessor<C extends Received>(command: C, loan: Loan, loanId: number): C {
  if (command.confirmedBy !== 'provider' && command.channel !== 'school') requireNotRefinanced(loan);
  return { ...command, loanId, version: undefined };
}

async function timeOn(loan: Loan, command: Received, ports: Receiving) {
  const { paidAt, valueDate: on } = await repaymentTime(command, loan, ports);
  requireNotBefore(loan, on);
  return { paidAt, on };
}

const NOWHERE: Allocation = { principal: 0n, interest: 0n, fees: 0n, penalties: 0n, overpayment: 0n };

function notRepayable(loan: Loan, because: string) {
  return refuse(lendingRefusals.loan_not_repayable, `Loan ${loan.loanNo} is ${loan.state}; ${because}.`, {
    loan_id: loan.id,
    current_state: loan.state,
  });
}

/** Money that people record; what comes automatically is not theirs. @throws DomainError validation_failed */
export function requireFundSource(channel: RepaymentChannel): FundSource {
  const source = FUND_SOURCES.find((each) => each === channel);
  if (source) return source;
  throw invalidField(
    'channel',
    'reserved',
    `Send one of ${FUND_SOURCES.join(', ')}.`,
    `Money of the channel ${channel} is booked automatically. Send another channel.`,
  );
}

/** When a repayment was made: not before the money that it repays was lent. */
async function repaymentTime(
  payment: TimedPayment & { readonly amount: Cents; readonly reference?: string | null },
  loan: Loan,
  ports: Pick<LendingPorts, 'disbursements' | keyof PaymentClock>,
): Promise<PaymentTime> {
  const { paidAt = null } = payment;
  const begun = loan.disbursedOn;
  const to = paymentTo('loan', loan, payment);
  if (paidAt === null || begun === null || !ports.businessDate(paidAt).equals(begun))
    return timeOfPayment(payment, begun, ports, to);
  // Only on the day itself it matters at what time the money was lent.
  const [first] = await ports.disbursements.alive(loan.id);
  return timeOfPayment(payment, first?.settledAt ?? begun, ports, to);
}

/** What the books took as a loss is not changed from before. */
function requireNotBefore(loan: Loan, on: Temporal.PlainDate): void {
  const since = loan.writtenOffOn ?? loan.chargedOffOn;
  if (since === null || Temporal.PlainDate.compare(on, since) >= 0) return;
  throw refuse(
    lendingRefusals.loan_not_repayable,
    `Loan ${loan.loanNo} was written off as a loss on ${since.toString()}; no repayment is booked before that day.`,
    { loan_id: loan.id, current_state: loan.state },
  );
}

/** The payment that a repayment books. What a school gives back is no payment from outside. */
async function receiptOf(command: Received, loan: Loan, uuid: string, ports: Receiving) {
  const { reference = null, amount, channel, from, split } = command;
  const account = accountBehind(channel);
  if (reference === null || account === null) return NO_RECEIPT;
  const claim: Claim = {
    account,
    direction: 'in',
    receiptNo: reference,
    amount,
    paidAt: command.paidAt ?? ports.now,
    reportedBy: 'caller',
    record: { type: 'repayment', uuid },
    party: `loan:${loan.id}`,
    from,
    split,
  };
  return requireReceipt(claim, ports);
}

async function repaymentOf({ uuid }: RecordName, ports: Pick<LendingPorts, 'repayments'>): Promise<Repayment> {
  const repayment = await ports.repayments.byUuid(uuid);
  if (repayment) return repayment;
  throw new Error(`The repayment ${uuid} of a receipt is gone.`);
}
