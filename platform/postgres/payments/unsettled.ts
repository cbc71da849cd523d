import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { FloatTopUp } from '#core/lending/float-top-up/float-top-up.ts';
import { publicId } from '#core/payment-bridge/app.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import { UNSETTLED, UNSETTLED_KINDS, type UnsettledKind, type UnsettledState } from '#core/payments/unsettled.ts';
import { namesOf } from '#core/kernel/names.ts';
import { readInstant } from '../mapping/types.ts';
import { one } from '../views/beside.ts';
import { collectionOf } from '../views/collection.ts';
import { columnsOf } from '../views/columns.ts';
import type { Criteria, List } from '../views/list.ts';
import type { Slice } from '../views/slice.ts';
import type { View, ViewContext } from '../views/view.ts';

const disbursement = columnsOf(Disbursement);
const topUp = columnsOf(FloatTopUp);
const payout = columnsOf(Payout);
const collection = columnsOf(Collection);

/** In the order in which every kind selects them. */
const COLUMNS = [
  'uuid',
  'record_id',
  'state',
  'amount',
  'receipt_no',
  'since',
  'loan_uuid',
  'name',
  'said_by',
] as const;
type Rows = { readonly [Name in (typeof COLUMNS)[number]]: { toString(): string } };

const WAITS = `l.state in (${namesOf(UNSETTLED)
  .map((state) => `'${state}'`)
  .join(', ')})`;

const rowsOf = (kind: UnsettledKind, rows: Rows, from: string) => `
  select '${kind}' as kind, ${COLUMNS.map((name) => `${rows[name].toString()} as ${name}`).join(', ')}
    ${from} where ${WAITS}`;

const shared = (l: typeof disbursement | typeof topUp | typeof payout | typeof collection) => ({
  uuid: l.uuid,
  record_id: l.id,
  state: l.state,
  amount: l.amount,
  receipt_no: l.receiptNo,
  since: `coalesce(${l.sentAt}, ${l.createdAt})`,
  loan_uuid: 'null::uuid',
});
const ofApp = (kind: UnsettledKind, l: typeof payout | typeof collection) =>
  rowsOf(
    kind,
    { ...shared(l), name: 'app.name', said_by: `${l.findings} -> 0 ->> 'by'` },
    `from ${kind} l ${one('api_client app', `app.id = ${l.appId}`)}`,
  );

const ALL = [
  rowsOf(
    'disbursement',
    {
      ...shared(disbursement),
      loan_uuid: 'loan.uuid',
      name: 'loan.loan_no',
      said_by: `${disbursement.proposal} ->> 'by'`,
    },
    `from disbursement l ${one('loan', `loan.id = ${disbursement.loanId}`)}`,
  ),
  rowsOf('float_top_up', { ...shared(topUp), name: topUp.agentNo, said_by: 'null::text' }, 'from float_top_up l'),
  ofApp('payout', payout),
  ofApp('collection', collection),
]
  .map(
    (statement, index) =>
      `(select k.*, k.record_id * ${UNSETTLED_KINDS.length} + ${index} as id from (${statement}) as k)`,
  )
  .join(' union all ');

type Row = {
  readonly kind: UnsettledKind;
  readonly uuid: string;
  readonly state: UnsettledState;
  readonly amount: string;
  readonly receipt_no: string | null;
  readonly since: unknown;
  readonly loan_uuid: string | null;
  readonly name: string;
  readonly said_by: string | null;
};

/** What the inbox is filtered by; it is walked from what has waited longest. */
export const unsettledList: List = {
  table: 'disbursement',
  order: 'oldest_first',
  fields: {
    kind: { type: 'choice', column: 'kind', choices: UNSETTLED_KINDS, sortable: true },
    state: { type: 'choice', column: 'state', choices: namesOf(UNSETTLED), sortable: true },
    amount: { type: 'cents', column: 'amount', sortable: true },
    since: { type: 'instant', column: 'since', sortable: true },
  },
};
const LONGEST_FIRST = [{ field: 'since', descending: false }];

const UNSETTLED_PAYMENTS: View<ReturnType<typeof shown>> = {
  table: 'disbursement',
  rows: `(select w.* from (${ALL}) as w)`,
  select: (rows, more = '') => `select l.*${more} from ${rows} l`,
  params: () => [],
  // Its rows select the columns of a Row.
  read: (row) => shown(row as unknown as Row),
};

/** Payments that have left, or may have, of which it is not settled what became of them. */
export function unsettledViews(context: ViewContext) {
  const { slice, count } = collectionOf(context, UNSETTLED_PAYMENTS, unsettledList);
  const ordered = (criteria: Criteria): Criteria =>
    criteria.sort.length > 0 ? criteria : { ...criteria, sort: LONGEST_FIRST };
  return {
    slice: (criteria: Criteria, of: Slice) => slice(ordered(criteria), of),
    count,
  };
}

const shown = ({ kind, uuid, state, amount, name, ...row }: Row) => ({
  uuid,
  kind,
  state,
  amount: BigInt(amount),
  receiptNo: row.receipt_no,
  since: readInstant(row.since),
  /** The loan, the agent or the app. */
  name,
  loan: row.loan_uuid === null ? null : { uuid: row.loan_uuid },
  /** Who has said what became of it; null until someone has. */
  saidBy: row.said_by,
  publicId: kind === 'payout' || kind === 'collection' ? publicId(kind, uuid) : null,
});
