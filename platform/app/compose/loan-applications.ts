import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { applyForLoan } from '#core/lending/use-cases/apply-for-loan.ts';
import { loanDecisions, approveLoan, editLoan, rejectLoan, withdrawLoan } from '#core/lending/use-cases/decide-loan.ts';
import type { SchoolFees } from '../processes/school-fee/school-fees.ts';
import type { CommandRequest, Handled, Transact } from '../transact.ts';
import { runIn, type Handling, type PortsOf } from './bindings.ts';

/**
 * Applications and the decisions on them, bound to transactions. A school-fee loan reserves the invoice that it means to
 * pay from its application on, and releases it where it is declined.
 */
export function bindLoanApplications(
  forLoans: Handling<LendingPorts>,
  transact: Transact,
  portsOf: PortsOf<LendingPorts>,
  { hold, release }: SchoolFees,
) {
  const withFees =
    <Command>(
      name: string,
      useCase: (command: Command, ports: LendingPorts) => Promise<Outcome<Loan>>,
      settleFees: typeof hold,
    ) =>
    (request: CommandRequest<Loan>, command: Command): Promise<Handled> =>
      transact.handle(name, request, async (tx, context) => {
        const { result: loan, events } = await useCase(command, portsOf(tx, context));
        return outcome(loan, ...events, ...(await settleFees(loan, tx, context)));
      });
  return {
    // Nothing to settle by default: an approval may be taken back whatever became of the invoice.
    ...forLoans(runIn(loanDecisions)),
    applyForLoan: withFees('applyForLoan', applyForLoan, hold),
    editLoan: withFees('editLoan', editLoan, hold),
    approveLoan: withFees('approveLoan', approveLoan, hold),
    rejectLoan: withFees('rejectLoan', rejectLoan, release),
    withdrawLoan: withFees('withdrawLoan', withdrawLoan, release),
  };
}
