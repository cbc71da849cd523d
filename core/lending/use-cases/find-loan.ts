import { refuse } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { Loan } from '../loan/loan.ts';

export type OnLoan = { readonly loanId: number; readonly version?: number | undefined };

/** The loan that a command is about. @throws DomainError not_found, precondition_failed */
export async function findLoan(command: OnLoan, read: (id: number) => Promise<Loan | null>): Promise<Loan> {
  const loan = await read(command.loanId);
  if (!loan) {
    throw refuse(kernelRefusals.not_found, `There is no loan ${command.loanId}.`, {
      resource: 'loan',
      id: String(command.loanId),
    });
  }
  requireVersion(loan, command.version);
  return loan;
}
