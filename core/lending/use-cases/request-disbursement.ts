import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { unusableReference } from '../../kernel/field-error.ts';
import { least, most, requirePositive, sum, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireWithinRole, type RoleLimited } from '../../kernel/personal-limits.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireAnotherPerson, type Actor } from '../../kernel/two-people.ts';
import type { Agent } from '../agent/agent.ts';
import { REPLY_EXPECTED_WITHIN } from '../../payments/attempt.ts';
import { CHANNELS, isToBank, type PayoutChannel } from '../../payments/channels.ts';
import { isMobile, isSent, type Channel } from '../disbursement/channel.ts';
import { Disbursement } from '../disbursement/disbursement.ts';
import type { LendingPorts } from '../ports.ts';
import { conditionsFrom } from '../agreement.ts';
import type { Loan } from '../loan/loan.ts';
import { lendingRefusals } from '../refusals.ts';
import { floatFor } from './agents/paying-float.ts';
import { requireBorrower } from './decide-loan.ts';
import { feesAtDisbursement } from './disbursing/fees-at-disbursement.ts';
import { requireRecipient, type NamedRecipient } from './disbursing/recipient.ts';
import { requireGuarantors, requireLateGuarantorsSeen } from './guarantees.ts';
import { requireNotHeld } from './money-out.ts';
import { findLoan } from './find-loan.ts';

export type RequestDisbursement = NamedRecipient & {
  readonly loanId: number;
  readonly version?: number | undefined;
  /** Minor units; whole shillings. */
  readonly amount: Cents;
  /** The agent who pays; by default the one of the member's branch with float at the channel's provider. */
  readonly agentNo?: string | null;
};

/**
 * Writes down a disbursement and holds the float for it, before anything is sent. The provider is called after commit;
 * a bank is instructed by people, or by the file of its rail, and takes no float; a business is paid from the institution's own paybill.
 * @throws DomainError loan_not_disbursable, insufficient_balance, disbursement_exceeds_principal, member_not_active,
 *   guarantors_missing, kyc_incomplete, aml_hold, four_eyes_required, daily_limit_reached (conflict); invalid_msisdn, msisdn_not_on_channel,
 *   recipient_not_verified, validation_failed, unknown_reference (invalid); role_limit_exceeded (forbidden); not_found
 */
export async function requestDisbursement(
  command: RequestDisbursement,
  ports: Pick<
    LendingPorts,
    | 'loans'
    | 'bankRail'
    | 'borrowers'
    | 'guarantees'
    | 'agents'
    | 'disbursements'
    | 'complianceHolds'
    | 'wallets'
    | 'schools'
    | 'newUuid'
    | keyof Actor
    | keyof RoleLimited
    | 'now'
    | 'today'
    | 'endOfDay'
    | 'fourEyes'
    | 'verifiedNumbersOnly'
    | 'phoneChangeDays'
  >,
): Promise<Outcome<Disbursement>> {
  requirePositive(command.amount, 'amount');
  requireWithinRole('disburse', command.amount, ports);
  const loan = await findLoan(command, ports.loans.lock);
  const { alive, id, held, named } = await lookedUp(loan, command, ports);
  const confirmed = sum(alive.filter(({ state }) => state === 'confirmed').map((each) => each.lent()));
  // A loan that pays another one off was lent that much without any money moving. What came back is not lent again.
  const paidOut = loan.disbursedPrincipal - confirmed + sum(alive.map(({ amount }) => amount));
  requireDisbursable(loan, alive.length, paidOut, ports.today);
  const borrower = await requireBorrower(loan.memberId, ports);
  requireNotHeld(loan, held);
  await requireGuarantors(loan, ports);
  await requireOtherHands(loan, ports);
  await requireLateGuarantorsSeen(loan, ports);
  const { channel } = command;
  const agent = isMobile(channel) ? await payingAgent({ ...command, channel, named }, loan.memberId, ports) : null;
  const netted = nettedFrom(loan, command.amount, paidOut, ports.today);
  const payout = command.amount - netted;
  const low = agent ? await holdFloat(agent, payout, id, ports) : [];
  const remaining = loan.remainingToDisburse(paidOut);
  if (command.amount > remaining) {
    throw refuse(
      lendingRefusals.disbursement_exceeds_principal,
      `Loan ${loan.loanNo} has ${remaining} left to disburse; ${command.amount} was requested.`,
      { loan_id: loan.id, remaining_amount: remaining, requested_amount: command.amount },
    );
  }
  const recipient = await requireRecipient(command, payout, { loan, borrower }, ports);
  const { disbursement, event } = Disbursement.request({
    id,
    uuid: ports.newUuid(),
    originatorId: ports.newUuid(),
    loanId: loan.id,
    tranche: 1 + Math.max(0, ...alive.map(({ tranche }) => tranche)),
    agentId: agent?.id ?? null,
    agentNo: agent?.agentNo ?? null,
    amount: command.amount,
    netted,
    channel: command.channel,
    ...recipient,
    requestedBy: ports.actor,
    nextCheckAt: (await goesByRail(command.channel, ports)) ? ports.now.add(REPLY_EXPECTED_WITHIN) : null,
  });
  ports.disbursements.add(disbursement);
  return outcome(disbursement, event, ...low);
}

/**
 * What is known before anything is judged: one trip to the collections instead of one for each, while the loan is locked.
 * The agent is locked last, because many loans wait for the same one.
 */
async function lookedUp(
  loan: Loan,
  { channel, agentNo }: RequestDisbursement,
  ports: Pick<LendingPorts, 'disbursements' | 'borrowers' | 'complianceHolds' | 'agents'>,
) {
  const [alive, id, , held, named] = await Promise.all([
    ports.disbursements.alive(loan.id),
    ports.disbursements.nextId(),
    // The collection knows the borrower from then on.
    ports.borrowers.get(loan.memberId),
    ports.complianceHolds.on(loan.memberId),
    agentNo != null && isMobile(channel) ? ports.agents.toPayByNumber(agentNo) : null,
  ]);
  return { alive, id, held, named };
}

/** A provider is sent the payment; a bank is where the institution has set up its rail. */
const goesByRail = async (channel: Channel, { bankRail }: Pick<LendingPorts, 'bankRail'>): Promise<boolean> =>
  isSent(channel) || (isToBank(channel) && (await bankRail.isSetUp()));

/** The approver of a loan does not pay it out, where the tenant requires two people. @throws DomainError four_eyes_required */
async function requireOtherHands(loan: Loan, ports: Pick<LendingPorts, 'fourEyes' | keyof Actor>): Promise<void> {
  if (!ports.fourEyes || loan.approvedBy === null) return;
  await requireAnotherPerson(loan.approvedBy, ports, { loan_id: loan.id, action: 'disburse' });
}

/**
 * Too little float is refused first: it is what a cashier can do something about.
 * @throws DomainError insufficient_balance, daily_limit_reached (conflict)
 */
async function holdFloat(
  agent: Agent,
  amount: Cents,
  payment: number,
  ports: Pick<LendingPorts, 'agents' | 'disbursements' | 'endOfDay' | 'today'>,
): Promise<DomainEvent[]> {
  const float = await floatFor(agent, { step: 'hold', payment, amount }, ports);
  const low = float.hold(amount, payment);
  await requireWithinDay(agent, amount, ports);
  return low;
}

/** @throws DomainError daily_limit_reached (conflict) */
async function requireWithinDay(
  agent: Agent,
  amount: Cents,
  ports: Pick<LendingPorts, 'disbursements' | 'endOfDay' | 'today'>,
): Promise<void> {
  if (agent.dailyLimit === null) return;
  const since = ports.endOfDay(ports.today.subtract({ days: 1 }));
  agent.requireWithinDay(amount, await ports.disbursements.paidSince(agent.id, since));
}

/** A loan that is ready takes money; an active one takes further tranches, as long as some of it is left. */
function requireDisbursable(loan: Loan, tranches: number, paidOut: Cents, today: Temporal.PlainDate): void {
  const { mostTranches } = conditionsFrom(loan.conditions).policies;
  const further =
    loan.state === 'active' &&
    loan.chargedOffOn === null &&
    paidOut < (loan.approvedPrincipal ?? 0n) &&
    loan.maturityDate !== null &&
    Temporal.PlainDate.compare(today, loan.maturityDate) < 0;
  if ((loan.state === 'ready_to_disburse' || further) && tranches < mostTranches) return;
  throw refuse(
    lendingRefusals.loan_not_disbursable,
    `Loan ${loan.loanNo} is ${loan.state} and takes no further disbursement.`,
    { loan_id: loan.id, current_state: loan.state },
  );
}

/** Fees that are netted from this disbursement: those of all that is then lent, less those of what was lent before. */
function nettedFrom(loan: Loan, amount: Cents, paidOut: Cents, today: Temporal.PlainDate): Cents {
  const feesOf = (principal: Cents) => feesAtDisbursement(loan, principal, today);
  return least(most(feesOf(paidOut + amount) - feesOf(paidOut), 0n), amount);
}

async function payingAgent(
  {
    agentNo,
    channel,
    named,
  }: { readonly agentNo?: string | null; readonly channel: PayoutChannel; readonly named: Agent | null },
  memberId: number,
  ports: Pick<LendingPorts, 'agents' | 'borrowers'>,
): Promise<Agent> {
  const { provider } = CHANNELS[channel];
  if (agentNo != null) {
    if (!named) {
      throw unusableReference('agent_id', `There is no agent ${agentNo}.`, 'Use the agent_id of one of your agents.');
    }
    if (named.provider === provider) return named;
    throw unusableReference(
      'agent_id',
      `The float of agent ${agentNo} lies at ${named.provider}, and the channel ${channel} pays from ${provider}.`,
      'Use the agent_id of an agent whose float lies at the channel’s provider, or another channel.',
    );
  }
  const borrower = await ports.borrowers.get(memberId);
  const agent = borrower && (await ports.agents.toPayForBranch(borrower.branchId, provider));
  if (agent) return agent;
  // A branch without an agent has no float at all.
  throw refuse(
    kernelRefusals.insufficient_balance,
    `The branch of this member has no agent with float at ${provider}; appoint one and top it up, or name another agent in agent_id.`,
    { agent_id: '', available_float: 0n },
  );
}
