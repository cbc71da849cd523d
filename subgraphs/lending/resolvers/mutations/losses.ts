import type { Loss, LossProposal } from '#core/lending/loss-proposal/loss-proposal.ts';
import { lossProposalSteps } from '#core/lending/use-cases/servicing/propose-loss.ts';
import type { StepOf } from '#core/kernel/steps.ts';
import { mutationsOf, named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type Propose = { readonly loanId: string; readonly loss: Loss; readonly reason: string };
type Decide = { readonly proposalId: string; readonly reason?: string | null };

const rules = { reason: text(500) };
const show = async (uuid: string, { loaders }: LendingContext) => ({
  lossProposal: await loaders.lossProposals.load(uuid),
});

const decide = (name: StepOf<typeof lossProposalSteps>) =>
  change<Decide, LossProposal>({
    show,
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const { id, loanId } = await named('proposalId', input.proposalId, 'proposal', loaders.lossProposals);
      return app.lending[name](request(), {
        loanId,
        proposalId: id,
        version,
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
  ...mutationsOf(lossProposalSteps, decide),
};
