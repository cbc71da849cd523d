import type { Row } from '../database.ts';
import { columnOf, SQL_TYPES, type Criteria, type List, type ListField } from './list.ts';
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

/** The condition of rows that come after these values in this order, in a form that an index serves. */
export const beyond = (keys: readonly Key[], values: readonly string[]): Condition => [beyondTerms(keys), ...values];

function beyondTerms(keys: readonly Key[]): string {
  const terms = keys.map(({ field, descending }, index) => ({
    column: columnOf(field),
    value: `?${index + 1}::${SQL_TYPES[field.type]}`,
    than: descending ? '<' : '>',
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

/** The values of a row in the keys of an order, which a cursor carries: columns of the rows, and of what is shown of them. */
export function keyColumns(keys: readonly Key[]) {
  const names = keys.map((_, index) => `key_${index}`);
  return {
    ofRows: keys.map(({ field }, index) => `, (l.${field.column})::text as ${names[index]}`).join(''),
    shown: names.map((name) => `, l.${name}`).join(''),
    valuesIn: (row: Row): readonly string[] => names.map((name) => String(row[name])),
  };
}
