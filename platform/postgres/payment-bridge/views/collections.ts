import { collectionLifecycle } from '#core/payment-bridge/collection/lifecycle.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { columnsOf, pick } from '../../views/columns.ts';
import { listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { listOfApp, ofApp, payment } from './of-app.ts';

const l = columnsOf(Collection);

const collections = view(Collection, {
  columns: {
    ...payment(l),
    ...pick(
      l,
      'state',
      'channel',
      'accountReference',
      'payerName',
      'amountReceived',
      'refunded',
      'expiresAt',
      'reversedAt',
    ),
  },
});

/** What the list of collections is filtered and sorted by. */
export const collectionList = listOfApp(
  listOf(Collection, 'newest_first', {
    state: { type: 'choice', choices: collectionLifecycle.states, sortable: true },
    amount: { type: 'cents', sortable: true },
    msisdn: { type: 'text', format: 'phone' },
    account_reference: { type: 'text' },
    reference: { type: 'text', identifier: 'reference', sortable: true },
    receipt_no: { type: 'text', nullable: true },
    ...stamps,
  }),
);

export const collectionViews = (context: ViewContext) => ofApp(context, collections, collectionList);
