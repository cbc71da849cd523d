import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';
import { findSavingsAccount, type OnSavingsAccount } from './find-savings.ts';
import type { Steps } from '../../kernel/steps.ts';
import type { savingsAccountLifecycle } from '../account/lifecycle.ts';

type WithReason = OnSavingsAccount & { readonly reason?: string | null };
type Accounts = Pick<SavingsPorts, 'savingsAccounts'>;

/** The society accepts the opening. @throws DomainError invalid_state_transition, four_eyes_required (conflict) */
export async function approveSavingsAccount(
  command: OnSavingsAccount,
  ports: Pick<SavingsPorts, 'savingsAccounts' | 'actor' | 'fourEyes' | 'today'>,
): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  return outcome(account, account.approve(ports.actor, ports));
}

/** @throws DomainError invalid_state_transition, savings_account_not_empty (conflict) */
export async function closeSavingsAccount(command: WithReason, ports: Accounts): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  return outcome(account, account.close(command.reason ?? null));
}

/** A step that needs the record and, where the lifecycle says so, a reason. */
const stepOf =
  (action: Parameters<SavingsAccount['move']>[0]) =>
  async (command: WithReason, ports: Accounts): Promise<Outcome<SavingsAccount>> => {
    const account = await findSavingsAccount(command, ports);
    return outcome(account, account.move(action, command.reason ?? null));
  };

export const rejectSavingsAccount = stepOf('reject');
export const freezeSavingsAccount = stepOf('freeze');
export const unfreezeSavingsAccount = stepOf('unfreeze');
export const reactivateSavingsAccount = stepOf('reactivate');

/** Close of business found an account without movement for the tenant's dormancy period. */
export const markSavingsAccountDormant = stepOf('mark_dormant');

/** The use case behind each verb that a person may give. */
export const savingsAccountSteps = {
  approve: 'approveSavingsAccount',
  reject: 'rejectSavingsAccount',
  freeze: 'freezeSavingsAccount',
  unfreeze: 'unfreezeSavingsAccount',
  reactivate: 'reactivateSavingsAccount',
  close: 'closeSavingsAccount',
} as const satisfies Steps<typeof savingsAccountLifecycle>;
