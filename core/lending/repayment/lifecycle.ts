import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const repaymentLifecycle = lifecycle('repayment', ['booked', 'reversed'], {
  book: { from: [], to: 'booked', emits: 'repayment.booked', means: 'Money of a member was booked to a loan.' },
  reverse: {
    from: ['booked'],
    to: 'reversed',
    emits: 'repayment.reversed',
    needsReason: true,
    means: 'The money did not come, or was another’s; what came after it is allocated again.',
  },
  reallocate: {
    from: ['booked'],
    to: 'booked',
    emits: 'repayment.reallocated',
    by: 'system',
    means: 'An earlier repayment was taken back, so the money of this one went elsewhere.',
  },
});

export type RepaymentState = StateOf<typeof repaymentLifecycle>;
export type RepaymentAction = ActionOf<typeof repaymentLifecycle>;
