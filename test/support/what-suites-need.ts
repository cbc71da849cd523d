import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

const tests = resolve(import.meta.dirname, '..');

/** What a file reads to find the servers that the runner starts. A suite that never meets such a file needs none. */
const READS = {
  database: /UMOJA_TEST_DATABASE_URL/,
  redis: /UMOJA_TEST_QUEUE|REDIS_URL/,
} as const;
type Server = keyof typeof READS;

/**
 * Suites of what lies above the queues: they have workers so that their jobs are done, and nothing of theirs differs with
 * where a job waited. What does differ, the suites of workers, queues, faults and journeys try on both.
 */
const ABOVE_QUEUES = /^test\/platform\/(app|rails)\//;

/** Imports of files of the tests, without those of types, which are not there when the suite runs. */
const IMPORT = /(?:^(?:import|export)\s(?!type\s)[^'"]*?from\s*|^import\s+|import\()'((?:#test\/|\.)[^']+)'/gm;

type Source = { readonly reads: readonly Server[]; readonly imports: readonly string[] };

/**
 * The suites that need a server, themselves or through the support that they import.
 * - `database`: PostgreSQL with the migrated template.
 * - `redis`: those that differ where queues and limits are in Redis. The others would do the same again there.
 * @returns paths from the root of the repository, with forward slashes
 */
export async function suitesByNeed(): Promise<{ readonly [Need in Server]: ReadonlySet<string> }> {
  const sources = new Map<string, Promise<Source>>();
  const read = (file: string): Promise<Source> => {
    const found = sources.get(file) ?? readFile(file, 'utf8').then((text) => sourceOf(file, text));
    sources.set(file, found);
    return found;
  };
  const needsOf = async (suite: string): Promise<ReadonlySet<Server>> => {
    const needs = new Set<Server>();
    const seen = new Set([suite]);
    // A set may grow while it is walked: what is added is visited too.
    for (const file of seen) {
      const { reads, imports } = await read(file);
      for (const server of reads) needs.add(server);
      for (const each of imports) seen.add(each);
    }
    return needs;
  };
  const files = await readdir(tests, { recursive: true });
  const suites = files.filter((file) => file.endsWith('.test.ts')).map((file) => join(tests, file));
  const needing = { database: new Set<string>(), redis: new Set<string>() };
  for (const suite of suites) {
    const needs = await needsOf(suite);
    if (needs.has('database')) needing.database.add(pathOf(suite));
    if (needs.has('redis') && !ABOVE_QUEUES.test(pathOf(suite))) needing.redis.add(pathOf(suite));
  }
  return needing;
}

const pathOf = (suite: string): string => relative(dirname(tests), suite).replaceAll('\\', '/');

function sourceOf(file: string, text: string): Source {
  const imports = [...text.matchAll(IMPORT)]
    .map(([, path = '']) =>
      path.startsWith('#test/') ? join(tests, path.slice('#test/'.length)) : resolve(dirname(file), path),
    )
    .filter((path) => path.startsWith(tests) && existsSync(path));
  const servers = Object.keys(READS) as Server[];
  return { reads: servers.filter((server) => READS[server].test(text)), imports };
}
