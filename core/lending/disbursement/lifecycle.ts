import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const disbursementLifecycle = lifecycle(
  'disbursement',
  ['pending', 'sending', 'sent', 'unknown', 'confirmed', 'failed', 'review', 'in_recovery', 'reversed', 'cancelled'],
  {
    create: {
      from: [],
      to: ['pending', 'sending'],
      emits: 'disbursement.created',
      means:
        'On mobile money float is held and the request to the provider is written down before anything leaves; by bank ' +
        'it waits for the transfer, or is written into the file of payments where the bank’s rail is set up.',
    },
    confirm_by_bank: {
      from: ['pending'],
      to: 'confirmed',
      emits: 'disbursement.confirmed',
      means: 'The bank made the transfer and gave its own reference.',
    },
    book_internally: {
      from: ['pending'],
      to: 'confirmed',
      emits: 'disbursement.confirmed',
      by: 'system',
      means: 'The school’s fees are collected in the lender’s own books: the money is the school’s immediately.',
    },
    cancel: {
      from: ['pending'],
      to: 'cancelled',
      emits: 'disbursement.cancelled',
      needsReason: true,
      means: 'The transfer was not made and will not be.',
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
      means: 'No reply came; the money may be gone. The status is queried; it is never sent again.',
    },
    confirm: {
      // From failed or in_recovery: the provider paid although it had said that it had not.
      // One in review is settled by people alone.
      from: ['sending', 'sent', 'unknown', 'failed', 'in_recovery'],
      to: 'confirmed',
      emits: 'disbursement.confirmed',
      by: 'system',
      means: 'The provider paid the recipient.',
    },
    fail: {
      from: ['sending', 'sent', 'unknown'],
      to: 'failed',
      emits: 'disbursement.failed',
      by: 'system',
      means: 'The provider did not pay; the float is free again.',
    },
    claim_back: {
      from: ['failed'],
      to: 'in_recovery',
      emits: 'disbursement.paid_twice',
      by: 'system',
      means:
        'The provider paid although it had said that it had not, and the loan takes it no more: the recipient owes it back.',
    },
    refer: {
      from: ['sending', 'sent', 'unknown'],
      to: 'review',
      emits: 'disbursement.referred',
      by: 'system',
      means: 'The provider’s answers do not settle it; people have to, with evidence.',
    },
    propose_outcome: {
      from: ['review'],
      to: 'review',
      emits: 'disbursement.outcome_proposed',
      needsReason: true,
      means: 'A person says what became of it, with the evidence; another one has to agree.',
    },
    approve_outcome: {
      from: ['review'],
      to: ['confirmed', 'failed', 'reversed'],
      emits: 'disbursement.confirmed',
      emitsInto: { failed: 'disbursement.failed', reversed: 'disbursement.reversed' },
      means: 'A second person agrees with what was proposed, and it is booked.',
    },
    reverse: {
      from: ['confirmed', 'in_recovery'],
      to: ['reversed', 'review'],
      emits: 'disbursement.reversed',
      emitsInto: { review: 'disbursement.returned' },
      needsReason: true,
      means:
        'The money came back whole. Where the loan was repaid or changed since, it is for review: people may undo that ' +
        'first; what stands when they approve the return stays, and what was paid becomes the member’s.',
    },
    return_part: {
      from: ['confirmed'],
      to: 'confirmed',
      emits: 'disbursement.partly_returned',
      needsReason: true,
      means: 'Part of the money came back: so much less was lent, and the schedule is recalculated.',
    },
  },
);

export type DisbursementState = StateOf<typeof disbursementLifecycle>;
export type DisbursementAction = ActionOf<typeof disbursementLifecycle>;

/** The states in which money of the loan is promised, in transit or paid. */
export const ALIVE: readonly DisbursementState[] = ['pending', 'sending', 'sent', 'unknown', 'confirmed', 'review'];
