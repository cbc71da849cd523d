import { availableActions } from '../../kernel/lifecycle.ts';
import { pauseOn } from '../arrears.ts';
import { loanLifecycle, type LoanAction } from './lifecycle.ts';
import { broughtIn, type LoanRecord } from './loan-record.ts';

/**
 * What a person may do with a loan now: the verbs of its state, without those that its record rules out.
 * @param today the business date
 */
export function actionsOn(
  loan: Pick<LoanRecord, 'state' | 'chargedOffOn' | 'recovered' | 'writtenOff' | 'overpaid' | 'arrearsPauses'>,
  today: Temporal.PlainDate,
): LoanAction[] {
  // A recovery was taken back after more had come in: that recovers the debt first.
  const owesAgain = loan.state === 'written_off' && loan.recovered < loan.writtenOff;
  const hindered: readonly LoanAction[] = [
    ...(loan.chargedOffOn === null ? [] : (['charge_off', 'reschedule', 'refinance', 'undo_disbursement'] as const)),
    ...(broughtIn(loan) > 0n ? (['undo_write_off'] as const) : []),
    ...(loan.overpaid > 0n && !owesAgain ? [] : (['refund_overpayment', 'transfer_to_savings'] as const)),
    pauseOn(today, loan.arrearsPauses) === null ? 'resume_arrears' : 'pause_arrears',
  ];
  return availableActions(loanLifecycle, loan.state).filter((action) => !hindered.includes(action));
}
