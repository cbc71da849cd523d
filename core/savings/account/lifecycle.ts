import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const savingsAccountLifecycle = lifecycle(
  'savings_account',
  ['pending_approval', 'active', 'frozen', 'dormant', 'closed', 'rejected'],
  {
    open: {
      from: [],
      to: ['pending_approval', 'active'],
      emits: 'savings_account.opened',
      means: 'A member opens an account; where the tenant asks for approval, it waits for that.',
    },
    approve: {
      from: ['pending_approval'],
      to: 'active',
      emits: 'savings_account.approved',
      means: 'The society accepts the account; money may come in.',
    },
    reject: {
      from: ['pending_approval'],
      to: 'rejected',
      emits: 'savings_account.rejected',
      needsReason: true,
      means: 'The society declines the account.',
    },
    freeze: {
      from: ['active'],
      to: 'frozen',
      emits: 'savings_account.frozen',
      needsReason: true,
      means: 'Nothing moves in or out until the account is unfrozen.',
    },
    unfreeze: {
      from: ['frozen'],
      to: 'active',
      emits: 'savings_account.unfrozen',
      means: 'The account may be used again.',
    },
    mature: {
      from: ['active', 'frozen'],
      to: ['active', 'frozen', 'closed'],
      emits: 'savings_account.matured',
      by: 'system',
      means: 'Close of business does with a fixed deposit that matured what was agreed at its opening.',
    },
    break_deposit: {
      from: ['active'],
      to: 'active',
      emits: 'savings_account.broken',
      needsReason: true,
      means: 'A fixed deposit is broken before its maturity, and costs the agreed part of its interest.',
    },
    give_notice: {
      from: ['active'],
      to: 'active',
      emits: 'savings_account.notice_given',
      means: 'A member who leaves gives notice that the share capital is to be redeemed.',
    },
    post_interest: {
      from: ['active'],
      to: 'active',
      emits: 'savings_account.interest_posted',
      needsReason: true,
      means: 'What the account has earned so far is posted before the end of its period, for a member who leaves.',
    },
    mark_dormant: {
      from: ['active'],
      to: 'dormant',
      emits: 'savings_account.marked_dormant',
      by: 'system',
      means: 'Close of business found no movement for the tenant’s dormancy period.',
    },
    reactivate: {
      from: ['dormant'],
      to: 'active',
      emits: 'savings_account.reactivated',
      means: 'The member uses the account again, identified afresh.',
    },
    close: {
      from: ['active'],
      to: 'closed',
      emits: 'savings_account.closed',
      means: 'An account without money and without holds ends.',
    },
  },
);

export type SavingsAccountState = StateOf<typeof savingsAccountLifecycle>;
export type SavingsAccountAction = ActionOf<typeof savingsAccountLifecycle>;
