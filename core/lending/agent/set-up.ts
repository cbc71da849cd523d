import { event, type DomainEvent } from '../../kernel/event.ts';
import type { Agent } from './agent.ts';

/** How a float was set up, for who looks back: what it was, and what it is. Nothing happened where it is as it was. */

/** A branch has one more to pay from. */
export function appointed(agent: Agent): DomainEvent {
  const { agentNo, name, branchId, provider } = agent;
  return event('agent.appointed', 'agent', agent, { agent_id: agentNo, name, branch_id: branchId, provider });
}

/** @param before into how many stripes it was split */
export function splitFrom(before: number, agent: Agent): DomainEvent[] {
  if (agent.stripes === before) return [];
  return [
    event('float.split', 'agent', agent, { agent_id: agent.agentNo, stripes: agent.stripes, stripes_before: before }),
  ];
}

/** @param before the limits that it had */
export function limitedFrom(before: Pick<Agent, 'lowFloat' | 'dailyLimit'>, agent: Agent): DomainEvent[] {
  const { agentNo, lowFloat, dailyLimit } = agent;
  if (lowFloat === before.lowFloat && dailyLimit === before.dailyLimit) return [];
  return [
    event('float.limited', 'agent', agent, {
      agent_id: agentNo,
      low_float: lowFloat,
      low_float_before: before.lowFloat,
      daily_limit: dailyLimit,
      daily_limit_before: before.dailyLimit,
    }),
  ];
}
