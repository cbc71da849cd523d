import { afterPrefix } from './filters.ts';
import { joined, type Condition } from './view.ts';

/**
 * The words of a search, in the form in which tables of words store them (search_words in migration 0011):
 * without accents, case and punctuation, so that "wambui" finds Wambũi and "csc/0042" and "CSC 0042" find CSC/0042/2026.
 * A word that only begins another one is left out: the longer one finds no more.
 */
export function searchWords(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[!-/:-@[-`{-~\u2010-\u2027\u00b4]/g, ''))
    .filter((word) => word !== '');
  return [...new Set(words)].filter((word, _, all) => !all.some((other) => other !== word && other.startsWith(word)));
}

/**
 * A table of the words of records, one row each. Row-level security lets only leakproof operators use an index, and those
 * of trigrams and arrays are not: a word is found between two bounds.
 */
export type Words = {
  readonly table: string;
  /** Its column that names the record. */
  readonly record: string;
};

/** So many words are looked up; whether a record has the others, too, is seen row by row. */
const MOST_LOOKED_UP = 4;

/** A statement of the ids of records that have a word for each of these, which begins with it; null where there is none. */
export function idsWithWords({ table, record }: Words, words: readonly string[]): Condition | null {
  if (words.length === 0) return null;
  const longest = words.toSorted((a, b) => b.length - a.length);
  const each = longest
    .slice(0, MOST_LOOKED_UP)
    .map((word) => joined([`select w.${record} as id from ${table} w where `, begins(word)]));
  const found = joined(each.flatMap((part, n): (string | Condition)[] => (n === 0 ? [part] : [' intersect ', part])));
  const rest = withWords({ table, record }, 'looked.id', longest.slice(MOST_LOOKED_UP));
  if (rest.length === 0) return found;
  return joined([
    'select looked.id from (',
    found,
    ') looked where ',
    ...rest.flatMap((part, n): (string | Condition)[] => (n === 0 ? [part] : [' and ', part])),
  ]);
}

/** The same of the record that a column names, row by row. */
export function withWords({ table, record }: Words, column: string, words: readonly string[]): Condition[] {
  return words.map((word) =>
    joined([`exists (select from ${table} w where w.${record} = ${column} and `, begins(word), ')']),
  );
}

function begins(word: string): Condition {
  const upper = afterPrefix(word);
  return upper === null ? ['w.word >= ?1::text', word] : ['w.word >= ?1::text and w.word < ?2::text', word, upper];
}
