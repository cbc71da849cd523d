import type { CollectionChannel } from '#core/payments/channels.ts';
import { collectionLifecycle, type CollectionState } from '#core/payment-bridge/collection/lifecycle.ts';
import { readInstant } from '../../mapping/types.ts';
import type { Row } from '../../database.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { where, type ViewContext } from '../../views/view.ts';
import { carriedOf, type CarriedView } from './payouts.ts';

export type CollectionView = CarriedView & {
  readonly state: CollectionState;
  readonly channel: CollectionChannel;
  readonly accountReference: string;
  readonly payerName: string | null;
  readonly amountReceived: bigint | null;
  readonly refunded: bigint;
  readonly expiresAt: Temporal.Instant;
};

/** What apps may ask of the list of collections. */
export const collectionList: List = {
  table: 'collection',
  order: 'newest_first',
  fields: {
    state: { type: 'choice', column: 'state', choices: collectionLifecycle.states, sortable: true },
    amount: { type: 'cents', column: 'amount', sortable: true },
    msisdn: { type: 'text', column: 'msisdn' },
    account_reference: { type: 'text', column: 'account_reference' },
    reference: { type: 'text', column: 'reference', sortable: true },
    receipt_no: { type: 'text', column: 'receipt_no', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

export function collectionViews({ sql }: ViewContext) {
  return {
    /** A collection of the app, or null. */
    one: async (appId: number, uuid: string): Promise<CollectionView | null> => {
      const { clause, params } = where(['l.app_id = ?::bigint', appId], ['l.uuid = ?::uuid', uuid]);
      const [row] = await sql(`select l.* from collection l ${clause}`, params);
      return row ? collectionOf(row) : null;
    },
    /** One page of what an app asks for. */
    list: (appId: number, query: ListQuery) =>
      readPage(sql, collectionList, query, {
        base: [['l.app_id = ?::bigint', appId]],
        select: (page) => `select l.* from ${page} l`,
        show: collectionOf,
      }),
  };
}

function collectionOf(row: Row): CollectionView {
  const received = row['amount_received'];
  return {
    ...carriedOf(row),
    state: row['state'] as CollectionState,
    channel: row['channel'] as CollectionChannel,
    accountReference: String(row['account_reference']),
    payerName: row['payer_name'] as string | null,
    amountReceived: received === null ? null : BigInt(String(received)),
    refunded: BigInt(String(row['refunded'])),
    expiresAt: readInstant(row['expires_at']),
  };
}
