import { whereAfter, type Condition } from './view.ts';

/** So many rows with one value are read and put in order; where more have it, the planner chooses by its statistics. */
const FEW = 1_000;

/**
 * Conditions on a page's rows. `sought`: those that find its rows, by the index of one value; none: the planner chooses.
 * `conditions`: what bounds them besides, the page's boundary and the horizon; or all of them.
 */
export type Narrowed = { readonly sought: readonly Condition[]; readonly conditions: readonly Condition[] };

/**
 * The statement of a page's rows, before anything is joined to them.
 *
 * Rows that few share a value with are found by that value first, whatever the planner expects: without statistics it
 * takes a table of wide rows for one with few of them, and each index of it for as good as another; so it walked all
 * rows in their order for the one that has the value. It can't choose that here: what is found knows of no order.
 * @param ending order and limit, which the outer statement's order repeats
 * @param more further columns
 */
export function cutOf(
  rows: string,
  first: readonly unknown[],
  { sought, conditions }: Narrowed,
  ending: string,
  more = '',
): { readonly text: string; readonly params: readonly unknown[] } {
  const { clause, params } = whereAfter(first, ...sought, ...conditions);
  const from = (source: string, where: string) => `select l.*${more} from ${source} l ${where} ${ending}`;
  if (sought.length === 0) return { text: from(rows, clause), params };
  const found = whereAfter(first, ...sought);
  // Values have the same places as in the clause of all conditions.
  const few = whereAfter(found.params, ...conditions, [`(select count(*) from found) <= ${FEW}`]);
  // One of the two is carried out: which one is known before either is begun.
  const text = `with found as materialized (select l.* from ${rows} l ${found.clause} limit ${FEW + 1})
    (${from('found', few.clause)}) union all (${from(rows, `${clause} and (select count(*) from found) > ${FEW}`)})`;
  return { text, params };
}
