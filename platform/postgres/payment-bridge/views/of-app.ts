import type { Collection } from '#core/payment-bridge/collection/collection.ts';
import { collectionOf } from '../../views/collection.ts';
import { pick, record, type Column } from '../../views/columns.ts';
import type { List, ListQuery } from '../../views/list.ts';
import type { Condition, View, ViewContext } from '../../views/view.ts';

/** An app of the payment bridge sees its own records alone. */
export const ownedBy = (appId: number): Condition => ['l.app_id = ?::bigint', appId];

/** A list of an app’s own records: each index of it begins with the app. */
export const listOfApp = (list: List): List => ({ ...list, owner: 'app_id' });

/** How an app reads its records of one kind. */
export function ofApp<Record>(context: ViewContext, view: View<Record>, list: List) {
  const all = collectionOf(context, view, list);
  return {
    /** A record of the app, or null. */
    one: (appId: number, uuid: string) => all.one(uuid, ownedBy(appId)),
    /** Records of the app by uuid, in no order. */
    byUuids: (appId: number, uuids: readonly string[]) => all.byUuids(uuids, ownedBy(appId)),
    /** One page of what an app requests. */
    list: (appId: number, query: ListQuery) => all.list(query, ownedBy(appId)),
  };
}

/** The fields that payments in and out have in common. */
type PaymentFields = Pick<
  Collection,
  | ('id' | 'uuid' | 'version' | 'createdAt' | 'updatedAt' | 'sandbox' | 'amount' | 'fee' | 'currency' | 'provider')
  | ('msisdn' | 'reference' | 'narration' | 'metadata' | 'providerRef' | 'receiptNo' | 'failure' | 'attempts')
  | ('sentAt' | 'settledAt')
>;

/** A payment of an app, out or in, as the app sees it. */
export const payment = (l: { readonly [Field in keyof PaymentFields]: Column<PaymentFields[Field]> }) => ({
  ...record(l),
  ...pick(l, 'sandbox', 'amount', 'fee', 'currency', 'provider', 'msisdn', 'reference', 'narration', 'metadata'),
  ...pick(l, 'providerRef', 'receiptNo', 'failure', 'attempts', 'sentAt', 'settledAt'),
});
