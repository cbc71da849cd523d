import { stepOf, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import * as documents from './decide-documents.ts';
import type { Loan } from './loan-page.tsx';
import { reason, requiredReason, shared, text, type Making } from './step-parts.ts';

/** The lender accepts the application. */
export const approve = (loan: Loan, making: Making): Step => {
  const { called, t } = making;
  return stepOf({
    ...shared(loan),
    ...called,
    fields: [reason(t)],
    document: documents.APPROVE,
    variables: (values, sent) => ({ input: { loanId: loan.id, reason: text(values['reason']) }, ...sent }),
    consequence: () => t('approveMeans', { amount: moneyText(loan.principal), name: loan.member?.name ?? '' }),
    undo: undo(loan, { ...making, called: takenBack(loan, making) }),
  });
};

/** The lender declines it. */
export const reject = (loan: Loan, { called, t }: Making): Step =>
  stepOf({
    ...shared(loan),
    ...called,
    fields: [requiredReason(t)],
    document: documents.REJECT,
    variables: (values, sent) => ({ input: { loanId: loan.id, reason: text(values['reason']) ?? '' }, ...sent }),
  });

/** The member takes it back. */
export const withdraw = (loan: Loan, { called, t }: Making): Step =>
  stepOf({
    ...shared(loan),
    ...called,
    fields: [requiredReason(t)],
    document: documents.WITHDRAW,
    variables: (values, sent) => ({ input: { loanId: loan.id, reason: text(values['reason']) ?? '' }, ...sent }),
  });

/** Days of lateness are not counted for a while. */
export const pause = (loan: Loan, making: Making): Step => {
  const { called, t } = making;
  return stepOf({
    ...shared(loan),
    ...called,
    fields: [{ name: 'until', kind: 'date', label: t('until'), hint: t('untilHint') }, requiredReason(t)],
    document: documents.PAUSE_ARREARS,
    variables: ({ until, reason: why }, sent) => ({
      input: { loanId: loan.id, until: text(until), reason: text(why) ?? '' },
      ...sent,
    }),
    consequence: () => t('pauseMeans'),
    undo: resume(loan, { ...making, called: resumed(loan, making) }),
  });
};

/** The approval is taken back before money has left. */
export function undo(loan: Loan, { called, t }: Making): Step {
  return stepOf({
    ...shared(loan),
    ...called,
    fields: [reason(t)],
    document: documents.UNDO_APPROVAL,
    variables: (values, sent) => ({ input: { loanId: loan.id, reason: text(values['reason']) }, ...sent }),
  });
}

/** Days of lateness count again. */
export function resume(loan: Loan, { called }: Making): Step {
  return stepOf({
    ...shared(loan),
    ...called,
    fields: [],
    document: documents.RESUME_ARREARS,
    variables: (_, sent) => ({ input: { loanId: loan.id }, ...sent }),
  });
}

const takenBack = ({ loanNo: no }: Loan, { t }: Making) => ({
  name: 'undoLoanApproval',
  title: t('undoTitle', { no }),
  word: t('undo'),
});
const resumed = ({ loanNo: no }: Loan, { t }: Making) => ({
  name: 'resumeLoanArrears',
  title: t('resumeTitle', { no }),
  word: t('resume'),
});
