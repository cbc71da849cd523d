import { sum } from '#core/kernel/money.ts';
import { identifierKey } from '#core/kernel/text.ts';
import { AppAccount } from '#core/payment-bridge/account/app-account.ts';
import { AppTransaction } from '#core/payment-bridge/account/app-transaction.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { PayoutBatch } from '#core/payment-bridge/batch/payout-batch.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import type { StoredTariff } from '#core/payments/tariff.ts';
import { Refund } from '#core/payment-bridge/refund/refund.ts';
import { Topup } from '#core/payment-bridge/topup/topup.ts';
import type { TenantTransaction } from '../database.ts';
import { walletsIn } from '../payments/wallets.ts';
import { formsOfReference } from '../privacy/covered-reference.ts';
import { arrivalsIn } from './arrivals.ts';

/** What the institution has agreed with an app; nothing where it is charged as everybody is. */
export async function agreedTariff(sql: TenantTransaction['sql'], appId: number): Promise<StoredTariff> {
  const [row] = await sql<{ tariff: StoredTariff }>('select tariff from api_client where id = $1', [appId]);
  return row?.tariff ?? {};
}

type Ports = Pick<
  BridgePorts,
  'accounts' | 'transactions' | 'payouts' | 'collections' | 'arrivals' | 'batches' | 'refunds' | 'topups' | 'wallets'
>;

/** An app's record under a reference of its own, however it is written. */
const REFERENCE = 'app_id = $1 and reference_key = any($2)';

/** The payment bridge, stored in Postgres. An app's records are looked up among its own. */
export function bridgePorts(tx: TenantTransaction): Ports {
  const { sealing } = tx;
  const forms = (reference: string) => formsOfReference(sealing, reference);
  const accounts = tx.of(AppAccount);
  const payouts = tx.of(Payout);
  const batches = tx.of(PayoutBatch);
  const refunds = tx.of(Refund);
  const topups = tx.of(Topup);
  const collections = tx.of(Collection);
  return {
    wallets: walletsIn(tx),
    accounts: {
      lock: (appId, currency) => accounts.lockFirst('app_id = $1 and currency = $2', [appId, currency]),
      addNow: accounts.addWithId,
    },
    transactions: { add: tx.of(AppTransaction).add },
    payouts: {
      lock: (appId, id) => payouts.lockFirst('app_id = $1 and id = $2', [appId, id]),
      lockByOriginator: (originatorId) => payouts.lockFirst('originator_id = $1', [originatorId]),
      findByReference: (appId, reference) => payouts.first(REFERENCE, [appId, forms(reference)]),
      nextId: payouts.nextId,
      add: payouts.add,
      usedReferences: usedReferences(tx),
      addNow: payouts.addWithId,
    },
    arrivals: arrivalsIn(tx),
    batches: {
      findByReference: (appId, reference) => batches.first(REFERENCE, [appId, forms(reference)]),
      addNow: batches.addWithId,
    },
    refunds: {
      lockByPayout: (payoutId) => refunds.lockFirst('payout_id = $1', [payoutId]),
      // Through the unit of work: of several that end in one transaction, those before this one have ended already. They are
      // not locked, since each changes under the lock of the collection alone, and who waits for that has its refund locked.
      amountBesides: async ({ appId, id }, besides) => {
        const all = await refunds.find('app_id = $1 and collection_id = $2', [appId, id]);
        const others = all.filter((each) => each.id !== besides && each.state !== 'failed');
        const arrived = others.filter(({ state }) => state === 'succeeded').map(({ payoutId }) => payoutId);
        const carriers =
          arrived.length === 0 ? [] : await payouts.find('app_id = $1 and id = any($2)', [appId, arrived]);
        const paid = new Map(carriers.map((payout) => [payout.id, payout.paidOut()]));
        return sum(others.map(({ payoutId, amount }) => paid.get(payoutId) ?? amount));
      },
      findByReference: (appId, reference) => refunds.first(REFERENCE, [appId, forms(reference)]),
      add: refunds.add,
    },
    topups: {
      lockByBankReference: (bankReference) => topups.lockFirst('bank_reference = $1', [bankReference]),
      findByReference: (appId, reference) => topups.first(REFERENCE, [appId, forms(reference)]),
      add: topups.add,
    },
    collections: {
      lock: (appId, id) => collections.lockFirst('app_id = $1 and id = $2', [appId, id]),
      lockByOriginator: (originatorId) => collections.lockFirst('originator_id = $1', [originatorId]),
      findByReference: (appId, reference) => collections.first(REFERENCE, [appId, forms(reference)]),
      add: collections.add,
    },
  };
}

/** Those of the references that payouts of the app have, by their keys, with the uuids of the payouts. */
const usedReferences =
  ({ sql, sealing }: TenantTransaction): BridgePorts['payouts']['usedReferences'] =>
  async (appId, references) => {
    const written = new Map(
      references.flatMap((each) => formsOfReference(sealing, each).map((form) => [form, identifierKey(each)] as const)),
    );
    const rows = await sql<{ key: string; uuid: string }>(
      'select reference_key as key, uuid from payout where app_id = $1 and reference_key = any($2)',
      [appId, [...written.keys()]],
    );
    return new Map(rows.map(({ key, uuid }) => [written.get(key) ?? key, uuid]));
  };
