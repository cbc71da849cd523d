import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const proposalLifecycle = lifecycle(
  'proposal',
  ['proposed', 'approved', 'rejected', 'withdrawn', 'expired', 'failed'],
  {
    propose: {
      from: [],
      to: 'proposed',
      emits: 'proposal.made',
      by: 'system',
      means: 'A command takes two people: it is stored, and nothing is carried out.',
    },
    add_evidence: {
      from: ['proposed'],
      to: 'proposed',
      emits: 'proposal.evidence_added',
      means: 'A person says where it is seen that the command is right, or wrong.',
    },
    approve: {
      from: ['proposed'],
      to: 'approved',
      emits: 'proposal.approved',
      means: 'Another person agrees, and the command is carried out as it was proposed.',
    },
    reject: {
      from: ['proposed'],
      to: 'rejected',
      emits: 'proposal.rejected',
      needsReason: true,
      means: 'The command is not carried out.',
    },
    withdraw: {
      from: ['proposed'],
      to: 'withdrawn',
      emits: 'proposal.withdrawn',
      means: 'The person who proposed it takes it back.',
    },
    fail: {
      from: ['proposed'],
      to: 'failed',
      emits: 'proposal.failed',
      by: 'system',
      means: 'Another person agreed, but the record has changed meanwhile and refuses the command.',
    },
    expire: {
      from: ['proposed'],
      to: 'expired',
      emits: 'proposal.expired',
      by: 'system',
      means: 'It was not decided in its time.',
    },
  },
);

export type ProposalState = StateOf<typeof proposalLifecycle>;
export type ProposalAction = ActionOf<typeof proposalLifecycle>;
