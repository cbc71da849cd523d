import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const guaranteeLifecycle = lifecycle(
  'guarantee',
  ['live', 'released', 'withdrawn', 'substituted', 'discharged'],
  {
    pledge: { from: [], to: 'live', emits: 'guarantee.pledged', means: 'A member stands for part of a loan.' },
    withdraw: {
      from: ['live'],
      to: 'withdrawn',
      emits: 'guarantee.withdrawn',
      means: 'The guarantor steps back before the loan is approved.',
    },
    release: {
      from: ['live'],
      to: 'released',
      emits: 'guarantee.released',
      by: 'system',
      means: 'The loan came to its end; the guarantor is free.',
    },
    restore: {
      from: ['released'],
      to: 'live',
      emits: 'guarantee.restored',
      by: 'system',
      means: 'A repayment was taken back and the loan runs again; so does the guarantee.',
    },
    substitute: {
      from: ['live'],
      to: 'substituted',
      emits: 'guarantee.substituted',
      means: 'The guarantor died, and another member took the place.',
    },
    discharge: {
      from: ['live'],
      to: 'discharged',
      emits: 'guarantee.discharged',
      needsReason: true,
      means: 'The guarantor died, and the society lets the estate go.',
    },
  },
);

export type GuaranteeState = StateOf<typeof guaranteeLifecycle>;
export type GuaranteeAction = ActionOf<typeof guaranteeLifecycle>;
