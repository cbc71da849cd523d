import type { Attempt } from '#core/payments/attempt.ts';
import type { Failure } from '#core/payment-bridge/failures.ts';
import type { PayoutChannel } from '#core/payments/channels.ts';
import { payoutLifecycle, type PayoutState } from '#core/payment-bridge/payout/lifecycle.ts';
import type { Metadata } from '#core/payment-bridge/app.ts';
import { readInstant } from '../../mapping/types.ts';
import type { Row } from '../../database.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { where, type ViewContext } from '../../views/view.ts';

/** What a provider carries for an app, out or in, as the app sees it. */
export type CarriedView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly sandbox: boolean;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly currency: string;
  readonly provider: string;
  readonly msisdn: string;
  readonly reference: string;
  readonly narration: string | null;
  readonly metadata: Metadata;
  readonly providerRef: string | null;
  readonly receiptNo: string | null;
  readonly failure: Failure | null;
  readonly attempts: readonly Attempt[];
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | null;
  readonly settledAt: Temporal.Instant | null;
};

export type PayoutView = CarriedView & {
  readonly state: PayoutState;
  readonly channel: PayoutChannel;
  readonly purpose: string;
  readonly batch: { readonly uuid: string; readonly row: number } | null;
  readonly recipientName: string | null;
  readonly amountPaid: bigint | null;
  readonly reversedAt: Temporal.Instant | null;
};

/** What apps may ask of the list of payouts. */
export const payoutList: List = {
  table: 'payout',
  order: 'newest_first',
  fields: {
    state: { type: 'choice', column: 'state', choices: payoutLifecycle.states, sortable: true },
    amount: { type: 'cents', column: 'amount', sortable: true },
    msisdn: { type: 'text', column: 'msisdn' },
    reference: { type: 'text', column: 'reference', sortable: true },
    receipt_no: { type: 'text', column: 'receipt_no', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

/** The same of one batch, in the order of its rows. */
export const batchPayoutList: List = { ...payoutList, order: 'oldest_first' };

const select = (payouts: string) => `
  select l.*, b.uuid as batch_uuid from ${payouts} l left join payout_batch b on b.id = l.batch_id`;

export function payoutViews({ sql }: ViewContext) {
  return {
    /** A payout of the app, or null. */
    one: async (appId: number, uuid: string): Promise<PayoutView | null> => {
      const { clause, params } = where(['l.app_id = ?::bigint', appId], ['l.uuid = ?::uuid', uuid]);
      const [row] = await sql(`${select('payout')} ${clause}`, params);
      return row ? payoutOf(row) : null;
    },
    /** Which of these references the app has used before, with the uuids of those payouts. */
    usedReferences: async (appId: number, references: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      const rows = await sql<{ reference: string; uuid: string }>(
        'select reference, uuid from payout where app_id = $1::bigint and reference = any($2)',
        [appId, references],
      );
      return new Map(rows.map(({ reference, uuid }) => [reference, uuid]));
    },
    /** One page of the payouts of a batch, in the order of its rows. */
    ofBatch: (appId: number, batchId: number, query: ListQuery) =>
      readPage(sql, batchPayoutList, query, {
        base: [
          ['l.app_id = ?::bigint', appId],
          ['l.batch_id = ?::bigint', batchId],
        ],
        select,
        show: payoutOf,
      }),
    /** One page of what an app asks for. */
    list: (appId: number, query: ListQuery) =>
      readPage(sql, payoutList, query, { base: [['l.app_id = ?::bigint', appId]], select, show: payoutOf }),
  };
}

export const instantOf = (value: unknown): Temporal.Instant | null => (value === null ? null : readInstant(value));

/** The columns that everything carried has. */
export function carriedOf(row: Row): CarriedView {
  const text = (name: string) => row[name] as string | null;
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    sandbox: row['sandbox'] === true,
    amount: BigInt(String(row['amount'])),
    fee: BigInt(String(row['fee'])),
    currency: String(row['currency']),
    provider: String(row['provider']),
    msisdn: String(row['msisdn']),
    reference: String(row['reference']),
    narration: text('narration'),
    metadata: row['metadata'] as Metadata,
    providerRef: text('provider_ref'),
    receiptNo: text('receipt_no'),
    failure: row['failure'] as Failure | null,
    attempts: row['attempts'] as readonly Attempt[],
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
    sentAt: instantOf(row['sent_at']),
    settledAt: instantOf(row['settled_at']),
  };
}

function payoutOf(row: Row): PayoutView {
  return {
    ...carriedOf(row),
    state: row['state'] as PayoutState,
    channel: row['channel'] as PayoutChannel,
    purpose: String(row['purpose']),
    batch: row['batch_uuid'] === null ? null : { uuid: String(row['batch_uuid']), row: Number(row['batch_row']) },
    recipientName: row['recipient_name'] as string | null,
    amountPaid: row['amount_paid'] === null ? null : BigInt(String(row['amount_paid'])),
    reversedAt: instantOf(row['reversed_at']),
  };
}
