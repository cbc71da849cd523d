import type { Loss, LossProposal } from '#core/lending/loss-proposal/loss-proposal.ts';
import type { LOSS_DECISIONS } from '#core/lending/use-cases/servicing/propose-loss.ts';
import { named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type Propose = { readonly loanId: string; readonly loss: Loss; readonly reason: string };
type Decide = { readonly proposalId: string; readonly reason?: string | null };

const rules = { reason: text(500) };
const show = async (uuid: string, { loaders }: LendingContext) => ({
  lossProposal: await loaders.lossProposals.load(uuid),
});

const decide = (action: (typeof LOSS_DECISIONS)[number]) =>
  change<Decide, LossProposal>({
    show,
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const { id, loanId } = await named('proposalId', input.proposalId, 'proposal', loaders.lossProposals);
      return app.lending.decideLoss(request(), {
        loanId,
        proposalId: id,
        version,
        action,
        reason: input.reason ?? null,
      });
    },
  });

export const lossMutations = {
  proposeLoanLoss: change<Propose, LossProposal>({
    show,
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const { loss, reason } = input;
      const loan = await named('loanId', input.loanId, 'loan', loaders.loans.byUuid);
      return app.lending.proposeLoss(request(), { loanId: loan.id, version, loss, reason });
    },
  }),
  approveLoanLoss: decide('approve'),
  rejectLoanLoss: decide('reject'),
  withdrawLoanLoss: decide('withdraw'),
};
