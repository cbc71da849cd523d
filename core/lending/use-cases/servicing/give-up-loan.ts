import { refuse } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { requireAllowed, requireReason } from '../../../kernel/lifecycle.ts';
import type { Cents } from '../../../kernel/money.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { requireWithinRole } from '../../../kernel/personal-limits.ts';
import { requireAgreement, type Agreeing, type Demand } from '../../../kernel/two-people.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { upTo } from '../account/cutting.ts';
import { owedOn, type LoanAccount } from '../account/loan-account.ts';
import { openOf } from '../account/rows.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import type { Loan } from '../../loan/loan.ts';
import { broughtIn, outstandingOf } from '../../loan/loan-record.ts';
import type { LendingPorts } from '../../ports.ts';
import { conditionsFrom } from '../../agreement.ts';
import { daysPastDue } from '../../arrears.ts';
import { lendingRefusals } from '../../refusals.ts';
import { totalOf, type Parts } from '../../parts.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { followGuarantees } from '../guarantees.ts';
import { requireNothingUnderWay } from '../money-out.ts';
import { readAccount, writeRows } from '../account/store-account.ts';
import { requireCarried } from './reschedule-loan.ts';

/** Ways in which the loss of a loan is taken. */
type Loss = 'charge_off' | 'write_off';
type GivingUp = Pick<
  LendingPorts,
  'loans' | 'entries' | 'instalments' | 'guarantees' | 'disbursements' | 'actor' | 'fourEyes' | 'today' | keyof Agreeing
>;
type GiveUp = OnLoan & {
  readonly reason: string | null;
  /** The principal that was owed when it was proposed, minor units: a proposal says so itself. */
  readonly principal?: Cents;
};

/**
 * The books take the loss of a loan; the member still owes it. Where the tenant wants four eyes it is proposed by one
 * person and approved by another.
 * @throws DomainError invalid_state_transition, loan_charged_off, arrears_below_floor, disbursement_in_flight,
 *   four_eyes_required (conflict), role_limit_exceeded (forbidden),
 *   validation_failed (invalid), not_found; SecondPersonRequired
 */
export async function chargeOffLoan(command: GiveUp, ports: GivingUp): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  await requireLossy(loan, 'charge_off', command.reason, ports);
  const owed = await owedBy(loan, ports);
  requireTwo(loan, totalOf(owed), ports, { principal: loan.principalOutstanding });
  requireNoneLentSince(loan, command);
  return outcome(loan, ...(await takeLoss(loan, 'charge_off', { reason: command.reason, owed }, ports)));
}

/** Writes a debt off. Refusals are those of a charge-off, but for loan_charged_off. */
export async function writeOffLoan(command: GiveUp, ports: GivingUp): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  await requireLossy(loan, 'write_off', command.reason, ports);
  const owed = await owedBy(loan, ports);
  requireTwo(loan, totalOf(owed), ports, { principal: loan.principalOutstanding });
  requireNoneLentSince(loan, command);
  return outcome(loan, ...(await takeLoss(loan, 'write_off', { reason: command.reason, owed }, ports)));
}

/** The loss may be taken: the loan's state allows it, a reason is given, the loan is late enough, and nothing more is being lent. */
async function requireLossy(
  loan: Loan,
  loss: Loss,
  reason: string | null,
  ports: Pick<GivingUp, 'entries' | 'disbursements' | 'today'>,
): Promise<void> {
  requireAllowed(loanLifecycle, loan.state, loss);
  requireReason(loanLifecycle, loss, reason);
  if (loss === 'charge_off') requireCarried(loan);
  await requireNothingUnderWay(loan, ports);
  const { chargeOffAfterDays, writeOffAfterDays } = conditionsFrom(loan.conditions).policies;
  await requireLate(loan, loss === 'charge_off' ? chargeOffAfterDays : writeOffAfterDays, ports);
}

/** What is owed today: where the schedule follows the payments, with the interest that lateness has borne since the last one. */
async function owedBy(loan: Loan, ports: Pick<GivingUp, 'entries' | 'today'>): Promise<Parts> {
  return owedOn(upTo(ports.today, (await readAccount(loan, ports)).account));
}

/** Takes the loss. */
async function takeLoss(
  loan: Loan,
  loss: Loss,
  { reason, owed }: { readonly reason: string | null; readonly owed: Parts },
  ports: Pick<GivingUp, 'guarantees' | 'today'>,
): Promise<DomainEvent[]> {
  if (loss === 'charge_off') return [loan.chargeOff(ports.today, reason, owed)];
  return [loan.writeOff(ports.today, reason, owed), ...(await followGuarantees(loan, ports))];
}

/**
 * The debt is owed again, as before. It takes back what two people decided, so it takes two as well. Nothing that came in since, on the debt or beyond it, may stand: its account never took it.
 * @throws DomainError invalid_state_transition, repayment_not_reversible, four_eyes_required (conflict), role_limit_exceeded (forbidden),
 *   validation_failed (invalid), not_found; SecondPersonRequired
 */
export async function undoWriteOff(command: GiveUp, ports: GivingUp): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, loan.state, 'undo_write_off');
  requireReason(loanLifecycle, 'undo_write_off', command.reason);
  const since = broughtIn(loan);
  if (since > 0n) {
    throw refuse(
      lendingRefusals.repayment_not_reversible,
      `${since} came in on loan ${loan.loanNo} since its write-off. The write-off is final while that stands.`,
      { loan_id: loan.id, current_state: loan.state, reason: 'recovered', recovered_amount: since },
    );
  }
  requireTwo(loan, outstandingOf(loan).total + loan.writtenOff, ports);
  const { account } = await readAccount(loan, ports);
  const figures = await writeRows(loan, account, ports);
  return outcome(loan, loan.undoWriteOff(command.reason, figures), ...(await followGuarantees(loan, ports)));
}

/** Days past due of an account, as the loan's terms count them. */
function daysLate(loan: Loan, { rows, conditions }: LoanAccount, today: Temporal.PlainDate): number {
  const late = rows.find((row) => Temporal.PlainDate.compare(row.dueDate, today) < 0 && totalOf(openOf(row)) > 0n);
  const leniency = { graceDays: conditions.arrearsGraceDays, pauses: loan.arrearsPauses };
  return daysPastDue(late?.dueDate ?? null, today, leniency);
}

async function requireLate(loan: Loan, required: number, ports: Pick<GivingUp, 'entries' | 'today'>): Promise<void> {
  if (required === 0) return;
  const { account } = await readAccount(loan, ports);
  const days = daysLate(loan, account, ports.today);
  if (days >= required) return;
  throw refuse(
    lendingRefusals.arrears_below_floor,
    `Loan ${loan.loanNo} is ${days} days late; its product requires ${required}.`,
    { loan_id: loan.id, days_past_due: days, required_days: required },
  );
}

/**
 * Who takes a loss, or takes it back, may approve as much.
 * @throws SecondPersonRequired where the tenant wants it proposed and approved by two; DomainError role_limit_exceeded (forbidden)
 */
function requireTwo(
  loan: Loan,
  amount: Cents,
  ports: Pick<GivingUp, 'fourEyes' | keyof Agreeing>,
  settled: NonNullable<Demand['settled']> = {},
): void {
  const subject = { type: 'loan', id: loan.id, uuid: loan.uuid };
  if (!ports.fourEyes) return requireWithinRole('approve', amount, ports);
  requireAgreement(ports, {
    subject,
    rule: 'Taking the loss of a loan, or taking that back, takes two people.',
    amount,
    settled,
  });
}

/**
 * Interest runs on while a loss waits for its second person; that more principal is owed than was seen, nobody has agreed to.
 * @throws DomainError precondition_failed (stale) with current_version
 */
function requireNoneLentSince(loan: Loan, { principal }: GiveUp): void {
  if (principal === undefined || loan.principalOutstanding <= principal) return;
  throw refuse(
    kernelRefusals.precondition_failed,
    `Principal of ${principal} was owed on loan ${loan.loanNo} when the loss was proposed, and ${loan.principalOutstanding} is now. Propose it again.`,
    { current_version: loan.version },
  );
}
