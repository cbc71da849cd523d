import { availableActions } from '../../kernel/lifecycle.ts';
import { savingsAccountLifecycle, type SavingsAccountAction } from './lifecycle.ts';
import type { SavingsAccount } from './savings-account.ts';

/** What a person may do with an account now: the verbs of its state, without those that its record rules out. */
export function actionsOn({
  state,
  kind,
  redeemableFrom,
}: Pick<SavingsAccount, 'state' | 'kind' | 'redeemableFrom'>): SavingsAccountAction[] {
  const takesNotice = kind === 'shares' && redeemableFrom === null;
  return availableActions(savingsAccountLifecycle, state).filter((action) => takesNotice || action !== 'give_notice');
}
