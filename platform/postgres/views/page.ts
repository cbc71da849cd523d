import type { Planning } from '../prepared.ts';
import { belowHorizon } from './horizon.ts';
import { cutOf } from './cut.ts';
import { countedBy, isSought, planningOf, type List, type ListPage, type ListQuery } from './list.ts';
import { beyond, keyColumns, keysOf, orderOf } from './order.ts';
import { resolved } from './lookups.ts';
import { criterionOf } from './search.ts';
import { whereAfter, type Condition, type View, type ViewContext } from './view.ts';

/**
 * A list that is several put together, each with an index of its own: `from` names them, `on` ties `l` to one of them.
 * A page is the first rows of all their first rows, so that it costs the same however long they are.
 */
export type Spread = { readonly from: string; readonly on: string; readonly params: readonly unknown[] };

/**
 * Reads one page. It is cut first: joins are made for its rows alone.
 * @param base conditions on `l` that the caller has no say in
 */
export async function readPage<Record>(
  context: ViewContext,
  view: View<Record>,
  list: List,
  query: ListQuery,
  base: readonly Condition[] = [],
  spread?: Spread,
): Promise<ListPage<Record>> {
  const bounded = await belowHorizon(context.sql, list, query, query.boundary?.asOf);
  const filters = query.filters.map((filter) => criterionOf(list, filter, context));
  const narrowed = await resolved(context.sql, [...base, ...filters]);
  const conditions = [...narrowed, ...bounded.conditions];
  const first = spread?.params ?? view.params(context);
  const sought = !spread && isSought(list, query, base) ? narrowed : [];
  const others = sought.length > 0 ? bounded.conditions : conditions;
  const { text, params } = pageStatement(view, list, query, others, first, { spread, sought });
  const rows = await context.sql(text, params, planningOf(list, query, spread ? [] : base));
  const page = rows.slice(0, query.limit);
  if (query.boundary?.direction === 'prev') page.reverse();
  const { valuesIn } = keyColumns(keysOf(list, query));
  const [firstRow, lastRow] = [page[0], page.at(-1)];
  return {
    rows: page.map((row) => view.read(row, context)),
    first: firstRow ? valuesIn(firstRow) : null,
    last: lastRow ? valuesIn(lastRow) : null,
    more: rows.length > query.limit,
    total: query.withTotal ? await countOf(context, view, conditions, { planning: countedBy(query), spread }) : null,
    asOf: bounded.asOf,
  };
}

/**
 * One page of rows that are part of the program. The list has choices alone, and is in the order of its one sort key.
 * @param valueOf what a row has in a field
 */
export function pageOfRows<Shown>(
  rows: readonly Shown[],
  { filters, sort, limit, boundary, withTotal }: ListQuery,
  valueOf: (row: Shown, field: string) => string,
): ListPage<Shown> {
  const meets = (row: Shown) =>
    filters.every(
      ({ field, operator, values }) =>
        values.includes(valueOf(row, field)) === (operator === 'eq' || operator === 'in'),
    );
  const met = rows.filter(meets);
  const ordered = (sort[0]?.descending ?? false) !== (boundary?.direction === 'prev') ? met.toReversed() : met;
  const key = (row: Shown) => String(rows.indexOf(row));
  const start = boundary ? ordered.findIndex((row) => key(row) === boundary.values[0]) + 1 : 0;
  const page = ordered.slice(start, start + limit);
  if (boundary?.direction === 'prev') page.reverse();
  const at = (row: Shown | undefined) => (row === undefined ? null : [key(row)]);
  const more = ordered.length > start + limit;
  const total = withTotal ? met.length : null;
  return { rows: page, first: at(page[0]), last: at(page.at(-1)), more, total, asOf: null };
}

/**
 * The statement of one page; exported for the test that reads its plan.
 * @param sought the conditions that find its rows first, where few share a value (cut.ts)
 */
export function pageStatement(
  { rows, select }: Pick<View<unknown>, 'rows' | 'select'>,
  list: List,
  query: ListQuery,
  conditions: readonly Condition[],
  first: readonly unknown[],
  { spread, sought = [] }: { readonly spread?: Spread | undefined; readonly sought?: readonly Condition[] } = {},
): { readonly text: string; readonly params: readonly unknown[] } {
  const keys = keysOf(list, query, query.boundary?.direction === 'prev' ? 'backwards' : 'forwards');
  const bounds: readonly Condition[] = [
    ...(spread ? [[spread.on] as const] : []),
    ...conditions,
    ...(query.boundary?.values.length ? [beyond(keys, query.boundary.values)] : []),
  ];
  const ending = `${orderOf(keys)} limit ${query.limit + 1}`;
  const columns = keyColumns(keys);
  const { text: cut, params } = cutOf(rows, first, { sought, conditions: bounds }, ending, columns.ofRows);
  const page = spread ? `(select l.* from ${spread.from} cross join lateral (${cut}) l ${ending})` : `(${cut})`;
  return { text: `${select(page, columns.shown)} ${orderOf(keys)}`, params };
}

/** How many rows of a view meet the conditions. */
async function countOf(
  { sql }: Pick<ViewContext, 'sql'>,
  { rows }: Pick<View<unknown>, 'rows'>,
  conditions: readonly Condition[],
  { planning, spread }: { readonly planning: Planning; readonly spread?: Spread | undefined },
): Promise<number> {
  const { clause, params } = whereAfter(spread?.params ?? [], ...conditions);
  const from = spread ? `${spread.from} join ${rows} l on ${spread.on}` : `${rows} l`;
  const text = `select count(*) as count from ${from} ${clause}`;
  const [row] = await sql<{ count: string }>(text, params, planning);
  return Number(row?.count ?? 0);
}
