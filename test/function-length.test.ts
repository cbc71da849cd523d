import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ts } from '@ts-morph/common';
import { programSources, ROOT } from '#test/support/program-sources.ts';

/** A longer function does several things: it is split by meaning. Comments in front of it don't count. */
const MOST_LINES = 70;

/** Functions, methods and arrows of a source that are longer than so many lines, by name. */
function longFunctionsOf(source: string, most: number): { readonly name: string; readonly lines: number }[] {
  if (source.split('\n').length <= most) return [];
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
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

describe('The length of functions', () => {
  it(`is ${MOST_LINES} lines at most`, () => {
    const files = programSources();
    expect(files.length).toBeGreaterThan(600);
    const longer = files.flatMap((file) =>
      longFunctionsOf(readFileSync(path.join(ROOT, file), 'utf8'), MOST_LINES).map(({ name }) => `${file}: ${name}`),
    );
    expect(longer).toEqual([]);
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
