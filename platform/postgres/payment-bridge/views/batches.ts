import type { Metadata } from '#core/payment-bridge/app.ts';
import { readInstant } from '../../mapping/types.ts';
import type { Row } from '../../database.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { where, type ViewContext } from '../../views/view.ts';

export type BatchView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly sandbox: boolean;
  readonly reference: string;
  readonly currency: string;
  readonly size: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly metadata: Metadata;
  /** How many of its payouts are in each state. */
  readonly counts: { readonly [state: string]: number };
  readonly createdAt: Temporal.Instant;
};

/** What apps may ask of the list of batches. */
export const batchList: List = {
  table: 'payout_batch',
  order: 'newest_first',
  fields: {
    reference: { type: 'text', column: 'reference', sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
  },
};

const select = (batches: string) => `
  select l.*, (select jsonb_object_agg(s.state, s.n) from (
                 select p.state, count(*) as n from payout p where p.batch_id = l.id group by p.state) s) as counts
    from ${batches} l`;

export function batchViews({ sql }: ViewContext) {
  return {
    /** A batch of the app, or null. */
    one: async (appId: number, uuid: string): Promise<BatchView | null> => {
      const { clause, params } = where(['l.app_id = ?::bigint', appId], ['l.uuid = ?::uuid', uuid]);
      const [row] = await sql(`${select('payout_batch')} ${clause}`, params);
      return row ? batchOf(row) : null;
    },
    /** One page of what an app asks for. */
    list: (appId: number, query: ListQuery) =>
      readPage(sql, batchList, query, { base: [['l.app_id = ?::bigint', appId]], select, show: batchOf }),
  };
}

function batchOf(row: Row): BatchView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    sandbox: row['sandbox'] === true,
    reference: String(row['reference']),
    currency: String(row['currency']),
    size: Number(row['size']),
    amount: BigInt(String(row['amount'])),
    fee: BigInt(String(row['fee'])),
    metadata: row['metadata'] as Metadata,
    counts: (row['counts'] ?? {}) as BatchView['counts'],
    createdAt: readInstant(row['created_at']),
  };
}
