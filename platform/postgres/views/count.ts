import type { Planning } from '../prepared.ts';
import { FEW, onlyLookedUp, resolved } from './lookups.ts';
import { whereAfter, type Condition, type View, type ViewContext } from './view.ts';

/**
 * How many records lists of the graph have. Each row that is counted costs, so they are counted as far as a search looks
 * them up; REST counts what its contract says.
 */
export const COUNTED_IN_GRAPH = FEW;

/** Ends a statement of rows that are counted: one more says that there are more. */
export const AS_FAR_AS_COUNTED = `limit ${COUNTED_IN_GRAPH + 1}`;

/** A record that is found by two of its words stands twice in a lookup: so many more are read than are counted. */
const LOOKED_UP = Math.trunc(COUNTED_IN_GRAPH * 1.25);

/** How many rows of a view meet the conditions, as far as they are counted. */
export async function countRows(
  { sql }: Pick<ViewContext, 'sql'>,
  { table, rows }: Pick<View<unknown>, 'table' | 'rows'>,
  conditions: readonly Condition[],
  planning: Planning,
): Promise<number> {
  // Where a search alone narrows the list, what it finds is counted: a walk would pass every record that it does not find.
  const found = rows === table ? onlyLookedUp(conditions) : null;
  if (found !== null) {
    const [row] = await sql<{ seen: number; count: number }>(
      `with looked as materialized (select found.id from (${found.text}) as found limit ${LOOKED_UP + 1})
       select count(*)::int as seen, count(distinct id)::int as count from looked`,
      found.params,
      planning,
    );
    const { seen = 0, count = 0 } = row ?? {};
    if (seen <= LOOKED_UP || count > COUNTED_IN_GRAPH) return count;
  }
  const { clause, params } = whereAfter([], ...(await resolved(sql, conditions)));
  // Without an order the planner may collect a whole index before the first row is counted.
  const counted = `select from ${rows} l ${clause === '' ? 'order by l.id' : clause} ${AS_FAR_AS_COUNTED}`;
  const [row] = await sql<{ count: string }>(`select count(*) as count from (${counted}) as counted`, params, planning);
  return Number(row?.count ?? 0);
}
