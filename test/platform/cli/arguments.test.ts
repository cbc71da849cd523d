import { describe, expect, it } from 'vitest';
import { canonicalArguments, Refused } from '#platform/cli/program.ts';

describe('What is typed at the command line', () => {
  it('is stored as text of any other caller: NFC, with single blanks between words', () => {
    expect(canonicalArguments(['agents', '--name', '  Wanjiru\u00A0\u00A0Kamau ', 'Cafe\u0301'])).toEqual([
      'agents',
      '--name',
      'Wanjiru Kamau',
      'Caf\u00E9',
    ]);
  });

  it('is refused with the character that no reader sees', () => {
    expect(() => canonicalArguments(['P4\u200B89'])).toThrow(Refused);
  });
});
