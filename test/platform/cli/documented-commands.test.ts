import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import '#platform/cli/run.ts';
import { program } from '#platform/cli/program.ts';
import { ROOT } from '#test/support/program-sources.ts';

const PAGES = [
  'README.md',
  'docs/operations.md',
  'docs/runbooks.md',
  'docs/people.md',
  'docs/recipes.md',
  'docs/glossary.md',
];
/** In a sentence within backquotes, and as lines of what is typed; a command ends where the shell or a comment goes on. */
const COMMAND =
  /`(?:bin\/)?umoja ([a-z][^`]*)`|^ *(?:bin\/umoja|npm run umoja --) ([^\n#&|>]+)|(?<=`)npm run umoja -- ([^`]+)`/gm;

/** A command that a page tells a person to type: what the program doesn't know of it. */
function unknownIn(typed: string): readonly string[] {
  const words = typed.trim().split(/\s+/);
  const named = new Set<string | undefined>(['--help', ...program.options.map(({ long }) => long ?? undefined)]);
  let command: Command = program;
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (!next) break;
    command = next;
  }
  for (const { long } of command.options) named.add(long ?? undefined);
  const options = words.filter((word) => word.startsWith('--') && !named.has(word));
  // What has commands of its own is none that is typed alone.
  const isGroup = command.commands.length > 0 && !words.includes('--help');
  return isGroup ? [`no command ${typed}`, ...options] : options;
}

describe('A command of operators that a page names', () => {
  it('is one of the program, with options that it has', async () => {
    const found: { readonly page: string; readonly typed: string; readonly unknown: readonly string[] }[] = [];
    for (const page of PAGES) {
      const text = await readFile(path.join(ROOT, page), 'utf8');
      for (const [, quoted, line, ofSources] of text.matchAll(COMMAND)) {
        const typed = (quoted ?? line ?? ofSources ?? '').replaceAll('\n', ' ');
        found.push({ page, typed, unknown: unknownIn(typed) });
      }
    }
    expect(found.length).toBeGreaterThan(60);
    expect(found.filter(({ unknown }) => unknown.length > 0)).toEqual([]);
  });

  it('is found out where it is none', () => {
    expect(unknownIn('payment resumes --all')).toEqual(['no command payment resumes --all', '--all']);
    expect(unknownIn('float top-up AG-000001 --out-of paybill')).toEqual(['--out-of']);
    expect(unknownIn('archive read /srv/archive --stream journal')).toEqual([]);
  });
});
