import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import words from '#test/support/other-words.json' with { type: 'json' };

/** Words that this project once had for what the field has a term for, each with the term: `docs/glossary.md` has these. */
const root = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['core', 'platform', 'subgraphs', 'gateway', 'rest-adapter', 'workers', 'docs', 'deploy', 'test'];
const instead: Readonly<Record<string, string>> = words.instead;
const names: Readonly<Record<string, string>> = words.namesOfThings;

function textFiles(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  );
  return [...inFolders, 'README.md', 'main.ts'].filter((file) => /\.(?:tsx?|graphql|md)$/.test(file));
}

/** Each word of a name counts: `aLongName`, `a_long_name`. */
const apart = (text: string) => text.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** Each such word of a text, with its line. */
function wordsOf(text: string): readonly string[] {
  const anyOfThem = new RegExp(`\\b(?:${Object.keys(instead).join('|')})\\b`, 'gi');
  return apart(text)
    .split('\n')
    .flatMap((line, index) => {
      const found = [...line.matchAll(anyOfThem)].map(([word]) => word);
      return found.map((word) => {
        const term = Object.entries(instead).find(([form]) => new RegExp(`^${form}$`, 'i').test(word));
        return `line ${index + 1}: "${word}" (${term?.[1]})`;
      });
    });
}

describe('Words', () => {
  it('are those of the field', () => {
    const files = textFiles();
    expect(files.length).toBeGreaterThan(1_500);
    const found = files.flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8').replaceAll(names[file] ?? '\0', '');
      return wordsOf(text).map((word) => `${file}, ${word}`);
    });
    expect(found).toEqual([]);
  });

  it.each(Object.keys(instead))('that are not are found: %s', (form) => {
    const word = form.replace(/s?\?$|\(.*$/, '');
    expect(wordsOf(`It was.\nThe ${word.toUpperCase()} of it.`)).toEqual([expect.stringContaining('line 2')]);
    expect(wordsOf(`const ${word}For = 1;`)).toHaveLength(1);
    expect(wordsOf(`A pre${word}ing.`)).toEqual([]);
  });
});
