import { refuse } from '../../../kernel/domain-error.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { requireAllowed, requireReason } from '../../../kernel/lifecycle.ts';
import { requireAgreement } from '../../../kernel/two-people.ts';
import type { Limited } from '../../../payments/limits-of-one.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { storedChange } from '../account/stored-change.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import type { RescheduleChange } from '../../schedule/reschedule.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { bookEntry } from '../account/store-account.ts';

export type RescheduleLoan = OnLoan & { readonly change: RescheduleChange; readonly reason: string | null };

/**
 * Changes the rows still to come: rate, dates, number, grace. They become a new version of the schedule; the former
 * ones stay stored. From then on early payments no longer change the schedule.
 * @throws DomainError invalid_state_transition, loan_charged_off, instalment_paid_ahead (conflict),
 *   validation_failed (invalid) naming `from` or `terms...`, not_found; SecondPersonRequired
 */
export async function rescheduleLoan(
  command: RescheduleLoan,
  ports: Pick<
    LendingPorts,
    'loans' | 'products' | 'instalments' | 'entries' | 'closes' | 'today' | 'actor' | keyof Limited
  >,
): Promise<Outcome<Loan>> {
  const { change, reason } = command;
  const loan = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, loan.state, 'reschedule');
  requireReason(loanLifecycle, 'reschedule', reason);
  requireCarried(loan);
  if (Object.values(change).filter((value) => value !== undefined).length < 2) {
    throw invalidField('from', 'no_change', 'Send what changes beside from.', 'The reschedule changes nothing.');
  }
  await requireWithinTerm(loan, change, ports);
  const stored = storedChange(change);
  const entry = { kind: 'reschedule', on: ports.today, amount: null, change: stored, reason } as const;
  const { figures } = await bookEntry(loan, entry, ports);
  if (ports.alone.reschedules === 'two_people') {
    const subject = { type: 'loan', id: loan.id, uuid: loan.uuid };
    requireAgreement(ports, { subject, rule: 'Rescheduling a loan takes two people.' });
  }
  // `storedChange` leaves out what is undefined.
  return outcome(loan, loan.reschedule(stored as { [field: string]: string | number }, reason, figures));
}

/**
 * The first of the rows to come falls due within the longest term of the product: a debt is not put off for ever.
 * @throws DomainError validation_failed (invalid) naming `first_due_on`
 */
async function requireWithinTerm(
  loan: Loan,
  { from, firstDueOn }: RescheduleChange,
  ports: Pick<LendingPorts, 'products'>,
): Promise<void> {
  if (firstDueOn === undefined) return;
  const product = await ports.products.get(loan.productId);
  const latest = from.add({ months: product?.maxTermMonths ?? loan.termMonths });
  if (Temporal.PlainDate.compare(firstDueOn, latest) <= 0) return;
  const detail = `Send a date up to ${latest.toString()}, the longest term of the product from the change on.`;
  throw invalidField('terms.first_due_on', 'range', detail, 'The next instalment would fall due too late.');
}

/** @throws DomainError loan_charged_off (conflict) where the books have taken the loss */
export function requireCarried(loan: Loan): void {
  if (loan.chargedOffOn === null) return;
  throw refuse(
    lendingRefusals.loan_charged_off,
    `Loan ${loan.loanNo} was charged off on ${loan.chargedOffOn.toString()}.`,
    { loan_id: loan.id },
  );
}
