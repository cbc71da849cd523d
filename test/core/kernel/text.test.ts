import { describe, expect, it } from 'vitest';
import { written } from '#core/kernel/money.ts';
import { canonicalText, documentKey, identifierKey, unseenCharacter } from '#core/kernel/text.ts';

describe('Text in its canonical form', () => {
  it('is composed, without white space at its ends, and has one space between words', () => {
    expect(canonicalText('  Zoe\u0308 \t\r\n Wanjiku\u00A0\u3000')).toBe('Zoë Wanjiku');
  });

  it('is the same when it is made canonical again', () => {
    for (const text of ['  a \u2028 b ', 'e\u0301', '\u1E9B\u0323', '']) {
      expect(canonicalText(canonicalText(text))).toBe(canonicalText(text));
    }
  });
});

describe('What no reader sees', () => {
  it.each([
    ['a zero-width space', 'Amina\u200BWanjiku', 'U+200B'],
    ['a zero-width joiner', 'Amina\u200DWanjiku', 'U+200D'],
    ['a right-to-left override', '\u202Eakijnaw', 'U+202E'],
    ['an isolate', '\u2066Amina\u2069', 'U+2066'],
    ['a soft hyphen', 'Wan\u00ADjiku', 'U+00AD'],
    ['a byte order mark', '\uFEFFAmina', 'U+FEFF'],
    ['a bell', 'Amina\u0007', 'U+0007'],
    ['NUL', 'Amina\u0000', 'U+0000'],
    ['a filler letter', '\u3164', 'U+3164'],
    ['a tag', 'A\u{E0041}', 'U+E0041'],
    ['half of a surrogate pair', 'A\uD83D', 'U+D83D'],
    ['an empty Braille pattern', '\u2800', 'U+2800'],
  ])('%s is named', (_, text, name) => expect(unseenCharacter(text)).toBe(name));

  it.each(['Amina Wanjiku', 'Ng’ang’a', '学费', 'a\tb\nc', 'paid ✔️', 'مريم'])('has nothing of %j', (text) =>
    expect(unseenCharacter(text)).toBeNull(),
  );
});

describe('An identifier', () => {
  it.each(['sfk7 x9k2l1', ' SFK7X9K2L1\n', 'SFK7X9K2\u200BL1', 'ＳＦＫ７Ｘ９Ｋ２Ｌ１'])(
    'is one however it is written: %j',
    (text) => expect(identifierKey(text)).toBe('SFK7X9K2L1'),
  );

  it('differs where a sign differs: a reference may count them', () =>
    expect(identifierKey('INV-2025/1')).not.toBe(identifierKey('INV2025/1')));

  it.each(['P489', 'p489 ', 'P-489', 'P 4.8_9', 'p\u2011489'])('of a document is P489 as %j too', (text) =>
    expect(documentKey(text)).toBe('P489'),
  );
});

describe('An amount in a sentence', () => {
  it.each([
    [2_450_000n, 'KES 24,500.00'],
    [123_456_789_05n, 'KES 123,456,789.05'],
    [100_000n, 'KES 1,000.00'],
    [99_999n, 'KES 999.99'],
    [5n, 'KES 0.05'],
    [0n, 'KES 0.00'],
    [-100_001n, 'KES -1,000.01'],
  ])('%s cents are written as %s', (cents, text) => {
    expect(written(cents)).toBe(text);
  });
});
