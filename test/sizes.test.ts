import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ts } from '@ts-morph/common';
import { parsed, programSources, ROOT } from '#test/support/program-sources.ts';

/** A longer function does several things: it is split by meaning. Comments in front of it don't count. */
const MOST_LINES = 70;

/** A longer file is split by what it is read for: what is known of a record, how it is shown, its steps, its routes. */
const MOST_FILE_LINES = 300;
/** Files that may be longer, and why. */
const LONGER_FILES: { readonly [file: string]: string } = {
  'core/lending/loan/loan.ts': 'The steps of one lifecycle; what is known of a loan stands in files of its own.',
  'core/lending/disbursement/disbursement.ts': 'As the loan.',
};

/** Functions that may be longer, and why. */
const LONGER_FUNCTIONS: { readonly [name: string]: string } = {};

/** Code that stands twice is one function. Lines are compared without indentation; imports and blank lines don't count. */
const MOST_EQUAL_LINES = 11;

/** Where a run of so many equal lines begins a second time, with where it began before. */
function repeatsOf(sources: readonly (readonly [file: string, source: string])[], lines: number): string[] {
  const seen = new Map<string, string>();
  return sources.flatMap(([file, source]) => {
    const code = withoutImports(withoutDocuments(source));
    const repeats: string[] = [];
    for (let at = 0; at + lines <= code.length; at++) {
      const block = code.slice(at, at + lines);
      const text = block.map((line) => line.text).join('\n');
      const here = `${file}:${block[0]?.number}`;
      const before = seen.get(text);
      if (before === undefined) seen.set(text, here);
      else {
        repeats.push(`${here} repeats ${before}`);
        at += lines;
      }
    }
    return repeats;
  });
}

/** A document of GraphQL names all that it selects, however alike two are. */
const withoutDocuments = (source: string) =>
  source.replaceAll(/\bgraphql\(`[^`]*`\)/g, (document) => document.replaceAll(/[^\n]/g, ''));

function withoutImports(source: string): { readonly text: string; readonly number: number }[] {
  const first = source.search(/^(?!import |  |\} from|$)/m);
  const skipped = source.slice(0, first).split('\n').length - 1;
  return source
    .slice(first)
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: skipped + index + 1 }))
    .filter(({ text }) => text !== '');
}

/** Functions, methods and arrows of a source that are longer than so many lines, by name. */
function longFunctionsOf(
  source: string,
  most: number,
  named = 'source.ts',
): { readonly name: string; readonly lines: number }[] {
  if (source.split('\n').length <= most) return [];
  const file = parsed(named, source);
  const found: { name: string; lines: number }[] = [];
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1;
      if (lines > most) found.push({ name: nameOf(node), lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The name of a function, or of what it is assigned to or passed to. */
function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  return ts.isCallExpression(parent) ? `a function in ${parent.expression.getText()}` : 'a function without a name';
}

describe('The length of files', () => {
  const long = programSources().filter(
    (file) => readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1 > MOST_FILE_LINES,
  );

  it(`is ${MOST_FILE_LINES} lines at most, but where a reason is given`, () => {
    expect(long.filter((file) => LONGER_FILES[file] === undefined)).toEqual([]);
  });

  it('needs no reason where a file is shorter again', () => {
    expect(Object.keys(LONGER_FILES).filter((file) => !long.includes(file))).toEqual([]);
  });
});

describe('The length of functions', () => {
  it(`is ${MOST_LINES} lines at most`, () => {
    const files = programSources();
    expect(files.length).toBeGreaterThan(600);
    const longer = files.flatMap((file) =>
      longFunctionsOf(readFileSync(path.join(ROOT, file), 'utf8'), MOST_LINES, file).map(
        ({ name }) => `${file}: ${name}`,
      ),
    );
    expect(longer.toSorted()).toEqual(Object.keys(LONGER_FUNCTIONS).toSorted());
  });

  it('counts those of methods and arrows, not of files and tables', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `  // ${index}`).join('\n');
    const source = [
      `function short() {\n${lines(3)}\n}`,
      `export const long = () => {\n${lines(9)}\n};`,
      `const table = {\n${lines(20)}\n  rows: [1],\n};`,
      `class Loan {\n${lines(20)}\n  approve() {\n${lines(10)}\n  }\n}`,
      `each(() => {\n${lines(9)}\n});`,
    ].join('\n');
    expect(longFunctionsOf(source, 10)).toEqual([
      { name: 'long', lines: 11 },
      { name: 'approve', lines: 12 },
      { name: 'a function in each', lines: 11 },
    ]);
  });
});

describe('Code', () => {
  const sources = () => {
    const support = readdirSync(path.join(ROOT, 'test/support'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `test/support/${file}`);
    return [...programSources(), ...support].map(
      (file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const,
    );
  };

  it(`stands once: no ${MOST_EQUAL_LINES + 1} lines are repeated`, () => {
    // A lifecycle is read as one table, also where another one has the same verbs.
    const compared = sources().filter(([file]) => !file.endsWith('lifecycle.ts'));
    expect(repeatsOf(compared, MOST_EQUAL_LINES + 1)).toEqual([]);
  });

  it('is compared across files, without imports and indentation', () => {
    const block = 'const a = 1;\nconst b = 2;\nreturn a + b;\n';
    const one = `import { x } from './x.ts';\nimport {\n  y,\n} from './y.ts';\n\n${block}`;
    const other = `import { z } from './z.ts';\nfunction f() {\n  ${block.replaceAll('\n', '\n  ')}}`;
    const sources = [['one.ts', one] as const, ['other.ts', other] as const];
    expect(repeatsOf(sources, 3)).toEqual(['other.ts:3 repeats one.ts:6']);
    expect(repeatsOf(sources, 4)).toEqual([]);
  });
});
