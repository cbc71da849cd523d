import type { Metadata } from '#core/payment-bridge/app.ts';
import { topupLifecycle, type TopupState } from '#core/payment-bridge/topup/topup.ts';
import { readInstant } from '../../mapping/types.ts';
import type { Row } from '../../database.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { where, type ViewContext } from '../../views/view.ts';
import { instantOf } from './payouts.ts';

export type TopupView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly sandbox: boolean;
  readonly amount: bigint;
  readonly currency: string;
  readonly bankReference: string;
  readonly reference: string | null;
  readonly metadata: Metadata;
  readonly state: TopupState;
  readonly createdAt: Temporal.Instant;
  readonly settledAt: Temporal.Instant | null;
};

/** What apps may ask of the list of top-ups. */
export const topupList: List = {
  table: 'topup',
  order: 'newest_first',
  fields: {
    state: { type: 'choice', column: 'state', choices: topupLifecycle.states, sortable: true },
    reference: { type: 'text', column: 'reference', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
  },
};

export function topupViews({ sql }: ViewContext) {
  return {
    /** A top-up of the app, or null. */
    one: async (appId: number, uuid: string): Promise<TopupView | null> => {
      const { clause, params } = where(['l.app_id = ?::bigint', appId], ['l.uuid = ?::uuid', uuid]);
      const [row] = await sql(`select l.* from topup l ${clause}`, params);
      return row ? topupOf(row) : null;
    },
    /** One page of what an app asks for. */
    list: (appId: number, query: ListQuery) =>
      readPage(sql, topupList, query, {
        base: [['l.app_id = ?::bigint', appId]],
        select: (page) => `select l.* from ${page} l`,
        show: topupOf,
      }),
  };
}

function topupOf(row: Row): TopupView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    sandbox: row['sandbox'] === true,
    amount: BigInt(String(row['amount'])),
    currency: String(row['currency']),
    bankReference: String(row['bank_reference']),
    reference: row['reference'] as string | null,
    metadata: row['metadata'] as Metadata,
    state: row['state'] as TopupState,
    createdAt: readInstant(row['created_at']),
    settledAt: instantOf(row['settled_at']),
  };
}
