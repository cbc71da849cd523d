import { identifierKey } from '#core/kernel/text.ts';
import { payoutLifecycle } from '#core/payment-bridge/payout/lifecycle.ts';
import { PayoutBatch } from '#core/payment-bridge/batch/payout-batch.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import { oneOrNone } from '../../views/beside.ts';
import { columnsOf, orNull, pick, together } from '../../views/columns.ts';
import { listOf, stamps, type List, type ListQuery } from '../../views/list.ts';
import { readPage } from '../../views/page.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { listOfApp, ofApp, ownedBy, payment } from './of-app.ts';

const l = columnsOf(Payout);
const b = columnsOf(PayoutBatch, 'b');

const payouts = view(Payout, {
  columns: {
    ...payment(l),
    ...pick(l, 'state', 'channel', 'purpose', 'recipientName', 'amountPaid', 'reversedAt'),
    batch: together(orNull(b.uuid), { uuid: b.uuid, row: l.batchRow }),
  },
  joins: oneOrNone('payout_batch b', `${b.id} = ${l.batchId}`),
});

const fields = listOf(Payout, 'newest_first', {
  state: { type: 'choice', choices: payoutLifecycle.states, sortable: true },
  amount: { type: 'cents', sortable: true },
  msisdn: { type: 'text', format: 'phone' },
  reference: { type: 'text', identifier: 'reference', sortable: true },
  receipt_no: { type: 'text', nullable: true },
  ...stamps,
});

/** What the list of payouts is filtered and sorted by. */
export const payoutList = listOfApp(fields);

/** The same of one batch, in the order of its rows. */
export const batchPayoutList: List = { ...fields, order: 'oldest_first' };

export function payoutViews(context: ViewContext) {
  return {
    ...ofApp(context, payouts, payoutList),
    /** The keys of those of these references that the app has used before, with the uuids of those payouts. */
    usedReferences: async (appId: number, references: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      const rows = await context.sql<{ key: string; uuid: string }>(
        'select reference_key as key, uuid from payout where app_id = $1::bigint and reference_key = any($2)',
        [appId, references.map(identifierKey)],
      );
      return new Map(rows.map(({ key, uuid }) => [key, uuid]));
    },
    /** One page of the payouts of a batch, in the order of its rows. */
    ofBatch: (appId: number, batchId: number, query: ListQuery) =>
      readPage(context, payouts, batchPayoutList, query, [ownedBy(appId), [`${l.batchId} = ?::bigint`, batchId]]),
  };
}
