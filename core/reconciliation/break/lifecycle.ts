import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const breakLifecycle = lifecycle('reconciliation_break', ['open', 'under_review', 'resolved', 'cleared'], {
  raise: {
    from: [],
    to: 'open',
    emits: 'reconciliation_break.raised',
    by: 'system',
    means: 'The provider’s statement and the books disagree.',
  },
  assign: {
    from: ['open', 'under_review'],
    to: 'under_review',
    emits: 'reconciliation_break.assigned',
    means: 'A person owns it and looks into it.',
  },
  book: {
    from: ['open', 'under_review'],
    to: 'resolved',
    emits: 'reconciliation_break.resolved',
    means: 'The payment that was missing here was booked, by its receipt.',
  },
  resolve: {
    from: ['open', 'under_review'],
    to: 'resolved',
    emits: 'reconciliation_break.resolved',
    needsReason: true,
    means: 'It was explained, or put right elsewhere. Nothing is booked by it.',
  },
  clear: {
    from: ['open', 'under_review'],
    to: 'cleared',
    emits: 'reconciliation_break.cleared',
    by: 'system',
    means: 'A later comparison found that both sides agree now.',
  },
  reopen: {
    from: ['resolved', 'cleared'],
    to: 'under_review',
    emits: 'reconciliation_break.reopened',
    needsReason: true,
    means: 'The explanation does not hold.',
  },
});

export type BreakState = StateOf<typeof breakLifecycle>;
export type BreakAction = ActionOf<typeof breakLifecycle>;
