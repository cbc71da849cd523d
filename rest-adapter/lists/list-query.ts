import { refuse, type DomainError } from '#core/kernel/domain-error.ts';
import { unseenCharacter } from '#core/kernel/text.ts';
import { instantText } from '#platform/runtime/wire.ts';
import {
  LONGEST_SEARCHED,
  LONGEST_VALUE,
  MOST_VALUES,
  OPERATORS,
  operatorsOf,
  orderOfChanges,
  SEARCH,
  type Boundary,
  type Filter,
  type List,
  type ListField,
  type ListQuery,
  type Operator,
  type SortKey,
} from '#platform/app/lists.ts';
import { uuidOfEvent } from '#core/partners/event-id.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import type { Cursors, SealedFor } from '#platform/app/cursors.ts';
import { restRefusals } from '../refusals.ts';
import { ID_FORMATS } from '../shapes.ts';
import { dateIn, instantIn } from '../times.ts';
import { phoneIn, textIn, valuesIn, withPlus } from './filter-values.ts';
import { requireMarkOf, type Generation } from './generation-marks.ts';
import { isOneOf } from '#core/kernel/names.ts';

/** The grammar of lists that are walked by cursor. Whatever it doesn't know is refused, never ignored. */

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;
export const MOST_SORT_KEYS = 3;
const MOST_FILTERS = 20;
const PLAIN_PARAMETERS = ['q', 'sort', 'fields', 'limit', 'cursor', 'include', 'id_format'] as const;

export type ReadQuery = {
  readonly query: ListQuery;
  /** The members to show; null for all. */
  readonly fields: readonly string[] | null;
  /** What cursors of this list are bound to. */
  readonly bound: SealedFor;
};

/**
 * Reads the query of a list.
 * @param members the members of a record, which `fields` chooses from
 * @param walk what a cursor is bound to beside filter and sort
 * @param page the records that `include` may name beside the total, and how many records the page has at most
 * @throws DomainError unknown_filter, invalid_parameter, invalid_cursor (malformed); sandbox_was_reset (gone)
 */
export function readListQuery(
  list: List,
  members: readonly string[],
  sent: Readonly<Record<string, unknown>>,
  walk: { readonly path: string; readonly clientId: number; readonly generation: Generation },
  cursors: Cursors,
  {
    includes = [],
    mostOfPage = MAX_LIMIT,
  }: { readonly includes?: readonly string[]; readonly mostOfPage?: number } = {},
): ReadQuery {
  const filters: Filter[] = [];
  const plain: { [name in (typeof PLAIN_PARAMETERS)[number]]?: string } = {};
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value !== 'string') throw invalid(name, `${shorten(name)} is given more than once.`);
    if (name.startsWith('filter[')) filters.push(readFilter(list, name, value, walk.generation));
    else if (takes(list, name)) plain[name] = value;
    else {
      const taken = PLAIN_PARAMETERS.filter((each) => takes(list, each));
      throw invalid(name, `There is no parameter ${shorten(name)} here.`, [...taken, 'filter[<field>]']);
    }
  }
  if (filters.length > MOST_FILTERS) throw invalid('filter', `A list takes at most ${MOST_FILTERS} filters.`);
  if (plain.id_format !== undefined && !ID_FORMATS.includes(plain.id_format)) {
    throw invalid('id_format', 'id_format is integer or uuid.', ID_FORMATS);
  }
  if (plain.q !== undefined) filters.push({ field: SEARCH, operator: 'eq', values: [readSearch(plain.q)] });
  const sort = plain.sort === undefined ? orderOfChanges(list, filters) : readSort(list, plain.sort);
  const bound = {
    bound: JSON.stringify([
      walk.path,
      walk.clientId,
      filters.map(({ field, operator, values }) => [field, operator, ...values].join('\u0000')).toSorted(),
      sort.map(({ field, descending }) => [field, descending]),
    ]),
    generation: walk.generation.number,
  };
  return {
    query: {
      filters,
      sort,
      limit: Math.min(mostOfPage, plain.limit === undefined ? DEFAULT_LIMIT : readLimit(plain.limit)),
      boundary: plain.cursor === undefined ? null : readCursor(plain.cursor, bound, cursors),
      withTotal: plain.include === undefined ? false : readInclude(plain.include, includes),
    },
    fields: plain.fields === undefined ? null : readFields(plain.fields, members),
    bound,
  };
}

function takes(list: List, name: string): name is (typeof PLAIN_PARAMETERS)[number] {
  return isOneOf(PLAIN_PARAMETERS, name) && (name !== 'q' || list.search !== undefined);
}

/** What is searched for. A plus sign that a form has decoded as a space stands before digits again. */
function readSearch(text: string): string {
  const sent = textIn(withPlus(text));
  if (sent !== '' && sent.length <= LONGEST_SEARCHED && text.isWellFormed() && unseenCharacter(sent) === null)
    return sent;
  throw invalid('q', `q takes a text of 1 to ${LONGEST_SEARCHED} visible characters.`);
}

function readFilter(list: List, name: string, text: string, generation: Generation): Filter {
  const match = /^filter\[([^[\]]+)\](?:\[([^[\]]+)\])?$/.exec(name);
  const field = match?.[1] ?? '';
  const row = Object.hasOwn(list.fields, field) ? list.fields[field] : undefined;
  if (!match || !row) {
    throw refuse(restRefusals.unknown_filter, `The list can’t be filtered by ${shorten(field || name)}.`, {
      parameter: shorten(name),
      allowed: Object.keys(list.fields),
    });
  }
  const allowed = operatorsOf(row);
  const operator = match[2] ?? 'in';
  if (!isOperator(operator) || !allowed.includes(operator)) {
    throw invalid(name, `${field} can’t be compared by ${shorten(operator)}.`, allowed);
  }
  if (operator === 'null') {
    return { field, operator, values: [readValue(name, text, { type: 'flag', column: row.column })] };
  }
  const texts = operator === 'in' || operator === 'nin' ? valuesIn(text) : [unquoted(text)];
  if (texts === null) {
    throw invalid(name, 'A value with a comma stands in quotation marks: "Kamau, Ann". The marks here don’t match.');
  }
  if (texts.length > MOST_VALUES) throw invalid(name, `A filter takes at most ${MOST_VALUES} values.`);
  if (row.stamp) texts.forEach((value) => requireMarkOf(generation, withPlus(value)));
  const read = operator === 'prefix' ? { ...row, format: undefined } : row;
  return { field, operator, values: texts.map((value) => readValue(name, value, read)) };
}

/** A single value may stand in quotation marks as well. */
function unquoted(text: string): string {
  const values = text.startsWith('"') ? valuesIn(text) : null;
  return values?.length === 1 ? (values[0] ?? text) : text;
}

function isOperator(text: string): text is Operator {
  return isOneOf(OPERATORS, text);
}

type Readable = Pick<ListField, 'type' | 'choices' | 'of' | 'column'> & { readonly format?: 'phone' | undefined };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A value in the form in which it is bound. @throws DomainError invalid_parameter where it is not of the type */
function readValue(name: string, text: string, { type, choices, of, format }: Readable): string {
  switch (type) {
    case 'id':
      if (/^[1-9]\d{0,15}$/.test(text) || (of !== undefined && UUID.test(text))) return text.toLowerCase();
      throw invalid(name, `${shorten(name)} takes ids: integers${of === undefined ? '' : ' or uuids'}.`);
    case 'event': {
      const uuid = uuidOfEvent(text);
      if (uuid !== null) return uuid;
      throw invalid(name, `${shorten(name)} takes ids of events: evt_ and 32 hexadecimal digits.`);
    }
    case 'text': {
      if (format === 'phone') {
        const phone = phoneIn(text);
        if (phone !== null) return phone;
        throw invalid(name, `${shorten(name)} takes a number in international form, such as %2B254712345678.`);
      }
      const sent = textIn(text);
      if (sent !== '' && sent.length <= LONGEST_VALUE && text.isWellFormed() && !/\p{Cc}/u.test(text)) return sent;
      throw invalid(name, `${shorten(name)} takes a text of 1 to ${LONGEST_VALUE} characters.`);
    }
    case 'choice':
      if (choices?.includes(text)) return text;
      throw invalid(name, `${shorten(name)} has no value ${shorten(text)}.`, choices);
    case 'integer':
      if (/^-?\d{1,9}$/.test(text)) return text;
      throw invalid(name, `${shorten(name)} takes a whole number.`);
    case 'cents':
      if (/^-?\d{1,15}$/.test(text)) return text;
      throw invalid(name, `${shorten(name)} takes a whole number of minor units.`);
    case 'instant': {
      const instant = instantIn(withPlus(text));
      if (instant) return instantText(instant);
      throw invalid(name, `${shorten(name)} takes an instant such as 2026-01-31T08:00:00Z.`);
    }
    case 'date': {
      const date = dateIn(text);
      if (date) return date.toString();
      throw invalid(name, `${shorten(name)} takes a date such as 2026-01-31.`);
    }
    case 'flag':
      if (text === 'true' || text === 'false') return text;
      throw invalid(name, `${shorten(name)} is true or false.`, ['true', 'false']);
  }
}

function readSort(list: List, text: string): SortKey[] {
  const allowed = Object.keys(list.fields).filter((name) => list.fields[name]?.sortable);
  const keys = text.split(',').map((part): SortKey => {
    const descending = part.startsWith('-');
    const field = descending ? part.slice(1) : part;
    if (!allowed.includes(field)) throw invalid('sort', `The list can’t be sorted by ${shorten(part)}.`, allowed);
    return { field, descending };
  });
  if (keys.length > MOST_SORT_KEYS) throw invalid('sort', `A list is sorted by at most ${MOST_SORT_KEYS} fields.`);
  if (new Set(keys.map(({ field }) => field)).size < keys.length) throw invalid('sort', 'sort names a field twice.');
  return keys;
}

function readFields(text: string, members: readonly string[]): string[] {
  const names = [...new Set(text.split(','))];
  const unknown = names.find((name) => !members.includes(name));
  if (unknown !== undefined) throw invalid('fields', `A record has no member ${shorten(unknown)}.`, members);
  return names;
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,19}$/.test(text)) throw invalid('limit', `limit is a whole number from 1 to ${MAX_LIMIT}.`);
  return Math.min(Number(text), MAX_LIMIT);
}

/** Whether the total is to be counted. */
function readInclude(text: string, includes: readonly string[]): boolean {
  const [names, allowed] = [text.split(','), ['total', ...includes]];
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw invalid('include', `Nothing is called ${shorten(unknown)} here.`, allowed);
  return names.includes('total');
}

function readCursor(text: string, bound: SealedFor, cursors: Cursors): Boundary {
  const boundary = cursors.open(text, bound);
  if (boundary) return boundary;
  throw refuse(
    partnerRefusals.invalid_cursor,
    'The cursor does not belong to this list with this filter, sort and client. Start again without a cursor.',
    { parameter: 'cursor' },
  );
}

const shorten = (text: string) => text.slice(0, 100);

function invalid(parameter: string, message: string, allowed?: readonly string[]): DomainError {
  return refuse(restRefusals.invalid_parameter, message, {
    parameter: shorten(parameter),
    ...(allowed === undefined ? {} : { allowed }),
  });
}
