import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { AppAccount } from '#core/payment-bridge/account/app-account.ts';
import { AppTransaction } from '#core/payment-bridge/account/app-transaction.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { PayoutBatch } from '#core/payment-bridge/batch/payout-batch.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { Refund } from '#core/payment-bridge/refund/refund.ts';
import { Topup } from '#core/payment-bridge/topup/topup.ts';
import type { TenantTransaction } from '../database.ts';
import { LOCKED } from '../collection.ts';
import { assignId, nextId } from '../numbers/numbers.ts';

/** One at a time hears of a receipt, at whichever door: until commit. */
export async function holdReceipt(sql: TenantTransaction['sql'], receiptNo: string): Promise<void> {
  await sql(`select pg_advisory_xact_lock(hashtextextended('receipt ' || current_setting('app.tenant') || $1, 0))`, [
    receiptNo,
  ]);
}

type Ports = Pick<
  BridgePorts,
  'accounts' | 'transactions' | 'payouts' | 'collections' | 'receipts' | 'batches' | 'refunds' | 'topups'
>;

const OLDEST_FIRST = { ...LOCKED, orderBy: { id: 'asc' } } as const;

/** The payment bridge, kept in Postgres. What an app asks for is looked for among its own. */
export function bridgePorts(tx: TenantTransaction): Ports {
  const { sql } = tx;
  const accounts = tx.of(AppAccount);
  const payouts = tx.of(Payout);
  return {
    accounts: {
      lock: (appId, currency) => accounts.lockFirst('app_id = $1 and currency = $2', [appId, currency]),
      addNow: async (account) => {
        await assignId(sql, 'app_account', account);
        accounts.add(account);
      },
    },
    transactions: { add: tx.of(AppTransaction).add },
    payouts: {
      lock: (appId, id) => payouts.lockFirst('app_id = $1 and id = $2', [appId, id]),
      lockByOriginator: (originatorId) => payouts.lockFirst('originator_id = $1', [originatorId]),
      findByReference: (appId, reference) => payouts.first('app_id = $1 and reference = $2', [appId, reference]),
      open: (appId, limit) =>
        payouts.lockAll('app_id = $1 and next_check_at is not null order by id limit $2', [appId, limit]),
      nextId: () => nextId(tx, 'payout'),
      add: payouts.add,
      usedReferences: async (appId, references) => {
        const rows = await sql<{ reference: string; uuid: string }>(
          'select reference, uuid from payout where app_id = $1 and reference = any($2)',
          [appId, references],
        );
        return new Map(rows.map(({ reference, uuid }) => [reference, uuid]));
      },
      addNow: async (payout) => {
        await assignId(sql, 'payout', payout);
        payouts.add(payout);
      },
    },
    receipts: {
      hold: (receiptNo) => holdReceipt(sql, receiptNo),
      claim: async (receiptNo) => {
        const payment = await tx.em.findOne(MobileMoneyTransaction, { receiptNo }, LOCKED);
        return payment === null || payment.state === 'merged' ? [] : [payment.giveToApp()];
      },
    },
    batches: {
      findByReference: (appId, reference) => tx.em.findOne(PayoutBatch, { appId, reference }),
      addNow: async (batch) => {
        await assignId(sql, 'payout_batch', batch);
        tx.em.persist(batch);
      },
    },
    refunds: {
      lockByPayout: (payoutId) => tx.em.findOne(Refund, { payoutId }, LOCKED),
      standing: async (collectionId, besides) => {
        const [row] = await sql<{ sum: string }>(
          `select coalesce(sum(amount), 0)::text as sum from refund
            where app_id = (select app_id from collection where id = $1) and collection_id = $1 and id <> $2 and state in ('pending', 'succeeded')`,
          [collectionId, besides],
        );
        return BigInt(row?.sum ?? 0);
      },
      findByReference: (appId, reference) => tx.em.findOne(Refund, { appId, reference }),
      add: (refund) => void tx.em.persist(refund),
    },
    topups: {
      lockByBankReference: (bankReference) => tx.em.findOne(Topup, { bankReference }, LOCKED),
      findByReference: (appId, reference) => tx.em.findOne(Topup, { appId, reference }),
      add: (topup) => void tx.em.persist(topup),
    },
    collections: {
      lock: (appId, id) => tx.em.findOne(Collection, { appId, id }, LOCKED),
      lockByOriginator: (originatorId) => tx.em.findOne(Collection, { originatorId }, LOCKED),
      findByReference: (appId, reference) => tx.em.findOne(Collection, { appId, reference }),
      open: (appId, limit) => tx.em.find(Collection, { appId, nextCheckAt: { $ne: null } }, { ...OLDEST_FIRST, limit }),
      add: (collection) => void tx.em.persist(collection),
    },
  };
}
