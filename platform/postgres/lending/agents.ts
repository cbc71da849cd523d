import { Agent } from '#core/lending/agent/agent.ts';
import { FloatStripe } from '#core/lending/agent/float-stripe.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import type { TenantTransaction } from '../database.ts';
import { rowsChanged } from '../identity-map.ts';

const BY_NUMBER = 'agent_no = $1';
// The condition of a row that is locked is looked at again once the lock is there; one that others split is not another agent's.
const OF_BRANCH = 'id = (select id from agent where branch_id = $1 and provider = $2 order by id limit 1)';

/** What is looked at before a stripe is locked, and at the agent once it is. */
const LOOK = 'select float::text as float, held::text as held from agent_stripe where agent_id = $1 and number = $2';
const VERSION = 'select version from agent where id = $1';

/** How often the command has begun, from 1. */
export type Attempted = { readonly attempt: number };

/**
 * The agents whose float pays. Who needs one stripe locks that one alone; who needs the whole locks the agent, and all
 * stripes behind it in the order of their numbers. No transaction that has a stripe waits for an agent: where the stripe is
 * not enough once it is locked, the command begins again, and locks the whole then.
 */
export function agentsIn(tx: TenantTransaction, { attempt }: Attempted): LendingPorts['agents'] {
  const agents = tx.of(Agent);
  const stripes = tx.of(FloatStripe);
  const stripesOf = ({ id }: Agent) => stripes.lockAll('agent_id = $1 order by number', [id]);
  const whole = async (agent: Agent | null) =>
    agent && agent.stripes > 1 ? agent.withStripes(await stripesOf(agent)) : agent;
  const lock = async (condition: string, params: readonly unknown[]) =>
    whole(await agents.lockFirst(condition, params));
  const toPay = async (condition: string, params: readonly unknown[]) =>
    attempt > 1
      ? lock(condition, params)
      : ((await agents.lockFirst(`${condition} and stripes = 1`, params)) ?? agents.first(condition, params));

  return {
    lock: async (id) => whole(await agents.lock(id)),
    lockByNumber: (agentNo) => lock(BY_NUMBER, [agentNo]),
    toPay: (id) => toPay('id = $1', [id]),
    toPayByNumber: (agentNo) => toPay(BY_NUMBER, [agentNo]),
    toPayForBranch: (branchId, provider) => toPay(OF_BRANCH, [branchId, provider]),
    lockStripe: async (agent, number, isEnough) => {
      const [seen] = await tx.sql<{ float: string; held: string }>(LOOK, [agent.id, number], 'once');
      if (!seen || !isEnough({ float: BigInt(seen.float), held: BigInt(seen.held) })) return null;
      const [stripe, [now]] = await Promise.all([
        stripes.lockFirst('agent_id = $1 and number = $2', [agent.id, number]),
        tx.sql<{ version: number }>(VERSION, [agent.id], 'once'),
      ]);
      if (!stripe || now?.version !== agent.version || !isEnough(stripe)) throw rowsChanged('agent_stripe', [agent.id]);
      return stripe;
    },
    lockToSplit: async (agentNo) => {
      const agent = await agents.lockFirst(BY_NUMBER, [agentNo]);
      return agent && agent.withStripes(await stripesOf(agent));
    },
    addStripes: (added) => stripes.add(...added),
  };
}
