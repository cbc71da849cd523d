import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ts } from '@ts-morph/common';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['core', 'gateway', 'platform', 'rest-adapter', 'subgraphs', 'workers', 'docs'];

/** The sources of the program, without its tests and without types that are derived, relative to the root of the repository. */
export function programSources(): readonly string[] {
  const within = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
      .filter(({ parentPath }) => !parentPath.includes('generated'))
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  );
  return ['main.ts', ...within];
}

/** A source, read as its name says: `<T>(a) => a` is a function in one kind of file and an element in the other. */
export const parsed = (file: string, source: string): ts.SourceFile =>
  ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
