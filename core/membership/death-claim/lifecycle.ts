import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const deathClaimLifecycle = lifecycle('death_claim', ['open', 'documented', 'settled', 'cancelled'], {
  open: {
    from: [],
    to: 'open',
    emits: 'death_claim.opened',
    by: 'system',
    means: 'A death was recorded: what the member left and owed is to be settled.',
  },
  add_document: {
    from: ['open', 'documented', 'settled'],
    to: ['open', 'documented', 'settled'],
    emits: 'death_claim.document_added',
    means: 'A document of the claim is recorded by its reference.',
  },
  appoint: {
    from: ['open', 'documented'],
    to: ['open', 'documented'],
    emits: 'death_claim.representative_appointed',
    means:
      'A court’s grant says who receives what is left: of a member without nominees, or in the place of one of them.',
  },
  verify: {
    from: ['open'],
    to: 'documented',
    emits: 'death_claim.documented',
    means: 'The documents are complete; loans may be settled and beneficiaries paid.',
  },
  settle_loan: {
    from: ['documented', 'settled'],
    to: 'documented',
    emits: 'death_claim.loan_settled',
    means: 'A loan of the member is paid by the insurer, or set off against what the member saved.',
  },
  distribute: {
    from: ['documented', 'settled'],
    to: 'documented',
    emits: 'death_claim.distributed',
    means: 'What is left on the accounts leaves them and is owed to the beneficiaries by their shares.',
  },
  pay: {
    from: ['documented'],
    to: 'documented',
    emits: 'death_claim.paid',
    means: 'A beneficiary is paid what is due.',
  },
  reverse_part: {
    from: ['documented', 'settled'],
    to: 'documented',
    emits: 'death_claim.part_reversed',
    needsReason: true,
    means: 'A settlement, distribution or payment that was wrong is undone.',
  },
  close: {
    from: ['documented'],
    to: 'settled',
    emits: 'death_claim.settled',
    means: 'Nothing is owed and nothing is left. Money that arrives later is distributed all the same.',
  },
  cancel: {
    from: ['open', 'documented', 'settled'],
    to: 'cancelled',
    emits: 'death_claim.cancelled',
    by: 'system',
    means: 'The death was recorded by mistake, and nothing was settled yet.',
  },
});

export type DeathClaimState = StateOf<typeof deathClaimLifecycle>;
export type DeathClaimAction = ActionOf<typeof deathClaimLifecycle>;
