import type { SavingsPorts } from '#core/savings/ports.ts';
import { Member } from '#core/membership/member/member.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import type { TenantTransaction } from '../database.ts';
import { complianceHolds } from '../aml/compliance-holds.ts';
import { lendingPorts } from '../lending/repository.ts';
import { debtsOf, membershipPorts } from '../membership/repository.ts';
import { nextNumber } from '../numbers/numbers.ts';
import { formsOfReference } from '../privacy/covered-reference.ts';
import { closedDaysOf } from './closed-days.ts';
import { reversedSince } from './reversed-since.ts';
import { saidByPeople } from './said-by-people.ts';

type Ports = Pick<
  SavingsPorts,
  | 'savers'
  | 'branches'
  | 'savingsProducts'
  | 'savingsAccounts'
  | 'savingsTransactions'
  | 'closedDays'
  | 'complianceHolds'
>;

/** Savings' collections, stored in Postgres. */
export function savingsPorts(tx: TenantTransaction): Ports {
  const { sql } = tx;
  const accounts = tx.of(SavingsAccount);
  const transactions = tx.of(SavingsTransaction);
  return {
    // A saver is to savings what a borrower is to lending.
    savers: {
      get: async (memberId) => {
        const borrower = await lendingPorts(tx).borrowers.get(memberId);
        const member = borrower && (await tx.of(Member).get(memberId));
        return member ? { ...borrower, kycConfirmedOn: member.kycConfirmedOn } : null;
      },
      debtsOf: (memberId) => debtsOf(tx, memberId),
    },
    branches: membershipPorts(tx).branches,
    savingsProducts: { get: tx.of(SavingsProduct).get },
    savingsAccounts: {
      get: accounts.get,
      lock: accounts.lock,
      findByClientReference: (clientReference) =>
        accounts.first('client_reference_key = any($1)', [formsOfReference(tx.sealing, clientReference)]),
      nextNumber: () => accounts.withId(nextNumber(sql, 'savings_account')),
      add: accounts.add,
    },
    savingsTransactions: {
      lock: transactions.lock,
      byUuid: (uuid) => transactions.first('uuid = $1', [uuid]),
      of: (accountId) => transactions.find('account_id = $1 order by id', [accountId]),
      saidByPeople: (accountId, since) => saidByPeople(tx, accountId, since),
      reversedSince: (accountId, since) => reversedSince(tx, accountId, since),
      nextReceiptNo: () => nextNumber(sql, 'receipt'),
      add: transactions.add,
    },
    closedDays: { of: (accountId) => closedDaysOf(tx, accountId) },
    complianceHolds: complianceHolds(tx),
  };
}
