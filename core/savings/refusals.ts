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
  savings_account_of_another: {
    kind: 'conflict',
    title: 'The savings account belongs to another member',
    remedy: 'Name a savings account of the member whose money it is.',
  },
  savings_transaction_not_reversible: {
    kind: 'conflict',
    title: 'A movement of this type is not taken back by itself',
    remedy: 'Correct what it follows from: interest, tax and transfers are booked by other commands.',
  },
  withdrawal_not_allowed: {
    kind: 'conflict',
    title: 'The savings product does not allow this withdrawal',
    remedy: 'Shares are not paid out; a fixed deposit is, from matures_on.',
  },
});
