import type { SavingsPorts } from '#core/savings/ports.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import type { TenantTransaction } from '../database.ts';
import { LOCKED } from '../collection.ts';
import { complianceHolds } from '../aml/compliance-holds.ts';
import { lendingPorts } from '../lending/repository.ts';
import { membershipPorts } from '../membership/repository.ts';
import { nextNumber } from '../numbers/numbers.ts';

type Ports = Pick<
  SavingsPorts,
  'savers' | 'branches' | 'savingsProducts' | 'savingsAccounts' | 'savingsTransactions' | 'complianceHolds'
>;

/** Savings' collections, kept in Postgres. */
export function savingsPorts(tx: TenantTransaction): Ports {
  const { em, sql } = tx;
  return {
    // A saver is to savings what a borrower is to lending.
    savers: lendingPorts(tx).borrowers,
    branches: membershipPorts(tx).branches,
    savingsProducts: { get: (id) => em.findOne(SavingsProduct, { id }) },
    savingsAccounts: {
      get: (id) => em.findOne(SavingsAccount, { id }),
      lock: (id) => em.findOne(SavingsAccount, { id }, LOCKED),
      findByClientReference: (clientReference) => em.findOne(SavingsAccount, { clientReference }),
      nextNumber: () => nextNumber(sql, 'savings_account', 'SA-'),
      add: (account) => void em.persist(account),
    },
    savingsTransactions: {
      lock: (id) => em.findOne(SavingsTransaction, { id }, LOCKED),
      findByReference: (channel, reference) =>
        em.findOne(SavingsTransaction, { channel, reference, state: { $ne: 'reversed' } } as never),
      nextReceiptNo: () => nextNumber(sql, 'receipt', 'R-'),
      add: (transaction) => void em.persist(transaction),
    },
    complianceHolds: complianceHolds(tx),
  };
}
