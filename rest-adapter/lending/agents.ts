import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { View, Views } from '#platform/app/views.ts';
import { FLOAT_MOVEMENTS } from '#core/lending/agent/float-movement.ts';
import { PROVIDER_NAMES } from '#core/payments/channels.ts';
import { lists } from '#platform/app/lists.ts';
import { listRoute } from '../lists/list-route.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { route } from '../route.ts';
import { anyId, cents, date, instant, nullable, object, positiveCents, text } from '../shapes.ts';
import { readDate } from './terms/read.ts';

const AgentFloatSchema = object(
  {
    agent_id: Type.String({ description: 'AG- and digits.' }),
    name: Type.String(),
    float_at: Type.Enum([...PROVIDER_NAMES], { description: 'The provider in whose account the float lies.' }),
    float: cents('What the provider holds for the agent by our books, minor units.'),
    held: cents('What of it is promised to disbursements that have not left yet.'),
    available_float: cents('What may still be promised: float less held.'),
    in_transit: cents('What has left and is not settled yet.'),
    low_float: nullable(cents('Below this much of available float the event float.low is sent; null: it is not.')),
    daily_limit: nullable(cents('What may be paid out from it in a business day; null: no more than there is.')),
    is_low: Type.Boolean({ description: 'Available float lies below low_float.' }),
    provider: nullable(
      object(
        {
          balance: cents('What the provider says it holds to pay from, for all agents and apps together, minor units.'),
          as_of: instant('When it said so.'),
          difference: cents('Its balance less what the books said then: to be explained by what is in transit.'),
        },
        { description: 'Null where no provider of mobile money was called yet.' },
      ),
    ),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    updated_at: instant('When the float last changed.'),
  },
  { $id: 'AgentFloat' },
);

const FloatStatementSchema = object(
  {
    agent_id: Type.String({ description: 'AG- and digits.' }),
    on: date('The business day.'),
    opening: cents('By the books, minor units.'),
    in: cents('What came in.'),
    out: cents('What went out.'),
    closing: cents('By the books, as far as the day has come.'),
    movements: Type.Array(
      object({
        kind: Type.Enum([...FLOAT_MOVEMENTS], {
          description: 'returned: a payment failed or came back. transferred: from or to another agent.',
        }),
        count: Type.Integer({ minimum: 1, description: 'How many.' }),
        in: cents('Minor units.'),
        out: cents('Minor units.'),
      }),
      { description: 'The day by what happened.', maxItems: FLOAT_MOVEMENTS.length },
    ),
  },
  { $id: 'AgentFloatStatement' },
);

const AGENT_NO = '^AG-[0-9]{1,15}$';
/** The path of what is an agent's. */
export const AgentPath = object({
  agent_id: Type.String({ pattern: AGENT_NO, description: 'The agent’s number.', examples: ['AG-000001'] }),
});

function floatBody(agent: View<'agents', 'float'>) {
  return {
    agent_id: agent.agentNo,
    name: agent.name,
    float_at: agent.provider,
    float: agent.float,
    held: agent.held,
    available_float: agent.available,
    in_transit: agent.inTransit,
    low_float: agent.lowFloat,
    daily_limit: agent.dailyLimit,
    is_low: agent.lowFloat !== null && agent.available < agent.lowFloat,
    provider: agent.atProvider && {
      balance: agent.atProvider.balance,
      as_of: agent.atProvider.asOf,
      difference: agent.atProvider.difference,
    },
    version: agent.version,
    updated_at: agent.updatedAt,
  };
}

function presentFloat() {
  return async ({ agentNo }: { agentNo: string }, views: Views) => {
    const agent = await views.agents.float(agentNo);
    if (!agent) throw new Error(`Agent ${agentNo} is gone in its own transaction.`);
    return recordResponse(200, agent, floatBody(agent));
  };
}

const AgentSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    agent_id: Type.String({
      description: 'AG- and digits; agent_id of disbursements and addresses.',
      examples: ['AG-000001'],
    }),
    name: Type.String({ examples: ['Nairobi till'] }),
    branch_id: anyId('The branch that the agent pays for.'),
    available_float: cents('What may still be promised to disbursements, minor units.'),
    version: Type.Integer({
      description:
        'Of the float, too: its ETag is "v7". Where a float lies in stripes, a payment from one of them is no new version.',
    }),
  },
  { $id: 'Agent' },
);

/** The float that disbursements are paid from. */
export const agentRoutes = [
  listRoute({
    path: '/api/v1/agents',
    surface: 'lending',
    operation: 'listAgents',
    summary: 'The agents whose float pays, in the order in which they were appointed',
    tag: 'Agents',
    scope: 'disbursements:read',
    bucket: 'B.read',
    list: lists.agents,
    schema: AgentSchema,
    read: async (views, query) => {
      const page = await views.agents.list(query);
      const branches = new Map((await views.branches.all()).map((branch) => [branch.id, branch]));
      return { ...page, rows: page.rows.map((agent) => ({ agent, branch: branches.get(agent.branchId) })) };
    },
    show: ({ agent, branch }, ids) => ({
      id: ids(agent),
      uuid: agent.uuid,
      agent_id: agent.agentNo,
      name: agent.name,
      branch_id: branch ? ids(branch) : agent.branchId,
      available_float: agent.available,
      version: agent.version,
    }),
  }),
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
      if (!agent) throw noAgent(params.agent_id);
      return showRecord(agent, floatBody(agent));
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/agents/{agent_id}/float',
    surface: 'lending',
    operation: 'changeAgentFloat',
    summary: 'Say when the float of an agent is low, and what may be paid from it in a day',
    tag: 'Agents',
    scope: 'disbursements:write',
    bucket: 'B.write',
    params: AgentPath,
    body: object(
      {
        low_float: Type.Optional(
          nullable(positiveCents('Below this much of available float, minor units, float.low is sent; null: never.')),
        ),
        daily_limit: Type.Optional(
          nullable(positiveCents('What may be paid out from it in a business day, minor units; null: no limit.')),
        ),
      },
      { minProperties: 1 },
    ),
    example: { low_float: 5_000_000, daily_limit: 100_000_000 },
    reply: { status: 200, schema: AgentFloatSchema, describe: 'The float with its limits.' },
    refusals: ['not_found'],
    handle: async (app, { params, body, version, request }) =>
      app.lending.limitFloat(request(presentFloat()), {
        agentNo: params.agent_id,
        lowFloat: amountOrNone(body.low_float),
        dailyLimit: amountOrNone(body.daily_limit),
        version,
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/agents/{agent_id}/float/transfers',
    surface: 'lending',
    operation: 'transferAgentFloat',
    summary: 'Hand float to another agent',
    description:
      'The provider holds the float of all agents in one account, so that nothing is sent. What is held for ' +
      'disbursements can’t be handed on.',
    tag: 'Agents',
    scope: 'disbursements:write',
    bucket: 'B.money',
    params: AgentPath,
    body: object({
      to_agent_id: Type.String({ pattern: AGENT_NO, description: 'Who gets it.', examples: ['AG-000002'] }),
      amount: positiveCents('Minor units.'),
      reason: text('Why, in a sentence that an auditor understands.', 200),
    }),
    example: { to_agent_id: 'AG-000002', amount: 5_000_000, reason: 'Market day in Nakuru' },
    reply: { status: 200, schema: AgentFloatSchema, describe: 'The float of the agent who gave it.' },
    refusals: ['not_found', 'insufficient_balance', 'unknown_reference'],
    handle: async (app, { params, body, request }) =>
      app.lending.transferFloat(request(presentFloat()), {
        agentNo: params.agent_id,
        toAgentNo: body.to_agent_id,
        amount: BigInt(body.amount),
        reason: body.reason,
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/agents/{agent_id}/float/statement',
    surface: 'lending',
    operation: 'getAgentFloatStatement',
    summary: 'A day of an agent’s float',
    description: 'By the books: opening + in - out = closing.',
    tag: 'Agents',
    scope: 'disbursements:read',
    bucket: 'B.read',
    params: AgentPath,
    query: object({ on: Type.Optional(date('The business day; today by default.')) }),
    reply: { status: 200, schema: FloatStatementSchema, describe: 'The day.' },
    refusals: ['not_found', 'validation_failed'],
    handle: async (app, { caller, params, query }) => {
      const on = query.on === undefined ? undefined : readDate('on', query.on);
      const statement = await app.read(caller, (views) => views.agents.statement(params.agent_id, on));
      if (!statement) throw noAgent(params.agent_id);
      const { agent, movements, opening, closing } = statement;
      return {
        body: {
          agent_id: agent.agentNo,
          on: statement.on,
          opening,
          in: movements.reduce((sum, each) => sum + each.in, 0n),
          out: movements.reduce((sum, each) => sum + each.out, 0n),
          closing,
          movements,
        },
      };
    },
  }),
];

const amountOrNone = (amount: number | null | undefined) => (amount == null ? amount : BigInt(amount));

function noAgent(agentNo: string) {
  return refuse(kernelRefusals.not_found, `There is no agent ${agentNo}.`, { resource: 'agent', id: agentNo });
}
