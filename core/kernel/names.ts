/** The names of a table, in its order. A literal has no others than its type: that is why this cast holds. */
export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}

/** Whether a word is one of a list. */
export function isOneOf<Word>(words: readonly Word[], word: unknown): word is Word {
  const all: readonly unknown[] = words;
  return all.includes(word);
}
