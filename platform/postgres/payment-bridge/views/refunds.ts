import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import { Refund, refundLifecycle } from '#core/payment-bridge/refund/refund.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { listOf, stamps } from '../../views/list.ts';
import { view, type RecordOf, type ViewContext } from '../../views/view.ts';
import { listOfApp, ofApp, ownedBy } from './of-app.ts';

const l = columnsOf(Refund);
const c = columnsOf(Collection, 'c');
const p = columnsOf(Payout, 'p');

const refunds = view(Refund, {
  columns: {
    ...record(l),
    ...pick(l, 'sandbox', 'amount', 'currency', 'reason', 'reference', 'metadata', 'state', 'settledAt'),
    collectionUuid: c.uuid,
    payout: pick(p, 'uuid', 'state'),
  },
  joins: `${one('collection c', `${c.id} = ${l.collectionId}`)} ${one('payout p', `${p.id} = ${l.payoutId}`)}`,
});
type RefundView = RecordOf<typeof refunds>;

/** What the list of refunds is filtered and sorted by. */
export const refundList = listOfApp(
  listOf(Refund, 'newest_first', {
    state: { type: 'choice', choices: refundLifecycle.states, sortable: true },
    reference: { type: 'text', identifier: 'reference', nullable: true },
    created_at: stamps.created_at,
  }),
);

export function refundViews(context: ViewContext) {
  const { where } = collectionOf(context, refunds, refundList);
  return {
    ...ofApp(context, refunds, refundList),
    /** The refund that a payout carries, or null. */
    byPayout: async (appId: number, payoutId: number): Promise<RefundView | null> =>
      (await where(ownedBy(appId), [`${l.payoutId} = ?::bigint`, payoutId]))[0] ?? null,
  };
}
