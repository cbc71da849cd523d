import { DomainError } from '#core/kernel/domain-error.ts';
import { lendingRefusals } from '#core/lending/refusals.ts';
import { announcedIn } from '#core/payment-bridge/topup/topup.ts';
import { paymentRefusals } from '#core/payments/refusals.ts';
import type { Reconciled } from '#core/reconciliation/use-cases/reconcile.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { BankFile } from '../../../rails/bank-file/books.ts';
import type { RecordedStatement, StoredLine } from '../../../rails/bank-file/lines.ts';
import { paidBy, standing, statusFrom } from '../../../rails/bank-file/outcome.ts';
import type { Reception } from '../payment/steps.ts';
import { confirmAnnounced, takeBackAnnounced } from './announced-top-ups.ts';
import type { ImportPorts, Settled } from './settled.ts';

export type ImportedStatement = {
  readonly recorded: RecordedStatement;
  /** How many lines ended as what. */
  readonly settled: ReadonlyMap<string, number>;
  /** Lines that people have to settle, and why. */
  readonly remaining: readonly { readonly line: StoredLine; readonly why: string }[];
  readonly compared: Reconciled;
};

const BANK = { account: 'bank', subAccount: null };

/**
 * Imports a bank's statement: stores it whole or not at all; settles our payments by its debits and returns, and receives
 * its credits; compares it with the books. Each step finds what the one before has left, so that a process that dies is
 * continued by the next import, of this statement or of any other. The same statement again changes nothing.
 * @throws UnusableStatement where nothing was stored
 * @throws AggregateError where lines broke: all others are settled, and the next import tries these again
 */
export async function importStatement(
  ports: ImportPorts,
  caller: Caller,
  bank: BankFile,
  text: string,
): Promise<ImportedStatement> {
  const recorded = await bank.importStatement(text, caller.clientKey);
  const { settled, remaining, broken } = await settleOpen(ports, caller, bank);
  const compared = await compareWithBooks(ports, caller, recorded, bank);
  if (broken.length > 0) {
    const lines = broken.length === 1 ? '1 line' : `${broken.length} lines`;
    throw new AggregateError(
      broken,
      `${lines} of the bank broke; all others are settled. The next import tries again.`,
    );
  }
  return { recorded, settled, remaining, compared };
}

/** Settles what was imported and not booked yet, whatever statement it came with. */
async function settleOpen(ports: ImportPorts, caller: Caller, bank: BankFile) {
  const settled = new Map<string, number>();
  const remaining: { line: StoredLine; why: string }[] = [];
  const broken: unknown[] = [];
  for (const line of await bank.lines.open()) {
    try {
      const { as, ends } = await settle(ports, caller, bank, line);
      await bank.lines.settle(line, as, ends);
      settled.set(as, (settled.get(as) ?? 0) + 1);
      if (ends === 'remains') remaining.push({ line, why: as });
    } catch (error) {
      // One line does not keep the others from being settled.
      ports.internals.log.error({ error, receipt_no: line.receiptNo }, 'A line of the bank’s statement broke.');
      broken.push(error);
    }
  }
  return { settled, remaining, broken };
}

/**
 * A credit that was taken for an earlier one of its reference is received under a receipt of its own. A process that
 * dies is continued by the next import.
 * @returns as what it was settled; null where it is no lost credit
 */
export async function receiveLostCredit(
  ports: ImportPorts,
  caller: Caller,
  bank: BankFile,
  lineId: string,
): Promise<string | null> {
  if (!(await bank.lostCredits.reopen(lineId))) return null;
  const line = (await bank.lines.open()).find(({ id }) => id === lineId);
  if (!line) throw new Error(`The line ${lineId} of the bank was settled meanwhile.`);
  const { as, ends } = await settle(ports, caller, bank, line);
  await bank.lines.settle(line, as, ends);
  return as;
}

async function settle(ports: ImportPorts, caller: Caller, bank: BankFile, line: StoredLine): Promise<Settled> {
  try {
    if (line.kind === 'fee') return await (line.amount < 0n ? bookCharge : takeChargeBack)(ports, caller, bank, line);
    if (line.originatorId !== null) return await settlePayment(ports, caller, bank, line, line.originatorId);
    if (line.amount > 0n) return await receiveCredit(ports, caller, line);
    return await takeBackAnnounced(ports, caller, line);
  } catch (error) {
    // A refusal is for people; what breaks is tried again by the next import.
    if (!(error instanceof DomainError)) throw error;
    return { as: `refused: ${error.message}`, ends: 'remains' };
  }
}

/** A line that is the bank's charge is booked, once; one beyond the tenant's limit waits for another person. */
async function bookCharge({ app }: ImportPorts, caller: Caller, _: BankFile, line: StoredLine): Promise<Settled> {
  const { id, receiptNo, at, originatorId } = line;
  const charge = { lineId: Number(id), receiptNo, amount: -line.amount, at, originatorId };
  const ended = await app.operators.bookBankCharge(caller, charge, {
    by: null,
    evidence: `The bank’s statement of ${line.bookedOn}, reference ${receiptNo}: ${line.accountReference}`,
  });
  return ended.kind === 'done'
    ? { as: 'charge', ends: 'done' }
    : { as: 'charge_proposed: another person has to approve it', ends: 'remains' };
}

/** A charge that the bank gives back; where none of its amount stands, it is money received, for people to place. */
async function takeChargeBack(ports: ImportPorts, caller: Caller, bank: BankFile, line: StoredLine): Promise<Settled> {
  const { id, receiptNo, amount, at, bookedOn } = line;
  const since = bookedOn.subtract({ days: bank.settings.returnDays });
  const back = { lineId: Number(id), receiptNo, amount, at, since };
  const charge = await ports.app.reconciliation.giveBackBankCharge(caller, back);
  return charge === null ? receiveCredit(ports, caller, line) : { as: 'charge_given_back', ends: 'done' };
}

/** A debit with our reference paid; a credit that the bank marks as its return gave back, all or part. */
async function settlePayment(
  ports: ImportPorts,
  caller: Caller,
  bank: BankFile,
  line: StoredLine,
  originatorId: string,
): Promise<Settled> {
  const { record } = ports.app.lending.bankStatement;
  const lines = await bank.lines.of(originatorId);
  const left = standing(lines);
  if (line.amount < 0n) {
    // A debit that stands is recorded under its own reference: a second one is an incident.
    const status = left.some(({ id }) => id === line.id) ? paidBy(line) : statusFrom(lines, 'sent');
    return asReceived(await record(caller, { originatorId, status }), 'payment');
  }
  const isWhole = lines.some(({ amount }) => amount === -line.amount);
  const disbursement = await disbursementOf(ports, caller, originatorId);
  const isBooked = disbursement !== null && ['confirmed', 'in_recovery'].includes(disbursement.state);
  if (!isBooked || (isWhole && left.length > 0)) {
    return asReceived(await record(caller, { originatorId, status: statusFrom(lines, 'sent') }), 'return');
  }
  try {
    return await giveBack(ports, caller, line, disbursement);
  } catch (error) {
    // The money is here: what its loan can't be relieved of, or people have booked under its reference, is money received.
    if (!(error instanceof DomainError) || !NOT_OF_THE_LOAN.includes(error.code)) throw error;
    return receiveCredit(ports, caller, line);
  }
}

/** What a return is refused with that no later import can book. */
const NOT_OF_THE_LOAN: readonly string[] = [
  lendingRefusals.disbursement_not_undoable.code,
  paymentRefusals.duplicate_payment_reference.code,
];

/** What the books refuse is for people, and comes again. */
function asReceived(reception: Reception, as: string): Settled {
  if (reception === 'recorded') return { as, ends: 'done' };
  return { as: reception === 'unknown' ? 'payment_unknown' : `refused: ${reception.why}`, ends: 'remains' };
}

async function giveBack(
  { app }: ImportPorts,
  caller: Caller,
  line: StoredLine,
  { id, loanId, payout }: BookedDisbursement,
): Promise<Settled> {
  const on = { loanId, disbursementId: id, reversalReceiptNo: line.receiptNo, reason: 'The bank gave it back.' };
  const { bookReturn, bookPartReturned } = app.lending.bankStatement;
  if (line.amount === payout) await bookReturn(caller, on);
  else await bookPartReturned(caller, { ...on, amount: line.amount });
  return { as: 'return', ends: 'done' };
}

/**
 * A credit is booked where its reference says, or waits in suspense: it can't be refused. One that repeats our reference
 * of a payment is on the work list as well.
 */
async function receiveCredit(ports: ImportPorts, caller: Caller, line: StoredLine): Promise<Settled> {
  const { app } = ports;
  const { receiptNo, amount, accountReference, at, namesOriginatorId } = line;
  const named = namesOriginatorId === null ? null : await disbursementOf(ports, caller, namesOriginatorId);
  if (named !== null) {
    await app.lending.bankStatement.reportNamingCredit(caller, { disbursementUuid: named.uuid, receiptNo, amount });
  }
  const announced = announcedIn(accountReference);
  if (announced !== null) {
    const confirmed = await confirmAnnounced(ports, caller, line, announced);
    if (confirmed !== null) return confirmed;
  }
  const payment = { channel: 'bank', receiptNo, amount, msisdn: '', accountReference, paidAt: at } as const;
  const { isOfAnotherAmount } = await app.mobileMoney.receiveStatementCredit(caller, payment);
  return isOfAnotherAmount
    ? { as: 'refused: its reference is in the books with another amount', ends: 'remains' }
    : { as: 'receipt', ends: 'done' };
}

type BookedDisbursement = {
  readonly id: number;
  readonly uuid: string;
  readonly loanId: number;
  readonly state: string;
  /** What the recipient has of it, minor units. */
  readonly payout: bigint;
};

async function disbursementOf(
  { internals }: ImportPorts,
  { tenantId }: Caller,
  originatorId: string,
): Promise<BookedDisbursement | null> {
  const [row] = await internals.database.read(tenantId, ({ sql }) =>
    sql<{ id: string; uuid: string; loan_id: string; state: string; payout: string }>(
      `select id, uuid, loan_id, state, (amount - netted - returned)::text as payout from disbursement where originator_id = $1`,
      [originatorId],
    ),
  );
  if (!row) return null;
  const { id, uuid, loan_id, state, payout } = row;
  return { id: Number(id), uuid, loanId: Number(loan_id), state, payout: BigInt(payout) };
}

/** The statement beside the books: what only one of the two has is a break, for people. */
async function compareWithBooks(
  { app }: ImportPorts,
  caller: Caller,
  { statement, digest }: RecordedStatement,
  bank: BankFile,
): Promise<Reconciled> {
  const { from, through, opening, closing } = statement;
  const lines = (await bank.lines.between(from, through)).map((line, index) => ({
    lineNo: index + 1,
    receiptNo: line.receiptNo,
    kind: kindOf(line),
    at: line.at,
    amount: line.amount,
    msisdn: null,
    accountReference: line.accountReference,
    // A charge names the payment that it is for, and is not that payment.
    originatorId: kindOf(line) === 'fee' ? line.chargeUuid : line.originatorId,
    linkedReceiptNo: null,
  }));
  const compared = { source: 'statement', from, through, opening, closing, digest } as const;
  return app.reconciliation.reconcile(caller, { ...BANK, statement: compared, lines, charges: 'booked' });
}

/** What the bank gives back of a charge that does not stand was received as a payment. */
const kindOf = ({ kind, amount, chargeUuid }: StoredLine): StoredLine['kind'] =>
  kind === 'fee' && (amount < 0n || chargeUuid !== null) ? 'fee' : 'movement';
