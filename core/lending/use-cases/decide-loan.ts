import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireWithinRole, type RoleLimited } from '../../kernel/personal-limits.ts';
import { requireAllowed, type PersonalOf } from '../../kernel/lifecycle.ts';
import { loanLifecycle } from '../loan/lifecycle.ts';
import type { Loan } from '../loan/loan.ts';
import type { Borrower, LendingPorts } from '../ports.ts';
import { requireWithinLimits } from '../product/loan-product.ts';
import { lendingRefusals } from '../refusals.ts';
import { requireSchedule } from './apply-for-loan.ts';
import { requireDepositMultiple } from './deposit-multiple.ts';
import { findLoan, type OnLoan } from './find-loan.ts';
import { followGuarantees, requireGuarantors } from './guarantees.ts';
import { optionalReason } from '../../kernel/step-fields.ts';
import { stepOn, type Steps } from '../../kernel/steps.ts';
import { requireSecondPerson, type Acting } from '../../kernel/two-people.ts';
import { requireSeenVersion } from '../../kernel/version.ts';

/**
 * The lender accepts an application.
 * @throws DomainError invalid_state_transition, kyc_incomplete, member_not_active, four_eyes_required,
 *   guarantors_missing, deposit_multiple_exceeded (conflict), role_limit_exceeded (forbidden); precondition_failed where it was
 *   changed, two people are wanted and no version is named
 */
export async function approveLoan(
  command: OnLoan,
  ports: Pick<
    LendingPorts,
    'loans' | 'borrowers' | 'guarantees' | 'deposits' | 'fourEyes' | keyof Acting | keyof RoleLimited
  >,
): Promise<Outcome<Loan>> {
  // Its guarantors are given and step back with the loan locked: they stay as they are read here.
  const loan = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, loan.state, 'approve');
  // Two loans of a member are approved one after the other, and none while the member leaves.
  await ports.borrowers.lock(loan.memberId);
  await requireBorrower(loan.memberId, ports);
  await requireGuarantors(loan, ports);
  await requireDepositMultiple(loan, ports);
  requireWithinRole('approve', loan.principal, ports);
  // Who has changed the amount since has decided on it as well.
  const makers = ports.fourEyes ? [loan.createdBy, ...loan.editedBy] : [];
  for (const maker of makers) await requireSecondPerson(maker, ports, { loan_id: loan.id, action: 'approve' });
  if (ports.fourEyes && loan.editedBy.length > 0) {
    requireSeenVersion(loan, command.version, 'The application was changed since it was made');
  }
  return outcome(loan, loan.approve(ports.actor));
}

type Declining = Pick<LendingPorts, 'loans' | 'disbursements' | 'guarantees'>;
type Declined = OnLoan & { readonly reason: string | null };

/** The lender declines the application. @throws DomainError disbursement_in_flight (conflict) */
export function rejectLoan(command: Declined, ports: Declining): Promise<Outcome<Loan>> {
  return decline(command, 'reject', ports);
}

/** The member takes the application back. @throws DomainError disbursement_in_flight (conflict) */
export function withdrawLoan(command: Declined, ports: Declining): Promise<Outcome<Loan>> {
  return decline(command, 'withdraw', ports);
}

async function decline(command: Declined, action: 'reject' | 'withdraw', ports: Declining): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, loan.state, action);
  await requireNothingInFlight(loan, ports);
  const declined = loan.decline(action, command.reason);
  return outcome(loan, declined, ...(await followGuarantees(loan, ports)));
}

/** An approval is taken back. @throws DomainError disbursement_in_flight (conflict) */
async function undoLoanApproval(
  command: OnLoan,
  ports: Pick<LendingPorts, 'loans' | 'disbursements'>,
): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, loan.state, 'undo_approval');
  await requireNothingInFlight(loan, ports);
  return outcome(loan, loan.undoApproval());
}

export type EditLoan = OnLoan & {
  readonly changes: { readonly principal?: Cents; readonly termMonths?: number; readonly purpose?: string | null };
};

/** Changes an application that is not decided yet. Where two people are wanted, who changes it does not approve it. */
export async function editLoan(
  command: EditLoan,
  ports: Pick<LendingPorts, 'loans' | 'products' | 'today' | 'actor'>,
): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.get);
  requireAllowed(loanLifecycle, loan.state, 'edit');
  const product = await ports.products.get(loan.productId);
  if (!product) throw new Error(`Loan ${loan.loanNo} has lost its product.`);
  const principal = requirePositive(command.changes.principal ?? loan.principal, 'principal');
  const termMonths = command.changes.termMonths ?? loan.termMonths;
  requireWithinLimits(product, { principal, termMonths });
  requireSchedule({ ...loan, termMonths }, principal, ports.today);
  const changed = loan.edit(command.changes, ports.actor);
  return changed ? outcome(loan, changed) : outcome(loan);
}

/** The member may borrow. @throws DomainError kyc_incomplete, member_not_active (conflict) */
export async function requireBorrower(memberId: number, ports: Pick<LendingPorts, 'borrowers'>): Promise<Borrower> {
  const borrower = await ports.borrowers.get(memberId);
  if (!borrower) throw new Error(`A loan has lost its member ${memberId}.`);
  if (borrower.state === 'active') return borrower;
  const details = { member_id: borrower.id, member_state: borrower.state, missing: [...borrower.missing] };
  if (borrower.state === 'pending_kyc' || borrower.state === 'kyc_rejected') {
    throw refuse(
      kernelRefusals.kyc_incomplete,
      `The identity of member ${borrower.memberNo} is not verified (${borrower.state}).`,
      details,
    );
  }
  throw refuse(kernelRefusals.member_not_active, `Member ${borrower.memberNo} is ${borrower.state}.`, details);
}

async function requireNothingInFlight(loan: Loan, ports: Pick<LendingPorts, 'disbursements'>): Promise<void> {
  const alive = await ports.disbursements.alive(loan.id);
  if (alive.length === 0) return;
  throw refuse(
    lendingRefusals.disbursement_in_flight,
    `Loan ${loan.loanNo} has a disbursement that is ${alive[0]?.state}; wait until it is confirmed or failed.`,
    { loan_id: loan.id, disbursement_id: alive[0]?.id ?? null },
  );
}

const step = stepOn<'loanId'>();

/** Decisions on an application. */
export const loanDecisions = {
  approve: step({
    name: 'approveLoan',
    means: 'Approves a draft: it may be disbursed. Where two people are required, another client than the creator.',
    run: approveLoan,
    fields: { reason: optionalReason },
  }),
  reject: step({ name: 'rejectLoan', means: 'Declines an application.', run: rejectLoan, fields: {} }),
  withdraw: step({
    name: 'withdrawLoan',
    means: 'The member takes an application back.',
    run: withdrawLoan,
    fields: {},
  }),
  undo_approval: step({
    name: 'undoLoanApproval',
    means: 'Takes an approval back before money has left.',
    run: undoLoanApproval,
    fields: { reason: optionalReason },
  }),
} as const satisfies Partial<Steps<typeof loanLifecycle>>;

/** Verbs of a loan's service. */
export type LoanServiceAction = Exclude<PersonalOf<typeof loanLifecycle>, keyof typeof loanDecisions | 'edit'>;
