import type { Column } from './columns.ts';
import { belowHorizon, followsChanges } from './horizon.ts';
import type { Planning } from '../prepared.ts';
import { cutOf, type Narrowed } from './cut.ts';
import { countedBy, isSought, planningOf, type Criteria, type List, type ListQuery } from './list.ts';
import { AS_FAR_AS_COUNTED, countRows } from './count.ts';
import { keyColumns, keysOf, orderOf } from './order.ts';
import { readPage } from './page.ts';
import { resolved } from './lookups.ts';
import { criterionOf } from './search.ts';
import { directionOf, horizonIn, inListOrder, within, type Placed, type Slice, type Tally } from './slice.ts';
import { whereAfter, type Condition, type RecordId, type View, type ViewContext } from './view.ts';

/**
 * The ways in which every collection is read, one statement each: `one`, `byIds`, `byUuids`, `ofEach` and `sliceOfEach`
 * serve records and DataLoaders, `slice` and `count` connections of the graph, `list` lists of REST. Conditions are on
 * `l`; those that come last are the view's own, and no caller has a say in them.
 */
export function collectionOf<Record>(context: ViewContext, view: View<Record>, list: List) {
  const { sql } = context;
  const first = view.params(context);
  const show = async (...statement: Parameters<typeof sql>): Promise<Record[]> =>
    (await sql(...statement)).map((row) => view.read(row, context));

  /** The records that meet the conditions; `cut` bounds their number. */
  const find = async (
    conditions: readonly Condition[],
    order = '',
    cut = '',
    planning?: Planning,
  ): Promise<Record[]> => {
    const { clause, params } = whereAfter(first, ...(await resolved(sql, conditions)));
    const rows = `(select l.* from ${view.rows} l ${clause} ${cut && order} ${cut})`;
    return show(`${view.select(rows)} ${order}`, params, planning);
  };
  const sliced = async (
    criteria: Criteria,
    slice: Slice,
    { asOf, planning, ...narrowed }: Narrowed & { readonly planning: Planning; readonly asOf: Temporal.Instant | null },
  ): Promise<readonly Placed<Record>[]> => {
    const keys = keysOf(list, criteria, directionOf(slice));
    const [order, { ofRows, shown, valuesIn }] = [orderOf(keys), keyColumns(keys)];
    const ending = `${order} limit ${Math.trunc(slice.limit)}`;
    const sought = await resolved(sql, narrowed.sought);
    const conditions = await resolved(sql, [...narrowed.conditions, ...within(list, criteria, slice)]);
    const { text, params } = cutOf(view.rows, first, { sought, conditions }, ending, ofRows);
    const rows = await sql(`${view.select(`(${text})`, shown)} ${order}`, params, planning);
    const placed = rows.map((row) => ({ record: view.read(row, context), place: { values: valuesIn(row), asOf } }));
    return inListOrder(placed, slice);
  };

  return {
    /** A record by id or uuid, or null. */
    one: async (id: RecordId, ...base: readonly Condition[]): Promise<Record | null> =>
      (await find([typeof id === 'number' ? ['l.id = ?::bigint', id] : ['l.uuid = ?::uuid', id], ...base]))[0] ?? null,
    /** Records by id, in no order. */
    byIds: (ids: readonly number[]) => find([['l.id = any(?::bigint[])', ids]]),
    /** Records by uuid, in no order. */
    byUuids: (uuids: readonly string[], ...base: readonly Condition[]) =>
      find([['l.uuid = any(?::uuid[])', uuids], ...base]),
    /** Records that meet conditions of the view's own. */
    where: (...conditions: readonly Condition[]) => find(conditions),
    /** The same, at most so many of them, oldest first. */
    oldest: (limit: number | null, ...conditions: readonly Condition[]) =>
      find(conditions, 'order by l.id', limit === null ? '' : `limit ${limit}`),
    /** One page of what a partner requests. */
    list: (query: ListQuery, ...base: readonly Condition[]) => readPage(context, view, list, query, base),
    /** Part of the list. */
    slice: async (criteria: Criteria, slice: Slice, ...base: readonly Condition[]) => {
      const { filters, bounds, asOf: horizon } = await conditionsIn(context, list, criteria, horizonIn(slice));
      // What changes meanwhile comes behind the end of a walk by time of change; in another order it stays in its place.
      const asOf = followsChanges(list, criteria) ? horizon : null;
      const narrowed = isSought(list, criteria, base)
        ? { sought: [...base, ...filters], conditions: bounds }
        : { sought: [], conditions: [...base, ...filters, ...bounds] };
      return sliced(criteria, slice, { ...narrowed, asOf, planning: planningOf(list, criteria, base) });
    },
    /** The same in the list's own order, of a list whose filters are the view's own. */
    sliceOf: (slice: Slice, conditions: readonly Condition[], planning: Planning) =>
      sliced({ filters: [], sort: [] }, slice, { sought: [], conditions, asOf: null, planning }),
    /** How many it has, as far as they are counted. */
    count: async (criteria: Criteria, ...base: readonly Condition[]): Promise<number> => {
      const { filters, bounds } = await conditionsIn(context, list, criteria);
      return countRows(context, view, [...base, ...filters, ...bounds], countedBy(criteria));
    },
    ...childrenOf(context, view, list),
  };
}

/** The records of a collection by the parents that they belong to. */
function childrenOf<Record>(context: ViewContext, view: View<Record>, list: List) {
  const { sql } = context;
  const first = view.params(context);
  return {
    /** Part of the children of each of these parents, newest first: one bounded index scan for a parent. */
    sliceOfEach: async (
      parent: Column<number | null>,
      ids: readonly number[],
      slice: Slice,
      ...base: readonly Condition[]
    ): Promise<Placed<Record>[]> => {
      const newest: List = { ...list, order: 'newest_first' };
      const keys = keysOf(newest, { sort: [] }, directionOf(slice));
      const { ofRows, shown, valuesIn } = keyColumns(keys);
      const bounds = within(newest, { sort: [] }, slice);
      const { clause, params } = whereAfter([...first, ids], [`${parent} = parent.id`], ...base, ...bounds);
      const cut = `${orderOf(keys)} limit ${Math.trunc(slice.limit)}`;
      const children = `select child.* from unnest($${first.length + 1}::bigint[]) as parent(id)
        cross join lateral (select l.*${ofRows} from ${view.rows} l ${clause} ${cut}) child`;
      const rows = await sql(`${view.select(`(${children})`, shown)} order by l.id desc`, params);
      return rows.map((row) => ({ record: view.read(row, context), place: { values: valuesIn(row), asOf: null } }));
    },
    /** How many children each of these parents has, as far as they are counted: one bounded index scan for a parent. */
    countOfEach: async (
      parent: Column<number | null>,
      ids: readonly number[],
      ...base: readonly Condition[]
    ): Promise<Tally[]> => {
      const { clause, params } = whereAfter([ids], [`${parent} = parent.id`], ...base);
      const children = `(select count(*) from (select from ${view.rows} l ${clause} ${AS_FAR_AS_COUNTED}) as counted)`;
      const text = `select parent.id, ${children} as count from unnest($1::bigint[]) as parent(id)`;
      const rows = await sql<{ id: string; count: string }>(text, params);
      return rows.map(({ id, count }) => ({ id: Number(id), count: Number(count) }));
    },
  };
}

/**
 * What a caller narrows a list by, and the horizon that bounds it where it is read by the time of change.
 * @param pinned the horizon of the walk, where one is under way
 */
async function conditionsIn(
  context: ViewContext,
  list: List,
  criteria: Criteria,
  pinned: Temporal.Instant | null = null,
) {
  const { conditions: bounds, asOf } = await belowHorizon(context.sql, list, criteria, pinned);
  return { filters: criteria.filters.map((filter) => criterionOf(list, filter, context)), bounds, asOf };
}

/** The newest of a parent's children. */
export const newest = (limit: number): Slice => ({ after: null, before: null, limit, fromEnd: false });
