import { identifierKey } from '#core/kernel/text.ts';
import { sum } from '#core/kernel/money.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { linesOf } from '#core/ledger/posting-rules.ts';
import { availableOf, type AppAccount } from '#core/payment-bridge/account/app-account.ts';
import type { AppTransaction } from '#core/payment-bridge/account/app-transaction.ts';
import type { App } from '#core/payment-bridge/app.ts';
import type { Collection } from '#core/payment-bridge/collection/collection.ts';
import type { RequestCollection } from '#core/payment-bridge/use-cases/request-collection.ts';
import type { PayoutBatch } from '#core/payment-bridge/batch/payout-batch.ts';
import type { Payout } from '#core/payment-bridge/payout/payout.ts';
import { receiptsInMemory } from './receipts-in-memory.ts';
import type { Refund } from '#core/payment-bridge/refund/refund.ts';
import type { Topup } from '#core/payment-bridge/topup/topup.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import type { RequestPayout } from '#core/payment-bridge/use-cases/request-payout.ts';
import { FREE } from '#core/payments/tariff.ts';
import { nairobi } from './payment-clock.ts';
import { walletsInMemory } from './wallets.ts';

export const BRIDGE_NOON = Temporal.Instant.from('2026-03-02T09:00:00Z');
export const SANDBOX_APP: App = { id: 7, sandbox: true };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The payment bridge in memory: `did` carries out a use case and stores its events. */
export function bridgeInMemory(overrides: Partial<BridgePorts> = {}) {
  const accounts: AppAccount[] = [];
  const lines: AppTransaction[] = [];
  const payouts: Payout[] = [];
  const collections: Collection[] = [];
  const batches: PayoutBatch[] = [];
  const refunds: Refund[] = [];
  const topups: Topup[] = [];
  const emitted: DomainEvent[] = [];
  const receipts = receiptsInMemory();
  let uuids = 0;
  const numbered = <T extends { id: number; version: number; createdAt: Temporal.Instant }>(all: T[], record: T) => {
    record.id = all.length + 1;
    record.version = 1;
    record.createdAt = ports.now;
    all.push(record);
  };
  const ports: Mutable<BridgePorts> = {
    wallets: walletsInMemory(),
    payees: { heldAmong: async () => new Set(), screen: async () => [] },
    now: BRIDGE_NOON,
    ...nairobi,
    newUuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    actor: 'pk_test_app',
    fourEyes: false,
    institution: { id: 1, uuid: '00000000-0000-4000-9000-000000000001' },
    mayApprove: true,
    responsibleFor: async (actor) => actor,
    peopleBehind: async (actor) => [actor],
    introductionsOf: async () => [],
    agreement: 'reached',
    currency: 'KES',
    tariffOf: async () => FREE,
    accounts: {
      lock: async (appId, currency) =>
        accounts.find((each) => each.appId === appId && each.currency === currency) ?? null,
      addNow: async (account) => numbered(accounts, account),
    },
    transactions: { add: (...more) => void lines.push(...more) },
    payouts: {
      lock: async (appId, id) => payouts.find((each) => each.appId === appId && each.id === id) ?? null,
      lockByOriginator: async (originatorId) => payouts.find((each) => each.originatorId === originatorId) ?? null,
      findByReference: async (appId, reference) =>
        payouts.find(
          (each) => each.appId === appId && identifierKey(each.reference ?? '') === identifierKey(reference),
        ) ?? null,
      nextId: async () => payouts.length + 1,
      add: (payout) => numbered(payouts, payout),
      addNow: async (payout) => numbered(payouts, payout),
      usedReferences: async (appId, references) =>
        new Map(
          payouts
            .filter(
              (each) => each.appId === appId && references.map(identifierKey).includes(identifierKey(each.reference)),
            )
            .map(({ reference, uuid }) => [identifierKey(reference), uuid]),
        ),
    },
    batches: {
      findByReference: async (appId, reference) =>
        batches.find(
          (each) => each.appId === appId && identifierKey(each.reference ?? '') === identifierKey(reference),
        ) ?? null,
      addNow: async (batch) => numbered(batches, batch),
    },
    refunds: {
      amountBesides: async ({ id: collectionId }, besides) =>
        sum(
          refunds
            .filter((each) => each.collectionId === collectionId && each.id !== besides && each.state !== 'failed')
            .map(({ amount, payoutId, state }) =>
              state === 'succeeded' ? (payouts.find(({ id }) => id === payoutId)?.paidOut() ?? amount) : amount,
            ),
        ),
      lockByPayout: async (payoutId) => refunds.find((each) => each.payoutId === payoutId) ?? null,
      findByReference: async (appId, reference) =>
        refunds.find(
          (each) => each.appId === appId && identifierKey(each.reference ?? '') === identifierKey(reference),
        ) ?? null,
      add: (refund) => numbered(refunds, refund),
    },
    topups: {
      lockByBankReference: async (bankReference) => topups.find((each) => each.bankReference === bankReference) ?? null,
      findByReference: async (appId, reference) =>
        topups.find(
          (each) => each.appId === appId && identifierKey(each.reference ?? '') === identifierKey(reference),
        ) ?? null,
      add: (topup) => numbered(topups, topup),
    },
    arrivals: {
      hold: async () => undefined,
      holdTerms: async () => undefined,
      waitingFor: async () => [],
      isOf: async () => true,
      lockFoundByTerms: async (uuid) => collections.find((each) => each.uuid === uuid && each.receiptByTerms) ?? null,
      lockLackingReceipt: async ({ uuid }) =>
        collections.find((each) => each.uuid !== uuid && each.state === 'succeeded' && each.receiptNo === null) ?? null,
      giveUp: async () => [],
    },
    ...receipts,
    collections: {
      lock: async (appId, id) => collections.find((each) => each.appId === appId && each.id === id) ?? null,
      lockByOriginator: async (originatorId) => collections.find((each) => each.originatorId === originatorId) ?? null,
      findByReference: async (appId, reference) =>
        collections.find(
          (each) => each.appId === appId && identifierKey(each.reference ?? '') === identifierKey(reference),
        ) ?? null,
      add: (collection) => numbered(collections, collection),
    },
    ...overrides,
  };

  /** What is left in each account of the ledger; debits positive. */
  const books = () => {
    const left: Record<string, bigint> = {};
    for (const line of emitted.flatMap(linesOf)) {
      left[line.account] = (left[line.account] ?? 0n) + (line.side === 'debit' ? line.amount : -line.amount);
    }
    return Object.fromEntries(Object.entries(left).filter(([, amount]) => amount !== 0n));
  };
  return {
    ports,
    reported: receipts.reported,
    accounts,
    lines,
    payouts,
    collections,
    refunds,
    topups,
    emitted,
    books,
    did: async <Result>(done: Promise<Outcome<Result>>): Promise<Result> => {
      const { result, events } = await done;
      emitted.push(...events);
      return result;
    },
    types: () => emitted.map(({ type }) => type),
    /** What the app has. */
    money: () => {
      const [account] = accounts;
      if (!account) return null;
      const { held, inTransit } = account;
      return { available: availableOf(account), held, inTransit };
    },
  };
}

export const aPayout = (change: Partial<RequestPayout> = {}): RequestPayout => ({
  app: SANDBOX_APP,
  amount: 200_000n,
  currency: 'KES',
  channel: 'mpesa_b2c',
  msisdn: '+254712345678',
  reference: 'salary-1',
  narration: null,
  metadata: {},
  ...change,
});

export const aCollection = (change: Partial<RequestCollection> = {}): RequestCollection => ({
  app: SANDBOX_APP,
  amount: 50_000n,
  currency: 'KES',
  channel: 'mpesa_stk',
  msisdn: '+254712345678',
  accountReference: 'INV-7',
  reference: 'invoice-7',
  narration: null,
  metadata: {},
  ...change,
});
