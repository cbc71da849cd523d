import { readdirSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['core', 'gateway', 'platform', 'rest-adapter', 'subgraphs', 'workers', 'docs'];

/** The sources of the program, without its tests and without types that are derived, relative to the root of the repository. */
export function programSources(): readonly string[] {
  const within = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
      .filter(({ parentPath }) => !parentPath.includes('generated'))
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  );
  return ['main.ts', ...within];
}
