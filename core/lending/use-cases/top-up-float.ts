import { refuse } from '../../kernel/domain-error.ts';
import type { Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { Agent } from '../agent/agent.ts';
import type { LendingWorld } from '../ports.ts';

/** Float of an agent grows by money that came from the bank; `amount` in minor units. @throws DomainError not_found */
export async function topUpFloat(
  command: { readonly agentNo: string; readonly amount: Cents; readonly reference: string },
  world: Pick<LendingWorld, 'agents'>,
): Promise<Outcome<Agent>> {
  const agent = await world.agents.lockByNumber(command.agentNo);
  if (!agent) {
    throw refuse(kernelRefusals.not_found, `There is no agent ${command.agentNo}.`, {
      resource: 'agent',
      id: command.agentNo,
    });
  }
  return outcome(agent, agent.topUp(command.amount, command.reference));
}
