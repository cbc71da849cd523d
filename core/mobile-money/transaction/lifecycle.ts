import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const mobileMoneyLifecycle = lifecycle(
  'mobile_money_transaction',
  [
    'pending',
    'sent',
    'unknown',
    'unallocated',
    'allocated',
    'merged',
    'returning',
    'failed',
    'expired',
    'cancelled_by_payer',
    'reversed',
    'corrected',
  ],
  {
    request: {
      from: [],
      to: 'pending',
      emits: 'mobile_money.requested',
      by: 'system',
      means: 'Money is requested of a payer on the phone.',
    },
    prompt: {
      from: ['pending'],
      to: 'sent',
      emits: 'mobile_money.sent',
      by: 'system',
      means: 'The provider prompts the payer on the phone.',
    },
    lose_sight: {
      from: ['pending', 'sent'],
      to: 'unknown',
      emits: 'mobile_money.unknown',
      by: 'system',
      means:
        'It is unknown whether the payer was prompted, or has paid. The payer is not prompted again; the status is queried.',
    },
    receive: {
      // A payer may confirm after it has ended: the money is here all the same.
      from: ['pending', 'sent', 'unknown', 'failed', 'expired', 'cancelled_by_payer'],
      to: 'unallocated',
      emits: 'mobile_money.received',
      by: 'system',
      means:
        'Money came in. It is in suspense until it is booked where it belongs; an unrequested payment begins here.',
    },
    leave_rest: {
      from: [],
      to: 'unallocated',
      emits: 'mobile_money.rest_left',
      by: 'system',
      means: 'A payment was more than its place may take: the rest of it waits in suspense under the same receipt.',
    },
    rejoin: {
      from: ['unallocated'],
      to: 'merged',
      emits: 'mobile_money.rest_rejoined',
      by: 'system',
      means: 'The rest of a payment is one with the payment again, so that all of it can be booked by one command.',
    },
    allocate: {
      from: ['unallocated'],
      to: 'allocated',
      emits: 'mobile_money.allocated',
      means: 'The money was booked to a loan, a savings account or a student.',
    },
    return_to_suspense: {
      from: ['allocated'],
      to: 'unallocated',
      emits: 'mobile_money.returned_to_suspense',
      by: 'system',
      means: 'What it was booked as was undone; it waits for its right place again.',
    },
    reallocate: {
      from: ['allocated'],
      to: 'allocated',
      emits: 'mobile_money.reallocated',
      by: 'system',
      means: 'It was booked in the wrong place; it stands in the right one now.',
    },
    merge: {
      from: ['pending', 'sent', 'unknown', 'failed', 'expired', 'cancelled_by_payer'],
      to: 'merged',
      emits: 'mobile_money.merged',
      by: 'system',
      means: 'The money that was requested came in as a payment under the same receipt; that one counts.',
    },
    give_to_app: {
      from: ['unallocated'],
      to: 'merged',
      emits: 'mobile_money.given_to_app',
      by: 'system',
      means: 'It turned out to be the payment of an app’s collection, which has its receipt; that one counts.',
    },
    fail: {
      from: ['pending', 'sent', 'unknown'],
      to: ['failed', 'expired', 'cancelled_by_payer'],
      emits: 'mobile_money.failed',
      emitsInto: { expired: 'mobile_money.expired', cancelled_by_payer: 'mobile_money.cancelled_by_payer' },
      by: 'system',
      means: 'The payer could not pay, did not answer in time, or did not want to.',
    },
    expire: {
      from: ['pending', 'sent', 'unknown'],
      to: 'expired',
      emits: 'mobile_money.expired',
      by: 'system',
      means: 'No status came in time.',
    },
    propose_return: {
      from: ['unallocated'],
      to: 'unallocated',
      emits: 'mobile_money.return_proposed',
      needsReason: true,
      means: 'A person says that it has to go back to its payer; another one has to approve it.',
    },
    approve_return: {
      from: ['unallocated'],
      to: 'returning',
      emits: 'mobile_money.returning',
      means: 'A second person agrees: the provider may be requested to return it.',
    },
    keep: {
      from: ['returning'],
      to: 'unallocated',
      emits: 'mobile_money.not_returned',
      by: 'system',
      means: 'The provider did not return it; it waits in suspense again.',
    },
    return: {
      from: ['unallocated', 'returning'],
      to: 'reversed',
      emits: 'mobile_money.reversed',
      needsReason: true,
      means:
        'The money went back to the payer: it was reversed at the provider. One person proposes it, another does it.',
    },
    correct: {
      from: ['unallocated'],
      to: 'corrected',
      emits: 'mobile_money.corrected',
      needsReason: true,
      means:
        'A person entered it wrongly, and it never came so: its receipt is free for the payment that has it. What the provider has reported, or a statement shows, is not corrected.',
    },
  },
);

export type MobileMoneyState = StateOf<typeof mobileMoneyLifecycle>;
export type MobileMoneyAction = ActionOf<typeof mobileMoneyLifecycle>;

/** The states of a collection of which nothing final is known. */
export const AWAITED: readonly MobileMoneyState[] = ['pending', 'sent', 'unknown'];
