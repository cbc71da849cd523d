import { Action } from '../../components/action.tsx';
import { useMay } from '../../frame/session.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Loan } from './loan-page.tsx';
import { stepTexts } from './step-texts.ts';
import { disburseStep, repayStep, stepsOf } from './steps.ts';

/** Whether the loan waits for another person than the one who looks: made by them, or above what their role approves. */
const isForAnother = ({ pendingApprovals }: Loan): boolean =>
  pendingApprovals?.some(({ kind, obstacle }) => kind === 'LOAN_APPLICATION' && obstacle !== null) ?? false;

/** The steps that lead a loan on its way. */
const NEXT: readonly string[] = ['approveLoan', 'disburseLoan', 'recordRepayment'];

type Props = { readonly loan: Loan; readonly onDone: () => void };

/** What may be done with the loan now, by the one who looks: the state and the scopes say what. */
export function LoanActions({ loan, onDone }: Props) {
  const t = useTexts(stepTexts);
  const may = useMay();
  const isUnpaid = (loan.approvedPrincipal ?? loan.principal) > loan.disbursedPrincipal;
  const steps = [
    ...(may('loans:write') ? stepsOf(loan, t).filter(({ name }) => name !== 'approveLoan' || !isForAnother(loan)) : []),
    ...(may('disbursements:write') && isUnpaid && ['READY_TO_DISBURSE', 'ACTIVE'].includes(loan.state)
      ? [disburseStep(loan, t)]
      : []),
    ...(may('repayments:write') && loan.outstanding.total > 0 ? [repayStep(loan, t)] : []),
  ];
  return steps.map((step) => (
    // A form belongs to the version that was shown when it was opened.
    <Action key={step.name} step={step} isPrimary={NEXT.includes(step.name)} onDone={onDone} />
  ));
}
