import { refuse } from '../../kernel/domain-error.ts';
import type { Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { Agent } from '../agent/agent.ts';
import type { LendingWorld } from '../ports.ts';

/**
 * Sets the float below which somebody is told (event float.low), in minor units; null: nobody is.
 * @throws DomainError not_found, validation_failed (invalid), precondition_failed
 */
export async function warnOfLowFloat(
  command: { readonly agentNo: string; readonly lowFloat: Cents | null; readonly version?: number | undefined },
  world: Pick<LendingWorld, 'agents'>,
): Promise<Outcome<Agent>> {
  const agent = await world.agents.lockByNumber(command.agentNo);
  if (!agent) {
    throw refuse(kernelRefusals.not_found, `There is no agent ${command.agentNo}.`, {
      resource: 'agent',
      id: command.agentNo,
    });
  }
  requireVersion(agent, command.version);
  agent.warnBelow(command.lowFloat);
  return outcome(agent);
}
