import { TRANSACTION_TYPES } from '#core/payment-bridge/account/app-transaction.ts';
import { readInstant } from '../../mapping/types.ts';
import type { Row } from '../../database.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { where, type ViewContext } from '../../views/view.ts';

/** One line of an app's account. */
export type TransactionView = {
  readonly id: number;
  readonly uuid: string;
  readonly sandbox: boolean;
  readonly type: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly balanceAfter: bigint;
  readonly source: { readonly type: string; readonly uuid: string };
  readonly occurredAt: Temporal.Instant;
  readonly createdAt: Temporal.Instant;
};

/** What apps may ask of the lines of their account. */
export const transactionList: List = {
  table: 'app_transaction',
  order: 'newest_first',
  fields: {
    type: { type: 'choice', column: 'type', choices: TRANSACTION_TYPES },
    amount: { type: 'cents', column: 'amount', sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
  },
};

const select = (lines: string) => `select l.*, a.currency from ${lines} l join app_account a on a.id = l.account_id`;

export function transactionViews({ sql }: ViewContext) {
  return {
    /** A line of the app's account, or null. */
    one: async (appId: number, uuid: string): Promise<TransactionView | null> => {
      const { clause, params } = where(['l.app_id = ?::bigint', appId], ['l.uuid = ?::uuid', uuid]);
      const [row] = await sql(`${select('app_transaction')} ${clause}`, params);
      return row ? transactionOf(row) : null;
    },
    /** One page of what an app asks for. */
    list: (appId: number, query: ListQuery) =>
      readPage(sql, transactionList, query, { base: [['l.app_id = ?::bigint', appId]], select, show: transactionOf }),
  };
}

function transactionOf(row: Row): TransactionView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    sandbox: row['sandbox'] === true,
    type: String(row['type']),
    amount: BigInt(String(row['amount'])),
    currency: String(row['currency']),
    balanceAfter: BigInt(String(row['balance_after'])),
    source: { type: String(row['source_type']), uuid: String(row['source_uuid']) },
    occurredAt: readInstant(row['occurred_at']),
    createdAt: readInstant(row['created_at']),
  };
}
