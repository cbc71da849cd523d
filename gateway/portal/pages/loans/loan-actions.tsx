import { useNavigate } from '@tanstack/react-router';
import { RecordActions } from '../../components/more-actions.tsx';
import type { Offered } from '../../components/step.ts';
import { useMay, useMayPayOut } from '../../frame/session.ts';
import type { RefinanceLoanMutation } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Loan } from './loan-page.tsx';
import { stepTexts } from './step-texts.ts';
import { disburseStep, repayStep, settleStep, stepsOf } from './steps.ts';

/** Whether the loan waits for another person than the one who looks: made by them, or above what their role approves. */
const isForAnother = ({ pendingApprovals }: Loan): boolean =>
  pendingApprovals?.some(({ kind, obstacle }) => kind === 'LOAN_APPLICATION' && obstacle !== null) ?? false;

/** The steps that lead a loan on its way. */
const NEXT: readonly string[] = ['approveLoan', 'disburseLoan', 'recordRepayment'];

/** Those that are taken often, the first ones first; all else stands in the menu. */
const USUAL: readonly string[] = [
  ...NEXT,
  'editLoan',
  'rejectLoan',
  'settleLoan',
  'resumeLoanArrears',
  'pauseLoanArrears',
  'refundLoanOverpayment',
  'transferLoanOverpayment',
];

/** What a step reads beside the loan: who may not has no use for it. */
const NEEDS: { readonly [step: string]: readonly string[] } = {
  refinanceLoan: ['loan_products:read'],
  transferLoanOverpayment: ['members:read', 'savings_accounts:read'],
};

type Props = { readonly loan: Loan; readonly onDone: () => void };

/** What may be done with the loan now, by the one who looks: the state and the scopes say what. */
export function LoanActions({ loan, onDone }: Props) {
  const t = useTexts(stepTexts);
  const may = useMay();
  const mayPayOut = useMayPayOut();
  const navigate = useNavigate();
  const isUnpaid = (loan.approvedPrincipal ?? loan.principal) > loan.disbursedPrincipal;
  const isHere = ({ name }: Offered) =>
    (NEEDS[name] ?? []).every((scope) => may(scope)) &&
    (name !== 'approveLoan' || !isForAnother(loan)) &&
    (name !== 'refundLoanOverpayment' || mayPayOut(loan.overpaid));
  const steps: readonly Offered[] = [
    ...(may('loans:write') ? stepsOf(loan, t).filter(isHere) : []),
    ...(may('disbursements:write') && isUnpaid && ['READY_TO_DISBURSE', 'ACTIVE'].includes(loan.state)
      ? [disburseStep(loan, t)]
      : []),
    ...(may('repayments:write') && loan.outstanding.total > 0 ? [repayStep(loan, t)] : []),
    ...(may('repayments:write') && loan.state === 'ACTIVE' && loan.outstanding.total > 0 ? [settleStep(loan, t)] : []),
  ];
  const done = (data: unknown) => {
    const successor = successorIn(data);
    if (successor === null) return onDone();
    void navigate({ to: `/loans/${successor}` });
  };
  return <RecordActions steps={steps} usual={USUAL} next={NEXT} onDone={done} />;
}

/** The number of the loan that took the place of this one; null where nothing did. */
function successorIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('refinanceLoan' in data)) return null;
  // What this mutation answers.
  return (data as RefinanceLoanMutation).refinanceLoan?.loan?.loanNo ?? null;
}
