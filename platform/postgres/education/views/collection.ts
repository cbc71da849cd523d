import { collectionOf, newest } from '../../views/collection.ts';
import type { Column } from '../../views/columns.ts';
import type { List } from '../../views/list.ts';
import { countOf } from '../../views/page.ts';
import { resolved } from '../../views/lookups.ts';
import type { Slice } from '../../views/slice.ts';
import type { Condition, View, ViewContext } from '../../views/view.ts';
import { horizonOf, readChanged, readListed, type ListPaging, type Paging, type SyncWindow } from './sync.ts';

/** Lists of education are filtered by conditions of the view's own; their order is that of the ids. */
const NEWEST_FIRST: Omit<List, 'table'> = { order: 'newest_first', fields: {} };
const ALL = { filters: [], sort: [] };

/**
 * The ways in which every collection of education is read: as any collection, and by lists with limit and offset
 * (`list`, `changedSince`). A filter that names records by code or uuid has them looked up first.
 * @param parents columns that name a parent of the record
 * @param conditionsOf a filter as conditions on `l`
 */
export function schoolCollection<Record, Filter, Parent extends string = never>(
  context: ViewContext,
  view: View<Record>,
  parents: { readonly [Name in Parent]: Column<number | null> },
  conditionsOf: (filter: Filter) => readonly Condition[],
) {
  const { one, byIds, byUuids, where, sliceOfEach, countOfEach, slice } = collectionOf(context, view, {
    ...NEWEST_FIRST,
    table: view.table,
  });
  const filtered = async (filter: Filter) => resolved(context.sql, conditionsOf(filter));
  return {
    one: (id: number | string) => one(id),
    byIds,
    byUuids: (uuids: readonly string[]) => byUuids(uuids),
    where,
    /** Part of the children of each of these parents, newest first. */
    sliceOfEach: (parent: Parent, ids: readonly number[], part: Slice) => sliceOfEach(parents[parent], ids, part),
    countOfEach: (parent: Parent, ids: readonly number[]) => countOfEach(parents[parent], ids),
    /** The children of each of these parents, newest first, at most `limit` of each. */
    ofEach: (parent: Parent, ids: readonly number[], limit: number) => sliceOfEach(parents[parent], ids, newest(limit)),
    /** Part of the list, newest first. */
    slice: (filter: Filter, part: Slice) => slice(ALL, part, ...conditionsOf(filter)),
    count: async (filter: Filter) => countOf(context, view, await filtered(filter)),
    /** One page in the order of ids, with the number of all that match. */
    list: async (filter: Filter, paging: ListPaging) => readListed(context, view, await filtered(filter), paging),
    /** Up to when a list that is read now is complete. */
    horizon: () => horizonOf(context.sql),
    /** One page of what changed, by stamp and id. */
    changedSince: async (filter: Filter, window: SyncWindow, paging: Paging) =>
      readChanged(context, view, await filtered(filter), window, paging),
  };
}

/** A record that another one names. */
export type Named = { readonly id: number; readonly uuid: string };
