import { refuse } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { requireAllowed } from '../../../kernel/lifecycle.ts';
import type { Cents } from '../../../kernel/money.ts';
import { outcome, replay, type Outcome } from '../../../kernel/outcome.ts';
import { requireReversible, type Limited } from '../../../payments/limits-of-one.ts';
import { endUses } from '../../../payments/receipt-registry.ts';
import { paymentRefusals } from '../../../payments/refusals.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import { disbursementLifecycle } from '../../disbursement/lifecycle.ts';
import type { LoanEntry } from '../../loan/entry.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import { bookEntry, entryOf, followAllocations, reverseEntry } from '../account/store-account.ts';
import { isLateness } from '../close-of-business/closer.ts';
import { changeRefinanced } from '../servicing/follow-refinancing.ts';
import { givenBackOf, undoGivenBack, type Reversing } from '../reverse-repayment.ts';
import { followGuarantees } from '../guarantees.ts';
import { bringBack, loanOf, type Settling } from './booking.ts';
import { requireFree } from './claims.ts';
import { findDisbursement, type OnDisbursement } from './find-disbursement.ts';
import { clear, raise } from './incidents.ts';

type Returning = Settling & Pick<LendingPorts, 'repayments'>;

export type ReturnDisbursement = OnDisbursement & {
  /** The provider's receipt for the reversal, or the bank's reference of the return. */
  readonly reversalReceiptNo: string;
  readonly reason: string | null;
};
export type ReturnPart = ReturnDisbursement & { /** Minor units. */ readonly amount: Cents };

/**
 * A person says that money came back whole: beyond what one person reverses it takes two.
 * @throws DomainError those of bookReturn, duplicate_payment_reference (conflict); SecondPersonRequired
 */
export async function reverseDisbursement(
  command: ReturnDisbursement,
  ports: Returning & Limited,
): Promise<Outcome<Disbursement>> {
  const returned = await bookReturn(command, ports);
  if (returned.isReplay && returned.result.state === 'confirmed') {
    throw broughtPartBack(returned.result, command.reversalReceiptNo);
  }
  if (!returned.isReplay) requireReversalOf(returned.result, returned.result.payout(), ports);
  return returned;
}

/** The receipt is of a part that came back before: the rest of it has one of its own. */
export function broughtPartBack({ id, uuid }: Disbursement, reference: string) {
  return refuse(
    paymentRefusals.duplicate_payment_reference,
    `Under the receipt ${reference} a part of disbursement ${id} came back before. Name the receipt of the rest.`,
    { existing: { type: 'disbursement', id, uuid }, existing_id: id },
  );
}

/**
 * A person says that part of the money came back: beyond what one person reverses it takes two.
 * @throws DomainError those of bookPartReturned; SecondPersonRequired
 */
export async function returnPartOfDisbursement(
  command: ReturnPart,
  ports: Returning & Limited,
): Promise<Outcome<Disbursement>> {
  const returned = await bookPartReturned(command, ports);
  const { isReplay, result } = returned;
  if (!isReplay) requireReversalOf(result, command.amount, ports, result.returned - command.amount);
  return returned;
}

/**
 * What was lent is owed no more, on a person's word.
 * @param before what of the payment came back before
 * @throws SecondPersonRequired
 */
export function requireReversalOf(
  { id, uuid, returned }: Disbursement,
  amount: Cents,
  ports: Limited,
  before: Cents = returned,
): void {
  // Who approves takes this one back, and not the one that is the last by then.
  requireReversible(amount, { type: 'disbursement', id, uuid }, ports, { before, settled: { disbursementId: id } });
}

/**
 * Money came back whole: a reversal on the provider's portal (B2C can't be reversed by API), a return of the bank, or a
 * claim that was recovered. A statement of the bank books it so, too. Where nothing happened to the loan since, it may be
 * paid out again; otherwise the return is booked in transit and waits in review, so that people may first undo what
 * happened since. On a loan that another one has paid off nothing can be undone: it is taken off immediately.
 * @throws DomainError invalid_state_transition, disbursement_not_undoable (conflict), validation_failed, not_found, precondition_failed
 */
export async function bookReturn(command: ReturnDisbursement, ports: Returning): Promise<Outcome<Disbursement>> {
  const disbursement = await findDisbursement(command, ports);
  const { reversalReceiptNo: reference, reason } = command;
  const back = { receiptNo: reference, field: 'reversal_receipt_no', amount: disbursement.payout(), at: ports.now };
  const { replayOf, book } = await requireFree(disbursement, 'in', back, ports);
  if (replayOf) return replay(disbursement);
  requireAllowed(disbursementLifecycle, disbursement.state, 'reverse');
  const wasClaim = disbursement.state === 'in_recovery';
  const loan = await loanOf(disbursement, ports);
  const untouched = wasClaim || (await canTakeOff(disbursement, loan, ports));
  if (!untouched) requireReducible(loan);
  const waits = !untouched && loan.refinancedBy === null;
  const returned = disbursement.reverse({ reference, reason, waits }, ports.now);
  await endUses({ type: 'disbursement', uuid: disbursement.uuid, direction: 'out' }, 'taken_back', ports);
  await bringBack(disbursement, disbursement.payout(), ports);
  const cleared = wasClaim
    ? await clear(['paid_twice'], disbursement, `It was recovered under ${reference}.`, ports)
    : await clear(['failure_after_success'], disbursement, `It was taken back under ${reference}.`, ports);
  const events = [returned, ...book(), ...cleared];
  if (wasClaim) return outcome(disbursement, ...events);
  if (waits) return outcome(disbursement, ...events, ...(await raise('returned_after_use', disbursement, ports)));
  const takenOff = await (untouched ? undo : reduceToNothing)(disbursement, loan, reason, ports);
  return outcome(disbursement, ...events, ...takenOff);
}

/**
 * Part of the money came back: so much less was lent, from the beginning, and the schedule is recalculated.
 * @throws DomainError invalid_state_transition, disbursement_not_undoable (conflict), validation_failed, not_found
 */
export async function bookPartReturned(command: ReturnPart, ports: Returning): Promise<Outcome<Disbursement>> {
  const disbursement = await findDisbursement(command, ports);
  const back = {
    receiptNo: command.reversalReceiptNo,
    field: 'reversal_receipt_no',
    amount: command.amount,
    at: ports.now,
  };
  const { replayOf, book } = await requireFree(disbursement, 'in', back, ports);
  if (replayOf) return replay(disbursement);
  const returned = disbursement.returnPart(command.amount, command.reversalReceiptNo, command.reason);
  const loan = await loanOf(disbursement, ports);
  if (loan.invoiceId !== null) {
    throw notUndoable(loan, `Loan ${loan.loanNo} paid a school’s invoice; reverse it whole, and pay out what is left.`);
  }
  requireReducible(loan);
  await bringBack(disbursement, command.amount, ports);
  const reduced = await reduce(disbursement, loan, { amount: command.amount, reason: command.reason }, ports);
  return outcome(disbursement, returned, ...reduced, ...book());
}

/**
 * Takes a disbursement off its loan that came back before. Where nothing stands any more that happened since, it may be
 * paid out again; otherwise nothing was lent with it, and what was paid of it is the member's.
 * @throws DomainError disbursement_not_undoable (conflict)
 */
export async function takeOffLoan(
  disbursement: Disbursement,
  reason: string,
  ports: Returning,
): Promise<DomainEvent[]> {
  const loan = await loanOf(disbursement, ports);
  if (await canTakeOff(disbursement, loan, ports)) return undo(disbursement, loan, reason, ports);
  requireReducible(loan);
  return reduceToNothing(disbursement, loan, reason, ports);
}

/**
 * Nothing but other disbursements was booked since, and what came back of them: nothing was repaid, charged by people or
 * agreed, and nothing is on its way. What a school gave back of it is in no one's way: it goes with it.
 */
async function canTakeOff(disbursement: Disbursement, loan: Loan, ports: Returning): Promise<boolean> {
  const givenBack = await givenBackOf(disbursement, ports);
  const isRepaidByIt = givenBack !== null && (loan.state === 'closed' || loan.state === 'overpaid');
  if ((loan.state !== 'active' && !isRepaidByIt) || loan.chargedOffOn !== null) return false;
  const alive = await ports.disbursements.alive(loan.id);
  if (alive.some(({ id, state }) => id !== disbursement.id && state !== 'confirmed')) return false;
  return isUntouchedSince(disbursement, await ports.entries.of(loan.id), givenBack?.uuid ?? null);
}

/**
 * True where none of the entries since a disbursement keeps it on its loan: other disbursements and what came back of
 * them, what is its own, and what closes of business charged for lateness, which is calculated again without it.
 * @param givenBack the repayment of what its school gave back, by uuid
 */
export function isUntouchedSince(
  { uuid }: Disbursement,
  entries: readonly LoanEntry[],
  givenBack: string | null,
): boolean {
  const standing = entries.filter(({ reversed }) => !reversed);
  const own = standing.find(({ kind, source }) => kind === 'disbursement' && source === uuid);
  if (own === undefined) return false;
  const itsOwn: readonly (string | null)[] = [uuid, givenBack];
  return standing.every(
    (entry) =>
      entry.number <= own.number ||
      entry.kind === 'disbursement' ||
      entry.kind === 'return' ||
      isLateness(entry) ||
      (entry.source !== null && itsOwn.includes(entry.source)),
  );
}

/** Nothing happened to the loan since: it is as if the money had never been paid out. */
export async function undo(
  disbursement: Disbursement,
  loan: Loan,
  reason: string | null,
  ports: Reversing,
): Promise<DomainEvent[]> {
  const ungiven = await undoGivenBack(disbursement, await givenBackOf(disbursement, ports), ports);
  const entered = await reverseEntry(loan, disbursement.uuid, ports);
  const undone = { amount: disbursement.lent(), disbursementUuid: disbursement.uuid, reason };
  const taken = loan.undoDisbursement(undone, entered.figures, entered.moved);
  const elsewhere = await followAllocations(loan, entered, ports);
  return [...ungiven, ...elsewhere, taken, ...(await followGuarantees(loan, ports))];
}

/** All of it came back, and what happened since stands: nothing was lent with it, from the beginning. */
async function reduceToNothing(
  disbursement: Disbursement,
  loan: Loan,
  reason: string | null,
  ports: Returning,
): Promise<DomainEvent[]> {
  const ungiven = await undoGivenBack(disbursement, await givenBackOf(disbursement, ports), ports);
  return [...ungiven, ...(await reduce(disbursement, loan, { amount: disbursement.lent(), reason }, ports))];
}

/** So much less was lent with a disbursement, from the beginning. */
async function reduce(
  { uuid }: Disbursement,
  loan: Loan,
  { amount, reason }: { readonly amount: Cents; readonly reason: string | null },
  ports: Returning,
): Promise<DomainEvent[]> {
  const { on } = entryOf(loan, await ports.entries.of(loan.id), uuid);
  const entry = { kind: 'return', on, amount, source: uuid, reason } as const;
  const isRefinanced = loan.refinancedBy !== null;
  const refollowed = isRefinanced
    ? await changeRefinanced(loan, { reverse: [], add: [entry], refunds: 'stand' }, ports)
    : null;
  const booked = refollowed?.entered ?? (await bookEntry(loan, entry, ports));
  if (booked.after.overpaid < 0n) {
    throw notUndoable(loan, `What was paid too much on loan ${loan.loanNo} went back to the member.`);
  }
  const reduced = loan.reduceDisbursement({ amount, disbursementUuid: uuid, reason }, booked.figures, booked.moved);
  const elsewhere = await followAllocations(loan, booked, ports);
  const relieved = (await refollowed?.settle()) ?? [];
  return [...elsewhere, reduced, ...relieved, ...(await followGuarantees(loan, ports))];
}

/**
 * Less may have been lent on it: the books have not taken its loss.
 * @throws DomainError disbursement_not_undoable (conflict)
 */
function requireReducible(loan: Loan): void {
  const isLent = loan.state === 'active' || loan.state === 'closed' || loan.state === 'overpaid';
  if (isLent && loan.chargedOffOn === null) return;
  throw notUndoable(loan, `Loan ${loan.loanNo} was written off as a loss; book what came back as a recovery.`);
}

function notUndoable(loan: Loan, message: string) {
  return refuse(lendingRefusals.disbursement_not_undoable, message, { loan_id: loan.id });
}
