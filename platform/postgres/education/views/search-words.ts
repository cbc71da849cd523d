/**
 * The words of a search, in the form in which student_word stores them (search_words in migration 0008):
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
