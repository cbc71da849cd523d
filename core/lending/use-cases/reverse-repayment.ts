import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import { least } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { ReversalCause } from '../../payments/payment-receipt.ts';
import { requireReversible } from '../../payments/limits-of-one.ts';
import { endUses } from '../../payments/receipt-registry.ts';
import type { Disbursement } from '../disbursement/disbursement.ts';
import type { Loan } from '../loan/loan.ts';
import { NOTHING_EARNED } from '../loan/income.ts';
import type { LendingPorts } from '../ports.ts';
import { lendingRefusals } from '../refusals.ts';
import { repaymentLifecycle } from '../repayment/lifecycle.ts';
import type { Repayment } from '../repayment/repayment.ts';
import { requireCashMayLeave, type CashLeaving } from './cash-of-reversal.ts';
import { findLoan } from './find-loan.ts';
import { changeRefinanced, type RefinancedChange, type Refollowed } from './servicing/follow-refinancing.ts';
import { lessRefunded, reclaimRefund } from './servicing/reclaim-refund.ts';
import { followGuarantees } from './guarantees.ts';
import { entryOf, followAllocations, nextNumber, NO_CHANGE, reverseEntry } from './account/store-account.ts';

export type ReverseRepayment = {
  readonly loanId: number;
  readonly repaymentId: number;
  readonly version?: number | undefined;
  readonly reason: string | null;
  /** `corrected`, by default: the receipt may be booked again. `taken_back`: its money is the payer's again. */
  readonly cause?: ReversalCause | undefined;
  /** The claim after a death that undoes it; what belongs to a claim is undone by that alone. */
  readonly deathClaimId?: number | undefined;
  /** The disbursement that came back whole, and with it what the school had given back of it; by uuid. */
  readonly withDisbursement?: string | undefined;
};

export type Reversing = Pick<
  LendingPorts,
  | 'loans'
  | 'instalments'
  | 'entries'
  | 'closes'
  | 'today'
  | 'guarantees'
  | 'repayments'
  | 'actor'
  | 'now'
  | 'newUuid'
  | 'receipts'
  | 'workList'
>;

const A_DAY = { hours: 24 };

/**
 * Takes a repayment back: its journal is booked the other way round, and what came after it is gone through again, as
 * if it had never been paid. What the member was refunded of money that the provider has taken back is owed. What one person
 * reverses alone is limited for all that is reversed on a loan within a day.
 * @throws DomainError not_found, invalid_state_transition, repayment_not_reversible, aml_hold (conflict), role_limit_exceeded
 *   (forbidden); SecondPersonRequired
 */
export async function reverseRepayment(
  command: ReverseRepayment,
  ports: Reversing & CashLeaving,
): Promise<Outcome<Repayment>> {
  // Locked before it is counted: of two at once the second one counts the first.
  const loan = await findLoan({ loanId: command.loanId }, ports.loans.lock);
  const before = await ports.repayments.reversedSince(command.loanId, ports.now.subtract(A_DAY));
  const undone = await undoRepayment(command, ports);
  const { id, uuid, amount } = undone.result;
  await requireCashMayLeave(loan, undone.result, ports);
  requireReversible(amount, { type: 'repayment', id, uuid }, ports, { before });
  await endUses({ type: 'repayment', uuid: undone.result.uuid }, command.cause ?? 'corrected', ports);
  return undone;
}

/** The same, with the payment still standing in it: for a command that books it elsewhere. */
export async function undoRepayment(command: ReverseRepayment, ports: Reversing): Promise<Outcome<Repayment>> {
  const loan = await findLoan({ loanId: command.loanId }, ports.loans.lock);
  const repayment = await ports.repayments.lock(command.repaymentId);
  if (!repayment || repayment.loanId !== loan.id) {
    throw refuse(kernelRefusals.not_found, `Loan ${loan.loanNo} has no repayment ${command.repaymentId}.`, {
      resource: 'repayment',
      id: String(command.repaymentId),
    });
  }
  requireVersion(repayment, command.version);
  requireAllowed(repaymentLifecycle, repayment.state, 'reverse');
  requireReason(repaymentLifecycle, 'reverse', command.reason);
  const standsInTheWay = hindranceOf(loan, repayment);
  if (repayment.deathClaimId !== null && repayment.deathClaimId !== command.deathClaimId) {
    const message = `This settles loan ${loan.loanNo} in death claim ${repayment.deathClaimId}: reverse that part of the claim.`;
    throw standsInTheWay('part_of_death_claim', message);
  }
  if (repayment.channel === 'school' && repayment.reference !== command.withDisbursement) {
    const message = `The school of loan ${loan.loanNo} gave this back, and its books say so. Reverse the disbursement instead.`;
    throw standsInTheWay('given_back_by_school', message);
  }
  if (repayment.books === 'written_off') return undoRecovery(command, loan, repayment, ports);
  if (loan.state === 'written_off' || (loan.chargedOffOn !== null && repayment.books === 'carried')) {
    throw standsInTheWay('given_up', `Loan ${loan.loanNo} was written off as a loss after this repayment.`);
  }
  const refunds = command.cause === 'taken_back' ? 'are_owed' : 'stand';
  const refollowed = loan.refinancedBy === null ? null : await withoutRepayment(loan, repayment, { refunds, ports });
  let reclaimed = refollowed?.reclaimed ?? 0n;
  const undone =
    refollowed?.entered ??
    (await reverseEntry(loan, repayment.uuid, ports, ({ overpaid }, entries) => {
      if (overpaid >= 0n) return NO_CHANGE;
      if (refunds === 'stand')
        throw standsInTheWay('refunded', `What was paid too much on loan ${loan.loanNo} went back to the member.`);
      reclaimed = -overpaid;
      return lessRefunded(loan, entries, reclaimed, { actor: ports.actor, from: nextNumber(entries) });
    }));
  const booked = loan.reverseRepayment(undone.figures, undone.moved);
  const reversed = repayment.reverse(command.reason, ports.now, booked.earned);
  const elsewhere = await followAllocations(loan, undone, ports);
  return outcome(
    repayment,
    reversed,
    ...elsewhere,
    booked.event,
    ...((await refollowed?.settle()) ?? []),
    ...(await followGuarantees(loan, ports)),
    ...(await reclaimRefund(loan, repayment, reclaimed, ports)),
  );
}

/** What came in on a debt that was written off, and beyond it, is taken back. */
async function undoRecovery(
  { reason, cause }: ReverseRepayment,
  loan: Loan,
  repayment: Repayment,
  ports: Reversing,
): Promise<Outcome<Repayment>> {
  const { recovered, overpayment } = repayment;
  const isWrittenOff = loan.state === 'written_off';
  // A write-off is undone where nothing that came in since stands: what is left of it was refunded.
  const left = isWrittenOff ? least(loan.overpaid, overpayment) : 0n;
  const reclaimed = overpayment - left;
  if ((reclaimed > 0n && cause !== 'taken_back') || (!isWrittenOff && recovered > 0n)) {
    const message = `What came in beyond the debt of loan ${loan.loanNo} went back to the member.`;
    throw hindranceOf(loan, repayment)('refunded', message);
  }
  const emitted = isWrittenOff ? [loan.reverseRecovery(recovered, left)] : [];
  const reversed = repayment.reverse(reason, ports.now, NOTHING_EARNED);
  const freed = await followGuarantees(loan, ports);
  return outcome(
    repayment,
    reversed,
    ...emitted,
    ...freed,
    ...(await reclaimRefund(loan, repayment, reclaimed, ports)),
  );
}

/** The refusal of a repayment that can't be taken back, for a reason. */
const hindranceOf = (loan: Loan, repayment: Repayment) => (reason: string, message: string) =>
  refuse(lendingRefusals.repayment_not_reversible, message, {
    loan_id: loan.id,
    repayment_id: repayment.id,
    current_state: loan.state,
    reason,
  });

/** What the school of a loan gave back of a disbursement, and the loan was prepaid with; null where it kept all of it. */
export async function givenBackOf(
  { uuid, loanId }: Pick<Disbursement, 'uuid' | 'loanId'>,
  { repayments }: Pick<LendingPorts, 'repayments'>,
): Promise<Repayment | null> {
  const booked = await repayments.booked(loanId);
  return booked.find(({ channel, reference }) => channel === 'school' && reference === uuid) ?? null;
}

/**
 * A disbursement came back whole: the school holds nothing of it, so that what it gave back is no repayment any more.
 * @param givenBack as `givenBackOf` has it
 */
export async function undoGivenBack(
  { uuid, loanId }: Pick<Disbursement, 'uuid' | 'loanId'>,
  givenBack: Repayment | null,
  ports: Reversing,
): Promise<readonly DomainEvent[]> {
  if (givenBack === null) return [];
  const reason = 'The disbursement came back whole.';
  const undone = { loanId, repaymentId: givenBack.id, reason, withDisbursement: uuid };
  return (await undoRepayment(undone, ports)).events;
}

/** A loan that another one paid off stays paid off: the other one is charged with what was taken back. */
async function withoutRepayment(
  loan: Loan,
  repayment: Repayment,
  { refunds, ports }: Pick<RefinancedChange, 'refunds'> & { readonly ports: Reversing },
): Promise<Refollowed> {
  const entry = entryOf(loan, await ports.entries.of(loan.id), repayment.uuid);
  return changeRefinanced(loan, { reverse: [entry], add: [], refunds }, ports);
}
