import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const lossProposalLifecycle = lifecycle('loss_proposal', ['proposed', 'approved', 'rejected', 'withdrawn'], {
  propose: {
    from: [],
    to: 'proposed',
    emits: 'loss_proposal.made',
    needsReason: true,
    means: 'A person proposes that the loss of a loan is taken.',
  },
  approve: {
    from: ['proposed'],
    to: 'approved',
    emits: 'loss_proposal.approved',
    means: 'Another person agrees, and the loss is taken with it.',
  },
  reject: {
    from: ['proposed'],
    to: 'rejected',
    emits: 'loss_proposal.rejected',
    needsReason: true,
    means: 'The loss is not taken.',
  },
  withdraw: {
    from: ['proposed'],
    to: 'withdrawn',
    emits: 'loss_proposal.withdrawn',
    means: 'The proposal is taken back before a decision.',
  },
});

export type LossProposalState = StateOf<typeof lossProposalLifecycle>;
export type LossProposalAction = ActionOf<typeof lossProposalLifecycle>;
