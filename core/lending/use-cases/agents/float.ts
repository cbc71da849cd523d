import { refuse } from '../../../kernel/domain-error.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { requirePositive, type Cents } from '../../../kernel/money.ts';
import { outcome, replay, type Outcome } from '../../../kernel/outcome.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { requireWithinRole } from '../../../kernel/personal-limits.ts';
import { identifierKey } from '../../../kernel/text.ts';
import { requireMovable, type Agreeing } from '../../../kernel/two-people.ts';
import { requireVersion } from '../../../kernel/version.ts';
import type { ProviderName } from '../../../payments/channels.ts';
import type { ReceiptPorts } from '../../../payments/ports.ts';
import { requireReceipt } from '../../../payments/receipt-registry.ts';
import type { Agent } from '../../agent/agent.ts';
import { limitedFrom, splitFrom } from '../../agent/set-up.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';

type Agents = Pick<LendingPorts, 'agents'>;

/**
 * Float of an agent grows by money that came from the bank, or from what the institution's paybill collected; `amount` in
 * minor units. The reference of the bank or the provider is of one transfer: the same once more changes nothing.
 * @throws DomainError duplicate_payment_reference (conflict), validation_failed (invalid), not_found;
 *   SecondPersonRequired where the tenant wants two people
 */
export async function topUpFloat(
  command: {
    readonly agentNo: string;
    readonly amount: Cents;
    readonly reference: string;
    readonly from?: 'bank' | 'paybill';
  },
  ports: Agents & ReceiptPorts & Agreeing & Pick<LendingPorts, 'fourEyes'>,
): Promise<Outcome<Agent>> {
  const { amount, reference, from = 'bank' } = command;
  const agent = await findAgent(command.agentNo, ports);
  if (from === 'paybill' && agent.provider !== 'mpesa') {
    const detail = 'Choose an agent whose float is at M-Pesa: the money of its paybill lies there.';
    throw invalidField('from', 'choice', `Agent ${agent.agentNo} has no float at M-Pesa.`, detail);
  }
  const { replayOf, book } = await requireReceipt(
    {
      account: from === 'bank' ? 'bank' : 'mpesa',
      direction: 'out',
      receiptNo: reference,
      amount: requirePositive(amount, 'amount'),
      paidAt: ports.now,
      reportedBy: 'caller',
      record: { type: 'agent', uuid: agent.uuid },
      recordExists: true,
      party: `agent:${agent.id}`,
    },
    ports,
  );
  if (replayOf) return replay(agent);
  requireMovable(ports, {
    subject: { type: 'agent', id: agent.id, uuid: agent.uuid },
    rule: 'Adding float takes two people.',
    amount,
    paymentKey: identifierKey(reference),
  });
  return outcome(agent, agent.topUp(amount, reference, from), ...book());
}

/**
 * Float pays what the provider has charged: it was moved to the account of its charges on the portal, under this receipt
 * of the provider. `amount` in minor units, at most what the provider is owed; the same once more changes nothing.
 * @throws DomainError duplicate_payment_reference, insufficient_balance, charges_exceed_owed (conflict),
 *   validation_failed (invalid), not_found; SecondPersonRequired where the tenant wants two people
 */
export async function payProviderCharges(
  command: { readonly agentNo: string; readonly amount: Cents; readonly reference: string },
  ports: Agents & ReceiptPorts & Agreeing & Pick<LendingPorts, 'fourEyes' | 'providerCharges'>,
): Promise<Outcome<Agent>> {
  const { amount, reference } = command;
  const agent = await findAgent(command.agentNo, ports);
  const { replayOf, book } = await requireReceipt(
    {
      account: agent.provider,
      direction: 'out',
      receiptNo: reference,
      amount: requirePositive(amount, 'amount'),
      paidAt: ports.now,
      reportedBy: 'caller',
      record: { type: 'agent', uuid: agent.uuid },
      recordExists: true,
      party: `charges:${agent.provider}`,
    },
    ports,
  );
  if (replayOf) return replay(agent);
  await requireOwed(agent.provider, amount, ports);
  const paid = agent.payCharges(amount, reference);
  requireMovable(ports, {
    subject: { type: 'agent', id: agent.id, uuid: agent.uuid },
    rule: 'Booking that float paid the provider’s charges takes two people.',
    amount,
    paymentKey: identifierKey(reference),
  });
  return outcome(agent, ...paid, ...book());
}

/** @throws DomainError charges_exceed_owed (conflict) with provider, owed_amount */
async function requireOwed(
  provider: ProviderName,
  amount: Cents,
  { providerCharges }: Pick<LendingPorts, 'providerCharges'>,
): Promise<void> {
  const owed = await providerCharges.lockOwed(provider);
  if (amount <= owed) return;
  throw refuse(lendingRefusals.charges_exceed_owed, `${provider} is owed ${owed} for its charges, not ${amount}.`, {
    provider,
    owed_amount: owed,
  });
}

/**
 * Float goes from one agent to another at the same provider, which holds it in one account: nothing is sent. `amount` in
 * minor units; what is held stays where it is promised.
 * @throws DomainError insufficient_balance (conflict), role_limit_exceeded (forbidden), unknown_reference,
 *   validation_failed (invalid), not_found
 */
export async function transferFloat(
  command: { readonly agentNo: string; readonly toAgentNo: string; readonly amount: Cents; readonly reason: string },
  ports: Agents & Pick<LendingPorts, 'personalLimits'>,
): Promise<Outcome<Agent>> {
  const { agentNo, toAgentNo, amount, reason } = command;
  requireWithinRole('disburse', amount, ports);
  if (agentNo === toAgentNo) throw wrongReceiver('An agent can’t transfer float to himself.', 'choice');
  // Two that pay each other at the same moment take their rows in one order.
  const locked = new Map<string, Agent | null>();
  for (const each of [agentNo, toAgentNo].sort()) locked.set(each, await ports.agents.lockByNumber(each));
  const from = locked.get(agentNo);
  const to = locked.get(toAgentNo);
  if (!from) throw noAgent(agentNo);
  if (!to) throw wrongReceiver(`There is no agent ${toAgentNo}.`, 'unknown_reference');
  if (from.provider !== to.provider) {
    const where = `The float of ${agentNo} lies at ${from.provider}, that of ${toAgentNo} at ${to.provider}.`;
    throw wrongReceiver(`${where} Name an agent at ${from.provider}, or top the other one up.`, 'choice');
  }
  return outcome(from, ...from.transferTo(to, amount, reason));
}

/**
 * Sets the float below which float.low is emitted, and what may be paid from it in a day, in minor units;
 * null: none. What is left out stays as it is.
 * @throws DomainError not_found, validation_failed (invalid), precondition_failed
 */
export async function limitFloat(
  command: {
    readonly agentNo: string;
    readonly lowFloat?: Cents | null | undefined;
    readonly dailyLimit?: Cents | null | undefined;
    readonly version?: number | undefined;
  },
  ports: Agents,
): Promise<Outcome<Agent>> {
  const agent = await findAgent(command.agentNo, ports);
  requireVersion(agent, command.version);
  const { lowFloat, dailyLimit } = agent;
  if (command.lowFloat !== undefined) agent.warnBelow(command.lowFloat);
  if (command.dailyLimit !== undefined) agent.limitDay(command.dailyLimit);
  return outcome(agent, ...limitedFrom({ lowFloat, dailyLimit }, agent));
}

/**
 * Splits the float into stripes, or joins it again with one, while payments are under way. It is for operators: a version
 * that knows of no stripes finds no float in one that is split.
 * @throws DomainError not_found, validation_failed (invalid)
 */
export async function splitFloat(
  command: { readonly agentNo: string; readonly stripes: number },
  ports: Agents,
): Promise<Outcome<Agent>> {
  const agent = await ports.agents.lockToSplit(command.agentNo);
  if (!agent) throw noAgent(command.agentNo);
  const { stripes } = agent;
  ports.agents.addStripes(agent.split(command.stripes));
  return outcome(agent, ...splitFrom(stripes, agent));
}

/** @throws DomainError not_found */
export async function findAgent(agentNo: string, ports: Agents): Promise<Agent> {
  const agent = await ports.agents.lockByNumber(agentNo);
  if (agent) return agent;
  throw noAgent(agentNo);
}

function noAgent(agentNo: string) {
  return refuse(kernelRefusals.not_found, `There is no agent ${agentNo}.`, { resource: 'agent', id: agentNo });
}

function wrongReceiver(detail: string, code: string) {
  return refuse(code === 'choice' ? kernelRefusals.validation_failed : kernelRefusals.unknown_reference, detail, {
    errors: [{ field: 'to_agent_id', code, detail }],
  });
}
