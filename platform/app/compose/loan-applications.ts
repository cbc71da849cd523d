import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { applyForLoan, type ApplyForLoan } from '#core/lending/use-cases/apply-for-loan.ts';
import { decideLoan, editLoan, type EditLoan } from '#core/lending/use-cases/decide-loan.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { SchoolFees } from '../processes/school-fee/school-fees.ts';
import type { Handled, CommandRequest, CommandContext, Transact } from '../transact.ts';

type Step<Command> = (command: Command, ports: LendingPorts) => Promise<Outcome<Loan>>;
type Decide = Parameters<typeof decideLoan>[0];

/**
 * Applications and what is decided on them, bound to transactions. A school-fee loan holds the invoice that it means to
 * pay from its application on, and lets it go where it is declined.
 */
export function bindLoanApplications(
  transact: Transact,
  portsOf: (tx: TenantTransaction, context: CommandContext) => LendingPorts,
  schoolFees: SchoolFees,
) {
  const response =
    <Command>(useCase: Step<Command>, afterwards: (command: Command) => keyof typeof FEES) =>
    (request: CommandRequest<Loan>, command: Command): Promise<Handled> =>
      transact.handle(useCase.name, request, async (tx, context) => {
        const { result: loan, events } = await useCase(command, portsOf(tx, context));
        return outcome(loan, ...events, ...(await FEES[afterwards(command)](loan, tx, context)));
      });
  const FEES = { hold: schoolFees.hold, release: schoolFees.release, leave: async () => [] };
  return {
    applyForLoan: response<ApplyForLoan>(applyForLoan, () => 'hold'),
    editLoan: response<EditLoan>(editLoan, () => 'hold'),
    decideLoan: response<Decide>(
      decideLoan,
      ({ action }) =>
        // Whoever takes an approval back may do so whatever became of the invoice.
        (({ approve: 'hold', reject: 'release', withdraw: 'release', undo_approval: 'leave' }) as const)[action],
    ),
  };
}
