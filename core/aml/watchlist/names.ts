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
  if (word.length === 1) return [`i:${word}`];
  return [...new Set([`c:${consonantsOf(word)}`, `b:${word.slice(0, 3)}`, `e:${word.slice(-3)}`])];
}

/** Under what a word of somebody's name is looked for: also among the initials. An initial is not looked for. */
export function searchKeys(word: string): readonly string[] {
  return word.length === 1 ? [] : [...listedKeys(word), `i:${word.slice(0, 1)}`];
}

/** The consonants of a word by their sound: `Mohammed` and `Muhamad` have the same. */
export function consonantsOf(word: string): string {
  const sounded = SOUNDS.reduce((text, [spelling, sound]) => text.replaceAll(spelling, sound), word);
  const without = sounded.slice(1).replaceAll(/[aeiouy]|h$/g, '');
  return `${sounded.slice(0, 1)}${without}`.replaceAll(/(.)\1+/gu, '$1');
}
