import type { Metadata } from '#core/payment-bridge/app.ts';
import { refundLifecycle, type RefundState } from '#core/payment-bridge/refund/refund.ts';
import { readInstant } from '../../mapping/types.ts';
import type { Row } from '../../database.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { where, type Condition, type ViewContext } from '../../views/view.ts';
import { instantOf } from './payouts.ts';

export type RefundView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly sandbox: boolean;
  readonly collectionUuid: string;
  readonly payout: { readonly uuid: string; readonly state: string };
  readonly amount: bigint;
  readonly currency: string;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly metadata: Metadata;
  readonly state: RefundState;
  readonly createdAt: Temporal.Instant;
  readonly settledAt: Temporal.Instant | null;
};

/** What apps may ask of the list of refunds. */
export const refundList: List = {
  table: 'refund',
  order: 'newest_first',
  fields: {
    state: { type: 'choice', column: 'state', choices: refundLifecycle.states, sortable: true },
    reference: { type: 'text', column: 'reference', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
  },
};

const select = (refunds: string) => `
  select l.*, c.uuid as collection_uuid, p.uuid as payout_uuid, p.state as payout_state
    from ${refunds} l join collection c on c.id = l.collection_id join payout p on p.id = l.payout_id`;

export function refundViews({ sql }: ViewContext) {
  const find = async (appId: number, by: Condition): Promise<RefundView | null> => {
    const { clause, params } = where(['l.app_id = ?::bigint', appId], by);
    const [row] = await sql(`${select('refund')} ${clause}`, params);
    return row ? refundOf(row) : null;
  };
  return {
    /** A refund of the app, or null. */
    one: (appId: number, uuid: string) => find(appId, ['l.uuid = ?::uuid', uuid]),
    /** The refund that a payout carries, or null. */
    byPayout: (appId: number, payoutId: number) => find(appId, ['l.payout_id = ?::bigint', payoutId]),
    /** One page of what an app asks for. */
    list: (appId: number, query: ListQuery) =>
      readPage(sql, refundList, query, { base: [['l.app_id = ?::bigint', appId]], select, show: refundOf }),
  };
}

function refundOf(row: Row): RefundView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    sandbox: row['sandbox'] === true,
    collectionUuid: String(row['collection_uuid']),
    payout: { uuid: String(row['payout_uuid']), state: String(row['payout_state']) },
    amount: BigInt(String(row['amount'])),
    currency: String(row['currency']),
    reason: row['reason'] as string | null,
    reference: row['reference'] as string | null,
    metadata: row['metadata'] as Metadata,
    state: row['state'] as RefundState,
    createdAt: readInstant(row['created_at']),
    settledAt: instantOf(row['settled_at']),
  };
}
