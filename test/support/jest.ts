import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';

/** One run of Jest: its arguments, the projects that it runs suites in, the environment of the suites. */
export type Run = {
  readonly filters: readonly string[];
  readonly projects: readonly Project[];
  readonly environment: Readonly<Record<string, string>>;
  readonly reportFile: string;
};
/** Suites that run with the same servers. */
export type Project = {
  readonly name: string;
  readonly suites: readonly string[];
  /** Files that prepare the environment of each suite. */
  readonly setupFiles: readonly string[];
};
export type Tally = { readonly passed: number; readonly failures: readonly string[]; readonly skipped: number };

/** A run that has been started. `end` signals Jest and its workers. */
export type Running = { readonly tally: Promise<Tally>; end(signal: NodeJS.Signals): void };

const root = join(import.meta.dirname, '../..');
const program = join(root, 'node_modules/jest/bin/jest.js');

/** How long Jest may take to end after its report is written. */
const PATIENCE = 15_000;

/** The suites that Jest would run, as paths from the root of the repository with forward slashes. */
export async function listSuites(filters: readonly string[]): Promise<string[]> {
  const list = spawn(process.execPath, [program, '--listTests', ...filters], {
    cwd: root,
    env: environmentOf({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = (await text(list.stdout)).split('\n');
  return lines.filter((line) => line.endsWith('.test.ts')).map((line) => relative(root, line).replaceAll('\\', '/'));
}

export function runJest(run: Run, say: (line: string) => void): Running {
  // More than there are cores where these are few: suites of faults and journeys mostly wait. Never a single one, for
  // only workers give back the memory that a suite leaves behind.
  const workers = Math.min(6, Math.max(4, Math.floor(availableParallelism() / 2)));
  const options = ['--config', JSON.stringify(configOf(run)), '--passWithNoTests', `--maxWorkers=${workers}`];
  const jest = spawn(process.execPath, [program, ...run.filters, ...options], {
    cwd: root,
    env: environmentOf(run.environment),
    stdio: ['ignore', 'inherit', 'inherit'],
    // Its own group: Ctrl-C in a terminal reaches the runner alone, which ends the workers along with Jest.
    detached: true,
  });
  return { tally: watch(run, jest, say), end: (signal) => endGroup(jest, signal) };
}

/** The configuration of the repository for each project. Nothing is compiled: Node strips the types. */
function configOf({ projects, reportFile }: Run): object {
  const config = JSON.parse(readFileSync(join(root, 'jest.config.json'), 'utf8')) as Record<string, unknown>;
  const { workerIdleMemoryLimit, testTimeout, ...ofProjects } = config;
  return {
    rootDir: root,
    workerIdleMemoryLimit,
    testTimeout,
    reporters: ['default', [join(import.meta.dirname, 'jest-reporter.ts'), { reportFile }]],
    projects: projects.map(({ name, suites, setupFiles }) => ({
      ...ofProjects,
      rootDir: root,
      displayName: name,
      testMatch: suites.map((suite) => `<rootDir>/${suite}`),
      setupFiles,
    })),
  };
}

async function watch({ reportFile }: Run, jest: ChildProcess, say: (line: string) => void): Promise<Tally> {
  let doneSince: number | null = null;
  let wasStuck = false;
  const watching = setInterval(() => {
    if (!existsSync(reportFile)) return;
    doneSince ??= performance.now();
    if (wasStuck || performance.now() - doneSince < PATIENCE) return;
    wasStuck = true;
    say('Jest is done but does not end: a suite has left something open.');
    endGroup(jest, 'SIGKILL');
  }, 500);
  const [code, signal] = (await once(jest, 'exit')) as [number | null, NodeJS.Signals | null];
  clearInterval(watching);
  endGroup(jest, 'SIGKILL'); // workers that have outlived it

  const tally = existsSync(reportFile)
    ? (JSON.parse(await readFile(reportFile, 'utf8')) as Tally)
    : { passed: 0, failures: [], skipped: 0 };
  if (code === 0 || wasStuck || tally.failures.length > 0) return tally;
  return { ...tally, failures: [`Jest itself ended with ${signal ?? `exit code ${code}`}`] };
}

/** The environment of the suites: ours without what would lead them to real data or ports. What has them write guides stays. */
function environmentOf(additions: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const leadsElsewhere =
    /^(DATABASE_URL|REDIS_URL|REST_PORT|GRAPHQL_PORT|UMOJA_(?!TEST_WRITE$|WRITE_TABLE$).*|PG[A-Z]+)$/;
  const inherited = Object.entries(process.env).filter(([name]) => !leadsElsewhere.test(name));
  const options = [process.env['NODE_OPTIONS'], '--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  return {
    ...Object.fromEntries(inherited),
    NODE_OPTIONS: options.filter(Boolean).join(' '),
    // Suites start the system and its commands a hundred times: compiled once, each start costs less than half.
    NODE_COMPILE_CACHE: join(tmpdir(), `umoja-compiled-${process.getuid?.() ?? 'user'}`),
    ...additions,
  };
}

function endGroup(jest: ChildProcess, signal: NodeJS.Signals): void {
  if (!jest.pid) return;
  try {
    process.kill(-jest.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has ended
  }
}
