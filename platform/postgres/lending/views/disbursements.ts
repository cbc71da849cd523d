import { CHANNELS } from '#core/lending/disbursement/channel.ts';
import type { Proposal } from '#core/lending/disbursement/disbursement-record.ts';
import { disbursementLifecycle, type DisbursementState } from '#core/lending/disbursement/lifecycle.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { sliceOfEach, tallyOf, type Slice, type Tally } from '../../views/slice.ts';
import { idCondition, where, type Page, type RecordId, type ViewContext } from '../../views/view.ts';
import {
  instantOrNull,
  moneyIn as money,
  recordOf,
  type RecordFields,
  type Row,
  textOrNull,
} from '../../views/record.ts';

export type DisbursementView = RecordFields & {
  readonly loanId: number;
  readonly loanUuid: string;
  /** Null where a bank pays. */
  readonly agentNo: string | null;
  readonly amount: bigint;
  /** Fees kept back: the recipient gets the rest. */
  readonly netted: bigint;
  /** What came back of it. */
  readonly returned: bigint;
  readonly channel: string;
  readonly msisdn: string | null;
  readonly bankAccount: string | null;
  readonly state: DisbursementState;
  readonly providerRef: string | null;
  readonly receiptNo: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  /** When a provider that could not be reached may be asked again. */
  readonly retryAt: Temporal.Instant | null;
  readonly providerCode: string | null;
  /** What the provider charged us. */
  readonly charge: bigint | null;
  readonly proposal: Proposal | null;
  readonly sentAt: Temporal.Instant | null;
  readonly settledAt: Temporal.Instant | null;
};

/** What partners may ask of the disbursements of one loan. */
export const disbursementList: List = {
  table: 'disbursement',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'disbursement', sortable: true },
    state: { type: 'choice', column: 'state', choices: disbursementLifecycle.states, sortable: true },
    channel: { type: 'choice', column: 'channel', choices: CHANNELS, sortable: true },
    amount: { type: 'cents', column: 'amount', sortable: true },
    provider_ref: { type: 'text', column: 'provider_ref', nullable: true },
    receipt_no: { type: 'text', column: 'receipt_no', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

export function disbursementViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (
      await sql(`select d.*, l.uuid as loan_uuid from disbursement d join loan l on l.id = d.loan_id ${clause}`, params)
    ).map(disbursementOf);
  return {
    one: async (id: RecordId): Promise<DisbursementView | null> => {
      const { clause, params } = where(idCondition('d', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where d.uuid = any($1::uuid[])', [uuids]),
    /** The disbursements of each of these loans, newest first, at most `limit` of each. */
    ofLoans: (loanIds: readonly number[], limit: number) =>
      find(
        `where d.id in (select x.id from unnest($1::bigint[]) as wanted(loan_id) cross join lateral
           (select y.id from disbursement y where y.loan_id = wanted.loan_id order by y.id desc limit ${limit}) x)
         order by d.id desc`,
        [loanIds],
      ),
    /** One page of what a partner asks for, of one loan. */
    list: (loanId: number, query: ListQuery) =>
      readPage(sql, disbursementList, query, {
        base: [['l.loan_id = ?::bigint', loanId]],
        select: (page) => `select l.*, x.uuid as loan_uuid from ${page} l join loan x on x.id = l.loan_id`,
        show: disbursementOf,
      }),
    page: (loanId: number, { after, limit }: Page) => {
      const { clause, params } = where(['d.loan_id = ?::bigint', loanId], ['d.id < ?::bigint', after ?? undefined]);
      return find(`${clause} order by d.id desc limit ${limit}`, params);
    },
    /** Part of the disbursements of each of these loans, newest first. */
    sliceOfLoans: (loanIds: readonly number[], slice: Slice) => {
      const { clause, params } = where(
        sliceOfEach({ table: 'disbursement', alias: 'd', parent: 'loan_id' }, loanIds, slice),
      );
      return find(`${clause} order by d.id desc`, params);
    },
    /** How many disbursements each of these loans has; those without any are left out. */
    countOfLoans: async (loanIds: readonly number[]): Promise<Tally[]> =>
      (
        await sql(
          'select loan_id as id, count(*) as count from disbursement where loan_id = any($1::bigint[]) group by loan_id',
          [loanIds],
        )
      ).map(tallyOf),
  };
}

function disbursementOf(row: Row): DisbursementView {
  return {
    ...recordOf(row),
    loanId: Number(row['loan_id']),
    loanUuid: String(row['loan_uuid']),
    agentNo: textOrNull(row, 'agent_no'),
    amount: money(row, 'amount'),
    netted: money(row, 'netted'),
    returned: money(row, 'returned'),
    channel: String(row['channel']),
    msisdn: textOrNull(row, 'msisdn'),
    bankAccount: textOrNull(row, 'bank_account'),
    state: row['state'] as DisbursementState,
    providerRef: row['provider_ref'] as string | null,
    receiptNo: row['receipt_no'] as string | null,
    failureCode: row['failure_code'] as string | null,
    failureMessage: row['failure_message'] as string | null,
    retryAt: instantOrNull(row['retry_at']),
    providerCode: textOrNull(row, 'provider_code'),
    charge: row['charge'] === null ? null : money(row, 'charge'),
    proposal: row['proposal'] as Proposal | null,
    sentAt: instantOrNull(row['sent_at']),
    settledAt: instantOrNull(row['settled_at']),
  };
}
