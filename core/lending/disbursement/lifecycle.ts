import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const disbursementLifecycle = lifecycle(
  'disbursement',
  ['sending', 'sent', 'unknown', 'confirmed', 'failed', 'review', 'reversed'],
  {
    create: {
      from: [],
      to: 'sending',
      emits: 'disbursement.created',
      means: 'Float is held and the request to the provider is written down before anything leaves.',
    },
    accept: {
      from: ['sending', 'unknown'],
      to: 'sent',
      emits: 'disbursement.sent',
      by: 'system',
      means: 'The provider accepted the request; the money is in transit.',
    },
    lose_sight: {
      from: ['sending', 'sent'],
      to: 'unknown',
      emits: 'disbursement.unknown',
      by: 'system',
      means: 'No answer came; the money may be gone. The provider is asked, never sent to again.',
    },
    confirm: {
      from: ['sending', 'sent', 'unknown', 'review'],
      to: 'confirmed',
      emits: 'disbursement.confirmed',
      by: 'system',
      means: 'The provider paid the recipient.',
    },
    fail: {
      from: ['sending', 'sent', 'unknown', 'review'],
      to: 'failed',
      emits: 'disbursement.failed',
      by: 'system',
      means: 'The provider did not pay; the float is free again.',
    },
    reverse: {
      from: ['confirmed'],
      to: 'reversed',
      emits: 'disbursement.reversed',
      by: 'system',
      means: 'The provider took the money back from the recipient; it is on the float again.',
    },
    refer: {
      from: ['sending', 'sent', 'unknown'],
      to: 'review',
      emits: 'disbursement.referred',
      by: 'system',
      means: 'The provider’s answers do not settle it; people have to, with evidence.',
    },
  },
);

export type DisbursementState = StateOf<typeof disbursementLifecycle>;
export type DisbursementAction = ActionOf<typeof disbursementLifecycle>;

/** The states in which money of the loan is promised, in transit or paid. */
export const ALIVE: readonly DisbursementState[] = ['sending', 'sent', 'unknown', 'confirmed', 'review'];
/** The states that wait for the provider. */
export const OPEN: readonly DisbursementState[] = ['sending', 'sent', 'unknown', 'review'];
