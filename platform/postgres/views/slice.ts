import type { Boundary, Criteria, List } from './list.ts';
import { beyond, keysOf } from './order.ts';
import type { Condition } from './view.ts';

/**
 * A place in the order of a list: that of a record with these values. It stays where it is, whatever becomes of the record; cursors
 * carry it.
 */
export type Place = Omit<Boundary, 'direction'>;

/** A record, with its place in the order in which it was read. */
export type Placed<Record> = { readonly record: Record; readonly place: Place };

/** Part of a list, for connections of the graph: its first or its last records, counted from a place in it. */
export type Slice = {
  /** The place just before the slice. */
  readonly after: Place | null;
  /** The place just behind it. */
  readonly before: Place | null;
  readonly limit: number;
  /** The last `limit` records of the range instead of the first. */
  readonly fromEnd: boolean;
};

/** The conditions that bound a list by its cursors. */
export function within(list: List, criteria: Pick<Criteria, 'sort'>, { after, before }: Slice): Condition[] {
  const bound = (place: Place | null, order: 'forwards' | 'backwards'): Condition[] =>
    place === null ? [] : [beyond(keysOf(list, criteria, order), place.values)];
  return [...bound(after, 'forwards'), ...bound(before, 'backwards')];
}

/** The horizon of the walk that a slice is part of; null where one begins. */
export const horizonIn = ({ after, before }: Slice): Temporal.Instant | null => after?.asOf ?? before?.asOf ?? null;

/** In which direction the rows of a slice are read. */
export const directionOf = ({ fromEnd }: Pick<Slice, 'fromEnd'>) => (fromEnd ? 'backwards' : 'forwards');

/** The rows of a slice in the order of the list. */
export function inListOrder<Record>(rows: readonly Record[], { fromEnd }: Slice): readonly Record[] {
  return fromEnd ? rows.toReversed() : rows;
}

/** The records alone. */
export const recordsIn = <Record>(placed: readonly Placed<Record>[]): Record[] => placed.map(({ record }) => record);

/** How many children a parent has. */
export type Tally = { readonly id: number; readonly count: number };
