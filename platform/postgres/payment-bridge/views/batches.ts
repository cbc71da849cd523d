import { PayoutBatch } from '#core/payment-bridge/batch/payout-batch.ts';
import { columnsOf, expression, orNull, pick, record } from '../../views/columns.ts';
import { listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { listOfApp, ofApp } from './of-app.ts';

const l = columnsOf(PayoutBatch);

const batches = view(PayoutBatch, {
  columns: {
    ...record(l),
    ...pick(l, 'sandbox', 'reference', 'currency', 'size', 'amount', 'fee', 'metadata'),
    /** How many of its payouts are in each state. */
    counts: orNull(
      expression.json<{ readonly [state: string]: number }>(`(
        select jsonb_object_agg(s.state, s.n) from (
          select p.state, count(*) as n from payout p where p.batch_id = ${l.id} group by p.state) s)`),
    ),
  },
  show: (row) => ({ ...row, counts: row.counts ?? {} }),
});

/** What the list of batches is filtered and sorted by. */
export const batchList = listOfApp(
  listOf(PayoutBatch, 'newest_first', {
    reference: { type: 'text', identifier: 'reference', sortable: true },
    created_at: stamps.created_at,
  }),
);

export const batchViews = (context: ViewContext) => ofApp(context, batches, batchList);
