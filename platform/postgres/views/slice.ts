import type { Criteria, List } from './list.ts';
import { beyond, keysOf } from './order.ts';
import type { Condition } from './view.ts';

/**
 * Part of a list, for connections of the graph: its first or its last records, counted from a record that a cursor
 * names. A cursor carries the uuid of a record, so it says nothing that its reader doesn't know.
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

/** The conditions that bound a list by its cursors. A cursor that names no record bounds it to nothing. */
export function within(
  list: List,
  rows: string,
  criteria: Pick<Criteria, 'sort'>,
  { after, before }: Slice,
): Condition[] {
  const bound = (uuid: string | null, order: 'forwards' | 'backwards'): Condition[] =>
    uuid === null ? [] : [beyond(keysOf(list, criteria, order), { uuid, rows })];
  return [...bound(after, 'forwards'), ...bound(before, 'backwards')];
}

/** In which direction the rows of a slice are read. */
export const directionOf = ({ fromEnd }: Pick<Slice, 'fromEnd'>) => (fromEnd ? 'backwards' : 'forwards');

/** The rows of a slice in the order of the list. */
export function inListOrder<Record>(rows: readonly Record[], { fromEnd }: Slice): readonly Record[] {
  return fromEnd ? rows.toReversed() : rows;
}

/** How many children a parent has. */
export type Tally = { readonly id: number; readonly count: number };
