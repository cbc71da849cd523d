import { publicId, uuidIn } from '#core/payment-bridge/app.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { maskedNumber } from '#core/payments/receipt.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record, reference, type Column } from '../../views/columns.ts';
import { idOf, listOf } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const out = columnsOf(Payout);
const into = columnsOf(Collection);
const app = columnsOf(ApiClient, 'app');

type Fields = Pick<
  Payout,
  | ('id' | 'uuid' | 'version' | 'createdAt' | 'updatedAt' | 'appId' | 'sandbox' | 'amount' | 'fee' | 'currency')
  | ('provider' | 'msisdn' | 'reference' | 'narration' | 'providerRef' | 'receiptNo' | 'failure' | 'findings')
  | ('evidence' | 'sentAt' | 'settledAt')
>;

const shared = (l: { readonly [Field in keyof Fields]: Column<Fields[Field]> }) => ({
  ...record(l),
  ...pick(l, 'appId', 'sandbox', 'amount', 'fee', 'currency', 'provider', 'msisdn', 'reference', 'narration'),
  ...pick(l, 'providerRef', 'receiptNo', 'failure', 'findings', 'evidence', 'sentAt', 'settledAt'),
  app: reference(l.appId, app.uuid, pick(app, 'name', 'clientKey')),
});
const joins = (appId: Column<number>) => one('api_client app', `${app.id} = ${appId}`);

const payouts = view(Payout, {
  columns: { ...shared(out), ...pick(out, 'state', 'amountPaid') },
  joins: joins(out.appId),
  show: ({ msisdn, amountPaid: amountReported, ...row }) => ({
    ...row,
    kind: 'payout' as const,
    publicId: publicId('payout', row.uuid),
    amountReported,
    accountReference: null,
    otherParty: maskedNumber(msisdn),
  }),
});
const collections = view(Collection, {
  columns: { ...shared(into), ...pick(into, 'state', 'amountReceived', 'accountReference') },
  joins: joins(into.appId),
  show: ({ msisdn, amountReceived: amountReported, ...row }) => ({
    ...row,
    kind: 'collection' as const,
    publicId: publicId('collection', row.uuid),
    amountReported,
    otherParty: maskedNumber(msisdn),
  }),
});

const found = {
  app_id: { type: 'id', of: 'api_client', sortable: true },
  receipt_no: { type: 'text', nullable: true },
} as const;
const search = { whole: ['receipt_no'], means: 'The receipt in full', example: 'SKB1234567' };

/**
 * What the payments of all apps are filtered by. Not by their state: an index of it over all apps would stand beside that of
 * each app, and the planner takes the wrong one. Those whose outcome is open are a list of their own.
 */
export const appPayoutList = listOf(
  Payout,
  'newest_first',
  {
    id: idOf('payout'),
    ...found,
  },
  search,
);
export const appCollectionList = listOf(
  Collection,
  'newest_first',
  {
    id: idOf('collection'),
    ...found,
  },
  search,
);

/** Payments of apps as the institution's people see them: all of them, and those that they settle. */
export function appPaymentViews(context: ViewContext) {
  const [paid, collected] = [
    collectionOf(context, payouts, appPayoutList),
    collectionOf(context, collections, appCollectionList),
  ];
  return {
    payouts: paid,
    collections: collected,
    /** By the id that its app knows, po_... or col_...; null where there is none. */
    one: async (id: string) => {
      const payout = uuidIn('payout', id);
      if (payout !== null) return paid.one(payout);
      const collection = uuidIn('collection', id);
      return collection === null ? null : collected.one(collection);
    },
  };
}
