import type { ReceiptPorts } from '#core/payments/ports.ts';
import type { Saver, SavingsPorts } from '#core/savings/ports.ts';
import { Member } from '#core/membership/member/member.ts';
import type { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import { holdsOfMany } from '../aml/compliance-holds.ts';
import type { TenantTransaction } from '../database.ts';
import type { UsedRecords } from '../payments/receipts-of-many.ts';

/** What many deposits of one command have in common. */
type Many = {
  /** The accounts that there are, locked. */
  readonly accounts: readonly SavingsAccount[];
  /** The branches that rows name. */
  readonly branchIds: readonly number[];
  readonly receipts: ReceiptPorts['receipts'];
  readonly used: UsedRecords;
  readonly nextReceiptNo: () => Promise<string>;
};

/**
 * Savings' collections for many deposits in one transaction: what a single one looks up is read for all of them, by a few
 * statements, however many they are.
 */
export async function depositsOfMany(tx: TenantTransaction, single: SavingsPorts, many: Many): Promise<SavingsPorts> {
  const { accounts, branchIds, receipts, used, nextReceiptNo } = many;
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const memberIds = [...new Set(accounts.map(({ memberId }) => memberId))];
  const [holds, branches] = await Promise.all([
    holdsOfMany(tx, memberIds),
    branchIds.length === 0
      ? []
      : tx.sql<{ id: string }>('select id from branch where id = any($1)', [branchIds], 'once'),
    // The members are known from now on: `savers` finds each of them.
    memberIds.length === 0 ? [] : tx.of(Member).find('id = any($1)', [memberIds]),
  ]);
  const there = new Set(branches.map(({ id }) => Number(id)));
  const savers = new Map<number, Promise<Saver | null>>();
  const transactions = transactionsBefore(tx, used);
  return {
    ...single,
    receipts,
    savers: {
      ...single.savers,
      get: (memberId) => {
        const known = savers.get(memberId) ?? single.savers.get(memberId);
        savers.set(memberId, known);
        return known;
      },
    },
    branches: { exists: async (id) => there.has(id) },
    savingsAccounts: { ...single.savingsAccounts, lock: async (id) => byId.get(id) ?? null },
    savingsTransactions: { ...single.savingsTransactions, byUuid: transactions, nextReceiptNo },
    complianceHolds: { on: async (memberId) => holds.get(memberId) ?? null },
  };
}

/** Movements that were booked under the receipts before: all are read when the first is looked for. */
function transactionsBefore(tx: TenantTransaction, used: UsedRecords) {
  let reading: Promise<Map<string, SavingsTransaction>> | null = null;
  const read = async () => {
    const found = await tx.of(SavingsTransaction).find('uuid = any($1)', [used.uuidsOf('savings_transaction')]);
    return new Map(found.map((each) => [each.uuid, each]));
  };
  return async (uuid: string): Promise<SavingsTransaction | null> => {
    reading ??= read();
    return (await reading).get(uuid) ?? null;
  };
}
