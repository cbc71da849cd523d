import type { Condition } from './view.ts';

/**
 * Part of a list in the order of ids, for connections of the graph: its first or its last records, counted from a
 * record that a cursor names. A cursor carries the uuid of a record, so it tells nothing that its reader doesn't know.
 */
export type Slice = {
  /** The uuid of the record just before the slice. */
  readonly after: string | null;
  /** The uuid of the record just behind it. */
  readonly before: string | null;
  readonly limit: number;
  /** The last `limit` records of the range instead of the first. */
  readonly fromEnd: boolean;
};

/** `oldest`: ids ascend; `newest`: they descend. */
export type Order = 'oldest' | 'newest';

/** The condition that bounds a list by its cursors. A cursor that names no record bounds it to nothing. */
export function within(table: string, alias: string, order: Order, slice: Slice): Condition[] {
  return [
    [bound(table, alias, order === 'newest' ? '<' : '>', '?'), slice.after ?? undefined],
    [bound(table, alias, order === 'newest' ? '>' : '<', '?'), slice.before ?? undefined],
  ];
}

/** The end of a statement that reads a slice. */
export function sliceEnding(alias: string, order: Order, { limit, fromEnd }: Slice): string {
  const descending = (order === 'newest') !== fromEnd;
  return `order by ${alias}.id ${descending ? 'desc' : 'asc'} limit ${Math.trunc(limit)}`;
}

/** The rows of such a statement in the order of the list. */
export function inListOrder<Shown>(rows: readonly Shown[], { fromEnd }: Slice): readonly Shown[] {
  return fromEnd ? rows.toReversed() : rows;
}

/** The same slice of the children of each of these parents: one bounded index scan for a parent, one statement for all. */
export function sliceOfEach(
  { table, alias, parent }: { readonly table: string; readonly alias: string; readonly parent: string },
  parentIds: readonly number[],
  slice: Slice,
): Condition {
  const text = `${alias}.id in (
    select child.id from unnest(?1::bigint[]) as parent(id) cross join lateral (
      select y.id from ${table} y
       where y.${parent} = parent.id
         and (?2::uuid is null or ${bound(table, 'y', '<', '?2')})
         and (?3::uuid is null or ${bound(table, 'y', '>', '?3')})
       ${sliceEnding('y', 'newest', slice)}) child)`;
  return [text, parentIds, slice.after, slice.before];
}

/** How many children a parent has. */
export type Tally = { readonly id: number; readonly count: number };

export function tallyOf(row: Readonly<Record<string, unknown>>): Tally {
  return { id: Number(row['id']), count: Number(row['count']) };
}

function bound(table: string, alias: string, comparison: '<' | '>', value: string): string {
  return `${alias}.id ${comparison} (select c.id from ${table} c where c.uuid = ${value}::uuid)`;
}
