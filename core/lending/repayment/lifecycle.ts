import { lifecycle, type StateOf } from '../../kernel/lifecycle.ts';

export const repaymentLifecycle = lifecycle('repayment', ['booked'], {
  book: { from: [], to: 'booked', emits: 'repayment.booked', means: 'Money of a member was booked to a loan.' },
});

export type RepaymentState = StateOf<typeof repaymentLifecycle>;
