import { identifierKey, phoneKey } from '#core/kernel/text.ts';
import { conditionOf, type Comparing } from './filters.ts';
import type { Filter, List, Search } from './list.ts';
import { among, FEW } from './lookups.ts';
import { idsWithWords, searchWords, withWords, type Words } from './search-words.ts';
import { joined, type Condition } from './view.ts';

/** The name of the filter that is a search: no field of a list is called so. */
export const SEARCH = 'q';

/** A filter of a list, or its search, as a condition on `l`. A search has lookups, which have to be resolved. */
export function criterionOf(list: List, filter: Filter, by: Comparing): Condition {
  if (filter.field !== SEARCH || list.search === undefined) return conditionOf(list, filter, by);
  return foundBy(list, list.search, { text: filter.values[0] ?? '', by });
}

/** What is looked for, and how it is compared. */
type Sought = { readonly text: string; readonly by: Comparing };

/**
 * Records whose names have these words, or that have the whole text as a number: looked up while they are few, seen row by
 * row in the order of the list where many have the words.
 */
function foundBy(list: List, search: Search, sought: Sought): Condition {
  const ids = idsBy(list, search, sought);
  if (ids === null) return ['?::boolean', false];
  const [lookup, ...values] = ids;
  return among('l.id', lookup, values, FEW, [rowByRow(list, search, sought)]);
}

/** A statement of the ids of the records; null where the text could be none's. */
function idsBy(list: List, search: Search, sought: Sought): Condition | null {
  const { text } = sought;
  const parts = [...wholeIn(list, search, sought)];
  if (search.words) parts.push(...present(idsWithWords(search.words, searchWords(text))));
  if (search.through) {
    const { list: other, column } = search.through;
    const those = other.search ? idsBy(other, other.search, sought) : null;
    if (those) parts.push(thoseOf(list, column, those));
  }
  return parts.length === 0 ? null : joined(parts.flatMap((part, n) => (n === 0 ? [part] : [' union all ', part])));
}

/** The same row by row: only words are those of many, so what has the whole text as a number stays looked up. */
function rowByRow(list: List, search: Search, sought: Sought): Condition {
  const names = namesOf(list, search, 'l.id');
  const words = names ? withWords(names.words, names.column, searchWords(sought.text)) : [];
  const named = words.length === 0 ? [] : [joined(words.flatMap(between(' and ')))];
  const whole = allWhole(list, search, sought).map((part) => joined(['l.id in (', part, ')']));
  const ways = [...named, ...whole];
  return ways.length === 0 ? ['?::boolean', false] : joined(['(', ...ways.flatMap(between(' or ')), ')']);
}

const between =
  (word: string) =>
  (part: Condition, place: number): (string | Condition)[] =>
    place === 0 ? [part] : [word, part];

/** Whose names are searched, and what names them in a row: of a payment the borrower, by the payment's loan. */
function namesOf(
  { table }: List,
  { words, through }: Search,
  id: string,
): { readonly words: Words; readonly column: string } | null {
  if (words) return { words, column: id };
  if (!through?.list.search) return null;
  const { list: other, column } = through;
  const owner = id === 'l.id' ? `l.${column}` : `(select step.${column} from ${table} step where step.id = ${id})`;
  return namesOf(other, through.list.search, owner);
}

/** Those that have the whole text as a number, or belong to one that has it. */
function allWhole(list: List, search: Search, sought: Sought): Condition[] {
  const { list: other, column } = search.through ?? {};
  if (!other?.search || column === undefined) return wholeIn(list, search, sought);
  const those = allWhole(other, other.search, sought).map((part) => thoseOf(list, column, part));
  return [...wholeIn(list, search, sought), ...those];
}

/** A statement of the ids of the records that belong to those of another statement. */
const thoseOf = (list: List, column: string, those: Condition): Condition =>
  joined([`select l.id from ${list.table} l where l.${column} in (`, those, ')']);

/**
 * Those that have the text as their whole number, in its canonical form. Each is compared as the list's own filter compares
 * it: how a personal number is stored, and found, is said there alone.
 */
function wholeIn(list: List, search: Search, { text, by }: Sought): Condition[] {
  return search.whole.flatMap((name): Condition[] => {
    const field = list.fields[name];
    const value = field?.format === 'phone' ? phoneKey(text) : identifierKey(text);
    if (value === null || value === '') return [];
    const condition = conditionOf(list, { field: name, operator: 'eq', values: [value] }, by);
    return [joined([`select l.id from ${list.table} l where `, condition])];
  });
}

const present = <T>(part: T | null): readonly T[] => (part === null ? [] : [part]);
