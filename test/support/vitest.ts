import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  BaseSequencer,
  createVitest,
  parseCLI,
  type TestCase,
  type TestModule,
  type TestProject,
  type TestSpecification,
} from 'vitest/node';
import { afterBoth, type Tally } from './two-runs.ts';

/** What the arguments of a run say: the suites, as parts of their paths, and the options of Vitest (`-t <name>`). */
export type Choice = ReturnType<typeof parseCLI>;
/** Suites that run with the same servers, and the environment that leads them there. */
export type Project = {
  readonly name: string;
  readonly suites: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};
/** A run that has been started. `end` stops it: what runs is not finished. */
export type Running = { readonly tally: Promise<Tally>; end(): void };

const root = join(import.meta.dirname, '../..');

/** How long a test may take, and what prepares or cleans up for it: on a machine that is slow, or busy with other work, too. */
const TIME_OUT = 240_000;
/** A handful of suites that failed run a second time, alone. More of them are a defect, and not the machine's. */
const MOST_RUN_AGAIN = 3;
/** What takes longer than this is said with its time. */
const SLOW = 5_000;

export const choiceOf = (args: readonly string[]): Choice => parseCLI(['vitest', 'run', ...args]);

/** The suites whose paths contain one of the filters, from the root of the repository, with forward slashes. */
export async function listSuites(filters: readonly string[]): Promise<string[]> {
  const files = await readdir(join(root, 'test'), { recursive: true });
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((suite) => filters.length === 0 || filters.some((filter) => suite.includes(filter)))
    .toSorted();
}

/**
 * Starts Vitest. Suites share the processes that they run in, and the modules that these have loaded: to load the system
 * for each of them took a third of the time. Node strips the types; nothing is compiled.
 */
export async function runVitest(projects: readonly Project[], { filter, options }: Choice): Promise<Running> {
  // More than there are cores where these are few: suites of faults, journeys and pages mostly wait.
  const maxWorkers = Math.min(8, Math.max(5, Math.floor(availableParallelism() / 2)));
  const vitest = await createVitest('test', {
    maxWorkers,
    ...options,
    root,
    config: false,
    watch: false,
    passWithNoTests: true,
    reporters: ['default'],
    slowTestThreshold: SLOW,
    sequence: { sequencer: LongestFirst },
    projects: projects.map(({ name, suites, environment }) => ({
      test: {
        name,
        include: [...suites],
        env: environment,
        pool: 'forks',
        // What a test makes is mostly gone after it: with room for the young, it is seldom copied.
        execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=16'],
        isolate: false,
        setupFiles: ['test/support/temporal-equality.ts'],
        globals: true, // support that benches use too can't import `expect`: it finds out whether a suite runs
        testTimeout: TIME_OUT,
        hookTimeout: TIME_OUT,
        experimental: { viteModuleRunner: false },
      },
    })),
  });
  takeSignalsBack();
  let isEnded = false;
  const run = async (): Promise<Tally> => {
    try {
      await vitest.start();
      const ran = vitest.state.getTestModules();
      const first = tallyOf(ran, vitest.state.getUnhandledErrors());
      const failed = ran.filter((module) => !module.ok());
      const isWhole = filter.length === 0 && !isEnded;
      if (!isWhole || failed.length === 0 || failed.length > MOST_RUN_AGAIN) return first;
      console.log(`\nOnce more, alone: ${failed.map((module) => where(module.project, module)).join(', ')}`);
      const before = { ...first, passing: namesOf('passed', ran), failing: namesOf('failed', ran) };
      await vitest.runTestSpecifications(failed.map((module) => againOf(module)));
      const again = vitest.state.getTestModules();
      const second = tallyOf(again, vitest.state.getUnhandledErrors());
      return afterBoth(before, { ...second, passing: namesOf('passed', again) });
    } finally {
      await vitest.close();
    }
  };
  const end = () => {
    isEnded = true;
    void vitest.cancelCurrentRun('keyboard-input');
  };
  return { tally: run(), end };
}

/** Vitest ends this process a millisecond after a signal: the servers of the run would outlive it. */
function takeSignalsBack(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    for (const listener of process.listeners(signal)) if (listener.name === 'onExit') process.off(signal, listener);
  }
}

/**
 * The longest suites first, so that the last to run are short and no process waits for another at the end. The few with Redis go
 * before all others: a process takes suites of one project only, and is started again where the next one is of another.
 */
class LongestFirst extends BaseSequencer {
  override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = LONG.findIndex((folder) => moduleId.includes(folder));
      return (place < 0 ? LONG.length : place) + (project.name === 'redis' ? 0 : LONG.length + 1);
    };
    return Promise.resolve(specifications.toSorted((a, b) => rank(a) - rank(b)));
  }
}
const LONG = [
  // One browser for all pages, one after the other: half the run.
  'test/gateway/portal/portal.test.ts',
  // They start processes and kill them.
  'test/faults/killed',
  'test/journeys/',
  'test/faults/',
  'test/simulation/',
  // They play a year, or all that a provider can do.
  'test/platform/app/close-of-business/',
  'ledger/loan-life.test.ts',
  'conformance.test.ts',
  'suffix-table.test.ts',
  // They plant many rows.
  'plans.test.ts',
  'test/platform/postgres/pages.test.ts',
];

/** Of a suite that takes longer, only what failed runs again. What prepares it comes with it. */
const LONG_MS = 120_000;

function againOf(module: TestModule): TestSpecification {
  const failed = [...module.children.allTests('failed')];
  const isLong = module.diagnostic().duration > LONG_MS;
  return isLong && failed.length > 0 && outsideTests(module).length === 0
    ? module.toTestSpecification(failed)
    : module.toTestSpecification();
}

/** Of all tests in this state: where each is, and what it is called. */
const namesOf = (state: 'passed' | 'failed', modules: readonly TestModule[]): ReadonlySet<string> =>
  new Set(modules.flatMap((module) => [...module.children.allTests(state)].map(nameOf)));
const nameOf = (test: TestCase): string => `${where(test.project, test.module)} › ${test.fullName}`;

/** A suite that can't even be loaded has no tests to fail: it counts as one, and so does an error outside any test. */
function tallyOf(modules: readonly TestModule[], unhandled: readonly unknown[]): Tally {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const state = (name: string) => tests.filter((test) => test.result().state === name);
  return {
    passed: state('passed').length,
    failures: [
      ...state('failed').map(nameOf),
      ...modules.flatMap((module) => outsideTests(module)),
      ...unhandled.map((error) => `outside any test › ${String((error as Error).message)}`),
    ],
    skipped: state('skipped').length,
    unsteady: [],
  };
}

/** What failed to load, to prepare or to clean up. */
function outsideTests(module: TestModule): string[] {
  const holders = [module, ...module.children.allSuites()];
  return holders.flatMap((holder) =>
    holder.errors().map(({ message }) => `${where(module.project, module)} › ${message}`),
  );
}

const where = ({ name }: TestProject, { relativeModuleId }: TestModule) => `[${name}] ${relativeModuleId}`;
