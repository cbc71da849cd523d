import type { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { Said, Saver, SavingsPorts } from '#core/savings/ports.ts';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import type { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import { receiptsInMemory } from './receipts-in-memory.ts';
import { nairobi } from './payment-clock.ts';

export const SAVINGS_NOON = Temporal.Instant.from('2026-03-02T09:00:00Z');

/** A savings office in memory: every collection is a list, ids count from 1, nothing is locked because there is no other process. */
export function savingsInMemory(overrides: Partial<SavingsPorts> = {}) {
  const kycConfirmedOn = Temporal.PlainDate.from('2026-01-01');
  const savers: Saver[] = [
    { id: 1, memberNo: 'M-000001', state: 'active', branchId: 1, missing: [], kycConfirmedOn },
    { id: 2, memberNo: 'M-000002', state: 'pending_kyc', branchId: 1, missing: ['kyc.address'], kycConfirmedOn },
    { id: 3, memberNo: 'M-000003', state: 'suspended', branchId: 1, missing: [], kycConfirmedOn },
    { id: 4, memberNo: 'M-000004', state: 'active', branchId: 2, missing: [], kycConfirmedOn },
  ];
  const offers = [
    { code: 'ORD', name: 'Ordinary savings', kind: 'ordinary', annualRate: '3', termMonths: null },
    { code: 'FIX6', name: 'Fixed deposit', kind: 'fixed_deposit', annualRate: '8', termMonths: 6 },
    { code: 'SHR', name: 'Shares', kind: 'shares', annualRate: '0', termMonths: null },
    { code: 'OLD', name: 'No longer offered', kind: 'ordinary', annualRate: '1', termMonths: null },
  ] as const;
  const products = offers.map((offer, index) =>
    Object.assign(SavingsProduct.offer({ uuid: `product-${index + 1}`, ...offer }), { id: index + 1, version: 1 }),
  );
  if (products[3]) products[3].state = 'retired';
  const accounts: SavingsAccount[] = [];
  const transactions: SavingsTransaction[] = [];
  /** What members owe. */
  const debts = new Map<number, string[]>();
  /** Members whose money compliance holds, with the alert. */
  const held = new Map<number, number>();
  const add =
    <T extends { id: number; version: number }>(list: T[]) =>
    (record: T) => {
      record.id = list.length + 1;
      record.version = 1;
      list.push(record);
    };
  const byId =
    <T extends { id: number }>(list: readonly T[]) =>
    async (id: number) =>
      list.find((record) => record.id === id) ?? null;
  let uuids = 0;
  let receipts = 0;
  const businessDate = (at: Temporal.Instant) => at.toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
  const now = overrides.now ?? SAVINGS_NOON;
  const ports: SavingsPorts = {
    now,
    today: businessDate(now),
    ...nairobi,
    newUuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    actor: 'pk_test_maker',
    mayApprove: true,
    responsibleFor: async (client) => client,
    peopleBehind: async (client) => [client],
    introductionsOf: async () => [],
    agreement: 'none',
    alone: { reversal: null, charges: null, waivers: null, reschedules: 'one_person', bankCharges: null },
    fourEyes: false,
    openingNeedsApproval: false,
    vouchedDays: 30,
    shareBylaws: { buyer: 'society', noticeDays: 60 },
    savers: { get: byId(savers), debtsOf: async (memberId) => debts.get(memberId) ?? [] },
    branches: { exists: async (id) => id === 1 || id === 2 },
    savingsProducts: { get: byId(products) },
    savingsAccounts: {
      get: byId(accounts),
      lock: byId(accounts),
      findByClientReference: async (reference) =>
        accounts.find(({ clientReference }) => clientReference === reference) ?? null,
      nextNumber: async () => `SA-${String(accounts.length + 1).padStart(6, '0')}`,
      add: add(accounts),
    },
    savingsTransactions: {
      lock: byId(transactions),
      byUuid: async (uuid) => transactions.find((row) => row.uuid === uuid) ?? null,
      of: async (accountId) => transactions.filter((row) => row.accountId === accountId),
      saidByPeople: async (accountId, since) =>
        transactions
          .filter((each) => each.accountId === accountId && each.state === 'posted')
          .filter(({ paidAt }) => Temporal.Instant.compare(paidAt, since) >= 0)
          .flatMap(wordsOf),
      // All of it is of the one day that there is.
      reversedSince: async (accountId) =>
        transactions
          .filter((each) => each.accountId === accountId && each.state === 'reversed')
          .reduce((sum, { amount }) => sum + amount, 0n),
      nextReceiptNo: async () => `R-${String(++receipts).padStart(6, '0')}`,
      add: add(transactions),
    },
    closedDays: { of: async () => null },
    complianceHolds: { on: async (memberId) => held.get(memberId) ?? null },
    ...receiptsInMemory(),
    ...overrides,
  };
  return { ports, accounts, transactions, held, savers, debts };
}

const SHOWN_BY_NONE = { isNamed: false, isReported: false, shownBy: [] } as const;

/** What people say of a movement: that it came, or, of what passed, what its words say. */
function wordsOf({ type, uuid, recordedBy, channel, amount, saidBy }: SavingsTransaction): Said[] {
  if (type === 'deposit')
    return [{ ...SHOWN_BY_NONE, enteredBy: recordedBy, broughtBy: [], passedIn: [], channel: channel ?? '', amount }];
  if (type !== 'transfer_in') return [];
  return saidBy.map((word) => ({
    ...SHOWN_BY_NONE,
    enteredBy: word.by[0] ?? '',
    broughtBy: word.by,
    channel: word.channel,
    amount: BigInt(word.amount),
    passedIn: [...(word.passed_in ?? []).map((each) => ({ ...each, amount: BigInt(each.amount) })), { uuid, amount }],
  }));
}
