import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

/**
 * The floors of the house: who may import whom. Read from the import lines themselves, so that nothing hides behind a
 * resolver; `import type` counts too, except where a rule says otherwise.
 */
const root = path.resolve(import.meta.dirname, '..');
const FLOORS = ['core', 'platform', 'subgraphs', 'gateway', 'rest-adapter', 'workers'] as const;
type Floor = (typeof FLOORS)[number];

type Import = { readonly from: string; readonly to: string; readonly typeOnly: boolean };

const ALIASES: { readonly [prefix: string]: string } = {
  '#core/': 'core/',
  '#platform/': 'platform/',
  '#rest/': 'rest-adapter/',
  '#sub/': 'subgraphs/',
  '#gate/': 'gateway/',
  '#work/': 'workers/',
  '#test/': 'test/',
};

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

/** Every module that a file names: static, re-exported, dynamic, required or only for its types. */
function importsOf(file: string, text = readFileSync(path.join(root, file), 'utf8')): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = [
    ...code.matchAll(/\b(?:import|export)\s+(type\s+)?(?:[\w*{][\w*{}\s,$]*\s+from\s+)?['"]([^'"]+)['"]/g),
    ...code.matchAll(/\b(?:import|require)\s*(?:\.\s*resolve\s*)?\(\s*()['"]([^'"]+)['"]/g),
  ];
  return found.map((match) => ({ from: file, to: resolve(file, match[2] ?? ''), typeOnly: Boolean(match[1]) }));
}

/** A file of the house as a path from its root; anything else as it is written. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  return alias === undefined ? specifier : `${ALIASES[alias]}${specifier.slice(alias.length)}`;
}

const isOurs = (target: string) => FLOORS.some((floor) => target.startsWith(`${floor}/`));
const folderOf = (file: string, depth: number) => file.split('/').slice(0, depth).join('/');

function mayImport({ from, to }: Import): boolean {
  const floor = from.split('/')[0] as Floor;
  switch (floor) {
    case 'core':
      return mayCoreImport(from, to);
    case 'platform':
      return !isOurs(to) || to.startsWith('core/') || to.startsWith('platform/');
    case 'gateway':
      return !isOurs(to) || to.startsWith('gateway/') || /^platform\/(auth|runtime|outbound)\//.test(to);
    case 'subgraphs':
    case 'rest-adapter':
    case 'workers':
      return (
        !isOurs(to) ||
        to.startsWith(`${floor}/`) ||
        to.startsWith('core/') ||
        (to.startsWith('platform/') && !to.startsWith('platform/postgres/'))
      );
  }
}

function mayCoreImport(from: string, to: string): boolean {
  if (!to.startsWith('core/')) return false;
  if (from.startsWith('core/kernel/')) return to.startsWith('core/kernel/');
  if (to.startsWith('core/kernel/')) return true;
  // The vocabulary of payments is the one context that several know; it knows the kernel alone.
  if (to.startsWith('core/payments/')) return true;
  if (folderOf(from, 2) !== folderOf(to, 2)) return false;
  const [, , room] = from.split('/');
  const isAggregate = from.split('/').length > 3 && room !== 'use-cases';
  if (!isAggregate) return true;
  // An aggregate sees itself and the context's own words (files at its root), never a sibling.
  return folderOf(from, 3) === folderOf(to, 3) || to.split('/').length === 3;
}

describe('The floors of the house', () => {
  const files = FLOORS.flatMap(sourceFiles);
  const imports = files.flatMap((file) => importsOf(file));

  it('are read whole: every file, and imports in nearly all of them', () => {
    const perFloor = Object.fromEntries(
      FLOORS.map((floor) => [floor, files.filter((f) => f.startsWith(`${floor}/`)).length]),
    );
    for (const floor of FLOORS) expect([floor, (perFloor[floor] ?? 0) > 0]).toEqual([floor, true]);
    expect(files.length).toBeGreaterThan(150);
    const silent = files.filter((file) => !imports.some(({ from }) => from === file));
    expect(silent.length).toBeLessThan(files.length / 4);
  });

  it('let nobody import upwards or sideways', () => {
    expect(imports.filter((line) => !mayImport(line)).map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('point at files that exist', () => {
    const missing = imports.filter(({ to }) => isOurs(to) && to.endsWith('.ts') && !files.includes(to));
    expect(missing.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });
});

describe('The reader of imports', () => {
  const seen = (text: string) => importsOf('core/lending/loan/loan.ts', text).map(({ to }) => to);

  it.each([
    ["import fastify from 'fastify';", 'fastify'],
    ["import type { Log } from 'pino';", 'pino'],
    ["import 'side-effect';", 'side-effect'],
    ["export { x } from 'elsewhere';", 'elsewhere'],
    ["export * from './sibling.ts';", 'core/lending/loan/sibling.ts'],
    ["const later = await import('node:fs');", 'node:fs'],
    ["const old = require('legacy');", 'legacy'],
    ["import {\n  a,\n  b,\n} from '#core/kernel/money.ts';", 'core/kernel/money.ts'],
  ])('sees %j', (text, target) => {
    expect(seen(text)).toEqual([target]);
  });

  it('refuses an npm package, a clock of node and another context in the core', () => {
    const stray = (to: string) => mayImport({ from: 'core/lending/loan/loan.ts', to, typeOnly: false });
    expect(stray('pg')).toBe(false);
    expect(stray('node:crypto')).toBe(false);
    expect(stray('core/education/student/student.ts')).toBe(false);
    expect(stray('core/lending/disbursement/disbursement.ts')).toBe(false);
    expect(stray('core/lending/refusals.ts')).toBe(true);
    expect(stray('core/payments/rail.ts')).toBe(true);
    expect(mayImport({ from: 'core/payments/rail.ts', to: 'core/lending/ports.ts', typeOnly: true })).toBe(false);
    expect(mayImport({ from: 'rest-adapter/server.ts', to: 'platform/postgres/database.ts', typeOnly: false })).toBe(
      false,
    );
    expect(mayImport({ from: 'gateway/guard.ts', to: 'core/kernel/money.ts', typeOnly: true })).toBe(false);
  });
});
