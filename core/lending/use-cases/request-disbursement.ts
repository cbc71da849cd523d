import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive, sum, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { Agent } from '../agent/agent.ts';
import { Disbursement, requireCarriable, type Channel } from '../disbursement/disbursement.ts';
import type { LendingWorld } from '../ports.ts';
import { lendingRefusals } from '../refusals.ts';
import { requireBorrower } from './decide-loan.ts';
import { findLoan } from './find-loan.ts';

export type RequestDisbursement = {
  readonly loanId: number;
  readonly version?: number | undefined;
  /** Minor units; whole shillings. */
  readonly amount: Cents;
  readonly channel: Channel;
  /** E.164. */
  readonly msisdn: string;
  /** The agent who pays; by default the one of the member's branch. */
  readonly agentNo?: string | null;
};

/** How long a request may stay without a word before a worker looks after it. */
const ANSWER_EXPECTED_WITHIN = { seconds: 15 };

/**
 * Writes down a disbursement and holds the float for it, before anything is sent. The provider is called after commit.
 * @throws DomainError loan_not_disbursable, insufficient_balance, disbursement_exceeds_principal, member_not_active,
 *   kyc_incomplete (conflict); invalid_msisdn, validation_failed, unknown_reference (invalid); not_found
 */
export async function requestDisbursement(
  command: RequestDisbursement,
  world: Pick<LendingWorld, 'loans' | 'borrowers' | 'agents' | 'disbursements' | 'newUuid' | 'actor' | 'now'>,
): Promise<Outcome<Disbursement>> {
  requirePositive(command.amount, 'amount');
  const loan = await findLoan(command, world.loans.lock);
  if (loan.state !== 'ready_to_disburse') {
    throw refuse(
      lendingRefusals.loan_not_disbursable,
      `Loan ${loan.loanNo} is ${loan.state}; only a loan that is ready_to_disburse takes a disbursement.`,
      { loan_id: loan.id, current_state: loan.state },
    );
  }
  await requireBorrower(loan.memberId, world);
  const agent = await payingAgent(command, loan.memberId, world);
  // Too little float is told first, whatever else is wrong: it is what a cashier can do something about.
  agent.hold(command.amount);
  const alive = await world.disbursements.alive(loan.id);
  const remaining = loan.remainingToDisburse(sum(alive.map(({ amount }) => amount)));
  if (command.amount > remaining) {
    throw refuse(
      lendingRefusals.disbursement_exceeds_principal,
      `Loan ${loan.loanNo} has ${remaining} left to disburse; ${command.amount} was asked for.`,
      { loan_id: loan.id, remaining_amount: remaining },
    );
  }
  requireCarriable(command.channel, command.amount, command.msisdn);
  const { disbursement, event } = Disbursement.request({
    uuid: world.newUuid(),
    originatorId: world.newUuid(),
    loanId: loan.id,
    tranche: 1 + Math.max(0, ...alive.map(({ tranche }) => tranche)),
    agentId: agent.id,
    agentNo: agent.agentNo,
    amount: command.amount,
    channel: command.channel,
    msisdn: command.msisdn,
    requestedBy: world.actor,
    nextCheckAt: world.now.add(ANSWER_EXPECTED_WITHIN),
  });
  world.disbursements.add(disbursement);
  return outcome(disbursement, event);
}

async function payingAgent(
  command: Pick<RequestDisbursement, 'agentNo'>,
  memberId: number,
  world: Pick<LendingWorld, 'agents' | 'borrowers'>,
): Promise<Agent> {
  if (command.agentNo != null) {
    const named = await world.agents.lockByNumber(command.agentNo);
    if (named) return named;
    throw refuse(kernelRefusals.unknown_reference, `There is no agent ${command.agentNo}.`, {
      errors: [{ pointer: '#/agent_id', code: 'unknown_reference', detail: 'Use the agent_id of one of your agents.' }],
    });
  }
  const borrower = await world.borrowers.get(memberId);
  const agent = borrower && (await world.agents.lockForBranch(borrower.branchId));
  if (agent) return agent;
  // A branch without an agent has no float at all.
  throw refuse(
    lendingRefusals.insufficient_balance,
    'The branch of this member has no agent with float; appoint one and top it up, or name another agent in agent_id.',
    { agent_id: '', available_float: 0n },
  );
}
