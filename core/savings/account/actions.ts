import { availableActions } from '../../kernel/lifecycle.ts';
import { savingsAccountLifecycle, type SavingsAccountAction } from './lifecycle.ts';
import type { SavingsAccount } from './savings-account.ts';

/** What a person may do with an account now: the verbs of its state, without those that its record rules out. */
export function actionsOn({
  state,
  kind,
  redeemableFrom,
  maturedOn,
  interestAccrued,
}: Pick<
  SavingsAccount,
  'state' | 'kind' | 'redeemableFrom' | 'maturedOn' | 'interestAccrued'
>): SavingsAccountAction[] {
  const takesNotice = kind === 'shares' && redeemableFrom === null;
  const isBound = kind === 'fixed_deposit' && maturedOn === null;
  const hindered: readonly SavingsAccountAction[] = [
    ...(takesNotice ? [] : (['give_notice'] as const)),
    ...(isBound ? [] : (['break_deposit'] as const)),
    ...(isBound || interestAccrued <= 0n ? (['post_interest'] as const) : []),
  ];
  return availableActions(savingsAccountLifecycle, state).filter((action) => !hindered.includes(action));
}
