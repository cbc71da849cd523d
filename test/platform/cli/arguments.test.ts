import { describe, expect, it } from 'vitest';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { ARCHIVE_README } from '../../../deploy/archive-contents.ts';
import { canonicalArguments, program, Refused } from '#platform/cli/program.ts';
import { ROOT } from '#test/support/program-sources.ts';
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
    expect(await runHere(['--help'], {})).toEqual({ code: 0, output: expect.stringContaining('bin/umoja-partner') });
    const nowhere = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    expect(await runHere(['par'], nowhere)).toEqual({ code: 2, output: expect.stringContaining('UMOJA_SECRET') });
  });
});

describe('The commands that README.md and docs/ name', () => {
  const groups = program.commands.filter(({ commands }) => commands.length > 0).map((command) => command.name());
  /** What is wrong with a command as it is written: a word that is no command, or an option that the command lacks. */
  const problemOf = (text: string): string | null => {
    const words = text.match(/"[^"]*"|<[^>]*>|\S+/g) ?? [];
    const walk = (command: Command, [word, ...rest]: readonly string[]): string | null => {
      if (command === program && word === '--json') return walk(command, rest);
      const isGroup = command.commands.length > 0;
      const isName = word !== undefined && /^[a-z][a-z|-]*$/.test(word) && isGroup;
      if (!isName && isGroup && command !== program && word !== '--help')
        return `${command.name()} needs one of its commands: ${command.commands.map((each) => each.name()).join(', ')}`;
      if (!isName) return optionProblem(command, word === undefined ? [] : [word, ...rest]);
      for (const name of word.split('|')) {
        const found = command.commands.find((each) => each.name() === name);
        if (!found) return `${command.name()} has no ${name}`;
        const problem = walk(found, rest);
        if (problem !== null) return problem;
      }
      return null;
    };
    return walk(program, words);
  };
  const optionProblem = (command: Command, words: readonly string[]) => {
    const known = [...command.options, ...program.options].map(({ long }) => long);
    const unknown = words.filter((word) => word.startsWith('--') && word !== '--help' && !known.includes(word));
    return unknown.length > 0 ? `${command.name()} has no ${unknown.join(', ')}` : null;
  };

  /** How the operators' command is called. Behind `npx` it would be the partners', which is another program. */
  const CALLED = String.raw`(?:npm run umoja --|\S*bin/umoja|(?<!npx )umoja)\s+`;
  const IN_CODE =
    /(?:^|\s)(?:npm run umoja --|\S*bin\/umoja|(?<=^|&&|\|)[ \t]*umoja)[ \t]+((?:(?! \| | && )[^#\n])+)/gm;
  /** The commands that a page names: in its code, and between backquotes. */
  const commandsIn = (page: string): string[] => {
    const fences = /^```.*?^```/gms;
    const code = [...page.matchAll(fences), ...page.matchAll(/^ {4}.*\n/gm)].map(([text]) =>
      text.replaceAll('\\\n', ' '),
    );
    const inCode = code.flatMap((text) => [...text.matchAll(IN_CODE)].map(([, command = '']) => command));
    const quoted = [...page.replaceAll(fences, '').matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => {
      const words = text.replaceAll(/\s+/g, ' ');
      const command = new RegExp(`^${CALLED}(.*)$`).exec(words)?.[1];
      if (command !== undefined) return [command];
      // The bench `graph [characters]` has the name of a group.
      return groups.some((group) => words.startsWith(`${group} `) && words[group.length + 1] !== '[') ? [words] : [];
    });
    return [...inCode, ...quoted].map((command) => command.replaceAll(/\s+/g, ' ').trim());
  };

  it('exist, with their options', async () => {
    const named: { readonly at: string; readonly command: string }[] = [];
    for (const file of (await Array.fromAsync(glob(['README.md', 'docs/**/*.md'], { cwd: ROOT }))).toSorted()) {
      const text = await readFile(path.join(ROOT, file), 'utf8');
      named.push(...commandsIn(text).map((command) => ({ at: file, command })));
    }
    named.push(...commandsIn(ARCHIVE_README).map((command) => ({ at: 'README.md of the archive', command })));
    expect(named.length).toBeGreaterThan(50);
    const wrong = named.flatMap(({ at, command }) => {
      const problem = problemOf(command);
      return problem === null ? [] : [`${at}: ${command}: ${problem}`];
    });
    expect(wrong).toEqual([]);
    expect(problemOf('bank exports <folder>')).toBe('bank has no exports');
    expect(problemOf('ledger verify --quick')).toBe('verify has no --quick');
    expect(problemOf('erasures')).toBe('erasures needs one of its commands: list, replay');
  });

  it('are found as they are written', () => {
    const page = [
      'Run `bin/umoja bank\nexports`, `umoja ledger`, `npm run umoja -- par` or `float top-up AG-1`, never `npx umoja login`.',
      '```sh',
      'sudo -u umoja bin/umoja archive \\',
      '  seal && npm run umoja -- migrate # then',
      'umoja erasures list | sort',
      'psql --username owner umoja -c x',
      '```',
      '    npm run umoja -- login',
    ].join('\n');
    const inCode = ['archive seal', 'migrate', 'erasures list', 'login'];
    expect(commandsIn(`${page}\n`)).toEqual([...inCode, 'bank exports', 'ledger', 'par', 'float top-up AG-1']);
  });
});
