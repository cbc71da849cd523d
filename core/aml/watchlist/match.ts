import { documentKey } from '../../kernel/text.ts';
import { jaroWinkler } from './jaro-winkler.ts';
import { consonantsOf, initialOf, isInitial, nameWords } from './names.ts';
import type { ListedPerson, ScreenedPerson } from './watchlist.ts';

/** How far a person agrees with an entry of a list. */
export type Match = {
  /** Whole per cent, rounded down. */
  readonly score: number;
  /** The name is the same, whatever its order, and no date of birth contradicts; or the same document and nearly the name. */
  readonly isExact: boolean;
  /** The name of the entry that agrees best. */
  readonly name: string;
};

/** Two words less alike than this are two words, not two spellings. */
const SAME_WORD = 0.75;
/** An initial agrees with each name that begins so: nearly as good as the name. */
const INITIAL = 0.9;
/** The same consonants in another transliteration, where there are enough of them: Hassan and Hussein are two names. */
const SAME_SOUND = 0.95;
const DISTINCTIVE = 4;
/** Of each word that only the longer name has, and of all of them at most, per cent. */
const PER_EXTRA_WORD = 3;
const MOST_FOR_EXTRA_WORDS = 9;
/** What a date of birth adds or takes, per cent. */
const SAME_DAY = 5;
const SAME_YEAR = 2;
const OTHER_BIRTH = -10;
/** Years by which a year of birth on a list may be wrong. */
const YEARS_OFF = 1;
/** The same document is no accident, whatever the name; and with nearly the name it is the person. */
const SAME_DOCUMENT = 95;
const NEARLY_THE_NAME = 80;

/** Compares a person with an entry: the best of its names, with what is known of birth and documents. */
export function matchOf(person: ScreenedPerson, listed: Pick<ListedPerson, 'names' | 'births' | 'idNumbers'>): Match {
  const words = nameWords(person.name);
  let best = { score: 0, name: listed.names[0] ?? '' };
  for (const name of listed.names) {
    const score = nameScore(words, nameWords(name));
    if (score > best.score) best = { score, name };
  }
  const birth = agreementOfBirth(person.born, listed.births);
  const number = person.idNumber === null ? null : documentKey(person.idNumber);
  const sameDocument = number !== null && listed.idNumbers.some((known) => documentKey(known) === number);
  const adjusted = best.score === 0 ? 0 : Math.min(100, best.score + birth);
  return {
    name: best.name,
    score: Math.max(0, Math.floor(sameDocument ? Math.max(adjusted, SAME_DOCUMENT) : adjusted)),
    isExact: (best.score === 100 && birth >= 0) || (sameDocument && best.score >= NEARLY_THE_NAME),
  };
}

/**
 * How alike two names are, in per cent and not rounded. Each word of the shorter name has its best partner in the longer
 * one, whatever the order, and counts by its length; words of the longer name without a partner take something off. A
 * name of one word is the same as a name of one word only.
 */
function nameScore(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  if (a.join('') === b.join('')) return 100;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.length === 1 && longer.length > 1) return 0;
  const letters = shorter.reduce((total, word) => total + word.length, 0);
  const agreeing = pairs(shorter, longer).reduce((total, { word, alike }) => total + alike * word.length, 0);
  const extra = Math.min(MOST_FOR_EXTRA_WORDS, PER_EXTRA_WORD * (longer.length - shorter.length));
  return Math.max(0, (100 * agreeing) / letters - extra);
}

type Pair = { readonly word: string; readonly alike: number };

/** The words of the shorter name with their partners, the most alike first; a word has one partner at most. */
function pairs(shorter: readonly string[], longer: readonly string[]): readonly Pair[] {
  const all = shorter
    .flatMap((word, at) => longer.map((other, otherAt) => ({ word, at, otherAt, alike: alikeness(word, other) })))
    .filter(({ alike }) => alike >= SAME_WORD)
    .toSorted((x, y) => y.alike - x.alike);
  const usedHere = new Set<number>();
  const usedThere = new Set<number>();
  return all.filter(({ at, otherAt }) => {
    if (usedHere.has(at) || usedThere.has(otherAt)) return false;
    usedHere.add(at);
    usedThere.add(otherAt);
    return true;
  });
}

function alikeness(word: string, other: string): number {
  if (word === other) return 1;
  if (isInitial(word) || isInitial(other)) return initialOf(word) === initialOf(other) ? INITIAL : 0;
  const alike = jaroWinkler(word, other);
  const consonants = consonantsOf(word);
  return consonants.length >= DISTINCTIVE && consonants === consonantsOf(other) ? Math.max(alike, SAME_SOUND) : alike;
}

function agreementOfBirth(born: string | null, births: readonly string[]): number {
  if (born === null || births.length === 0) return 0;
  if (births.includes(born)) return SAME_DAY;
  if (births.some((birth) => birth.length < born.length && born.startsWith(birth))) return SAME_YEAR;
  const isNear = (birth: string) => {
    return birth.length === 4 && Math.abs(Number(birth) - Number(born.slice(0, 4))) <= YEARS_OFF;
  };
  return births.some(isNear) ? 0 : OTHER_BIRTH;
}
