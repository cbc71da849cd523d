import { breakLifecycle, type BreakState } from '#core/reconciliation/break/lifecycle.ts';
import type { BreakNote, ProviderLine } from '#core/reconciliation/break/reconciliation-break.ts';
import { BREAK_TYPES } from '#core/reconciliation/compare.ts';
import { readDate, readInstant } from '../../mapping/types.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { inListOrder, sliceEnding, within, type Slice } from '../../views/slice.ts';
import { idCondition, where, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';

type Ids = { readonly id: number; readonly uuid: string };
type Typed = Ids & { readonly type: string };

/** One side of a comparison. Minor units; balances are null where the provider told none. */
export type SideView = {
  readonly opening: bigint | null;
  readonly in: bigint;
  readonly out: bigint;
  readonly fees: bigint;
  readonly closing: bigint | null;
};

export type ReconciliationView = Ids & {
  readonly version: number;
  readonly account: string;
  readonly subAccount: string | null;
  readonly source: string;
  readonly coversFrom: Temporal.PlainDate;
  readonly coversThrough: Temporal.PlainDate;
  readonly lines: number;
  readonly matched: number;
  readonly there: SideView;
  readonly here: SideView;
  readonly inTransit: bigint;
  readonly footingGap: bigint | null;
  readonly unexplained: bigint | null;
  /** Breaks of the comparison that nobody has ended. */
  readonly openBreaks: number;
  readonly comparedAt: Temporal.Instant;
  readonly comparedBy: string;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

export type BreakView = Ids & {
  readonly version: number;
  readonly reconciliation: Ids;
  readonly account: string;
  readonly subAccount: string | null;
  readonly type: string;
  readonly state: BreakState;
  readonly amountThere: bigint | null;
  readonly amountHere: bigint | null;
  readonly receiptNo: string | null;
  readonly occurredAt: Temporal.Instant;
  readonly line: ProviderLine | null;
  readonly record: Typed | null;
  readonly proposal: string;
  readonly proposedRecord: Typed | null;
  readonly proposedReceiptNo: string | null;
  readonly owner: string | null;
  /** Days since it was found; until it ended, where it has. */
  readonly ageDays: number;
  readonly resolution: string | null;
  readonly bookedAs: { readonly type: string; readonly uuid: string } | null;
  readonly notes: readonly BreakNote[];
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

/** What partners may ask of the list of comparisons. */
export const reconciliationList: List = {
  table: 'reconciliation',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'reconciliation', sortable: true },
    account: { type: 'text', column: 'account', sortable: true },
    covers_from: { type: 'date', column: 'covers_from', sortable: true },
    covers_through: { type: 'date', column: 'covers_through', sortable: true },
    compared_at: { type: 'instant', column: 'compared_at', sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
  },
};

/** What partners may ask of the work list of breaks. */
export const breakList: List = {
  table: 'reconciliation_break',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'reconciliation_break', sortable: true },
    type: { type: 'choice', column: 'type', choices: BREAK_TYPES, sortable: true },
    state: { type: 'choice', column: 'state', choices: breakLifecycle.states, sortable: true },
    reconciliation_id: { type: 'id', column: 'reconciliation_id', of: 'reconciliation', sortable: true },
    account: { type: 'text', column: 'account', sortable: true },
    receipt_no: { type: 'text', column: 'receipt_no', nullable: true },
    owner: { type: 'text', column: 'owner', nullable: true },
    occurred_at: { type: 'instant', column: 'occurred_at', sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

/** What a connection of the graph asks for. */
export type BreakFilter = {
  readonly states?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly owner?: string | undefined;
};

const OPEN = `('open', 'under_review')`;

const selectReconciliations = (rows: string) => `
  select l.*, (select count(*) from reconciliation_break b
                where b.reconciliation_id = l.id and b.state in ${OPEN}) as open_breaks
    from ${rows} l`;

const selectBreaks = (rows: string) => `
  select l.*, r.uuid as reconciliation_uuid,
         extract(day from case when l.state in ${OPEN} then now() else l.updated_at end - l.created_at)::int as age_days
    from ${rows} l join reconciliation r on r.id = l.reconciliation_id`;

export function reconciliationViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`${selectReconciliations('reconciliation')} ${clause}`, params)).map(reconciliationOf);
  return {
    /** A comparison by id or uuid, or null. */
    one: async (id: RecordId): Promise<ReconciliationView | null> => {
      const { clause, params } = where(idCondition('l', id));
      return (await find(clause, params))[0] ?? null;
    },
    byIds: (ids: readonly number[]) => find('where l.id = any($1::bigint[])', [ids]),
    byUuids: (uuids: readonly string[]) => find('where l.uuid = any($1::uuid[])', [uuids]),
    /** Part of the comparisons of an account, newest first; of all where it is left out. */
    slice: async (account: string | undefined, slice: Slice) => {
      const { clause, params } = where(['l.account = ?', account], ...within('reconciliation', 'l', 'newest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('l', 'newest', slice)}`, params), slice);
    },
    count: async (account: string | undefined): Promise<number> => {
      const { clause, params } = where(['l.account = ?', account]);
      const [row] = await sql(`select count(*) as count from reconciliation l ${clause}`, params);
      return Number(row?.['count']);
    },
    list: (query: ListQuery) =>
      readPage(sql, reconciliationList, query, { select: selectReconciliations, show: reconciliationOf }),
  };
}

export function breakViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`${selectBreaks('reconciliation_break')} ${clause}`, params)).map(breakOf);
  return {
    /** A break by id or uuid, or null. */
    one: async (id: RecordId): Promise<BreakView | null> => {
      const { clause, params } = where(idCondition('l', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where l.uuid = any($1::uuid[])', [uuids]),
    list: (query: ListQuery) => readPage(sql, breakList, query, { select: selectBreaks, show: breakOf }),
    /** Part of the breaks that meet the filter, newest first. */
    slice: async (filter: BreakFilter, slice: Slice) => {
      const { clause, params } = where(...chosen(filter), ...within('reconciliation_break', 'l', 'newest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('l', 'newest', slice)}`, params), slice);
    },
    count: async (filter: BreakFilter): Promise<number> => {
      const { clause, params } = where(...chosen(filter));
      const [row] = await sql(`select count(*) as count from reconciliation_break l ${clause}`, params);
      return Number(row?.['count']);
    },
  };
}

const chosen = ({ states, types, owner }: BreakFilter): Condition[] => [
  ['l.state = any(?::text[])', states],
  ['l.type = any(?::text[])', types],
  ['l.owner = ?', owner],
];

type Row = Record<string, unknown>;
const textIn = (row: Row, name: string) => row[name] as string | null;
const centsIn = (row: Row, name: string) => (row[name] === null ? null : BigInt(String(row[name])));
const moneyIn = (row: Row, name: string) => BigInt(String(row[name]));

function recordFields(row: Row) {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    account: String(row['account']),
    subAccount: textIn(row, 'sub_account'),
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}

function reconciliationOf(row: Row): ReconciliationView {
  return {
    ...recordFields(row),
    source: String(row['source']),
    coversFrom: readDate(row['covers_from']),
    coversThrough: readDate(row['covers_through']),
    lines: Number(row['lines']),
    matched: Number(row['matched']),
    there: {
      opening: centsIn(row, 'opening_there'),
      in: moneyIn(row, 'in_there'),
      out: moneyIn(row, 'out_there'),
      fees: moneyIn(row, 'fees_there'),
      closing: centsIn(row, 'closing_there'),
    },
    here: {
      opening: moneyIn(row, 'opening_here'),
      in: moneyIn(row, 'in_here'),
      out: moneyIn(row, 'out_here'),
      fees: 0n,
      closing: moneyIn(row, 'closing_here'),
    },
    inTransit: moneyIn(row, 'in_transit'),
    footingGap: centsIn(row, 'footing_gap'),
    unexplained: centsIn(row, 'unexplained'),
    openBreaks: Number(row['open_breaks']),
    comparedAt: readInstant(row['compared_at']),
    comparedBy: String(row['compared_by']),
  };
}

function breakOf(row: Row): BreakView {
  const typed = (prefix: string): Typed | null =>
    row[`${prefix}_type`] === null
      ? null
      : {
          type: String(row[`${prefix}_type`]),
          id: Number(row[`${prefix}_id`]),
          uuid: String(row[`${prefix}_uuid`]),
        };
  return {
    ...recordFields(row),
    reconciliation: { id: Number(row['reconciliation_id']), uuid: String(row['reconciliation_uuid']) },
    type: String(row['type']),
    state: row['state'] as BreakState,
    amountThere: centsIn(row, 'amount_there'),
    amountHere: centsIn(row, 'amount_here'),
    receiptNo: textIn(row, 'receipt_no'),
    occurredAt: readInstant(row['occurred_at']),
    line: row['line'] as ProviderLine | null,
    record: typed('record'),
    proposal: String(row['proposal']),
    proposedRecord: typed('proposed_record'),
    proposedReceiptNo: textIn(row, 'proposed_receipt_no'),
    owner: textIn(row, 'owner'),
    ageDays: Number(row['age_days']),
    resolution: textIn(row, 'resolution'),
    bookedAs:
      row['booked_uuid'] === null ? null : { type: String(row['booked_type']), uuid: String(row['booked_uuid']) },
    notes: row['notes'] as readonly BreakNote[],
  };
}
