import type { Proposal } from '#core/approvals/proposal/proposal.ts';
import { proposalSteps } from '#core/approvals/use-cases/proposals.ts';
import type { StepOf } from '#core/kernel/steps.ts';
import { mutationsOf, named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type Decide = { readonly proposalId: string; readonly reason?: string | null; readonly evidence?: string | null };

const rules = { reason: text(500), evidence: text(500) };

const decide = (name: StepOf<typeof proposalSteps>) =>
  change<Decide, Proposal>({
    show: async (uuid, { loaders }: LendingContext) => ({ proposal: await loaders.proposals.load(uuid) }),
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const { id } = await named('proposalId', input.proposalId, 'proposal', loaders.proposals);
      const { reason = null, evidence = null } = input;
      return app.approvals[name](request(), { proposalId: id, version, reason, evidence });
    },
  });

export const approvalMutations = mutationsOf(proposalSteps, decide);
