import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/compose.ts';
import type { TenantTransaction } from '#platform/persistence/database.ts';
import type { FloatView } from '#platform/views/agents.ts';
import { recordAnswer, showRecord } from '../answers.ts';
import { route } from '../route.ts';
import { cents, instant, nullable, object, positiveCents } from '../shapes.ts';

const AgentFloatSchema = object(
  {
    agent_id: Type.String({ description: 'AG- and digits.' }),
    name: Type.String(),
    float: cents('What the provider holds for the agent by our books, minor units.'),
    held: cents('What of it is promised to disbursements that have not left yet.'),
    available_float: cents('What may still be promised: float less held.'),
    in_transit: cents('What has left and is not settled yet.'),
    low_float: nullable(cents('Below this much of available float the event float.low is sent; null: it is not.')),
    is_low: Type.Boolean({ description: 'Available float lies below low_float.' }),
    provider: nullable(
      object(
        {
          balance: cents('What the provider says it holds to pay from, for all agents and apps together, minor units.'),
          as_of: instant('When it said so.'),
          difference: cents('Its balance less what the books said then: to be explained by what is in transit.'),
        },
        { description: 'Null where no provider of mobile money was asked yet.' },
      ),
    ),
    version: Type.Integer({ description: 'Also the ETag: "v7".' }),
    updated_at: instant('When the float last changed.'),
  },
  { $id: 'AgentFloat' },
);

const AgentPath = object({
  agent_id: Type.String({ pattern: '^AG-[0-9]{1,15}$', description: 'The agent’s number.', examples: ['AG-000001'] }),
});

function floatBody(agent: FloatView) {
  return {
    agent_id: agent.agentNo,
    name: agent.name,
    float: agent.float,
    held: agent.held,
    available_float: agent.available,
    in_transit: agent.inTransit,
    low_float: agent.lowFloat,
    is_low: agent.lowFloat !== null && agent.available < agent.lowFloat,
    provider: agent.provider && {
      balance: agent.provider.balance,
      as_of: agent.provider.asOf,
      difference: agent.provider.difference,
    },
    version: agent.version,
    updated_at: agent.updatedAt,
  };
}

function presentFloat(app: App, caller: Caller) {
  return async ({ agentNo }: { agentNo: string }, tx: TenantTransaction) => {
    const agent = await (await app.viewsIn(caller, tx)).agents.float(agentNo);
    if (!agent) throw new Error(`Agent ${agentNo} is gone in its own transaction.`);
    return recordAnswer(200, agent, floatBody(agent));
  };
}

/** The float that disbursements are paid from. */
export const agentRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/agents/{agent_id}/float',
    surface: 'lending',
    operation: 'getAgentFloat',
    summary: 'The float of an agent',
    tag: 'Agents',
    scope: 'disbursements:read',
    bucket: 'B.read',
    params: AgentPath,
    reply: { status: 200, schema: AgentFloatSchema, describe: 'The float as it stands.' },
    refusals: ['not_found'],
    handle: async (app, { caller, params }) => {
      const agent = await app.read(caller, (views) => views.agents.float(params.agent_id));
      if (!agent) {
        throw refuse(kernelRefusals.not_found, `There is no agent ${params.agent_id}.`, {
          resource: 'agent',
          id: params.agent_id,
        });
      }
      return showRecord(agent, floatBody(agent));
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/agents/{agent_id}/float',
    surface: 'lending',
    operation: 'changeAgentFloat',
    summary: 'Say when the float of an agent is low',
    tag: 'Agents',
    scope: 'disbursements:write',
    bucket: 'B.write',
    params: AgentPath,
    body: object({
      low_float: nullable(
        positiveCents('Below this much of available float, minor units, float.low is sent; null: never.'),
      ),
    }),
    example: { low_float: 5_000_000 },
    reply: { status: 200, schema: AgentFloatSchema, describe: 'The float with its threshold.' },
    refusals: ['not_found'],
    handle: async (app, { caller, params, body, version, asked }) =>
      app.lending.warnOfLowFloat(asked(presentFloat(app, caller)), {
        agentNo: params.agent_id,
        lowFloat: body.low_float === null ? null : BigInt(body.low_float),
        version,
      }),
  }),
];
