import { isUuid } from '../../../runtime/is-uuid.ts';
import type { Column } from '../../views/columns.ts';
import type { Planning } from '../../prepared.ts';
import { among } from '../../views/lookups.ts';
import type { Criteria } from '../../views/list.ts';
import type { Condition, ViewContext } from '../../views/view.ts';

/**
 * What a list of the schools is filtered by: one row a filter, from which its condition, the parameter of REST and the
 * member of the graph's input follow. Values are texts; codes, names and uuids are looked up before the list is read.
 */
export type SchoolField = {
  readonly type: 'record' | 'text' | 'choice' | 'flag' | 'date';
  /** A sentence without its full stop. */
  readonly means: string;
  /** Of a record: the column by which people name it. */
  readonly code?: string;
  readonly example?: string;
  readonly maxLength?: number;
  readonly choices?: readonly string[];
  /** Its name in the graph, where it has another one there. */
  readonly graphName?: string;
  /** The contract has no such parameter for REST. */
  readonly onlyInGraph?: true;
  /** Its column is compared with one value, and has an index in the order of the list. */
  readonly isOrdered: (values: readonly string[]) => boolean;
  readonly conditions: (value: string, values: readonly string[], context: ViewContext) => readonly Condition[];
};

/** Its order is that of the ids: newest first in the graph, oldest first on REST. */
export type SchoolList = { readonly fields: { readonly [name: string]: SchoolField } };

/** The conditions on `l` that filters are. @throws Error where one is not the list's, which the adapters rule out */
export function schoolConditions({ fields }: SchoolList, { filters }: Criteria, context: ViewContext): Condition[] {
  return filters.flatMap(({ field: name, values }) => {
    const field = fields[name];
    if (!field) throw new Error(`There is no filter ${name}.`);
    const texts = values.map(storable);
    return field.conditions(texts[0] ?? '', texts, context);
  });
}

/** How a page is planned: all records and those of one value are read in the order of an index (views/list.ts). */
export function planningOfSchools({ fields }: SchoolList, { filters }: Criteria): Planning {
  const [filter, ...others] = filters;
  if (!filter) return 'in_order';
  const isOrdered = fields[filter.field]?.isOrdered(filter.values) ?? false;
  return others.length === 0 && isOrdered ? 'in_order' : 'by_values';
}
const always = () => true;
const never = () => false;

/** What is said of a filter beside its condition. */
type Words = Partial<Omit<SchoolField, 'type' | 'conditions' | 'isOrdered'>>;
/** Puts a condition on another table, where the column is not the list's own. */
type Through = (condition: Condition) => Condition;
const itself: Through = (condition) => condition;

/** Tables whose records people name: by which column, and such a name. */
const CODES = {
  programme: { code: 'code', example: 'BSC-CS' },
  unit: { code: 'code', example: 'CSC101' },
  academic_year: { code: 'name', example: '2025/2026' },
  intake: { code: 'name', example: 'SEP2025' },
} as const;

/** A record by code, by integer id or by uuid. What could be a code is one where there is such a code. */
export function byCode(
  column: Column<number | null>,
  table: keyof typeof CODES,
  means: string,
  through = itself,
): SchoolField {
  const { code, example } = CODES[table];
  const byName = `select c.id from ${table} c where c.${code} = ?1::text`;
  const byId = `select c.id from ${table} c where c.id = ?1::text::bigint and not exists (${byName})`;
  const lookup = (value: string) =>
    isUuid(value) ? uuidIn(table) : isInteger(value) ? `${byName} union all ${byId}` : byName;
  const conditions: SchoolField['conditions'] = (value) => [
    through(among(column.sql, lookup(value), [value], ONE, [])),
  ];
  return { type: 'record', means, code, example, isOrdered: through === itself ? always : never, conditions };
}

/** A record that has no code: by integer id or by uuid. Anything else names nothing. */
export function byId(
  column: Column<number | null>,
  table: string,
  means: string,
  { through = itself, ...words }: Words & { readonly through?: Through } = {},
): SchoolField {
  const condition = (value: string): Condition => {
    if (isInteger(value)) return [`${column} = ?::bigint`, value];
    return isUuid(value) ? among(column.sql, uuidIn(table), [value], ONE, []) : ['?::boolean', false];
  };
  const isOrdered = through === itself ? always : never;
  return { type: 'record', means, ...words, isOrdered, conditions: (value) => [through(condition(value))] };
}

/** A text that a column has in full. */
export function byText(
  column: Column<string | null>,
  means: string,
  words: Words & { readonly example: string },
): SchoolField {
  return { type: 'text', means, ...words, isOrdered: always, conditions: (value) => [[`${column} = ?::text`, value]] };
}

/** A text that finds records otherwise. */
export function bySearch(
  means: string,
  words: Words & { readonly example: string },
  find: (text: string) => readonly Condition[],
): SchoolField {
  return { type: 'text', means, ...words, isOrdered: never, conditions: find };
}

/** One of some words, or several: any of them. */
export function byChoice(
  column: Column<string>,
  means: string,
  choices: readonly string[],
  words: Words = {},
): SchoolField {
  return {
    type: 'choice',
    means,
    choices,
    ...words,
    isOrdered: (values) => values.length === 1,
    // One value is compared as one: only so an index gives the order of the list as well.
    conditions: (value, values) => [
      values.length === 1 ? [`${column} = ?::text`, value] : [`${column} = any(?::text[])`, values],
    ],
  };
}

/**
 * A choice where records with some of the values are never shown: nothing is read for those. PostgreSQL before 17 reads all
 * of them to compare each with what may be shown.
 */
export function shownOnly(field: SchoolField, shown: readonly string[]): SchoolField {
  return {
    ...field,
    conditions: (_, values, context) => {
      const [first, ...others] = values.filter((value) => shown.includes(value));
      return first === undefined ? [['false']] : field.conditions(first, [first, ...others], context);
    },
  };
}

/** Those of which a condition is true, or those of which it is not. */
export function byFlag(means: string, condition: (context: ViewContext) => Condition): SchoolField {
  const conditions: SchoolField['conditions'] = (value, _, context) => {
    const [text, ...values] = condition(context);
    return [[value === 'true' ? text : `not (${text})`, ...values]];
  };
  return { type: 'flag', means, isOrdered: never, conditions };
}

/** Days before or after one. */
export function byDay(column: Column<Temporal.PlainDate | null>, than: '<' | '>', means: string): SchoolField {
  return { type: 'date', means, isOrdered: never, conditions: (value) => [[`${column} ${than} ?::date`, value]] };
}

/** A caller's text as PostgreSQL takes it: it can't hold a NUL, and no text of ours has one. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD');

const uuidIn = (table: string) => `select c.id from ${table} c where c.uuid = ?1::uuid`;

/** A record by code, id or uuid is one record. */
const ONE = 1;

const isInteger = (text: string) => /^[1-9]\d{0,17}$/.test(text);
