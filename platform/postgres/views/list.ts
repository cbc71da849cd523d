import type { Scope } from '#core/partners/scopes.ts';
import { layoutOf } from '../mapping/layout.ts';
import type { Planning } from '../prepared.ts';
import type { KeyForm } from '../privacy/keys/tenant-keys.ts';
import type { Words } from './search-words.ts';

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
  /**
   * An identifier: what equals it is found by the canonical form, in the column `<column>_key`, however it is written.
   * Ranges and prefixes go by what was written.
   */
  readonly identifier?: 'reference' | 'document';
  /** A telephone number: it is compared as `+` and digits, however it is sent. */
  readonly format?: 'phone';
  /** It is stored sealed, and compared by the keyed hash of this form, in the column `<column>_key`. */
  readonly form?: KeyForm;
  /** It is stored sealed, the same text always alike: what equals it is found by what is stored. */
  readonly isAlike?: true;
  /** May stand in `sort`: its column is never null, or has `sortColumn` in its place there. */
  readonly sortable?: true;
  readonly sortColumn?: string;
  /** False for a column that no class has: the database fills it. */
  readonly mapped?: false;
  /**
   * The time of the last write, as the database stamps it: a list that is filtered or sorted by it ends before the horizon
   * (horizon.ts), so that a reader who polls it misses nothing.
   */
  readonly stamp?: true;
  /**
   * Whether many records have the same value, and each order of the list has an index within one value, so that a page is read
   * in its order. Choices and flags are shared unless it is said otherwise: tables that every payment writes have
   * such indexes for their states alone, since each costs the write.
   */
  readonly shared?: boolean;
  /** How a value follows from columns and the business date; `column` is the one whose index narrows the rows. */
  readonly calculated?: Calculated;
};

export type Calculated = {
  /** On `l`, with `@today` for the business date. */
  readonly sql: string;
  /** What is true of every row with a value above zero, in a form that an index serves. */
  readonly aboveZero: string;
};

/** What `q` finds in a list, beside what it is filtered by. */
export type Search = {
  /** The words of the names of its records. */
  readonly words?: Words;
  /** Fields that are found by their whole value: numbers, telephone numbers, documents of identity. */
  readonly whole: readonly string[];
  /** The list of those whose records these are, which is searched as well, and the column that names one of them. */
  readonly through?: { readonly list: List; readonly column: string };
  /** What a reader of this list needs beside its own scope: a search reveals others than it shows. */
  readonly needs?: Scope;
  /** What it finds, as a sentence without its full stop. */
  readonly means: string;
  readonly example: string;
};

/** One list: a table, and what may be filtered and sorted by. Every field has an index led by tenant_id. */
export type List = {
  readonly table: string;
  readonly fields: { readonly [name: string]: ListField };
  /** Newest first, or in the order in which the rows were made. */
  readonly order: 'newest_first' | 'oldest_first';
  readonly search?: Search;
  /** The column that names whose records a page is of, where each index of the list begins with it. */
  readonly owner?: 'app_id';
};

/** Whether each order of the list has an index within one value of a field. */
export const isShared = ({ type, shared = type === 'choice' || type === 'flag' }: ListField): boolean => shared;

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';
type ColumnName<T> = Snake<keyof T & string>;
/** A field of a list of a class: `column` is left out where the field is called as its column is. */
type FieldOf<T, Name> = Omit<ListField, 'column'> &
  (Name extends ColumnName<T>
    ? { readonly column?: ColumnName<T> }
    : { readonly column: ColumnName<T> } | { readonly mapped: false; readonly column?: never });

/** Declares the list of a class: its columns are those of the mapping. */
export function listOf<T extends object, const Fields extends { readonly [Name in keyof Fields]: FieldOf<T, Name> }>(
  entity: { new (): T },
  order: List['order'],
  fields: Fields,
  search?: Search,
): List {
  const named = Object.entries<Omit<ListField, 'column'> & { readonly column?: string }>(fields);
  return {
    table: layoutOf(entity).table,
    order,
    fields: Object.fromEntries(named.map(([name, field]) => [name, withForm(entity, { column: name, ...field })])),
    ...(search ? { search } : {}),
  };
}

/** What is sealed is found whole, by its keyed hash, and by nothing else. @throws Error for a field that has none */
function withForm<T extends object>(entity: { new (): T }, field: ListField): ListField {
  const { sealed = null, form = null } = layoutOf(entity).columns.find(({ name }) => name === field.column) ?? {};
  if (sealed === null) return field;
  if (sealed.isAlike && !field.sortable) return { ...field, isAlike: true };
  if (form === null || field.sortable)
    throw new Error(`${field.column} is sealed: no list is filtered or sorted by it.`);
  return { ...field, form };
}

/** The fields of most lists. */
export const idOf = (table: string) => ({ type: 'id', of: table, sortable: true }) as const;
export const stamps = {
  created_at: { type: 'instant', sortable: true },
  updated_at: { type: 'instant', sortable: true, stamp: true },
} as const;

export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'prefix', 'null'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The operators that make sense on a field. */
export function operatorsOf({ type, nullable, form, isAlike }: ListField): readonly Operator[] {
  if (form || isAlike) return ['eq', 'in'];
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

/** So many values one condition takes at most, and so many characters each of them; and what is searched for. */
export const MOST_VALUES = 100;
export const LONGEST_VALUE = 255;
export const LONGEST_SEARCHED = 100;

/** One condition of a caller: values as text, checked against the field's type. */
export type Filter = { readonly field: string; readonly operator: Operator; readonly values: readonly string[] };
export type SortKey = { readonly field: string; readonly descending: boolean };

/** Where a page begins: beyond the row with these values (one for each sort key, and the id), in this direction. */
export type Boundary = {
  readonly direction: 'next' | 'prev';
  /** None: at the end of the list from which this direction leads into it. */
  readonly values: readonly string[];
  /** The horizon of the walk's first page, where the list is bounded by it. */
  readonly asOf: Temporal.Instant | null;
};

/** Which rows of a list, in which order. */
export type Criteria = {
  readonly filters: readonly Filter[];
  /** The id is appended. Empty for the list's own order. */
  readonly sort: readonly SortKey[];
};

/** A list of what changed since a time is in the order of the changes, unless it is sorted otherwise. */
export function orderOfChanges(
  { fields }: { readonly fields: { readonly [name: string]: object } },
  filters: readonly Filter[],
): readonly SortKey[] {
  const since = filters.find(({ field, operator }) => 'stamp' in (fields[field] ?? {}) && /^gte?$/.test(operator));
  return since ? [{ field: since.field, descending: false }] : [];
}

/**
 * How a page is planned. All records, and those that share one value, are read in the order of an index; how many rows
 * another filter leaves depends on its values.
 * @param base the view's own conditions: without an owner no index has them beside an order of the caller's
 */
export function planningOf(list: List, criteria: Criteria, base: readonly unknown[]): Planning {
  const { filters, sort } = criteria;
  if (filters.length === 0) return isOfAll(list, base) || sort.length === 0 ? 'in_order' : 'by_values';
  const field = oneValueOf(list, criteria, base);
  // Of each field there is an index in the list's own order; that of an identifier is of its key alone.
  if (!field || field.identifier || field.form) return 'by_values';
  return isShared(field) || sort.length === 0 ? 'in_order' : 'by_values';
}

/**
 * Whether a page is of one value in the order of another field, which no index has: the value's own index finds its rows
 * (cut.ts). That one is in the order of the value, and of the ids within it.
 */
export function isSought(list: List, criteria: Criteria, base: readonly unknown[]): boolean {
  const [ordered] = criteria.sort;
  if (!ordered || ordered.field === 'id' || ordered.field === criteria.filters[0]?.field) return false;
  return oneValueOf(list, criteria, base) !== undefined && planningOf(list, criteria, base) === 'by_values';
}

const isOfAll = (list: List, base: readonly unknown[]) => base.length === 0 || list.owner !== undefined;

/** The field whose one value is all that a list is narrowed by. */
function oneValueOf(list: List, { filters }: Criteria, base: readonly unknown[]): ListField | undefined {
  const [filter] = filters;
  if (!filter || filters.length > 1 || !isOfAll(list, base)) return undefined;
  const isOneValue = (filter.operator === 'eq' || filter.operator === 'in') && filter.values.length === 1;
  const field = list.fields[filter.field];
  return isOneValue && !field?.calculated ? field : undefined;
}

/** Without filters a count has one plan. */
export const countedBy = ({ filters }: { readonly filters: readonly unknown[] }): Planning =>
  filters.length === 0 ? 'once' : 'by_values';

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
  /** Everything that changed before is in the pages; null for a list that is not read by the time of change. */
  readonly asOf: Temporal.Instant | null;
};

/** The type in which a value is bound. */
export const SQL_TYPES: { readonly [T in FieldType]: string } = {
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
export const columnOf = ({ column, type, calculated }: ListField) =>
  calculated ? calculated.sql : type === 'text' ? `l.${column} collate "C"` : `l.${column}`;
