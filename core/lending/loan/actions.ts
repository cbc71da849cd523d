import { availableActions } from '../../kernel/lifecycle.ts';
import { loanLifecycle, type LoanAction } from './lifecycle.ts';
import type { LoanRecord } from './loan-record.ts';

/** What a person may do with a loan as it stands: the verbs of its state, without those that something stands in the way of. */
export function actionsOn(
  loan: Pick<
    LoanRecord,
    'state' | 'chargedOffOn' | 'recovered' | 'principalOutstanding' | 'disbursedPrincipal' | 'refinances'
  >,
): LoanAction[] {
  const untouched = loan.principalOutstanding === loan.disbursedPrincipal && loan.refinances === null;
  const hindered: readonly LoanAction[] = [
    ...(loan.chargedOffOn === null ? [] : (['charge_off', 'reschedule', 'refinance', 'undo_disbursement'] as const)),
    ...(loan.recovered > 0n ? (['undo_write_off'] as const) : []),
    ...(untouched ? [] : (['undo_disbursement'] as const)),
  ];
  return availableActions(loanLifecycle, loan.state).filter((action) => !hindered.includes(action));
}
