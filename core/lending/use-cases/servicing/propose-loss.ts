import { refuse } from '../../../kernel/domain-error.ts';
import { requireAllowed } from '../../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { requireVersion } from '../../../kernel/version.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import { lossProposalLifecycle } from '../../loss-proposal/lifecycle.ts';
import { LossProposal, type Loss } from '../../loss-proposal/loss-proposal.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { requireLossy, takeLoss } from './give-up-loan.ts';

type Proposing = Pick<
  LendingPorts,
  'loans' | 'entries' | 'guarantees' | 'lossProposals' | 'newUuid' | 'actor' | 'fourEyes' | 'today'
>;

/**
 * Proposes that the loss of a loan is taken; another person decides. Nothing of the loan changes.
 * @throws DomainError loss_already_proposed and those of the loss itself
 */
export async function proposeLoss(
  command: OnLoan & { readonly loss: Loss; readonly reason: string | null },
  ports: Proposing,
): Promise<Outcome<LossProposal>> {
  const { loss, reason } = command;
  const loan = await findLoan(command, ports.loans.lock);
  await requireLossy(loan, loss, reason, ports);
  const open = await ports.lossProposals.open(loan.id);
  if (open) {
    throw refuse(
      lendingRefusals.loss_already_proposed,
      `A ${open.loss.replace('_', '-')} of loan ${loan.loanNo} waits for a decision already.`,
      { loan_id: loan.id, existing_id: open.id },
    );
  }
  const proposed = { uuid: ports.newUuid(), loanId: loan.id, loss, reason, proposedBy: ports.actor };
  const { proposal, event } = LossProposal.propose(proposed);
  ports.lossProposals.add(proposal);
  return outcome(proposal, event);
}

export const LOSS_DECISIONS = ['approve', 'reject', 'withdraw'] as const;

/**
 * Decides on a proposal. Who approves it takes the loss with it, as the loan stands then; where the tenant wants four
 * eyes it is not the one who proposed.
 * @throws DomainError invalid_state_transition, four_eyes_required, loan_charged_off, arrears_below_floor (conflict),
 *   validation_failed (invalid), not_found, precondition_failed
 */
export async function decideLoss(
  command: {
    readonly loanId: number;
    readonly proposalId: number;
    readonly version?: number | undefined;
    readonly action: (typeof LOSS_DECISIONS)[number];
    readonly reason: string | null;
  },
  ports: Proposing,
): Promise<Outcome<LossProposal>> {
  const loan = await findLoan({ loanId: command.loanId }, ports.loans.lock);
  const proposal = await ports.lossProposals.lock(command.proposalId);
  if (!proposal || proposal.loanId !== loan.id) {
    throw refuse(kernelRefusals.not_found, `Loan ${loan.loanNo} has no proposal ${command.proposalId}.`, {
      resource: 'loss_proposal',
      id: String(command.proposalId),
    });
  }
  requireVersion(proposal, command.version);
  const { action } = command;
  requireAllowed(lossProposalLifecycle, proposal.state, action);
  if (action !== 'approve') return outcome(proposal, proposal.drop(action, ports.actor, command.reason));
  const approved = proposal.approve(ports.actor, ports.fourEyes);
  await requireLossy(loan, proposal.loss, proposal.reason, ports);
  return outcome(proposal, approved, ...(await takeLoss(loan, proposal.loss, proposal.reason, ports)));
}
