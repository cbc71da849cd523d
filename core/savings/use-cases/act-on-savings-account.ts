import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { SavingsAccountAction } from '../account/lifecycle.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';
import { findSavingsAccount, type OnSavingsAccount } from './find-savings.ts';

/** One step of an account's life, as a partner asks for it with `{action}`. */
export const SAVINGS_ACCOUNT_DECISIONS = [
  'approve',
  'reject',
  'freeze',
  'unfreeze',
  'reactivate',
  'close',
] as const satisfies readonly SavingsAccountAction[];
export type SavingsAccountDecision = (typeof SAVINGS_ACCOUNT_DECISIONS)[number];

export type ActOnSavingsAccount = OnSavingsAccount & {
  readonly action: SavingsAccountDecision;
  readonly reason: string | null;
};

/**
 * Carries out the step that is named.
 * @throws DomainError invalid_state_transition, four_eyes_required, savings_account_not_empty (conflict),
 * validation_failed where a reason is missing, not_found, precondition_failed
 */
export async function actOnSavingsAccount(
  command: ActOnSavingsAccount,
  ports: Pick<SavingsPorts, 'savingsAccounts' | 'actor' | 'fourEyes' | 'today'>,
): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  switch (command.action) {
    case 'approve':
      return outcome(account, account.approve(ports.actor, ports.fourEyes, ports.today));
    case 'close':
      return outcome(account, account.close(command.reason));
    default:
      return outcome(account, account.move(command.action, command.reason));
  }
}

/** Close of business found an account without movement for the tenant's dormancy period. */
export async function markSavingsAccountDormant(
  command: OnSavingsAccount & { readonly reason: string },
  ports: Pick<SavingsPorts, 'savingsAccounts'>,
): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  return outcome(account, account.move('mark_dormant', command.reason));
}
