import type { Cents } from '../../../kernel/money.ts';
import type { Agent, StripeStep } from '../../agent/agent.ts';
import type { PayingFloat } from '../../agent/float-stripe.ts';
import type { LendingPorts } from '../../ports.ts';

/**
 * The float of an agent as a payment uses it: its own stripe, where the float is split and that one is enough; otherwise the
 * whole. Stripes are locked one alone, or all behind their agent, in their order: no two wait for each other.
 * @param agent as `agents.toPay` returned it
 */
export async function floatFor(
  agent: Agent,
  { step, payment, amount }: { readonly step: StripeStep; readonly payment: number; readonly amount: Cents },
  { agents }: Pick<LendingPorts, 'agents'>,
): Promise<PayingFloat> {
  if (agent.isWhole()) return agent;
  const isEnough = agent.allows(step, amount);
  return (await agents.lockStripe(agent, agent.stripeOf(payment), isEnough)) ?? wholeOf(agent.id, { agents });
}

/** The agent with all of the float, locked. */
export async function wholeOf(agentId: number, { agents }: Pick<LendingPorts, 'agents'>): Promise<Agent> {
  const agent = await agents.lock(agentId);
  if (!agent) throw new Error(`Agent ${agentId} is gone.`);
  return agent;
}
