import { documentKey, identifierKey } from '#core/kernel/text.ts';
import { columnOf, SQL_TYPES, type Calculated, type Filter, type List, type ListField, type Operator } from './list.ts';
import type { Condition, ViewContext } from './view.ts';

/** The canonical forms of identifiers, as the database has them. */
const KEYS = { reference: identifierKey, document: documentKey } as const;

/** By what values are compared: the business date, and the tenant’s hashes of personal data. */
export type Comparing = Pick<ViewContext, 'today' | 'sealing'>;

/** A filter as a condition on `l`, in a form that an index serves. */
export function conditionOf(list: List, filter: Filter, { today, sealing }: Comparing): Condition {
  const field = list.fields[filter.field];
  if (!field) throw new Error(`The list of ${list.table} has no field ${filter.field}.`);
  const condition = comparison(field, filter, sealing);
  return field.calculated ? on(today, field.calculated, filter, condition) : condition;
}

/** A comparison with a value that is calculated on a date; it has one value of its own. */
function on(
  today: Temporal.PlainDate,
  { aboveZero }: Calculated,
  { operator, values }: Filter,
  [comparison, value]: Condition,
): Condition {
  const positive = values.every((text) => Number(text) > 0);
  const exceeds =
    operator === 'gt'
      ? values.every((text) => Number(text) >= 0)
      : positive && (operator === 'gte' || operator === 'eq' || operator === 'in');
  const text = exceeds ? `${aboveZero} and ${comparison}` : comparison;
  return [text.replaceAll('@today', '?2::date'), value, today.toString()];
}

function comparison(
  field: ListField,
  { operator, values: written }: Filter,
  { hashOf, sealAlike }: Comparing['sealing'],
): Condition {
  const compares = operator === 'eq' || operator === 'ne' || operator === 'in' || operator === 'nin';
  const { form } = field;
  const key = form
    ? (text: string) => hashOf(form, text)
    : compares && field.identifier
      ? KEYS[field.identifier]
      : null;
  // The unique index of the key has the database's own collation.
  const column = key ? `l.${field.column}_key` : columnOf(field);
  const values = key ? written.map((value) => key(value)) : field.isAlike ? written.map(sealAlike) : written;
  const type = SQL_TYPES[field.type];
  const [value] = values;
  if (field.sortColumn !== undefined && isRange(operator)) return rangeOf(field, field.sortColumn, operator, value);
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

const THAN = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const isRange = (operator: Operator): operator is keyof typeof THAN => Object.hasOwn(THAN, operator);

/** A range of a column that is sorted by another, which has a value where this one has none: in that order it is one as well. */
function rangeOf(field: ListField, ordered: string, operator: keyof typeof THAN, value: unknown): Condition {
  return [`l.${ordered} ${THAN[operator]} ?::${SQL_TYPES[field.type]} and l.${field.column} is not null`, value];
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
  // One is compared as one: only so an index gives an order as well.
  if (values.length === 1)
    return [`l.${field.column} = (select x.id from ${field.of} x where x.uuid = ?::uuid)`, uuids[0]];
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
