import type { Row } from '../../database.ts';
import { readDate, readInstant } from '../../mapping/types.ts';
import { sliceEnding, sliceOfEach, tallyOf, within, type Slice, type Tally } from '../../views/slice.ts';
import { resolved } from './references.ts';
import { idCondition, where, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';
import {
  horizonOf,
  readChanged,
  readListed,
  type ListPaging,
  type Paging,
  type Source,
  type SyncWindow,
} from './sync.ts';

/** A child of some parents: the column that names the parent. Ours, never a caller's. */
type Parent =
  'student_id' | 'member_id' | 'programme_id' | 'academic_year_id' | 'enrolment_id' | 'invoice_id' | 'unit_id';

/**
 * The ways in which every collection of education is read: one statement each (`changedSince` asks for its horizon first,
 * and a filter that names records by code or uuid has them looked up first).
 * `one`, `byIds`, `byUuids`, `ofEach` and `sliceOfEach` serve records and DataLoaders, `slice` and `count` connections,
 * `list` and `changedSince` lists with limit and offset.
 * @param conditionsOf a filter as conditions on `x`
 */
export function collectionOf<Shown, Filter>(
  { sql }: ViewContext,
  source: Source<Shown>,
  conditionsOf: (filter: Filter) => readonly Condition[],
) {
  const { table, select, show } = source;
  const find = async (ending: string, ...conditions: readonly Condition[]): Promise<Shown[]> => {
    const { clause, params } = where(...(await resolved(sql, conditions)));
    const order = ending.replace(/ limit .*$/, '');
    const rows = await sql(`${select(`(select x.* from ${table} x ${clause} ${ending})`)} ${order}`, params);
    return rows.map(show);
  };
  return {
    /** A record by id or uuid, or null. */
    one: async (id: RecordId): Promise<Shown | null> => (await find('', idCondition('x', id)))[0] ?? null,
    /** Records by uuid, in no order. */
    byUuids: (uuids: readonly string[]) => find('', ['x.uuid = any(?::uuid[])', uuids]),
    /** Records by id, in no order. */
    byIds: (ids: readonly number[]) => find('', ['x.id = any(?::bigint[])', ids]),
    /** Records that meet a condition of the view's own. */
    where: (...conditions: readonly Condition[]) => find('', ...conditions),
    /** The children of each of these parents, newest first, at most `limit` of each. */
    ofEach: (parent: Parent, ids: readonly number[], limit: number) =>
      find('order by x.id desc', sliceOfEach({ table, alias: 'x', parent }, ids, newest(limit))),
    /** Part of the children of each of these parents, newest first. */
    sliceOfEach: (parent: Parent, ids: readonly number[], slice: Slice) =>
      find('order by x.id desc', sliceOfEach({ table, alias: 'x', parent }, ids, slice)),
    /** How many children each of these parents has; those without any are left out. */
    countOfEach: async (parent: Parent, ids: readonly number[]): Promise<Tally[]> => {
      const { clause, params } = where([`x.${parent} = any(?::bigint[])`, ids]);
      const text = `select x.${parent} as id, count(*) as count from ${table} x ${clause} group by x.${parent}`;
      return (await sql(text, params)).map(tallyOf);
    },
    /** Part of the list, newest first. */
    slice: (filter: Filter, slice: Slice) =>
      find(sliceEnding('x', 'newest', slice), ...conditionsOf(filter), ...within(table, 'x', 'newest', slice)),
    count: async (filter: Filter): Promise<number> => {
      const { clause, params } = where(...(await resolved(sql, conditionsOf(filter))));
      const [row] = await sql(`select count(*) as count from ${table} x ${clause}`, params);
      return Number(row?.['count']);
    },
    /** One page in the order of ids, with the number of all that match. */
    list: async (filter: Filter, paging: ListPaging) =>
      readListed(sql, source, await resolved(sql, conditionsOf(filter)), paging),
    /** Up to when a list that is read now is complete. */
    horizon: () => horizonOf(sql),
    /** One page of what changed, by stamp and id. */
    changedSince: async (filter: Filter, window: SyncWindow, paging: Paging) =>
      readChanged(sql, source, await resolved(sql, conditionsOf(filter)), window, paging),
  };
}

const newest = (limit: number): Slice => ({ after: null, before: null, limit, fromEnd: false });

/** A record that another one names. */
export type Named = { readonly id: number; readonly uuid: string };

/** Reads the columns of a row. */
export const column = {
  id: (row: Row, name = 'id') => Number(row[name]),
  text: (row: Row, name: string) => String(row[name]),
  textOrNull: (row: Row, name: string) => (row[name] ?? null) as string | null,
  integerOrNull: (row: Row, name: string) => (row[name] == null ? null : Number(row[name])),
  cents: (row: Row, name: string) => BigInt(String(row[name] ?? 0)),
  date: (row: Row, name: string) => readDate(row[name]),
  dateOrNull: (row: Row, name: string) => (row[name] == null ? null : readDate(row[name])),
  instant: (row: Row, name: string) => readInstant(row[name]),
  instantOrNull: (row: Row, name: string) => (row[name] == null ? null : readInstant(row[name])),
  /** `term` of term_id and term_uuid. */
  reference: (row: Row, name: string): Named | null =>
    row[`${name}_id`] == null ? null : { id: Number(row[`${name}_id`]), uuid: String(row[`${name}_uuid`]) },
  /** The same with term_name. */
  named: (row: Row, name: string): (Named & { readonly name: string }) | null =>
    row[`${name}_id`] == null
      ? null
      : { id: Number(row[`${name}_id`]), uuid: String(row[`${name}_uuid`]), name: String(row[`${name}_name`]) },
} as const;

/** The columns that every record has. */
export function recordOf(row: Row) {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}

export type RecordView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};
