import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const savingsTransactionLifecycle = lifecycle(
  'savings_transaction',
  ['pending', 'posted', 'failed', 'reversed', 'held', 'released', 'captured', 'expired'],
  {
    request: {
      from: [],
      to: 'pending',
      emits: 'savings_transaction.requested',
      by: 'system',
      means: 'A movement waits for a provider.',
    },
    post: {
      from: ['pending'],
      to: 'posted',
      emits: 'savings_transaction.posted',
      by: 'system',
      means: 'The money moved: the balance has changed. What needs no approval begins here.',
    },
    post_interest: {
      from: [],
      to: 'posted',
      emits: 'savings_transaction.interest_posted',
      by: 'system',
      means: 'Close of business credits the interest of a period.',
    },
    withhold_tax: {
      from: [],
      to: 'posted',
      emits: 'savings_transaction.tax_withheld',
      by: 'system',
      means: 'Close of business takes the tax off the interest of a period.',
    },
    fail: {
      from: ['pending'],
      to: 'failed',
      emits: 'savings_transaction.failed',
      by: 'system',
      means: 'The provider did not move the money.',
    },
    reverse: {
      from: ['posted', 'captured'],
      to: 'reversed',
      emits: 'savings_transaction.reversed',
      needsReason: true,
      means: 'A movement that was wrong, or money of a hold that came back, is undone by the opposite one.',
    },
    hold: {
      from: [],
      to: 'held',
      emits: 'savings_transaction.held',
      means: 'Part of the balance is promised to something else.',
    },
    release: {
      from: ['held'],
      to: 'released',
      emits: 'savings_transaction.released',
      means: 'The promise falls; the money is the member’s to use again.',
    },
    capture: {
      from: ['held'],
      to: 'captured',
      emits: 'savings_transaction.captured',
      means: 'The promise is fulfilled: the money goes out.',
    },
    expire: {
      from: ['held'],
      to: 'expired',
      emits: 'savings_transaction.expired',
      by: 'system',
      means: 'The hold was not used in time.',
    },
  },
);

export type SavingsTransactionState = StateOf<typeof savingsTransactionLifecycle>;
export type SavingsTransactionAction = ActionOf<typeof savingsTransactionLifecycle>;
