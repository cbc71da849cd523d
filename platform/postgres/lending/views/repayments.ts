import { repaymentLifecycle } from '#core/lending/repayment/lifecycle.ts';
import { REPAYMENT_CHANNELS } from '#core/lending/repayment/repayment.ts';
import { readInstant } from '../../mapping/types.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { sliceOfEach, tallyOf, type Slice, type Tally } from '../../views/slice.ts';
import { idCondition, where, type Page, type RecordId, type ViewContext } from '../../views/view.ts';
import { instantOrNull, moneyIn as money, recordOf, type RecordFields, type Row } from '../../views/record.ts';

export type RepaymentView = RecordFields & {
  readonly loanId: number;
  readonly loanUuid: string;
  readonly receiptNo: string;
  readonly amount: bigint;
  readonly channel: string;
  readonly reference: string | null;
  readonly state: string;
  readonly stateReason: string | null;
  readonly reversedAt: Temporal.Instant | null;
  readonly paidAt: Temporal.Instant;
  readonly allocation: {
    readonly principal: bigint;
    readonly interest: bigint;
    readonly fees: bigint;
    readonly penalties: bigint;
    readonly overpayment: bigint;
  };
  /** What of it came in on a debt that was given up. */
  readonly recovered: bigint;
  readonly loanState: string;
};

/** What partners may ask of the repayments of one loan. */
export const repaymentList: List = {
  table: 'repayment',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'repayment', sortable: true },
    state: { type: 'choice', column: 'state', choices: repaymentLifecycle.states, sortable: true },
    channel: { type: 'choice', column: 'channel', choices: REPAYMENT_CHANNELS, sortable: true },
    amount: { type: 'cents', column: 'amount', sortable: true },
    reference: { type: 'text', column: 'reference', nullable: true },
    receipt_no: { type: 'text', column: 'receipt_no', sortable: true },
    paid_at: { type: 'instant', column: 'paid_at', sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

export function repaymentViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (
      await sql(
        `select r.*, l.uuid as loan_uuid, l.state as loan_state from repayment r join loan l on l.id = r.loan_id ${clause}`,
        params,
      )
    ).map(repaymentOf);
  return {
    one: async (id: RecordId): Promise<RepaymentView | null> => {
      const { clause, params } = where(idCondition('r', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where r.uuid = any($1::uuid[])', [uuids]),
    ofLoans: (loanIds: readonly number[], limit: number) =>
      find(
        `where r.id in (select x.id from unnest($1::bigint[]) as wanted(loan_id) cross join lateral
           (select y.id from repayment y where y.loan_id = wanted.loan_id order by y.id desc limit ${limit}) x)
         order by r.id desc`,
        [loanIds],
      ),
    /** One page of what a partner asks for, of one loan. */
    list: (loanId: number, query: ListQuery) =>
      readPage(sql, repaymentList, query, {
        base: [['l.loan_id = ?::bigint', loanId]],
        select: (page) =>
          `select l.*, x.uuid as loan_uuid, x.state as loan_state from ${page} l join loan x on x.id = l.loan_id`,
        show: repaymentOf,
      }),
    page: (loanId: number, { after, limit }: Page) => {
      const { clause, params } = where(['r.loan_id = ?::bigint', loanId], ['r.id < ?::bigint', after ?? undefined]);
      return find(`${clause} order by r.id desc limit ${limit}`, params);
    },
    /** Part of the repayments of each of these loans, newest first. */
    sliceOfLoans: (loanIds: readonly number[], slice: Slice) => {
      const { clause, params } = where(
        sliceOfEach({ table: 'repayment', alias: 'r', parent: 'loan_id' }, loanIds, slice),
      );
      return find(`${clause} order by r.id desc`, params);
    },
    /** How many repayments each of these loans has; those without any are left out. */
    countOfLoans: async (loanIds: readonly number[]): Promise<Tally[]> =>
      (
        await sql(
          'select loan_id as id, count(*) as count from repayment where loan_id = any($1::bigint[]) group by loan_id',
          [loanIds],
        )
      ).map(tallyOf),
  };
}

function repaymentOf(row: Row): RepaymentView {
  return {
    ...recordOf(row),
    loanId: Number(row['loan_id']),
    loanUuid: String(row['loan_uuid']),
    receiptNo: String(row['receipt_no']),
    amount: money(row, 'amount'),
    channel: String(row['channel']),
    reference: row['reference'] as string | null,
    state: String(row['state']),
    stateReason: row['state_reason'] as string | null,
    reversedAt: instantOrNull(row['reversed_at']),
    recovered: money(row, 'recovered'),
    paidAt: readInstant(row['paid_at']),
    allocation: {
      principal: money(row, 'principal'),
      interest: money(row, 'interest'),
      fees: money(row, 'fees'),
      penalties: money(row, 'penalties'),
      overpayment: money(row, 'overpayment'),
    },
    loanState: String(row['loan_state']),
  };
}
