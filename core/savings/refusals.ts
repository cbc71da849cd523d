import { refusals } from '../kernel/domain-error.ts';

export const savingsRefusals = refusals({
  insufficient_funds: {
    kind: 'conflict',
    title: 'The savings account does not cover this amount',
    remedy: 'Ask for at most available_balance, or wait until holds on the account are released.',
  },
  account_frozen: {
    kind: 'conflict',
    title: 'The savings account is frozen',
    remedy: 'Clear up what reason names, then unfreeze the account.',
  },
  savings_account_not_active: {
    kind: 'conflict',
    title: 'The savings account takes no money movements in this state',
    remedy: 'Approve or reactivate the account first; one that is closed or rejected takes none any more.',
  },
  savings_account_not_empty: {
    kind: 'conflict',
    title: 'The savings account still holds money',
    remedy: 'Pay out the balance and release every hold, then close the account.',
  },
  hold_expired: {
    kind: 'conflict',
    title: 'The time of the hold is over',
    remedy: 'Place another hold, or withdraw the money.',
  },
  savings_account_of_another: {
    kind: 'conflict',
    title: 'The savings account belongs to another member',
    remedy: 'Name a savings account of the member whose money it is.',
  },
  savings_transaction_not_reversible: {
    kind: 'conflict',
    title: 'A movement of this type is not taken back on its own',
    remedy: 'Correct what it follows from: interest, tax and transfers are booked by other commands.',
  },
  payouts_stopped: {
    kind: 'conflict',
    title: 'Nothing is paid out of the accounts of this member',
    remedy: 'Settle the claim of a member who died; ask compliance about one who is blacklisted.',
  },
  member_owes: {
    kind: 'conflict',
    title: 'The member owes something or stands for others',
    remedy: 'Settle what debts names, then redeem the share capital or pass it on.',
  },
  business_day_open: {
    kind: 'conflict',
    title: 'Business of a day before today is not closed yet',
    remedy: 'Wait until the close of business has run through yesterday, or run it; then do this again.',
  },
  nothing_earned: {
    kind: 'conflict',
    title: 'The savings account has earned no interest that is not posted',
    remedy: 'Nothing is left to post; what is earned from today on is posted at the end of its period.',
  },
  not_share_accounts: {
    kind: 'conflict',
    title: 'Shares are transferred between share accounts of one product and two members',
    remedy: 'Name two active share accounts of the same product that belong to different members.',
  },
  withdrawal_not_allowed: {
    kind: 'conflict',
    title: 'The savings product does not allow this withdrawal',
    remedy: 'A fixed deposit is paid out from matures_on; shares are redeemed from redeemable_from, or transferred.',
  },
});
