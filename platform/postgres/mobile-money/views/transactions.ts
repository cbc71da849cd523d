import { mobileMoneyLifecycle, type MobileMoneyState } from '#core/mobile-money/transaction/lifecycle.ts';
import { DESTINATION_TYPES, MOBILE_MONEY_CHANNELS } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { readInstant } from '../../mapping/types.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { recordOf, type RecordFields } from '../../views/record.ts';
import { inListOrder, sliceEnding, within, type Slice } from '../../views/slice.ts';
import { idCondition, where, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';

export type MobileMoneyView = RecordFields & {
  readonly channel: string;
  readonly amount: bigint;
  readonly msisdn: string;
  readonly accountReference: string;
  readonly state: MobileMoneyState;
  readonly stateReason: string | null;
  readonly receiptNo: string | null;
  readonly paidAt: Temporal.Instant | null;
  readonly expiresAt: Temporal.Instant | null;
  readonly providerRef: string | null;
  readonly destination: { readonly type: string; readonly id: number; readonly uuid: string } | null;
  readonly bookedAs: { readonly type: string; readonly uuid: string } | null;
  readonly mergedInto: { readonly id: number; readonly uuid: string } | null;
};

/** What partners may ask of the list of mobile money. */
export const mobileMoneyList: List = {
  table: 'mobile_money_transaction',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'mobile_money_transaction', sortable: true },
    channel: { type: 'choice', column: 'channel', choices: MOBILE_MONEY_CHANNELS, sortable: true },
    state: { type: 'choice', column: 'state', choices: mobileMoneyLifecycle.states, sortable: true },
    amount: { type: 'cents', column: 'amount', sortable: true },
    msisdn: { type: 'text', column: 'msisdn' },
    account_reference: { type: 'text', column: 'account_reference' },
    receipt_no: { type: 'text', column: 'receipt_no', nullable: true },
    destination_type: { type: 'choice', column: 'destination_type', choices: DESTINATION_TYPES, nullable: true },
    paid_at: { type: 'instant', column: 'paid_at', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

const select = (transactions: string) => `
  select l.*, x.uuid as merged_into_uuid from ${transactions} l
    left join mobile_money_transaction x on x.id = l.merged_into_id`;

export function mobileMoneyViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`${select('mobile_money_transaction')} ${clause}`, params)).map(mobileMoneyOf);
  return {
    /** A transaction by id or uuid, or null. */
    one: async (id: RecordId): Promise<MobileMoneyView | null> => {
      const { clause, params } = where(idCondition('l', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where l.uuid = any($1::uuid[])', [uuids]),
    /** Part of what is in one of these states, newest first; of all where it is left out. */
    slice: async (states: readonly string[] | undefined, slice: Slice) => {
      const { clause, params } = where(inStates(states), ...within('mobile_money_transaction', 'l', 'newest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('l', 'newest', slice)}`, params), slice);
    },
    count: async (states: readonly string[] | undefined): Promise<number> => {
      const { clause, params } = where(inStates(states));
      const [row] = await sql(`select count(*) as count from mobile_money_transaction l ${clause}`, params);
      return Number(row?.['count']);
    },
    /** One page of what a partner asks for. */
    list: (query: ListQuery) => readPage(sql, mobileMoneyList, query, { select, show: mobileMoneyOf }),
  };
}

const inStates = (states: readonly string[] | undefined): Condition => ['l.state = any(?::text[])', states];

function mobileMoneyOf(row: Record<string, unknown>): MobileMoneyView {
  const text = (name: string) => row[name] as string | null;
  const instant = (name: string) => (row[name] === null ? null : readInstant(row[name]));
  return {
    ...recordOf(row),
    channel: String(row['channel']),
    amount: BigInt(String(row['amount'])),
    msisdn: String(row['msisdn']),
    accountReference: String(row['account_reference']),
    state: row['state'] as MobileMoneyState,
    stateReason: text('state_reason'),
    receiptNo: text('receipt_no'),
    paidAt: instant('paid_at'),
    expiresAt: instant('expires_at'),
    providerRef: text('provider_ref'),
    destination:
      row['destination_type'] === null
        ? null
        : {
            type: String(row['destination_type']),
            id: Number(row['destination_id']),
            uuid: String(row['destination_uuid']),
          },
    bookedAs:
      row['booked_uuid'] === null ? null : { type: String(row['booked_type']), uuid: String(row['booked_uuid']) },
    mergedInto:
      row['merged_into_id'] === null
        ? null
        : { id: Number(row['merged_into_id']), uuid: String(row['merged_into_uuid']) },
  };
}
