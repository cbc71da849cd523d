import { EMITS_NOTHING } from '../../kernel/event-types.ts';
import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const payoutLifecycle = lifecycle(
  'payout',
  ['pending', 'sending', 'sent', 'unknown', 'review', 'succeeded', 'failed', 'cancelled', 'reversed'],
  {
    create: {
      from: [],
      to: 'pending',
      emits: 'payout.created',
      means: 'The money is held for it; nothing has left.',
    },
    begin: {
      from: ['pending'],
      to: 'sending',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'The request to the provider is written down; it may leave from now on.',
    },
    postpone: {
      from: ['pending', 'sending'],
      to: 'pending',
      emits: EMITS_NOTHING,
      by: 'system',
      means:
        'Nothing has left, for certain, and no request waits for the reply: it is tried again while there is time.',
    },
    accept: {
      from: ['sending'],
      to: 'sent',
      emits: 'payout.sent',
      by: 'system',
      means: 'The provider took the request; the money is in transit.',
    },
    lose_sight: {
      from: ['sending', 'sent'],
      to: 'unknown',
      emits: 'payout.unknown',
      by: 'system',
      means: 'It is unknown whether it was paid. The status is queried; it is never sent again.',
    },
    succeed: {
      from: ['sent', 'unknown', 'review'],
      to: 'succeeded',
      emits: 'payout.succeeded',
      by: 'system',
      means: 'The recipient has the money.',
    },
    fail: {
      from: ['sending', 'sent', 'unknown', 'review'],
      to: 'failed',
      emits: 'payout.failed',
      by: 'system',
      means: 'The recipient was not paid; the money is available again.',
    },
    hold_back: {
      from: ['pending'],
      to: 'failed',
      emits: 'payout.failed',
      by: 'system',
      means: 'Compliance looks at the recipient by now: nothing was sent, and the money is available again.',
    },
    refer: {
      from: ['unknown'],
      to: 'review',
      emits: 'payout.review',
      by: 'system',
      means: 'What the provider says does not settle it; two people have to, with evidence.',
    },
    propose: {
      from: ['review'],
      to: 'review',
      emits: EMITS_NOTHING,
      by: 'system',
      needsReason: true,
      means: 'A first person says what became of it, with evidence; a second one has to find the same.',
    },
    cancel: {
      from: ['pending'],
      to: 'cancelled',
      emits: 'payout.cancelled',
      means: 'It was called off before anything left.',
    },
    reverse: {
      from: ['succeeded'],
      to: 'reversed',
      emits: 'payout.reversed',
      by: 'system',
      needsReason: true,
      means: 'The provider took the money back from the recipient.',
    },
    correct: {
      from: ['failed'],
      to: 'succeeded',
      emits: 'payout.corrected',
      by: 'system',
      means: 'The provider had declined it and turns out to have paid: its receipt is the evidence.',
    },
  },
);

export type PayoutState = StateOf<typeof payoutLifecycle>;
export type PayoutAction = ActionOf<typeof payoutLifecycle>;

/** The states of which it is known what became of the money. */
export const CONCLUSIVE: readonly PayoutState[] = ['succeeded', 'failed', 'cancelled', 'reversed'];
