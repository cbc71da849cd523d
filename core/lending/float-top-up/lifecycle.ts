import { EMITS_NOTHING } from '../../kernel/event-types.ts';
import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const floatTopUpLifecycle = lifecycle(
  'float_top_up',
  ['pending', 'sending', 'sent', 'unknown', 'review', 'confirmed', 'failed', 'cancelled', 'reversed'],
  {
    create: {
      from: [],
      to: 'pending',
      emits: 'float_top_up.created',
      means: 'It is agreed that money of the paybill becomes float of an agent; nothing has left.',
    },
    begin: {
      from: ['pending'],
      to: 'sending',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'The request to the provider is written down; it may leave from now on.',
    },
    postpone: {
      from: ['sending'],
      to: 'pending',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'Nothing has left, for certain: it is tried again while there is time.',
    },
    cancel: {
      from: ['pending'],
      to: 'cancelled',
      emits: 'float_top_up.cancelled',
      needsReason: true,
      means: 'It was called off before anything left.',
    },
    accept: {
      from: ['sending'],
      to: 'sent',
      emits: 'float_top_up.sent',
      by: 'system',
      means: 'The provider took the request; nothing is booked yet.',
    },
    lose_sight: {
      from: ['sending', 'sent'],
      to: 'unknown',
      emits: 'float_top_up.unknown',
      by: 'system',
      means: 'It is unknown whether the money was moved. The status is queried; it is never sent again.',
    },
    confirm: {
      // From failed: the provider moved the money although it had said that it had not.
      from: ['sending', 'sent', 'unknown', 'failed'],
      to: 'confirmed',
      emits: 'float_top_up.confirmed',
      by: 'system',
      means: 'The provider moved the money: it is float from now on.',
    },
    fail: {
      from: ['sending', 'sent', 'unknown'],
      to: 'failed',
      emits: 'float_top_up.failed',
      by: 'system',
      means: 'The provider did not move the money.',
    },
    refer: {
      from: ['sending', 'sent', 'unknown'],
      to: 'review',
      emits: 'float_top_up.referred',
      by: 'system',
      means: 'What the provider says does not settle it; two people have to, with evidence.',
    },
    settle: {
      from: ['review'],
      to: ['confirmed', 'failed'],
      emits: 'float_top_up.confirmed',
      emitsInto: { failed: 'float_top_up.failed' },
      needsReason: true,
      means: 'One person says what became of it, with evidence, and another agrees.',
    },
    reverse: {
      from: ['confirmed'],
      to: 'reversed',
      emits: 'float_top_up.reversed',
      needsReason: true,
      means: 'The provider moved the money back to the paybill’s account.',
    },
  },
);

export type FloatTopUpState = StateOf<typeof floatTopUpLifecycle>;
export type FloatTopUpAction = ActionOf<typeof floatTopUpLifecycle>;

/** The states in which it is not known, or not settled, what becomes of the money. */
export const OPEN: readonly FloatTopUpState[] = ['pending', 'sending', 'sent', 'unknown', 'review'];
