import { execFile } from 'node:child_process';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '#test/recipes/examples.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFile(path.join(root, file), 'utf8');

type Block = { readonly at: string; readonly language: string; readonly code: string; readonly mark: string | null };

/** The code of a page, each with the line at which it begins, and the reason why it is not checked where it has one. */
function blocksOf(file: string, text: string): Block[] {
  const fences = text.matchAll(/(?:<!-- not checked: (.+?) -->\n+)?^```(\w*)\n(.*?)^```$/gms);
  return [...fences].map(({ index, 1: mark, 2: language = '', 3: code = '' }) => {
    const line = text.slice(0, text.indexOf('```', index)).split('\n').length;
    return { at: `${file}:${line}`, language, code, mark: mark ?? null };
  });
}

const files = (await Array.fromAsync(glob(['README.md', 'docs/**/*.md'], { cwd: root }))).toSorted();
const all = (await Promise.all(files.map(async (file) => blocksOf(file, await read(file))))).flat();
const checked = (language: string): [string, Block][] =>
  all.filter((block) => block.mark === null && block.language === language).map((block) => [block.at, block]);

const schema = buildSchema(await read('gateway/supergraph.graphql'), { assumeValidSDL: true });

describe('The code in README.md and docs/', () => {
  it('is found, and each block has a check or a reason', () => {
    expect(all.length).toBeGreaterThan(30);
    const known = ['sh', 'ts', 'graphql', 'sql', 'mermaid'];
    expect(all.filter(({ language, mark }) => mark === null && !known.includes(language))).toEqual([]);
    // Diagrams are derived, and `npm run derive -- --check` holds them against the code.
    const drawn = all.filter(({ language }) => language === 'mermaid').map(({ at }) => at.split(':')[0]);
    expect(new Set(drawn)).toEqual(new Set(['docs/lifecycles.md']));
  });

  it.each(checked('graphql'))('is an operation of the graph: %s', (_, { code }) => {
    const problems = validate(schema, parse(code)).map(({ message }) => message);
    expect(problems).toEqual([]);
  });

  it.each(checked('sh'))('is a command of this repository: %s', async (_, { code }) => {
    await run('bash', ['-n', '-c', code]);
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
    const used = [...code.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(([, name]) => name ?? '');
    expect(used.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(checked('sql'))('is what its recipe runs: %s', (_, { code }) => {
    const texts = EXAMPLES.flatMap(({ edits }) => edits.map((edit) => JSON.stringify(edit)));
    expect(texts.filter((text) => text.includes(JSON.stringify(code).slice(1, -1)))).toHaveLength(1);
  });

  it('compiles, strictly, with the libraries that it names', async () => {
    const parent = path.join(root, 'node_modules/.cache');
    await mkdir(parent, { recursive: true });
    const folder = await mkdtemp(path.join(parent, 'umoja-docs-'));
    try {
      const blocks = checked('ts');
      expect(blocks.length).toBeGreaterThan(0);
      for (const [index, [, { code }]] of blocks.entries())
        await writeFile(path.join(folder, `block${index}.ts`), code);
      // What the page says that the reader has: the generated function, an address and a token.
      await writeFile(path.join(folder, 'gql.ts'), GENERATED);
      await writeFile(
        path.join(folder, 'reader.d.ts'),
        'declare const graphUrl: string;\ndeclare const token: string;\n',
      );
      await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
      const compiled = run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
      expect((await compiled).stdout).toBe('');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

const GENERATED = `import type { TypedDocumentNode } from '@apollo/client';
export declare function graphql(source: string): TypedDocumentNode<{ members: { nodes: { id: string }[] } }, { first: number }>;
`;
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom'],
    types: [],
  },
};
