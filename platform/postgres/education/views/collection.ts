import { collectionOf, newest } from '../../views/collection.ts';
import type { Column } from '../../views/columns.ts';
import { countedBy, type Criteria, type List } from '../../views/list.ts';
import { countRows } from '../../views/count.ts';
import { horizonOf } from '../../views/horizon.ts';
import { resolved } from '../../views/lookups.ts';
import { recordsIn, type Slice } from '../../views/slice.ts';
import type { View, ViewContext } from '../../views/view.ts';
import { planningOfSchools, schoolConditions, type SchoolList } from './fields.ts';
import { readChanged, readListed, type ListPaging, type Paging, type SyncWindow } from './sync.ts';

/** Their order is that of the ids; their filters are conditions of the view's own (fields.ts). */
const NEWEST_FIRST: Omit<List, 'table'> = { order: 'newest_first', fields: {} };

/**
 * The ways in which every collection of education is read: as any collection, and by lists with limit and offset
 * (`list`, `changedSince`). A filter that names records by code or uuid has them looked up first.
 * @param parents columns that name a parent of the record
 * @param list what it is filtered by
 */
export function schoolCollection<Record, Parent extends string = never>(
  context: ViewContext,
  view: View<Record>,
  parents: { readonly [Name in Parent]: Column<number | null> },
  list: SchoolList,
) {
  const { one, byIds, byUuids, where, sliceOfEach, countOfEach, sliceOf } = collectionOf(context, view, {
    ...NEWEST_FIRST,
    table: view.table,
  });
  const conditionsOf = (criteria: Criteria) => schoolConditions(list, criteria, context);
  const filtered = async (criteria: Criteria) => resolved(context.sql, conditionsOf(criteria));
  return {
    one: (id: number | string) => one(id),
    byIds,
    byUuids: (uuids: readonly string[]) => byUuids(uuids),
    where,
    /** Part of the children of each of these parents, newest first. */
    sliceOfEach: (parent: Parent, ids: readonly number[], part: Slice) => sliceOfEach(parents[parent], ids, part),
    countOfEach: (parent: Parent, ids: readonly number[]) => countOfEach(parents[parent], ids),
    /** The children of each of these parents, newest first, at most `limit` of each. */
    ofEach: async (parent: Parent, ids: readonly number[], limit: number) =>
      recordsIn(await sliceOfEach(parents[parent], ids, newest(limit))),
    /** Part of the list, newest first. */
    slice: (criteria: Criteria, part: Slice) =>
      sliceOf(part, conditionsOf(criteria), planningOfSchools(list, criteria)),
    /** How many there are, as far as they are counted. */
    count: (criteria: Criteria) => countRows(context, view, conditionsOf(criteria), countedBy(criteria)),
    /** One page in the order of ids, with the number of all that match. */
    list: async (criteria: Criteria, paging: ListPaging) => readListed(context, view, await filtered(criteria), paging),
    /** Up to when a list that is read now is complete. */
    horizon: () => horizonOf(context.sql),
    /** One page of what changed, by stamp and id. */
    changedSince: async (criteria: Criteria, window: SyncWindow, paging: Paging) =>
      readChanged(context, view, await filtered(criteria), window, paging),
  };
}

/** A record that another one names. */
export type Named = { readonly id: number; readonly uuid: string };
