import type { Column } from '../../views/columns.ts';
import type { Condition } from '../../views/view.ts';

/** Which clients a reader sees: these, or all where it is null. */
export type ClientsSeen = readonly number[] | null;

/** What belongs to clients that are seen. One is compared as one: only so an index gives an order as well. */
export function ofClients(column: Column<number>, clients: ClientsSeen): Condition[] {
  if (clients === null) return [];
  const [only, ...others] = clients;
  return [
    others.length === 0 && only !== undefined
      ? [`${column} = ?::bigint`, only]
      : [`${column} = any(?::bigint[])`, clients],
  ];
}
