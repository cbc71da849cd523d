import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const mobileMoneyLifecycle = lifecycle(
  'mobile_money_transaction',
  ['pending', 'unallocated', 'allocated', 'merged', 'failed', 'expired', 'reversed'],
  {
    request: {
      from: [],
      to: 'pending',
      emits: 'mobile_money.requested',
      by: 'system',
      means: 'A payer is asked for money on the phone.',
    },
    receive: {
      // A payer may confirm when we have given up: the money is here all the same.
      from: ['pending', 'failed', 'expired'],
      to: 'unallocated',
      emits: 'mobile_money.received',
      by: 'system',
      means: 'Money came in. It lies in suspense until it is booked where it belongs; a payment unasked begins here.',
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
    merge: {
      from: ['pending', 'failed', 'expired'],
      to: 'merged',
      emits: 'mobile_money.merged',
      by: 'system',
      means: 'The money that was asked for came in as a payment under the same receipt; that one counts.',
    },
    fail: {
      from: ['pending'],
      to: 'failed',
      emits: 'mobile_money.failed',
      by: 'system',
      means: 'The payer declined, or could not pay.',
    },
    expire: {
      from: ['pending'],
      to: 'expired',
      emits: 'mobile_money.expired',
      by: 'system',
      means: 'Nothing was heard in time.',
    },
    reverse: {
      from: ['unallocated'],
      to: 'reversed',
      emits: 'mobile_money.reversed',
      by: 'system',
      needsReason: true,
      means: 'The provider took the money back to the payer.',
    },
  },
);

export type MobileMoneyState = StateOf<typeof mobileMoneyLifecycle>;
export type MobileMoneyAction = ActionOf<typeof mobileMoneyLifecycle>;
