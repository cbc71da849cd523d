/** Letters that no decomposition brings to plain ones. */
const PLAIN: { readonly [letter: string]: string } = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŋ: 'ng',
};

/** What is written before a name and is no part of it. */
const TITLES: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'hon']);

/**
 * The words of a name in the one form in which names are compared: NFKC, lower case, without diacritics, apostrophes and
 * titles. Hyphens and dots part words. Letters of other scripts than Latin stay: lists carry the spelling in Latin
 * letters beside the original one.
 */
export function nameWords(name: string): readonly string[] {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[øłđðþßæœıħŋ]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/['’‘`ʼʻ´]/g, '');
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !TITLES.has(word));
}

/** The words of a name, whatever order they are written in. */
export const nameKey = (name: string): string => nameWords(name).toSorted().join(' ');

/** Spellings of one sound, as transliterations mix them. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/kh|ch|ck|gh|c|q|g/g, 'k'],
  [/sh|z/g, 's'],
  [/dh|th|d/g, 't'],
  [/v|w/g, 'u'],
];

/**
 * What a word of a listed name is found by, although it is misspelled or transliterated otherwise: its consonants by
 * sound, its first three letters and its last three. Each is a row of an index, so that a name is compared with the few
 * that share words with it.
 */
export function listedKeys(word: string): readonly string[] {
  const letters = [...word];
  if (letters.length === 1) return [`i:${word}`];
  const [first, last] = [letters.slice(0, 3).join(''), letters.slice(-3).join('')];
  return [...new Set([`c:${consonantsOf(word)}`, `b:${first}`, `e:${last}`])];
}

/** Under what a word of a person's name is looked for: also among the initials. An initial is not looked for. */
export function searchKeys(word: string): readonly string[] {
  return isInitial(word) ? [] : [...listedKeys(word), `i:${initialOf(word)}`];
}

/** The first letter of a word: a letter of some scripts takes two units of UTF-16, and half of one is no text. */
export const initialOf = (word: string): string => [...word][0] ?? '';
export const isInitial = (word: string): boolean => word === initialOf(word);

/** The consonants of a word by their sound: `Mohammed` and `Muhamad` have the same. */
export function consonantsOf(word: string): string {
  const sounded = SOUNDS.reduce((text, [spelling, sound]) => text.replaceAll(spelling, sound), word);
  const first = initialOf(sounded);
  const without = sounded.slice(first.length).replaceAll(/[aeiouy]|h$/g, '');
  return `${first}${without}`.replaceAll(/(.)\1+/gu, '$1');
}
