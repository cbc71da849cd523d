import type { StepToMake } from '../../components/step.ts';
import type { LoanAction } from '../../graph/generated/graphql.ts';
import type { FORMS } from './later-forms.ts';
import type { Loan } from './loan-page.tsx';
import type { T } from './step-parts.ts';

type Forms = typeof FORMS;
/** Those that can't be taken back. */
const DANGEROUS: readonly (keyof Forms)[] = [
  'reject',
  'waive',
  'reschedule',
  'refinance',
  'chargeOff',
  'writeOff',
  'undoDisbursement',
  'refund',
];

/** A step whose form is loaded when it is opened: its page carries what it is called, and nothing else of it. */
function later(form: keyof Forms, name: string) {
  return (loan: Loan, t: T): StepToMake => {
    const called = {
      name,
      title: t(`${form}Title`, { no: loan.loanNo }),
      word: t(form),
      isDangerous: DANGEROUS.includes(form),
    };
    return {
      ...called,
      make: async (client) => (await import('./later-forms.ts')).made(form, loan, { called, client }),
    };
  };
}

/** All that is owed today is paid, ahead of the schedule. */
export const settleStep = later('settle', 'settleLoan');
/** Money leaves to the borrower. */
export const disburseStep = later('disburse', 'disburseLoan');
/** Money that came in by hand. */
export const repayStep = later('repay', 'recordRepayment');

/** The steps that a loan may take from where it stands, as its `availableActions` say. */
export const stepsOf = (loan: Loan, t: T): readonly StepToMake[] =>
  loan.availableActions.map((action) => STEPS[action](loan, t));

/** One each: none of a loan's actions is without its form. */
const STEPS: { readonly [Action in LoanAction]: (loan: Loan, t: T) => StepToMake } = {
  EDIT: later('edit', 'editLoan'),
  APPROVE: later('approve', 'approveLoan'),
  REJECT: later('reject', 'rejectLoan'),
  WITHDRAW: later('withdraw', 'withdrawLoan'),
  UNDO_APPROVAL: later('undo', 'undoLoanApproval'),
  PAUSE_ARREARS: later('pause', 'pauseLoanArrears'),
  RESUME_ARREARS: later('resume', 'resumeLoanArrears'),
  UNDO_DISBURSEMENT: later('undoDisbursement', 'undoLoanDisbursement'),
  CHARGE: later('charge', 'chargeLoan'),
  WAIVE: later('waive', 'waiveLoanCharge'),
  RESCHEDULE: later('reschedule', 'rescheduleLoan'),
  REFINANCE: later('refinance', 'refinanceLoan'),
  CHARGE_OFF: later('chargeOff', 'chargeOffLoan'),
  WRITE_OFF: later('writeOff', 'writeOffLoan'),
  UNDO_WRITE_OFF: later('undoWriteOff', 'undoLoanWriteOff'),
  REFUND_OVERPAYMENT: later('refund', 'refundLoanOverpayment'),
  TRANSFER_TO_SAVINGS: later('transfer', 'transferLoanOverpayment'),
};
