/**
 * Every command dies at every statement and foreign call, and is repeated: the end has to be that of an undisturbed run, and the judge
 * finds nothing behind it. A provider accepts, declines, and hangs. What commands there are, and what has to be there before them,
 * the suites say that try them: they run, and where one carries a command out for the first time, it dies there first. What an operator
 * types dies as a whole: it has done all behind it, or nothing.
 *
 *     npm run bench -- crash-points [--only <pattern of commands>] [--suites test/workers,test/rest-adapter] [--write]
 *       [--done <file>: suites and commands that are in it are not tried again, and what is tried is added: a run in parts]
 *       [--shard 1/2: of the suites] [--minutes 60: then it ends, and goes on with --done] [--workers 2]
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestModule } from 'vitest/node';
import { coverageOf } from '../simulation/crash-points/coverage.ts';
import { rolesCovered } from '../simulation/crash-points/roles.ts';
import type { Noted } from '../simulation/crash-points/watch.ts';
import { inShard } from '../simulation/shard.ts';
import { prepareTemplate, startTestServer } from '../support/database.ts';
import { environmentOf, withPlainOwner } from '../support/test-server.ts';
import { listSuites } from '../support/vitest.ts';

const SUITES = [
  'test/rest-adapter/,test/subgraphs/,test/platform/app/,test/platform/cli/,test/workers/,test/gateway/people/',
  // What rounds of the workers do, which nothing above has them do.
  'test/platform/postgres/partitions,test/platform/archive/archive,test/platform/rails/daraja/office',
].join();
/** Suites that stop processes, or wait for each other's locks: what dies beside them tells nothing. */
const NOT_WATCHED = /outages|hostile|open-breaker|advance-clock|race|year\.test|isolation/;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '.' },
    suites: { type: 'string', default: SUITES },
    write: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    done: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    minutes: { type: 'string', default: '600' },
  },
});
const root = join(import.meta.dirname, '../..');
const KEPT = join(root, 'test/simulation/crash-points/covered.json');
const before: { commands: Record<string, number>; sent: string[] } = JSON.parse(readFileSync(KEPT, 'utf8'));
const file = resolve(values.done ?? join(mkdtempSync(join(tmpdir(), 'umoja-crash-points-')), 'noted.jsonl'));
const notedIn = (): Noted[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Noted)
    : [];
const isDone = new Set(notedIn().flatMap((one) => (one.kind === 'suite' ? [one.suite] : [])));
const server = await startTestServer(() => undefined);
const owner = await withPlainOwner(server.url);
const began = performance.now();
const suites = (await listSuites(values.suites.split(',')))
  .filter((suite) => !NOT_WATCHED.test(suite))
  .toSorted()
  .filter((_, at) => inShard(at, values.shard))
  .filter((suite) => !isDone.has(relative(root, resolve(root, suite))));
console.log(`${suites.length} suites to go, ${isDone.size} are done. What is done is noted in ${file}.`);
let isOver = false;
const vitest = await createVitest('test', {
  root,
  config: false,
  watch: false,
  reporters: ['dot', { onTestModuleEnd: (suite: TestModule) => suiteEnded(suite) }],
  maxWorkers: Number(values.workers),
  include: suites,
  env: {
    ...environmentOf(owner),
    UMOJA_TEST_TEMPLATE: await prepareTemplate(owner.url),
    UMOJA_TEST_QUEUE: 'postgres',
    UMOJA_TEST_WATCH: join(root, 'test/simulation/crash-points/watch.ts'),
    UMOJA_TEST_WATCH_FILE: file,
    UMOJA_TEST_WATCH_ONLY: values.only,
  },
  pool: 'forks',
  isolate: false,
  globals: true,
  // A test waits here until each of its commands has died everywhere.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  experimental: { viteModuleRunner: false },
});
const ends = setTimeout(
  () => {
    isOver = true;
    void vitest.cancelCurrentRun('keyboard-input');
  },
  60_000 * Number(values.minutes),
);
if (suites.length > 0) await vitest.start();
clearTimeout(ends);
await vitest.close();

/** A suite that has come to its end is not tried again; one that was ended in the middle goes on where its commands have not died. */
function suiteEnded({ moduleId }: TestModule): void {
  if (isOver) return;
  const suite = relative(root, moduleId);
  isDone.add(suite);
  appendFileSync(file, `${JSON.stringify({ kind: 'suite', suite })}\n`);
  const crashed = notedIn().flatMap((one) => (one.kind === 'crashed' ? [one] : []));
  const points = crashed.reduce((total, one) => total + one.points, 0);
  const found = crashed.reduce((total, { differences }) => total + differences.length, 0);
  console.log(
    `${((performance.now() - began) / 60_000).toFixed(1)} min: ${isDone.size} suites, ${crashed.length} commands, ${points} points, ${found} differences; ${suite}`,
  );
}

const noted = notedIn();
const crashed = noted
  .flatMap((one) => (one.kind === 'crashed' ? [one] : []))
  .toSorted((a, b) => (a.command < b.command ? -1 : 1));
console.log('| Command | Steps | Foreign calls | Points | Differences |\n|---|---|---|---|---|');
for (const { command, steps, calls, points, differences } of crashed)
  console.log(`| ${command} | ${steps} | ${calls} | ${points} | ${differences.length} |`);
for (const { differences } of crashed) for (const difference of differences) console.log(`  ${difference}`);
const sum = (of: (one: (typeof crashed)[number]) => number) => crashed.reduce((total, one) => total + of(one), 0);
const differences = sum((one) => one.differences.length);
console.log(
  `${crashed.length} commands, ${sum(({ points }) => points)} crash points, ${differences} differences, ` +
    `${((performance.now() - began) / 60_000).toFixed(1)} minutes`,
);
const covered = await coverageOf(noted);
for (const { role, covered: died, missing } of rolesCovered(noted))
  console.log(
    `${role}: ${died.length} of ${died.length + missing.length} have died; not: ${missing.join(', ') || 'none'}`,
  );
console.log(
  `Rows and mutations that send them: ${covered.sent.length} of ${covered.all.length}; not: ${covered.missing.join(', ')}`,
);
if (values.write) {
  // A run of some commands or suites leaves the others as they were kept.
  const kept = {
    commands: { ...before.commands, ...Object.fromEntries(crashed.map(({ command, points }) => [command, points])) },
    sent: covered.all.filter((one) => covered.sent.includes(one) || before.sent.includes(one)),
  };
  writeFileSync(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
}
await server.stop();
if (isOver) console.log(`The time is over. It goes on: --done ${file}`);
process.exit(differences > 0 ? 1 : 0);
