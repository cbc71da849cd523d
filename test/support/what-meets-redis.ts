import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

const tests = resolve(import.meta.dirname, '..');

/** What a suite has to read to know of the Redis of the second pass; nothing else tells it. */
const TELLS = /UMOJA_TEST_QUEUE|REDIS_URL/;
const IMPORT = /(?:from|import\()\s*'((?:#test\/|\.)[^']+)'/g;

/**
 * The suites that can't tell whether queues and limits are in Redis: neither they nor any support that they import
 * reads which pass runs. They would do the same again, to the last instruction.
 * @returns paths from the root of the repository, with forward slashes
 */
export async function suitesWithoutRedis(): Promise<string[]> {
  const known = new Map<string, Promise<{ readonly tells: boolean; readonly imports: readonly string[] }>>();
  const read = (file: string) => {
    const found =
      known.get(file) ??
      readFile(file, 'utf8').then((text) => ({
        tells: TELLS.test(text),
        imports: [...text.matchAll(IMPORT)]
          .map(([, path = '']) =>
            path.startsWith('#test/') ? join(tests, path.slice('#test/'.length)) : resolve(dirname(file), path),
          )
          .filter((path) => path.startsWith(tests) && existsSync(path)),
      }));
    known.set(file, found);
    return found;
  };
  const meetsRedis = async (suite: string): Promise<boolean> => {
    const seen = new Set<string>();
    for (const waiting = [suite]; waiting.length > 0;) {
      const file = waiting.pop() ?? '';
      if (seen.has(file)) continue;
      seen.add(file);
      const { tells, imports } = await read(file);
      if (tells) return true;
      waiting.push(...imports);
    }
    return false;
  };
  const files = await readdir(tests, { recursive: true });
  const suites = files.filter((file) => file.endsWith('.test.ts')).map((file) => join(tests, file));
  const without: string[] = [];
  for (const suite of suites) if (!(await meetsRedis(suite))) without.push(suite);
  return without.map((suite) => relative(dirname(tests), suite).replaceAll('\\', '/')).sort();
}
