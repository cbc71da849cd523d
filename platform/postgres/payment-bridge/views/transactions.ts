import { AppAccount } from '#core/payment-bridge/account/app-account.ts';
import { AppTransaction, TRANSACTION_TYPES } from '#core/payment-bridge/account/app-transaction.ts';
import { one } from '../../views/beside.ts';
import { columnsOf, pick } from '../../views/columns.ts';
import { listOf } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { listOfApp, ofApp } from './of-app.ts';

const l = columnsOf(AppTransaction);
const a = columnsOf(AppAccount, 'a');

/** One line of an app's account. */
const transactions = view(AppTransaction, {
  columns: {
    ...pick(l, 'id', 'uuid', 'sandbox', 'type', 'amount', 'balanceAfter', 'occurredAt', 'createdAt'),
    currency: a.currency,
    source: { type: l.sourceType, uuid: l.sourceUuid },
  },
  joins: one('app_account a', `${a.id} = ${l.accountId}`),
});

/** What the lines of an account are filtered and sorted by. */
export const transactionList = listOfApp(
  listOf(AppTransaction, 'newest_first', {
    type: { type: 'choice', choices: TRANSACTION_TYPES },
    amount: { type: 'cents', sortable: true },
    created_at: { type: 'instant', sortable: true },
  }),
);

export const transactionViews = (context: ViewContext) => ofApp(context, transactions, transactionList);
