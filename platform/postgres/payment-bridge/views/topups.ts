import { Topup, topupLifecycle } from '#core/payment-bridge/topup/topup.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { listOfApp, ofApp } from './of-app.ts';

const l = columnsOf(Topup);

const topups = view(Topup, {
  columns: {
    ...record(l),
    ...pick(
      l,
      'sandbox',
      'amount',
      'currency',
      'bankReference',
      'reference',
      'metadata',
      'state',
      'settledAt',
      'reversedAt',
    ),
  },
});

/** What the list of top-ups is filtered and sorted by. */
export const topupList = listOfApp(
  listOf(Topup, 'newest_first', {
    state: { type: 'choice', choices: topupLifecycle.states, sortable: true },
    reference: { type: 'text', identifier: 'reference', nullable: true },
    created_at: stamps.created_at,
  }),
);

export const topupViews = (context: ViewContext) => ofApp(context, topups, topupList);
