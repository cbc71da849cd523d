import { refuse, type DomainError } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';
import type { SavingsTransaction } from '../transaction/savings-transaction.ts';

export type OnSavingsAccount = { readonly savingsAccountId: number; readonly version?: number | undefined };

/** The account that a command is about, locked. @throws DomainError not_found, precondition_failed */
export async function findSavingsAccount(
  command: OnSavingsAccount,
  ports: Pick<SavingsPorts, 'savingsAccounts'>,
): Promise<SavingsAccount> {
  const account = await ports.savingsAccounts.lock(command.savingsAccountId);
  if (!account) throw missing('savings_account', command.savingsAccountId);
  requireVersion(account, command.version);
  return account;
}

export type OnSavingsTransaction = { readonly savingsTransactionId: number; readonly version?: number | undefined };

/**
 * A movement or hold and its account, both locked.
 * @throws DomainError not_found, precondition_failed (of the movement)
 */
export async function findSavingsTransaction(
  command: OnSavingsTransaction,
  ports: Pick<SavingsPorts, 'savingsAccounts' | 'savingsTransactions'>,
): Promise<{ transaction: SavingsTransaction; account: SavingsAccount }> {
  const transaction = await ports.savingsTransactions.lock(command.savingsTransactionId);
  if (!transaction) throw missing('savings_transaction', command.savingsTransactionId);
  requireVersion(transaction, command.version);
  return { transaction, account: await findSavingsAccount({ savingsAccountId: transaction.accountId }, ports) };
}

function missing(resource: string, id: number): DomainError {
  return refuse(kernelRefusals.not_found, `There is no ${resource.replaceAll('_', ' ')} ${id}.`, {
    resource,
    id: String(id),
  });
}
