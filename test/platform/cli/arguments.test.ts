import { describe, expect, it } from 'vitest';
import { canonicalArguments, Refused } from '#platform/cli/program.ts';
import { runHere } from '#test/support/terminal.ts';

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

  it.each([
    ['a command that there is not', ['close-of-busines'], 'Did you mean close-of-business?'],
    ['an option that there is not', ['ledger', 'verify', '--quick'], 'add --help for the arguments'],
    ['an argument that is missing', ['bank', 'withdraw'], "missing required argument 'reference'"],
    ['a day that is none', ['par', '--on', '2026-02-30'], 'Give a day as YYYY-MM-DD.'],
  ])('is refused with a sentence and exit code 1 where it is %s', async (_, words, sentence) => {
    expect(await runHere(words, {})).toEqual({ code: 1, output: expect.stringContaining(sentence) });
  });

  it('is explained by --help; what the environment lacks ends with exit code 2', async () => {
    expect(await runHere(['bank', '--help'], {})).toEqual({ code: 0, output: expect.stringContaining('withdraw') });
    const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    expect(await runHere(['par'], nowhere)).toEqual({ code: 2, output: expect.stringContaining('UMOJA_SECRET') });
  });
});
