import type { amlAlertLifecycle } from '#core/aml/alert/lifecycle.ts';
import type { Lifecycle, PersonalOf } from '#core/kernel/lifecycle.ts';
import type { incidentLifecycle } from '#core/lending/incident/lifecycle.ts';
import type { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import type { lossProposalLifecycle } from '#core/lending/loss-proposal/lifecycle.ts';
import type { loanProductLifecycle } from '#core/lending/product/lifecycle.ts';
import type { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import type { breakLifecycle } from '#core/reconciliation/break/lifecycle.ts';
import type { savingsAccountLifecycle } from '#core/savings/account/lifecycle.ts';

/**
 * The use case behind each verb that a person may give, by lifecycle. Its name is that of the binding, of the audit rows
 * and of the graph's mutation; REST takes the verb as {action}. A verb that is missing here is an error of types.
 */
type Steps<L extends Lifecycle, Otherwise extends string = never> = {
  readonly [Action in Exclude<PersonalOf<L>, Otherwise>]: string;
};

export const memberSteps = {
  verify_kyc: 'verifyMemberKyc',
  reject_kyc: 'rejectMemberKyc',
  resubmit_kyc: 'resubmitMemberKyc',
  suspend: 'suspendMember',
  reinstate: 'reinstateMember',
  reactivate: 'reactivateMember',
  blacklist: 'blacklistMember',
  exit: 'exitMember',
  record_death: 'recordMemberDeath',
} as const satisfies Steps<typeof memberLifecycle>;

/** Decisions on an application; what is done with a loan later takes more than a reason. */
export const loanDecisions = {
  approve: 'approveLoan',
  reject: 'rejectLoan',
  withdraw: 'withdrawLoan',
  undo_approval: 'undoLoanApproval',
} as const satisfies Partial<Steps<typeof loanLifecycle>>;

/** Verbs of a loan's service. */
export type LoanServiceAction = Exclude<PersonalOf<typeof loanLifecycle>, keyof typeof loanDecisions | 'edit'>;

export const loanProductSteps = {
  retire: 'retireLoanProduct',
  reactivate: 'reactivateLoanProduct',
} as const satisfies Steps<typeof loanProductLifecycle, 'edit'>;

export const lossProposalSteps = {
  approve: 'approveLoanLoss',
  reject: 'rejectLoanLoss',
  withdraw: 'withdrawLoanLoss',
} as const satisfies Steps<typeof lossProposalLifecycle>;

export const incidentSteps = {
  assign: 'assignIncident',
  resolve: 'resolveIncident',
} as const satisfies Steps<typeof incidentLifecycle>;

export const savingsAccountSteps = {
  approve: 'approveSavingsAccount',
  reject: 'rejectSavingsAccount',
  freeze: 'freezeSavingsAccount',
  unfreeze: 'unfreezeSavingsAccount',
  reactivate: 'reactivateSavingsAccount',
  close: 'closeSavingsAccount',
} as const satisfies Steps<typeof savingsAccountLifecycle>;

export const reconciliationBreakSteps = {
  assign: 'assignReconciliationBreak',
  book: 'bookReconciliationBreak',
  resolve: 'resolveReconciliationBreak',
  reopen: 'reopenReconciliationBreak',
} as const satisfies Steps<typeof breakLifecycle>;

export const amlAlertSteps = {
  assign: 'assignAmlAlert',
  escalate: 'escalateAmlAlert',
  file_sar: 'fileAmlAlertSar',
  close: 'closeAmlAlert',
  mark_false_positive: 'markAmlAlertFalsePositive',
  reopen: 'reopenAmlAlert',
} as const satisfies Steps<typeof amlAlertLifecycle>;

/** The use cases of such a table. */
export type StepOf<Table> = Table[keyof Table];

/** The actions of such a table, in its order. */
export function actionsOf<Action extends string>(steps: { readonly [A in Action]: unknown }): Action[] {
  return Object.keys(steps) as Action[];
}
