import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { AppAccount } from '#core/payment-bridge/account/app-account.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { PayoutBatch } from '#core/payment-bridge/batch/payout-batch.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import type { BridgeWorld } from '#core/payment-bridge/ports.ts';
import { Refund } from '#core/payment-bridge/refund/refund.ts';
import { Topup } from '#core/payment-bridge/topup/topup.ts';
import type { TenantTransaction } from '../database.ts';
import { LOCKED } from './collection.ts';
import { assignId } from './numbers.ts';

/** One at a time hears of a receipt, at whichever door: until commit. */
export async function holdReceipt(sql: TenantTransaction['sql'], receiptNo: string): Promise<void> {
  await sql(`select pg_advisory_xact_lock(hashtextextended('receipt ' || current_setting('app.tenant') || $1, 0))`, [
    receiptNo,
  ]);
}

type Ports = Pick<
  BridgeWorld,
  'accounts' | 'transactions' | 'payouts' | 'collections' | 'receipts' | 'batches' | 'refunds' | 'topups'
>;

const OLDEST_FIRST = { ...LOCKED, orderBy: { id: 'asc' } } as const;

/** The payment bridge, kept in Postgres. What an app asks for is looked for among its own. */
export function bridgePorts({ em, sql }: TenantTransaction): Ports {
  return {
    accounts: {
      lock: (appId, currency) => em.findOne(AppAccount, { appId, currency }, LOCKED),
      addNow: async (account) => {
        await assignId(sql, 'app_account', account);
        em.persist(account);
      },
    },
    transactions: { add: (...lines) => void em.persist([...lines]) },
    payouts: {
      lock: (appId, id) => em.findOne(Payout, { appId, id }, LOCKED),
      lockByOriginator: (originatorId) => em.findOne(Payout, { originatorId }, LOCKED),
      findByReference: (appId, reference) => em.findOne(Payout, { appId, reference }),
      open: (appId, limit) => em.find(Payout, { appId, nextCheckAt: { $ne: null } }, { ...OLDEST_FIRST, limit }),
      add: (payout) => void em.persist(payout),
      usedReferences: async (appId, references) => {
        const rows = await sql<{ reference: string; uuid: string }>(
          'select reference, uuid from payout where app_id = $1 and reference = any($2)',
          [appId, references],
        );
        return new Map(rows.map(({ reference, uuid }) => [reference, uuid]));
      },
      addNow: async (payout) => {
        await assignId(sql, 'payout', payout);
        em.persist(payout);
      },
    },
    receipts: {
      hold: (receiptNo) => holdReceipt(sql, receiptNo),
      claim: async (receiptNo) => {
        const payment = await em.findOne(MobileMoneyTransaction, { receiptNo }, LOCKED);
        return payment === null || payment.state === 'merged' ? [] : [payment.giveToApp()];
      },
    },
    batches: {
      findByReference: (appId, reference) => em.findOne(PayoutBatch, { appId, reference }),
      addNow: async (batch) => {
        await assignId(sql, 'payout_batch', batch);
        em.persist(batch);
      },
    },
    refunds: {
      lockByPayout: (payoutId) => em.findOne(Refund, { payoutId }, LOCKED),
      standing: async (collectionId, besides) => {
        const [row] = await sql<{ sum: string }>(
          `select coalesce(sum(amount), 0)::text as sum from refund
            where app_id = (select app_id from collection where id = $1) and collection_id = $1 and id <> $2 and state in ('pending', 'succeeded')`,
          [collectionId, besides],
        );
        return BigInt(row?.sum ?? 0);
      },
      findByReference: (appId, reference) => em.findOne(Refund, { appId, reference }),
      add: (refund) => void em.persist(refund),
    },
    topups: {
      lockByBankReference: (bankReference) => em.findOne(Topup, { bankReference }, LOCKED),
      findByReference: (appId, reference) => em.findOne(Topup, { appId, reference }),
      add: (topup) => void em.persist(topup),
    },
    collections: {
      lock: (appId, id) => em.findOne(Collection, { appId, id }, LOCKED),
      lockByOriginator: (originatorId) => em.findOne(Collection, { originatorId }, LOCKED),
      findByReference: (appId, reference) => em.findOne(Collection, { appId, reference }),
      open: (appId, limit) => em.find(Collection, { appId, nextCheckAt: { $ne: null } }, { ...OLDEST_FIRST, limit }),
      add: (collection) => void em.persist(collection),
    },
  };
}
