import { identifierKey, phoneKey } from '#core/kernel/text.ts';
import { conditionOf } from './filters.ts';
import type { Filter, List, Search } from './list.ts';
import { among, FEW } from './lookups.ts';
import { idsWithWords, searchWords, withWords } from './search-words.ts';
import { joined, type Condition } from './view.ts';

/** The name of the filter that is a search: no field of a list is called so. */
export const SEARCH = 'q';

/** A filter of a list, or its search, as a condition on `l`. A search has lookups, which have to be resolved. */
export function criterionOf(list: List, filter: Filter, today: Temporal.PlainDate): Condition {
  if (filter.field !== SEARCH || list.search === undefined) return conditionOf(list, filter, today);
  return foundBy(list, list.search, filter.values[0] ?? '');
}

/**
 * Records whose names have these words, or that have the whole text as a number: looked up while they are few, seen row by
 * row in the order of the list where many have the words.
 */
function foundBy(list: List, search: Search, text: string): Condition {
  const ids = idsBy(list, search, text);
  if (ids === null) return ['?::boolean', false];
  const [lookup, ...values] = ids;
  return among('l.id', lookup, values, FEW, [rowByRow(list, search, text)]);
}

/** A statement of the ids of the records; null where the text could be none's. */
function idsBy(list: List, search: Search, text: string): Condition | null {
  const parts = [...wholeIn(list, search, text)];
  if (search.words) parts.push(...present(idsWithWords(search.words, searchWords(text))));
  if (search.through) {
    const { list: other, column } = search.through;
    const those = other.search ? idsBy(other, other.search, text) : null;
    if (those) parts.push(joined([`select l.id from ${list.table} l where l.${column} in (`, those, ')']));
  }
  return parts.length === 0 ? null : joined(parts.flatMap((part, n) => (n === 0 ? [part] : [' union ', part])));
}

/** The same row by row: only words are those of many, so what has the whole text as a number stays looked up. */
function rowByRow(list: List, search: Search, text: string): Condition {
  const column = search.through ? `l.${search.through.column}` : 'l.id';
  const named = search.words ?? search.through?.list.search?.words;
  const words = named ? withWords(named, column, searchWords(text)) : [];
  const whole = [...wholeIn(list, search, text)];
  if (search.through?.list.search) {
    for (const part of wholeIn(search.through.list, search.through.list.search, text)) {
      whole.push(joined([`select l.id from ${list.table} l where l.${search.through.column} in (`, part, ')']));
    }
  }
  const all = words.flatMap((part, n): (string | Condition)[] => (n === 0 ? [part] : [' and ', part]));
  return joined(['(', ...all, ...whole.flatMap((part): (string | Condition)[] => [' or l.id in (', part, ')']), ')']);
}

/**
 * Those that have the text as their whole number, in its canonical form. Each is compared as the list's own filter compares
 * it: how a personal number is stored, and found, is said there alone.
 */
function wholeIn(list: List, search: Search, text: string): Condition[] {
  return search.whole.flatMap((name): Condition[] => {
    const field = list.fields[name];
    const value = field?.format === 'phone' ? phoneKey(text) : identifierKey(text);
    if (value === null || value === '') return [];
    const condition = conditionOf(list, { field: name, operator: 'eq', values: [value] }, NO_DAY);
    return [joined([`select l.id from ${list.table} l where `, condition])];
  });
}

/** No number is calculated on a day. */
const NO_DAY = Temporal.PlainDate.from('1970-01-01');

const present = <T>(part: T | null): readonly T[] => (part === null ? [] : [part]);
