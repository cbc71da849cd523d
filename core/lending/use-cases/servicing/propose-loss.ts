import { refuse } from '../../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireAllowed } from '../../../kernel/lifecycle.ts';
import { requireSecondPerson, type Acting } from '../../../kernel/two-people.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { requireVersion } from '../../../kernel/version.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import { LossProposal, type Loss } from '../../loss-proposal/loss-proposal.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { requireLossy, takeLoss } from './give-up-loan.ts';
import type { Steps } from '../../../kernel/steps.ts';
import { lossProposalLifecycle } from '../../loss-proposal/lifecycle.ts';

type Proposing = Pick<
  LendingPorts,
  'loans' | 'entries' | 'guarantees' | 'lossProposals' | 'newUuid' | keyof Acting | 'today'
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

type OnProposal = { readonly loanId: number; readonly proposalId: number; readonly version?: number | undefined };
type Dropping = Pick<LendingPorts, 'loans' | 'lossProposals' | 'actor'>;

/**
 * Approves a proposal, and takes the loss as the loan is then. The person who approves is not the one who proposed.
 * @throws DomainError invalid_state_transition, four_eyes_required, loan_charged_off, arrears_below_floor (conflict),
 *   validation_failed (invalid), not_found, precondition_failed
 */
export async function approveLoanLoss(command: OnProposal, ports: Proposing): Promise<Outcome<LossProposal>> {
  const { loan, proposal } = await findProposal(command, ports);
  requireAllowed(lossProposalLifecycle, proposal.state, 'approve');
  await requireSecondPerson(proposal.proposedBy, ports, { loss_proposal_id: proposal.id, action: 'approve' });
  const approved = proposal.approve(ports.actor);
  await requireLossy(loan, proposal.loss, proposal.reason, ports);
  return outcome(proposal, approved, ...(await takeLoss(loan, proposal.loss, proposal.reason, ports)));
}

/** A step that ends a proposal without a loss. */
const dropOf =
  (action: 'reject' | 'withdraw') =>
  async (command: OnProposal & { readonly reason: string | null }, ports: Dropping): Promise<Outcome<LossProposal>> => {
    const { proposal } = await findProposal(command, ports);
    return outcome(proposal, proposal.drop(action, ports.actor, command.reason));
  };

export const rejectLoanLoss = dropOf('reject');
export const withdrawLoanLoss = dropOf('withdraw');

async function findProposal(command: OnProposal, ports: Pick<LendingPorts, 'loans' | 'lossProposals'>) {
  const loan = await findLoan({ loanId: command.loanId }, ports.loans.lock);
  const proposal = await ports.lossProposals.lock(command.proposalId);
  if (!proposal || proposal.loanId !== loan.id) {
    throw refuse(kernelRefusals.not_found, `Loan ${loan.loanNo} has no proposal ${command.proposalId}.`, {
      resource: 'loss_proposal',
      id: String(command.proposalId),
    });
  }
  requireVersion(proposal, command.version);
  return { loan, proposal };
}

/** The use case behind each verb that a person may give. */
export const lossProposalSteps = {
  approve: 'approveLoanLoss',
  reject: 'rejectLoanLoss',
  withdraw: 'withdrawLoanLoss',
} as const satisfies Steps<typeof lossProposalLifecycle>;
