import { availableActions } from '../../kernel/lifecycle.ts';
import { pauseOn } from '../arrears.ts';
import { loanLifecycle, type LoanAction } from './lifecycle.ts';
import type { LoanRecord } from './loan-record.ts';

/**
 * What a person may do with a loan as it stands: the verbs of its state, without those that something stands in the way of.
 * @param today the business date
 */
export function actionsOn(
  loan: Pick<LoanRecord, 'state' | 'chargedOffOn' | 'recovered' | 'arrearsPauses'>,
  today: Temporal.PlainDate,
): LoanAction[] {
  const hindered: readonly LoanAction[] = [
    ...(loan.chargedOffOn === null ? [] : (['charge_off', 'reschedule', 'refinance', 'undo_disbursement'] as const)),
    ...(loan.recovered > 0n ? (['undo_write_off'] as const) : []),
    pauseOn(today, loan.arrearsPauses) === null ? 'resume_arrears' : 'pause_arrears',
  ];
  return availableActions(loanLifecycle, loan.state).filter((action) => !hindered.includes(action));
}
