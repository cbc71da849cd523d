import { invalidField } from '../../kernel/field-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireReversible, type Limited } from '../../payments/limits-of-one.ts';
import type { Repayment } from '../repayment/repayment.ts';
import type { Loan } from '../loan/loan.ts';
import { findLoan } from './find-loan.ts';
import { requireNotRefinanced } from './repayable.ts';
import { recordRepayment, requireFundSource, type Receiving } from './record-repayment.ts';
import { undoRepayment, type ReverseRepayment, type Reversing } from './reverse-repayment.ts';

export type ReallocateRepayment = Omit<ReverseRepayment, 'cause'> & { readonly toLoanId: number };

/** The repayment on the right loan, and the one on the wrong loan that it came from. */
export type Reallocated = { readonly repayment: Repayment; readonly from: Repayment };

/**
 * Money on the wrong loan is moved to the right one: taken back there and booked here in one command, of the same
 * payment, at the time at which it was paid. It stands in exactly one place, and may be moved again. It is a reversal, too:
 * beyond what one person reverses it takes two.
 * @throws DomainError those of reverseRepayment and of recordRepayment; validation_failed where both loans are one, or one
 *   took the place of the other; SecondPersonRequired
 */
export async function reallocateRepayment(
  command: ReallocateRepayment,
  ports: Reversing & Receiving & Limited,
): Promise<Outcome<Reallocated>> {
  const { loanId, toLoanId, reason } = command;
  if (loanId === toLoanId) throw invalidField('to_loan_id', 'choice', 'Name another loan than the one that has it.');
  // Two that move money between the same loans take their rows in one order.
  for (const id of [loanId, toLoanId].sort((a, b) => a - b)) await findLoan({ loanId: id }, ports.loans.lock);
  const to = await findLoan({ loanId: toLoanId }, ports.loans.lock);
  requireNotRefinanced(to);
  await requireNotInPlaceOf(await findLoan({ loanId }, ports.loans.lock), to, ports);
  const taken = await undoRepayment(command, ports);
  const from = taken.result;
  const { amount, reference, msisdn, paidAt, channel } = from;
  const booked = await recordRepayment(
    {
      loanId: toLoanId,
      amount,
      channel: requireFundSource(channel),
      reference,
      msisdn,
      paidAt,
      // Its time was bounded when it was first booked.
      confirmedBy: 'provider',
      from: { type: 'repayment', uuid: from.uuid },
    },
    ports,
  );
  requireReversible(amount, { type: 'repayment', id: from.id, uuid: from.uuid }, ports);
  const repayment = booked.result;
  repayment.movedFrom = from.uuid;
  from.stateReason = `Moved to loan ${to.loanNo}: ${reason ?? ''}`;
  return outcome({ repayment, from }, ...taken.events, ...booked.events);
}

/** What was repaid on a loan has lessened what the loans lend that took its place: there the money stands already. */
async function requireNotInPlaceOf(from: Loan, to: Loan, ports: Pick<Receiving, 'loans'>): Promise<void> {
  let next = from.refinancedBy;
  while (next !== null) {
    if (next === to.id) {
      throw invalidField(
        'to_loan_id',
        'choice',
        `Loan ${to.loanNo} took the place of loan ${from.loanNo} and is less by what was repaid there. Name another loan.`,
      );
    }
    next = (await findLoan({ loanId: next }, ports.loans.lock)).refinancedBy;
  }
}
