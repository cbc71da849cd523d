import Type from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { floatTopUpLifecycle } from '#core/lending/float-top-up/lifecycle.ts';
import { floatTopUpSteps } from '#core/lending/use-cases/agents/paybill-top-ups.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import { listRoute } from '../lists/list-route.ts';
import { type Ids } from '../records.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../resource.ts';
import { stepBody, takeStep } from '../step-members.ts';
import { route } from '../route.ts';
import { anyId, cents, instant, nullable, object, onePath, positiveCents } from '../shapes.ts';
import { AgentPath } from './agents.ts';
import { evidenceBody, EvidenceSchema } from './evidence.ts';
import { PROPOSED } from './proposals.ts';

export const FloatTopUpSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    agent_id: Type.String({ description: 'The number of the agent whose float it becomes.' }),
    amount: cents('What is to be moved, minor units.'),
    moved: nullable(cents('What was moved, minor units; null until the provider has confirmed it.')),
    state: Type.Enum([...floatTopUpLifecycle.states], {
      description: 'It is float once it is confirmed, and not before.',
    }),
    provider_ref: nullable(Type.String({ description: 'The provider’s name for it.' })),
    receipt_no: nullable(Type.String({ description: 'The provider’s receipt.' })),
    charge: nullable(cents('What the provider charged for it, minor units.')),
    failure: nullable(
      object(
        {
          code: Type.String(),
          message: Type.String(),
          provider_code: nullable(Type.String({ description: 'The provider’s own code.' })),
        },
        { description: 'Why it failed, or why people have to settle it.' },
      ),
    ),
    evidence: EvidenceSchema,
    sent_at: nullable(instant('When it may have left.')),
    settled_at: nullable(instant('When it was moved, failed or was called off.')),
    available_actions: actionList(floatTopUpLifecycle.personal),
    version: Type.Integer({ description: 'Also the ETag: "v7".' }),
    created_at: instant('When it was agreed.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'FloatTopUp' },
);

function topUpBody(topUp: View<'floatTopUps'>, ids: Ids) {
  return {
    id: ids(topUp),
    uuid: topUp.uuid,
    agent_id: topUp.agentNo,
    amount: topUp.amount,
    moved: topUp.moved,
    state: topUp.state,
    provider_ref: topUp.providerRef,
    receipt_no: topUp.receiptNo,
    charge: topUp.charge,
    failure:
      topUp.failureCode === null
        ? null
        : { code: topUp.failureCode, message: topUp.failureMessage ?? '', provider_code: topUp.providerCode },
    evidence: evidenceBody(topUp.evidence),
    sent_at: topUp.sentAt,
    settled_at: topUp.settledAt,
    available_actions: availableActions(floatTopUpLifecycle, topUp.state),
    version: topUp.version,
    created_at: topUp.createdAt,
    updated_at: topUp.updatedAt,
  };
}

export const topUps: Resource<View<'floatTopUps'>> = {
  noun: 'float_top_up',
  one: (views) => views.floatTopUps.one,
  body: topUpBody,
  address: (view, ids) => `/api/v1/float_top_ups/${ids(view)}`,
};

const theTopUp = subjectOf(topUps);

const topUpTable = { steps: floatTopUpSteps, cycle: floatTopUpLifecycle };

/** Money of the paybill that becomes float of agents, by payments that the provider is sent. */
export const floatTopUpRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/agents/{agent_id}/float/top_ups',
    surface: 'lending',
    operation: 'createFloatTopUp',
    summary: 'Move money of the paybill to the float of an agent',
    description:
      'The provider is sent a payment from the account into which the paybill collects to the one from which people are ' +
      'paid. It is float once the provider has confirmed it. An agent has one on its way at a time. What was moved on the ' +
      'provider’s portal is booked by an operator instead.',
    tag: 'Agents',
    scope: 'disbursements:write',
    bucket: 'B.money',
    params: AgentPath,
    body: object({ amount: positiveCents('Minor units; whole shillings.') }),
    example: { amount: 5_000_000 },
    reply: { status: 201, schema: FloatTopUpSchema, describe: 'The top-up, which is sent within seconds.' },
    alsoReplies: [PROPOSED],
    refusals: ['not_found', 'top_up_under_way', 'already_proposed'],
    handle: async (app, { caller, ids, params, body, request }) =>
      app.lending.topUpFromPaybill(request(presented(topUps, { caller, ids }, 201)), {
        agentNo: params.agent_id,
        amount: BigInt(body.amount),
      }),
  }),
  listRoute({
    path: '/api/v1/float_top_ups',
    surface: 'lending',
    operation: 'listFloatTopUps',
    summary: 'Top-ups of the float from the paybill, newest first',
    description: 'filter[state]=review is what people have to settle.',
    tag: 'Agents',
    scope: 'disbursements:read',
    bucket: 'B.read',
    list: lists.floatTopUps,
    schema: FloatTopUpSchema,
    read: (views, query) => views.floatTopUps.list(query),
    show: topUpBody,
  }),
  oneRoute(topUps, {
    path: '/api/v1/float_top_ups/{id}',
    surface: 'lending',
    operation: 'getFloatTopUp',
    summary: 'One top-up',
    tag: 'Agents',
    scope: 'disbursements:read',
    bucket: 'B.read',
    schema: FloatTopUpSchema,
    describe: 'The top-up.',
    named: 'float_top_up',
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/float_top_ups/{id}',
    surface: 'lending',
    operation: 'changeFloatTopUp',
    summary: 'Call a top-up off, settle it, or book that it was reversed',
    description:
      'cancel works until it is sent. settle says what became of one in review, with evidence: it always takes two ' +
      'people. reverse books that the provider moved the money back, whole.',
    tag: 'Agents',
    scope: 'disbursements:write',
    bucket: 'B.money',
    params: onePath('float_top_up'),
    subject: theTopUp,
    body: stepBody(topUpTable),
    example: { action: 'cancel', reason: 'The agent has float enough.' },
    reply: { status: 200, schema: FloatTopUpSchema, describe: 'The top-up after the step.' },
    alsoReplies: [PROPOSED],
    refusals: [
      'invalid_state_transition',
      'insufficient_balance',
      'duplicate_payment_reference',
      'payment_time_out_of_range',
      'already_proposed',
    ],
    handle: async (app, { caller, ids, body, version, subjectId, request }) =>
      takeStep(topUpTable, body, {
        app,
        caller,
        bound: app.lending,
        on: { floatTopUpId: await subjectId(), version },
        request: request(presented(topUps, { caller, ids }, 200)),
      }),
  }),
];
