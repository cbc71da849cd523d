import { AppAccount } from '#core/payment-bridge/account/app-account.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import type { BridgeWorld } from '#core/payment-bridge/ports.ts';
import type { TenantTransaction } from '../database.ts';
import { LOCKED } from './collection.ts';
import { assignId } from './numbers.ts';

type Ports = Pick<BridgeWorld, 'accounts' | 'transactions' | 'payouts' | 'collections'>;

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
      add: (payout) => void em.persist(payout),
    },
    collections: {
      lock: (appId, id) => em.findOne(Collection, { appId, id }, LOCKED),
      lockByOriginator: (originatorId) => em.findOne(Collection, { originatorId }, LOCKED),
      findByReference: (appId, reference) => em.findOne(Collection, { appId, reference }),
      add: (collection) => void em.persist(collection),
    },
  };
}
