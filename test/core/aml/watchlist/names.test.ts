import { describe, expect, it } from 'vitest';
import { jaroWinkler } from '#core/aml/watchlist/jaro-winkler.ts';
import { matchOf } from '#core/aml/watchlist/match.ts';
import { listedKeys, nameKey, nameWords, searchKeys } from '#core/aml/watchlist/names.ts';

describe('The measure of Jaro and Winkler', () => {
  // Winkler's own table (1990), to three places.
  it.each([
    ['MARTHA', 'MARHTA', 0.961],
    ['DWAYNE', 'DUANE', 0.84],
    ['DIXON', 'DICKSONX', 0.813],
    ['DUNNINGHAM', 'CUNNIGHAM', 0.896],
    ['NICHLESON', 'NICHULSON', 0.956],
    ['JONES', 'JOHNSON', 0.832],
    ['MASSEY', 'MASSIE', 0.933],
    ['ABROMS', 'ABRAMS', 0.922],
    ['JERALDINE', 'GERALDINE', 0.926],
    ['MICHELLE', 'MICHAEL', 0.921],
    ['JULIES', 'JULIUS', 0.933],
    ['TANYA', 'TONYA', 0.88],
    ['SEAN', 'SUSAN', 0.805],
  ])('of %s and %s is %d', (a, b, published) => {
    expect(jaroWinkler(a, b)).toBeCloseTo(published, 3);
    expect(jaroWinkler(b, a)).toBeCloseTo(published, 3);
  });

  it('is one for the same word and none where no letter is common', () => {
    expect(jaroWinkler('OTIENO', 'OTIENO')).toBe(1);
    expect(jaroWinkler('ABC', 'XYZ')).toBe(0);
    expect(jaroWinkler('', 'A')).toBe(0);
  });
});

describe('A name', () => {
  it('is the same with diacritics, apostrophes, titles, hyphens and in any order', () => {
    expect(nameWords("Dr. Ng'ang'a  MÜLLER-Øst")).toEqual(['nganga', 'muller', 'ost']);
    expect(nameKey('Otieno, John')).toBe(nameKey('JOHN OTIENO'));
    expect(nameKey('Ａｌｉ')).toBe('ali');
  });

  it('is found by its sounds, its beginnings and its ends', () => {
    const shared = (a: string, b: string) => searchKeys(a).some((key) => listedKeys(b).includes(key));
    expect(shared('mohammed', 'muhamad')).toBe(true);
    expect(shared('khalid', 'qalid')).toBe(true);
    expect(shared('hassan', 'h')).toBe(true);
    expect(shared('otieno', 'wanjiku')).toBe(false);
    expect(searchKeys('j')).toEqual([]);
  });

  it('is cut between letters of any script, also where a letter takes two units of UTF-16', () => {
    const word = '𞤀𞤣𞤢𞤥𞤢';
    const keys = [...nameWords(word).flatMap(searchKeys), ...nameWords(word).flatMap(listedKeys)];
    expect(keys.filter((key) => !key.isWellFormed())).toEqual([]);
    expect(searchKeys('𞤢')).toEqual([]);
    expect(listedKeys('𞤢')).toEqual(['i:𞤢']);
    expect(searchKeys('𞤢𞤣')).toContain('i:𞤢');
    expect(matchOf(person('𞤢 Otieno'), listed('𞤣 Otieno')).score).toBeLessThan(90);
  });
});

const listed = (name: string, more: { births?: string[]; idNumbers?: string[] } = {}) => {
  return { names: [name], births: more.births ?? [], idNumbers: more.idNumbers ?? [] };
};
const person = (name: string, born: string | null = null, idNumber: string | null = null) => ({ name, born, idNumber });

describe('A person and an entry', () => {
  it.each([
    ['JOHN OTIENO', 'Otieno John', 100, true],
    ['John Otieno', 'John Otieno Okello', 97, false],
    ['J. Otieno', 'John Otieno', 98, false],
    ['Muhammad Hasan', 'Mohammed Hassan', 95, false],
    ['Al Khalid Omar', 'Alkhalid Omar', 100, true],
    ['John Otieno', 'John Wanjiku', 40, false],
    ['Otieno', 'John Otieno', 0, false],
    ['Otieno', 'Otieno', 100, true],
    ['José Núñez', 'Jose Nunez', 100, true],
    ['!!', 'John Otieno', 0, false],
  ])('%s and %s agree by %d per cent', (name, entry, score, isExact) => {
    expect(matchOf(person(name), listed(entry))).toMatchObject({ score, isExact });
  });

  it('agree by the best of the entry’s names', () => {
    const entry = { names: ['Somebody Else', 'John Otieno'], births: [], idNumbers: [] };
    expect(matchOf(person('John Otieno'), entry)).toMatchObject({ score: 100, name: 'John Otieno' });
  });

  it.each([
    ['1970-02-03', ['1970-02-03'], 100],
    ['1970-02-03', ['1970'], 99],
    ['1970-02-03', ['1971'], 97],
    ['1970-02-03', ['1980-01-01'], 87],
    [null, ['1980-01-01'], 97],
  ])('born %s and %j agree more or less, by %d', (born, births, score) => {
    expect(matchOf(person('John Otieno', born), listed('John Otieno Okello', { births })).score).toBe(score);
  });

  it('of one name and contradictory dates of birth are no exact match', () => {
    const entry = listed('John Otieno', { births: ['1980-01-01'] });
    expect(matchOf(person('John Otieno', '1970-02-03'), entry)).toMatchObject({ score: 90, isExact: false });
    expect(matchOf(person('John Otieno', '1980-01-01'), entry)).toMatchObject({ score: 100, isExact: true });
  });

  it('of the same document and nearly the same name are one, and with another name a question', () => {
    const entry = listed('Jon Otieno Okello', { idNumbers: ['A-123'] });
    expect(matchOf(person('John Otieno', null, 'a123'), entry).isExact).toBe(true);
    expect(matchOf(person('Amina Wanjiku', null, 'A123'), entry)).toMatchObject({ score: 95, isExact: false });
    expect(matchOf(person('Amina Wanjiku', null, 'A124'), entry).score).toBe(0);
  });
});
