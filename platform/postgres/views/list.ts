import type { Row } from '../database.ts';
import { layoutOf } from '../mapping/layout.ts';
import { whereAfter, type Condition, type View, type ViewContext } from './view.ts';

/**
 * Lists that partners filter, sort and walk. What a list is filtered and sorted by is data: its fields, their columns and types.
 * Names and operators come from those tables and values are bound, so nothing of a request becomes SQL.
 */

/** What a field's values are; decides how they are read, compared and bound. */
type FieldType = 'id' | 'event' | 'text' | 'choice' | 'integer' | 'cents' | 'instant' | 'date' | 'flag';

export type ListField = {
  readonly type: FieldType;
  readonly column: string;
  readonly choices?: readonly string[];
  readonly nullable?: true;
  /** For ids: the table whose uuids are taken as well. Events go by their public id alone (`evt_...`). */
  readonly of?: string;
  /** May stand in `sort`: its column is never null. */
  readonly sortable?: true;
};

/** One list: a table, and what may be filtered and sorted by. Every field has an index led by tenant_id. */
export type List = {
  readonly table: string;
  readonly fields: { readonly [name: string]: ListField };
  /** Newest first, or in the order in which the rows were made. */
  readonly order: 'newest_first' | 'oldest_first';
};

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
type ColumnName<T> = Snake<keyof T & string>;
/** A field of a list of a class: `column` is left out where the field is called as its column is. */
type FieldOf<T, Name> = Omit<ListField, 'column'> &
  (Name extends ColumnName<T> ? { readonly column?: ColumnName<T> } : { readonly column: ColumnName<T> });

/** Declares the list of a class: its columns are those of the mapping. */
export function listOf<T extends object, const Fields extends { readonly [Name in keyof Fields]: FieldOf<T, Name> }>(
  entity: { new (): T },
  order: List['order'],
  fields: Fields,
): List {
  const named = Object.entries<Omit<ListField, 'column'> & { readonly column?: string }>(fields);
  return {
    table: layoutOf(entity).table,
    order,
    fields: Object.fromEntries(named.map(([name, field]) => [name, { column: name, ...field }])),
  };
}

/** The fields of most lists. */
export const idOf = (table: string) => ({ type: 'id', of: table, sortable: true }) as const;
export const stamps = {
  created_at: { type: 'instant', sortable: true },
  updated_at: { type: 'instant', sortable: true },
} as const;

export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'prefix', 'null'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The operators that make sense on a field. */
export function operatorsOf({ type, nullable }: ListField): readonly Operator[] {
  const ordered = type !== 'id' && type !== 'event' && type !== 'choice' && type !== 'flag';
  return OPERATORS.filter((operator) => {
    switch (operator) {
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return ordered;
      case 'prefix':
        return type === 'text';
      case 'null':
        return nullable === true;
      default:
        return true;
    }
  });
}

/** One condition of a caller: values as text, checked against the field's type. */
export type Filter = { readonly field: string; readonly operator: Operator; readonly values: readonly string[] };
export type SortKey = { readonly field: string; readonly descending: boolean };

/** Where a page begins: beyond the row with these values (one for each sort key, and the id), in this direction. */
export type Boundary = { readonly direction: 'next' | 'prev'; readonly values: readonly string[] };

/** Which rows of a list, in which order. */
export type Criteria = {
  readonly filters: readonly Filter[];
  /** The id is appended. Empty for the list's own order. */
  readonly sort: readonly SortKey[];
};

export type ListQuery = Criteria & {
  readonly limit: number;
  readonly boundary: Boundary | null;
  readonly withTotal: boolean;
};

/** One page, with what is needed to go on from either end of it. */
export type ListPage<Record> = {
  readonly rows: readonly Record[];
  readonly first: readonly string[] | null;
  readonly last: readonly string[] | null;
  /** There are rows beyond the page in the direction in which it was read. */
  readonly more: boolean;
  readonly total: number | null;
};

const SQL_TYPES: { readonly [T in FieldType]: string } = {
  id: 'bigint',
  event: 'bigint',
  text: 'text',
  choice: 'text',
  integer: 'integer',
  cents: 'bigint',
  instant: 'timestamptz',
  date: 'date',
  flag: 'boolean',
};

/** Text is compared byte by byte: the same everywhere, and an index serves ranges and prefixes. */
const columnOf = ({ column, type }: ListField) => (type === 'text' ? `l.${column} collate "C"` : `l.${column}`);

const ID: ListField = { type: 'id', column: 'id' };

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
  const conditions = [...base, ...query.filters.map((filter) => conditionOf(list, filter))];
  const first = spread?.params ?? view.params(context);
  const { text, params } = pageStatement(view, list, query, conditions, first, spread);
  const rows = await context.sql(text, params);
  const page = rows.slice(0, query.limit);
  if (query.boundary?.direction === 'prev') page.reverse();
  const keys = keysOf(list, query).length;
  return {
    rows: page.map((row) => view.read(row, context)),
    first: boundaryOf(page[0], keys),
    last: boundaryOf(page.at(-1), keys),
    more: rows.length > query.limit,
    total: query.withTotal ? await countOf(context, view, conditions, spread) : null,
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
  return { rows: page, first: at(page[0]), last: at(page.at(-1)), more, total: withTotal ? met.length : null };
}

/** The statement of one page; exported for the test that reads its plan. */
export function pageStatement(
  { rows, select }: Pick<View<unknown>, 'rows' | 'select'>,
  list: List,
  query: ListQuery,
  conditions: readonly Condition[],
  first: readonly unknown[],
  spread?: Spread,
): { readonly text: string; readonly params: readonly unknown[] } {
  const keys = keysOf(list, query, query.boundary?.direction === 'prev' ? 'backwards' : 'forwards');
  const { clause, params } = whereAfter(
    first,
    ...(spread ? [[spread.on] as const] : []),
    ...conditions,
    ...(query.boundary ? [beyond(keys, query.boundary)] : []),
  );
  const ending = `${orderOf(keys)} limit ${query.limit + 1}`;
  const texts = keys.map(({ field }, index) => `(l.${field.column})::text as key_${index}`).join(', ');
  const cut = `select l.*, ${texts} from ${rows} l ${clause} ${ending}`;
  const page = spread ? `(select l.* from ${spread.from} cross join lateral (${cut}) l ${ending})` : `(${cut})`;
  const shownKeys = keys.map((_, index) => `, l.key_${index}`).join('');
  return { text: `${select(page, shownKeys)} ${orderOf(keys)}`, params };
}

/** The end of a statement that reads rows in this order. */
export function orderOf(keys: readonly Key[]): string {
  return `order by ${keys.map(({ field, descending }) => `${columnOf(field)} ${descending ? 'desc' : 'asc'}`).join(', ')}`;
}

export function conditionOf(list: List, { field: name, operator, values }: Filter): Condition {
  const field = list.fields[name];
  if (!field) throw new Error(`The list of ${list.table} has no field ${name}.`);
  const column = columnOf(field);
  const type = SQL_TYPES[field.type];
  const [value] = values;
  switch (operator) {
    case 'eq':
    case 'in':
      return namesRecords(field)
        ? idsIn(field, values)
        : values.length === 1
          ? [`${column} = ?::${type}`, value]
          : [`${column} = any(?::${type}[])`, values];
    case 'ne':
    case 'nin': {
      const unequal: Condition = namesRecords(field)
        ? not(idsIn(field, values))
        : [`${column} <> all(?::${type}[])`, values];
      return field.nullable ? [`(${column} is null or ${unequal[0]})`, unequal[1]] : unequal;
    }
    case 'gt':
      return [`${column} > ?::${type}`, value];
    case 'gte':
      return [`${column} >= ?::${type}`, value];
    case 'lt':
      return [`${column} < ?::${type}`, value];
    case 'lte':
      return [`${column} <= ?::${type}`, value];
    case 'prefix': {
      // Bounds instead of LIKE: row-level security lets only leakproof operators use an index.
      const upper = afterPrefix(value ?? '');
      const bound = JSON.stringify([value, upper]);
      return upper === null
        ? [`${column} >= (?::jsonb ->> 0)`, bound]
        : [`(${column} >= (?::jsonb ->> 0) and ${column} < (?::jsonb ->> 1))`, bound];
    }
    case 'null':
      return [`(${column} is null) = ?::boolean`, value];
  }
}

const namesRecords = ({ type }: ListField) => type === 'id' || type === 'event';

/** Ids come as integers or as uuids; both are looked up before the rows are, so that the index of the id serves. */
function idsIn(field: ListField, values: readonly string[]): Condition {
  const integers = values.filter((value) => /^\d+$/.test(value));
  const uuids = values.filter((value) => !/^\d+$/.test(value));
  if (uuids.length === 0) {
    return integers.length === 1
      ? [`l.${field.column} = ?::bigint`, integers[0]]
      : [`l.${field.column} = any(?::bigint[])`, integers];
  }
  if (field.of === undefined) throw new Error(`The field ${field.column} takes no uuid.`);
  return [
    `l.${field.column} = any(array(select x.id from ${field.of} x where x.uuid in (select jsonb_array_elements_text(?::jsonb -> 0)::uuid)` +
      ` union all select jsonb_array_elements_text(?::jsonb -> 1)::bigint))`,
    JSON.stringify([uuids, integers]),
  ];
}

const not = ([text, ...values]: Condition): Condition => [`not (${text})`, ...values];

/** The least text, byte by byte, that does not begin with the prefix any more; null where there is none. */
export function afterPrefix(prefix: string): string | null {
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  for (let at = points.length - 1; at >= 0; at--) {
    const next = (points[at] ?? 0) + 1;
    const following = next >= 0xd800 && next <= 0xdfff ? 0xe000 : next;
    if (following <= 0x10ffff) return String.fromCodePoint(...points.slice(0, at), following);
  }
  return null;
}

export type Key = { readonly field: ListField; readonly descending: boolean };

/**
 * The order of the rows, made total by the id, which runs with the last key: one index serves both.
 */
export function keysOf(
  list: List,
  { sort }: Pick<Criteria, 'sort'>,
  order: 'forwards' | 'backwards' = 'forwards',
): readonly Key[] {
  const chosen = sort.map(({ field: name, descending }): Key => {
    const field = list.fields[name];
    if (!field?.sortable) throw new Error(`The list of ${list.table} can’t be sorted by ${name}.`);
    return { field, descending };
  });
  const last = chosen.at(-1)?.descending ?? list.order === 'newest_first';
  const keys = chosen.some(({ field }) => field.column === 'id')
    ? chosen
    : [...chosen, { field: ID, descending: last }];
  return keys.map(({ field, descending }) => ({ field, descending: descending !== (order === 'backwards') }));
}

/** The condition of rows that come after these values, or after the record with this uuid. */
export function beyond(
  keys: readonly Key[],
  from: Pick<Boundary, 'values'> | { readonly uuid: string; readonly rows: string },
): Condition {
  if ('values' in from) {
    return [beyondTerms(keys, ({ field }, place) => `?${place}::${SQL_TYPES[field.type]}`), ...from.values];
  }
  const valueOf = ({ field: { column } }: Key) => `(select c.${column} from ${from.rows} c where c.uuid = ?1::uuid)`;
  return [beyondTerms(keys, valueOf), from.uuid];
}

/** Rows that come after the values in this order, in a form that an index serves. */
function beyondTerms(keys: readonly Key[], valueOf: (key: Key, place: number) => string): string {
  const terms = keys.map((key, index) => ({
    column: columnOf(key.field),
    value: valueOf(key, index + 1),
    than: key.descending ? '<' : '>',
  }));
  const [leading] = terms;
  if (!leading) throw new Error('An order has no key.');
  if (terms.length === 1) return `${leading.column} ${leading.than} ${leading.value}`;
  if (terms.every(({ than }) => than === leading.than)) {
    const columns = terms.map(({ column }) => column).join(', ');
    return `(${columns}) ${leading.than} (${terms.map(({ value }) => value).join(', ')})`;
  }
  const rest = terms.reduceRight(
    (rest, { column, value, than }) =>
      rest === '' ? `${column} ${than} ${value}` : `(${column} ${than} ${value} or (${column} = ${value} and ${rest}))`,
    '',
  );
  // Redundant, and what an index can begin at.
  return `${leading.column} ${leading.than}= ${leading.value} and ${rest}`;
}

function boundaryOf(row: Row | undefined, keys: number): readonly string[] | null {
  return row ? Array.from({ length: keys }, (_, index) => String(row[`key_${index}`])) : null;
}

/** How many rows of a view meet the conditions. */
export async function countOf(
  { sql }: Pick<ViewContext, 'sql'>,
  { rows }: Pick<View<unknown>, 'rows'>,
  conditions: readonly Condition[],
  spread?: Spread,
): Promise<number> {
  const { clause, params } = whereAfter(spread?.params ?? [], ...conditions);
  const from = spread ? `${spread.from} join ${rows} l on ${spread.on}` : `${rows} l`;
  const [row] = await sql<{ count: string }>(`select count(*) as count from ${from} ${clause}`, params);
  return Number(row?.count ?? 0);
}
