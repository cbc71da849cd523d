import Type from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import { floatTopUpLifecycle } from '#core/lending/float-top-up/lifecycle.ts';
import { floatTopUpSteps } from '#core/lending/use-cases/agents/paybill-top-ups.ts';
import { lists } from '#platform/app/lists.ts';
import type { View, Views } from '#platform/app/views.ts';
import { actionBody, actionList } from '../action-body.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, refuseBesideAction, requireMembers, subjectAt, type Ids } from '../records.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { route } from '../route.ts';
import { anyId, cents, instant, nullable, object, onePath, positiveCents, readInstant, text } from '../shapes.ts';
import { AgentPath } from './agents.ts';
import { evidenceBody, EvidenceSchema } from './evidence.ts';
import { PROPOSED } from './proposals.ts';

const FloatTopUpSchema = object(
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

const theTopUp = subjectAt('float_top_up', (views) => views.floatTopUps.one);

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

function presentTopUp(ids: Ids, status: 200 | 201) {
  return async ({ uuid }: { readonly uuid: string }, views: Views) => {
    const topUp = await views.floatTopUps.one(uuid);
    if (!topUp) throw new Error(`The top-up ${uuid} is gone in its own transaction.`);
    const location = status === 201 ? `/api/v1/float_top_ups/${ids(topUp)}` : undefined;
    return recordResponse(status, topUp, topUpBody(topUp, ids), location);
  };
}

/** What each action needs, and what it may have beside. */
const FIELDS = {
  cancel: { needs: ['reason'], takes: [] },
  settle: { needs: ['outcome', 'evidence'], takes: ['receipt_no', 'paid_at', 'amount'] },
  reverse: { needs: ['reversal_receipt_no', 'reason'], takes: [] },
} as const satisfies {
  readonly [Action in keyof typeof floatTopUpSteps]: { needs: readonly string[]; takes: readonly string[] };
};

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
    handle: async (app, { ids, params, body, request }) =>
      app.lending.topUpFromPaybill(request(presentTopUp(ids, 201)), {
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
  route({
    method: 'GET',
    path: '/api/v1/float_top_ups/{id}',
    surface: 'lending',
    operation: 'getFloatTopUp',
    summary: 'One top-up',
    tag: 'Agents',
    scope: 'disbursements:read',
    bucket: 'B.read',
    params: onePath('float_top_up'),
    subject: theTopUp,
    reply: { status: 200, schema: FloatTopUpSchema, describe: 'The top-up.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const topUp = await app.read(caller, (views) => found('float_top_up', params.id, views.floatTopUps.one));
      return showRecord(topUp, topUpBody(topUp, ids));
    },
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
    body: actionBody(
      object({
        action: Type.Enum(actionsOf(floatTopUpSteps), { description: 'The step to take.' }),
        reason: Type.Optional(text('cancel, reverse: why, in a sentence that an auditor understands.', 500)),
        outcome: Type.Optional(Type.Enum(['paid', 'not_paid'], { description: 'settle: what became of it.' })),
        evidence: Type.Optional(text('settle: where it is seen, such as a line of the provider’s statement.', 500)),
        receipt_no: Type.Optional(nullable(text('settle: the provider’s receipt, where it was moved.', 64))),
        paid_at: Type.Optional(nullable(instant('settle: when it was moved; now by default.'))),
        amount: Type.Optional(positiveCents('settle: what was moved, where it is another amount. Minor units.')),
        reversal_receipt_no: Type.Optional(text('reverse: the provider’s receipt of the reversal.', 64)),
      }),
      FIELDS,
    ),
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
    handle: async (app, { ids, body, version, subjectId, request }) => {
      const { needs, takes } = FIELDS[body.action];
      refuseBesideAction(Object.keys(body), ['action', ...needs, ...takes]);
      requireMembers(body.action, body, needs);
      const on = { floatTopUpId: await subjectId(), version };
      const reason = body.reason ?? null;
      const present = request(presentTopUp(ids, 200));
      switch (body.action) {
        case 'cancel':
          return app.lending.cancelFloatTopUp(present, { ...on, reason });
        case 'reverse':
          return app.lending.reverseFloatTopUp(present, { ...on, reason, reference: body.reversal_receipt_no ?? '' });
        case 'settle':
          return app.lending.settleFloatTopUp(present, {
            ...on,
            outcome: body.outcome ?? 'not_paid',
            evidence: body.evidence ?? null,
            receiptNo: body.receipt_no ?? null,
            paidAt: body.paid_at == null ? null : readInstant('paid_at', body.paid_at),
            amount: body.amount === undefined ? null : BigInt(body.amount),
          });
      }
    },
  }),
];
