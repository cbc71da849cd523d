import { refuse } from '../../../kernel/domain-error.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { requireVersion } from '../../../kernel/version.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import type { LendingPorts } from '../../ports.ts';

export type OnDisbursement = {
  readonly loanId: number;
  readonly disbursementId: number;
  readonly version?: number | undefined;
};

/** The disbursement of a loan that a command is about. @throws DomainError not_found, precondition_failed */
export async function findDisbursement(
  command: OnDisbursement,
  ports: Pick<LendingPorts, 'disbursements'>,
): Promise<Disbursement> {
  const disbursement = await ports.disbursements.lock(command.disbursementId);
  if (!disbursement || disbursement.loanId !== command.loanId) {
    throw refuse(kernelRefusals.not_found, `Loan ${command.loanId} has no disbursement ${command.disbursementId}.`, {
      resource: 'disbursement',
      id: String(command.disbursementId),
    });
  }
  requireVersion(disbursement, command.version);
  return disbursement;
}
