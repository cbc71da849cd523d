import type { Column, Layout } from './mapping/layout.ts';
import { preparedOnce, type Prepared } from './prepared.ts';
import { personKey } from './privacy/keys/tenant-keys.ts';

/**
 * What others may do with the rows that are read, until commit: `update` keeps them from changing the rows, `share`
 * lets them read under the same promise, `skip` leaves out the rows that others have locked.
 */
export type Lock = 'share' | 'update' | 'skip';

// Keys never change, so that a row which refers to a locked one can be written.
const LOCKS = { share: ' for share', update: ' for no key update', skip: ' for no key update skip locked' } as const;

export const selectFrom = ({ table, list, isSealed }: Layout<object>, condition: string, lock: Lock | null): Prepared =>
  preparedOnce(
    `select ${list}${isSealed ? `, ${personKey(`"${table}".uuid`)} as "${PERSON_KEY}"` : ''} from "${table}" ` +
      `where ${condition}${lock ? LOCKS[lock] : ''}`,
  );

/** The name of the person’s key in a row, which no column has. */
export const PERSON_KEY = 'key of the person';

/** The parameters are the values of `written`, of one row or, for several, as arrays in the order of the rows. */
export function insertInto(
  { table, columns }: Layout<object>,
  written: readonly Column[],
  rows: 'one' | 'many',
): Prepared {
  const filled = columns.filter((column) => !written.includes(column));
  const returning = filled.length > 0 ? ` returning ${filled.map(({ name }) => `"${name}"`).join(', ')}` : '';
  const names = written.map(({ name }) => `"${name}"`).join(', ');
  const values =
    rows === 'one'
      ? `values (${written.map((_, n) => `$${n + 1}`).join(', ')})`
      : `select ${written.map(valueOf).join(', ')} from ${asRows(written, 'with ordinality')}, place) order by r.place`;
  return preparedOnce(`insert into "${table}" (${names}) ${values}${returning}`);
}

/**
 * The parameters are the keys, the values of `written`, the steps of the versions and the values that are to be there
 * still, of one row or, for several, as arrays in the order of the rows.
 * @param counts whether a parameter says by how much the version goes up
 * @param compared the columns that must hold what was read
 */
export function update(
  { table, key, version }: Layout<object>,
  written: readonly Column[],
  { counts, compared, rows }: { counts: boolean; compared: readonly Column[]; rows: 'one' | 'many' },
): Prepared {
  const step: Column[] = counts && version ? [version] : [];
  const all = [key, ...written, ...step, ...compared];
  const value = (column: Column, n: number) => (rows === 'one' ? `$${n + 1}` : valueOf(column, n));
  const set = written.map((column, n) => `"${column.name}" = ${value(column, n + 1)}`);
  for (const column of step) set.push(`"${column.name}" = t."${column.name}" + ${value(column, 1 + written.length)}`);
  const from = 1 + written.length + step.length;
  const same = compared.map((column, n) => ` and t."${column.name}" is not distinct from ${value(column, from + n)}`);
  return preparedOnce(
    `update "${table}" t set ${set.join(', ')}${rows === 'one' ? '' : ` from ${asRows(all)})`}` +
      ` where t."${key.name}" = ${value(key, 0)}${same.join('')}`,
  );
}

/** The parameters are the keys and, where they are compared, the versions, as arrays. */
export function deleteFrom({ table, key }: Layout<object>, compared: readonly Column[]): Prepared {
  const same = compared.map((column, n) => ` and t."${column.name}" is not distinct from ${valueOf(column, n + 1)}`);
  return preparedOnce(
    `delete from "${table}" t using ${asRows([key, ...compared])}) where t."${key.name}" = r.c0${same.join('')}`,
  );
}

/** An array of arrays would be one long array: an array of a row travels as its text. */
const isArray = ({ type }: Column) => type.endsWith('[]');

const asRows = (columns: readonly Column[], ordinality = '') =>
  `unnest(${columns.map((column, n) => `$${n + 1}::${isArray(column) ? 'text' : column.type}[]`).join(', ')}) ` +
  `${ordinality} as r(${columns.map((_, n) => `c${n}`).join(', ')}`;

const valueOf = (column: Column, n: number) => `r.c${n}${isArray(column) ? `::${column.type}` : ''}`;
