import { refuse } from '../../../kernel/domain-error.ts';
import { advance, requireReason } from '../../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import type { LoanAccount } from '../account/loan-account.ts';
import { openOf } from '../account/rows.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingWorld } from '../../ports.ts';
import { conditionsFrom } from '../../agreement.ts';
import { lendingRefusals } from '../../refusals.ts';
import { totalOf } from '../../loan/parts.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { followGuarantees } from '../guarantees.ts';
import { readAccount, writeRows } from '../account/keep-account.ts';
import { requireCarried } from './reschedule-loan.ts';

type GivingUp = Pick<LendingWorld, 'loans' | 'entries' | 'instalments' | 'guarantees' | 'actor' | 'fourEyes' | 'today'>;
type GiveUp = OnLoan & { readonly reason: string | null };

/**
 * The books take the loss of a loan; the member still owes it.
 * @throws DomainError invalid_state_transition, loan_charged_off, arrears_below_floor, four_eyes_required (conflict),
 *   validation_failed (invalid), not_found
 */
export async function chargeOffLoan(command: GiveUp, world: GivingUp): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, world.loans.lock);
  advance(loanLifecycle, loan.state, 'charge_off');
  requireReason(loanLifecycle, 'charge_off', command.reason);
  requireCarried(loan);
  await requireLate(loan, conditionsFrom(loan.conditions).policies.chargeOffAfterDays, world);
  requireSecondPerson(loan, 'charge_off', world);
  return outcome(loan, loan.chargeOff(world.today, command.reason));
}

/** Gives a debt up. Refusals are those of a charge-off, but for loan_charged_off. */
export async function writeOffLoan(command: GiveUp, world: GivingUp): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, world.loans.lock);
  advance(loanLifecycle, loan.state, 'write_off');
  requireReason(loanLifecycle, 'write_off', command.reason);
  await requireLate(loan, conditionsFrom(loan.conditions).policies.writeOffAfterDays, world);
  requireSecondPerson(loan, 'write_off', world);
  return outcome(loan, loan.writeOff(world.today, command.reason), ...(await followGuarantees(loan, world)));
}

/** The debt stands again, as it was. @throws DomainError invalid_state_transition, four_eyes_required (conflict) */
export async function undoWriteOff(command: GiveUp, world: GivingUp): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, world.loans.lock);
  advance(loanLifecycle, loan.state, 'undo_write_off');
  requireReason(loanLifecycle, 'undo_write_off', command.reason);
  if (loan.recovered > 0n) {
    throw refuse(
      lendingRefusals.repayment_not_reversible,
      `${loan.recovered} came in on loan ${loan.loanNo} since it was given up; it stays so.`,
      { loan_id: loan.id, current_state: loan.state, reason: 'recovered' },
    );
  }
  const { account } = await readAccount(loan, world);
  const figures = await writeRows(loan, account, world);
  return outcome(loan, loan.undoWriteOff(command.reason, figures), ...(await followGuarantees(loan, world)));
}

/** Days since the oldest instalment with anything unpaid fell due; 0 where nothing is late. */
export function daysPastDue(account: Pick<LoanAccount, 'rows'>, today: Temporal.PlainDate): number {
  const late = account.rows.find(
    (row) => Temporal.PlainDate.compare(row.dueDate, today) < 0 && totalOf(openOf(row)) > 0n,
  );
  return late ? late.dueDate.until(today, { largestUnit: 'days' }).days : 0;
}

async function requireLate(loan: Loan, required: number, world: Pick<GivingUp, 'entries' | 'today'>): Promise<void> {
  if (required === 0) return;
  const { account } = await readAccount(loan, world);
  const days = daysPastDue(account, world.today);
  if (days >= required) return;
  throw refuse(
    lendingRefusals.arrears_below_floor,
    `Loan ${loan.loanNo} is ${days} days late; its product asks for ${required}.`,
    { loan_id: loan.id, days_past_due: days, required_days: required },
  );
}

/** Where the tenant wants four eyes, a loss is taken by somebody who neither made nor approved the loan. */
function requireSecondPerson(
  loan: Loan,
  action: 'charge_off' | 'write_off',
  world: Pick<GivingUp, 'actor' | 'fourEyes'>,
): void {
  if (!world.fourEyes || (world.actor !== loan.createdBy && world.actor !== loan.approvedBy)) return;
  throw refuse(
    kernelRefusals.four_eyes_required,
    `Loan ${loan.loanNo} was made or approved by the same client; another one has to take the loss.`,
    { loan_id: loan.id, action },
  );
}
