import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';

/** One run over the suites: its name, the arguments of Jest, the environment of the suites. */
export type Pass = {
  readonly name: string;
  readonly filters: readonly string[];
  readonly options: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly reportFile: string;
};
export type Tally = { readonly passed: number; readonly failures: readonly string[]; readonly skipped: number };

/** A run that has been started. `end` signals Jest and its workers. */
export type Running = { readonly tally: Promise<Tally>; end(signal: NodeJS.Signals): void };

/** What Jest writes with --json, as far as it is read here. */
type Report = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; message: string; status: string; assertionResults: Assertion[] }[];
};
type Assertion = { status: string; fullName: string };

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

export function runJest(pass: Pass, say: (line: string) => void): Running {
  // More than there are cores where these are few: suites of faults and journeys mostly wait. Never a single one, for
  // only workers give back the memory that a suite leaves behind.
  const workers = Math.min(6, Math.max(3, Math.floor(availableParallelism() / 2)));
  const report = ['--passWithNoTests', '--json', `--outputFile=${pass.reportFile}`, `--maxWorkers=${workers}`];
  const jest = spawn(process.execPath, [program, ...pass.filters, ...report, ...pass.options], {
    cwd: root,
    env: environmentOf(pass.environment),
    // Standard output would be the report once more; what there is to read goes to standard error.
    stdio: ['ignore', 'ignore', 'inherit'],
    // Its own group: Ctrl-C in a terminal reaches the runner alone, which ends the workers along with Jest.
    detached: true,
  });
  return { tally: watch(pass, jest, say), end: (signal) => endGroup(jest, signal) };
}

async function watch(pass: Pass, jest: ChildProcess, say: (line: string) => void): Promise<Tally> {
  let doneSince: number | null = null;
  let wasStuck = false;
  const watching = setInterval(() => {
    if (!existsSync(pass.reportFile)) return;
    doneSince ??= performance.now();
    if (wasStuck || performance.now() - doneSince < PATIENCE) return;
    wasStuck = true;
    say('Jest is done but does not end: a suite has left something open.');
    endGroup(jest, 'SIGKILL');
  }, 500);
  const [code, signal] = (await once(jest, 'exit')) as [number | null, NodeJS.Signals | null];
  clearInterval(watching);
  endGroup(jest, 'SIGKILL'); // workers that have outlived it

  const tally = existsSync(pass.reportFile)
    ? tallyOf(pass.name, JSON.parse(await readFile(pass.reportFile, 'utf8')) as Report)
    : { passed: 0, failures: [], skipped: 0 };
  if (code === 0 || wasStuck || tally.failures.length > 0) return tally;
  const how = `[${pass.name}] Jest itself ended with ${signal ?? `exit code ${code}`}`;
  return { ...tally, failures: [how] };
}

/** A suite that can't even be loaded has no tests to fail: it counts as one. */
function tallyOf(pass: string, report: Report): Tally {
  const failures = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const where = `[${pass}] ${relative(root, name)}`;
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${where} › ${reasonIn(message)}`];
    return failed.map(({ fullName }) => `${where} › ${fullName}`);
  });
  return { passed: report.numPassedTests, failures, skipped: report.numPendingTests + report.numTodoTests };
}

function reasonIn(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && !line.startsWith('●')) ?? 'the suite failed to run';
}

/** The environment of the suites: ours without what would lead them to real data or ports. */
function environmentOf(additions: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const leadsElsewhere = /^(DATABASE_URL|REDIS_URL|REST_PORT|GRAPHQL_PORT|UMOJA_.*|PG[A-Z]+)$/;
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
