import { columnOf, SQL_TYPES, type Boundary, type Criteria, type List, type ListField } from './list.ts';
import type { Condition } from './view.ts';

/** The order of a list, and where a walk in it goes on. */

const ID: ListField = { type: 'id', column: 'id' };

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
    return { field: { ...field, column: field.sortColumn ?? field.column }, descending };
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

/** The end of a statement that reads rows in this order. */
export function orderOf(keys: readonly Key[]): string {
  return `order by ${keys.map(({ field, descending }) => `${columnOf(field)} ${descending ? 'desc' : 'asc'}`).join(', ')}`;
}
