import Type from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { lossProposalLifecycle } from '#core/lending/loss-proposal/lifecycle.ts';
import { LOSSES } from '#core/lending/loss-proposal/loss-proposal.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import { lossProposalSteps } from '#core/lending/use-cases/servicing/propose-loss.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { View, Views } from '#platform/app/views.ts';
import { recordResponse } from '../responses.ts';
import { found, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { anyId, instant, nullable, object, onePath, pathId, text } from '../shapes.ts';
import { theLoan } from './loans.ts';

const LossProposalSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    loan_id: anyId('The loan.'),
    loss: Type.Enum([...LOSSES], { description: 'What is proposed.' }),
    state: Type.Enum([...lossProposalLifecycle.states]),
    reason: Type.String({ description: 'Why the loss should be taken.' }),
    proposed_by: Type.String({ description: 'The client that proposed it.' }),
    decided_by: nullable(Type.String({ description: 'The client that decided.' })),
    decision_reason: nullable(Type.String({ description: 'Why it was rejected or withdrawn.' })),
    available_actions: Type.Array(Type.String(), { description: 'Actions that PATCH takes in this state.' }),
    version: Type.Integer({ description: 'Also the ETag: "v7".' }),
    created_at: instant('When it was proposed.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'LossProposal' },
);

function proposalBody(proposal: View<'lossProposals'>, ids: Ids) {
  return {
    id: ids(proposal),
    uuid: proposal.uuid,
    loan_id: ids({ id: proposal.loanId, uuid: proposal.loanUuid }),
    loss: proposal.loss,
    state: proposal.state,
    reason: proposal.reason,
    proposed_by: proposal.proposedBy,
    decided_by: proposal.decidedBy,
    decision_reason: proposal.decisionReason,
    available_actions: availableActions(lossProposalLifecycle, proposal.state),
    version: proposal.version,
    created_at: proposal.createdAt,
    updated_at: proposal.updatedAt,
  };
}

const present =
  (app: App, caller: Caller, ids: Ids, status: 200 | 201) =>
  async ({ uuid }: { uuid: string }, views: Views) => {
    const proposal = await views.lossProposals.one(uuid);
    if (!proposal) throw new Error(`Proposal ${uuid} is gone in its own transaction.`);
    return recordResponse(status, proposal, proposalBody(proposal, ids));
  };

const refusals = ['invalid_state_transition', 'loan_charged_off', 'arrears_below_floor'];

export const lossProposalRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/loans/{id}/loss_proposals',
    surface: 'lending',
    operation: 'proposeLoss',
    summary: 'Propose that the loss of a loan is taken',
    description:
      'Where the institution wants four eyes, a charge-off or write-off is proposed by one client and approved by ' +
      'another. Nothing of the loan changes until then.',
    tag: 'Loans',
    scope: 'loans:write',
    bucket: 'B.write',
    params: onePath('loan'),
    subject: theLoan,
    body: object({
      loss: Type.Enum([...LOSSES], { description: 'What is proposed.' }),
      reason: text('Why, in a sentence that an auditor understands.', 500),
    }),
    example: { loss: 'write_off', reason: 'The borrower can’t be found.' },
    reply: { status: 201, schema: LossProposalSchema, describe: 'The proposal.' },
    refusals: [...refusals, 'loss_already_proposed'],
    handle: async (app, { caller, ids, body, version, subjectId, request }) =>
      app.lending.proposeLoss(request(present(app, caller, ids, 201)), {
        loanId: await subjectId(),
        version,
        loss: body.loss,
        reason: body.reason,
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/loans/{id}/loss_proposals',
    surface: 'lending',
    operation: 'listLossProposals',
    summary: 'The proposals to take the loss of a loan, newest first',
    tag: 'Loans',
    scope: 'loans:read',
    bucket: 'B.read',
    params: onePath('loan'),
    subject: theLoan,
    reply: {
      status: 200,
      schema: object({ loan_id: anyId('The loan.'), data: Type.Array(LossProposalSchema) }, { $id: 'LossProposals' }),
      describe: 'The last hundred.',
    },
    refusals: [],
    handle: async (app, { caller, params, ids }) => {
      const { loan, rows } = await app.read(caller, async (views) => {
        const loan = await found('loan', params.id, views.loans.one);
        return { loan, rows: await views.lossProposals.ofLoans([loan.id]) };
      });
      return { body: { loan_id: ids(loan), data: rows.map((row) => proposalBody(row, ids)) } };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/loans/{id}/loss_proposals/{proposal_id}',
    surface: 'lending',
    operation: 'decideLoss',
    summary: 'Decide on a proposal to take a loss',
    description: 'Approving it takes the loss with it, as the loan stands then.',
    tag: 'Loans',
    scope: 'loans:write',
    bucket: 'B.write',
    params: object({
      id: pathId('The loan’s id: the integer or the uuid.'),
      proposal_id: pathId('The proposal’s id: the integer or the uuid.'),
    }),
    subject: theLoan,
    body: object({
      action: Type.Enum(actionsOf(lossProposalSteps), { description: 'The step to take.' }),
      reason: Type.Optional(text('Why; required by reject.', 500)),
    }),
    example: { action: 'approve' },
    reply: { status: 200, schema: LossProposalSchema, describe: 'The proposal, decided.' },
    refusals: [...refusals, 'four_eyes_required'],
    handle: async (app, { caller, ids, params, body, version, subjectId, request }) => {
      const loanId = await subjectId();
      const proposal = await app.read(caller, (views) =>
        found('loss_proposal', params.proposal_id, async (id) => {
          const one = await views.lossProposals.one(id);
          return one?.loanId === loanId ? one : null;
        }),
      );
      return app.lending[lossProposalSteps[body.action]](request(present(app, caller, ids, 200)), {
        loanId,
        proposalId: proposal.id,
        version,
        reason: body.reason ?? null,
      });
    },
  }),
];
