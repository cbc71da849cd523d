import Type from 'typebox';
import { PROPOSED_COMMANDS } from '#core/approvals/commands.ts';
import { proposalLifecycle } from '#core/approvals/proposal/lifecycle.ts';
import { proposalSteps } from '#core/approvals/use-cases/proposals.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { shownInput } from '#platform/app/compose/stored-input.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { type Ids } from '../records.ts';
import { stepBody, takeStep } from '../step-members.ts';
import { route } from '../route.ts';
import { anyId, instant, nullable, object, onePath } from '../shapes.ts';

export const ProposalSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    command: Type.Enum([...PROPOSED_COMMANDS], { description: 'What is carried out once it is approved.' }),
    input: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'What it takes, but for ids: amounts in minor units, times and days as text.',
      },
    ),
    subject: object(
      {
        type: Type.String({ description: 'repayment, loan, savings_account, …' }),
        id: anyId('Its id.'),
        uuid: Type.String({ format: 'uuid' }),
      },
      { description: 'The record that it changes.' },
    ),
    rule: Type.String({ description: 'Why it takes two people.' }),
    reason: nullable(Type.String({ description: 'Why it should be carried out.' })),
    evidence: Type.Array(
      object({
        text: Type.String({ description: 'What was seen.' }),
        by: Type.String({ description: 'Who has seen it.' }),
        at: instant('When it was added.'),
      }),
      { description: 'What people have seen.' },
    ),
    state: Type.Enum([...proposalLifecycle.states]),
    proposed_by: Type.String({ description: 'The client or operator who proposed it.' }),
    expires_at: instant('After this it can’t be approved.'),
    decided_by: nullable(Type.String({ description: 'The client that decided.' })),
    decided_at: nullable(instant('When it was decided, or its time ran out.')),
    decision_reason: nullable(Type.String({ description: 'Why it was rejected or withdrawn, or what refused it.' })),
    available_actions: actionList(proposalLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was proposed.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Proposal' },
);

/** What a row says beside its own reply, where its command may take two people. */
export const PROPOSED = {
  status: 202,
  describe: 'It takes two people: nothing is done until another person approves the proposal.',
  schema: ProposalSchema,
} as const;

function proposalBody(proposal: View<'proposals'>, ids: Ids) {
  return {
    id: ids(proposal),
    uuid: proposal.uuid,
    command: proposal.command,
    input: shownInput(proposal.input),
    subject: {
      type: proposal.subjectType,
      id: ids({ id: proposal.subjectId, uuid: proposal.subjectUuid }),
      uuid: proposal.subjectUuid,
    },
    rule: proposal.rule,
    reason: proposal.reason,
    evidence: proposal.evidence.map((each) => ({ ...each, at: Temporal.Instant.from(each.at) })),
    state: proposal.state,
    proposed_by: proposal.proposedBy,
    expires_at: proposal.expiresAt,
    decided_by: proposal.decidedBy,
    decided_at: proposal.decidedAt,
    decision_reason: proposal.decisionReason,
    available_actions: availableActions(proposalLifecycle, proposal.state),
    version: proposal.version,
    created_at: proposal.createdAt,
    updated_at: proposal.updatedAt,
  };
}

export const proposals: Resource<View<'proposals'>> = {
  noun: 'proposal',
  one: (views) => views.proposals.one,
  body: proposalBody,
  address: (view, ids) => `/api/v1/proposals/${ids(view)}`,
};

const theProposal = subjectOf(proposals);

const proposalTable = { steps: proposalSteps, cycle: proposalLifecycle };

/** What waits for a second person. */
export const proposalRoutes = [
  listRoute({
    path: '/api/v1/proposals',
    surface: 'lending',
    operation: 'listProposals',
    summary: 'What waits for a second person, or has waited, newest first',
    description: 'filter[state]=proposed is the work list of those who approve.',
    tag: 'Approvals',
    scope: 'approvals:read',
    bucket: 'B.read',
    list: lists.proposals,
    schema: ProposalSchema,
    read: (views, query) => views.proposals.list(query),
    show: proposalBody,
  }),
  oneRoute(proposals, {
    path: '/api/v1/proposals/{id}',
    surface: 'lending',
    operation: 'getProposal',
    summary: 'One proposal',
    tag: 'Approvals',
    scope: 'approvals:read',
    bucket: 'B.read',
    schema: ProposalSchema,
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/proposals/{id}',
    surface: 'lending',
    operation: 'decideProposal',
    summary: 'Decide on a proposal',
    description:
      'approve carries the command out as it was proposed: it takes another person than the one who proposed, and the ' +
      'scope of the command. Where the record refuses the command by now, the reply is that refusal, and the proposal ' +
      'is closed as failed. Only the person who proposed withdraws.',
    tag: 'Approvals',
    scope: 'approvals:write',
    bucket: 'B.money',
    params: onePath('proposal'),
    subject: theProposal,
    body: stepBody(proposalTable),
    example: { action: 'approve' },
    reply: { status: 200, schema: ProposalSchema, describe: 'The proposal after the step.' },
    refusals: [
      'invalid_state_transition',
      'four_eyes_required',
      'approval_needs_client',
      'responsible_person_missing',
      'proposal_expired',
      'payment_not_as_proposed',
      'distribution_not_as_proposed',
      'insufficient_scope',
    ],
    handle: async (app, { caller, ids, body, version, subjectId, request }) =>
      takeStep(proposalTable, body, {
        app,
        caller,
        bound: app.approvals,
        on: { proposalId: await subjectId(), version },
        request: request(presented(proposals, { caller, ids }, 200)),
      }),
  }),
];
