/**
 * Every command dies at every statement and foreign call, and is repeated: the end has to be that of an undisturbed run. What
 * commands there are, and what has to be there before them, the suites say that try them: they run, and where one carries
 * a command out for the first time, it dies there first.
 *
 *     npm run bench -- crash-points [--only <pattern of commands>] [--suites test/workers,test/rest-adapter] [--write]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeFileSync } from 'node:fs';
import { createVitest } from 'vitest/node';
import { coverageOf } from '../simulation/crash-points/coverage.ts';
import type { Noted } from '../simulation/crash-points/watch.ts';
import { prepareTemplate, startTestServer } from '../support/database.ts';
import { environmentOf, withPlainOwner } from '../support/test-server.ts';
import { listSuites } from '../support/vitest.ts';

const SUITES = 'test/rest-adapter/,test/subgraphs/,test/platform/app/,test/workers/,test/gateway/people/';
/** Suites that stop processes, or wait for each other's locks: what dies beside them tells nothing. */
const NOT_WATCHED = /outages|hostile|open-breaker|advance-clock|race|year\.test|isolation/;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '.' },
    suites: { type: 'string', default: SUITES },
    write: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
  },
});
const root = join(import.meta.dirname, '../..');
const KEPT = join(root, 'test/simulation/crash-points/covered.json');
const before: { commands: Record<string, number>; sent: string[] } = JSON.parse(readFileSync(KEPT, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'umoja-crash-points-'));
const file = join(folder, 'noted.jsonl');
const server = await startTestServer(() => undefined);
const owner = await withPlainOwner(server.url);
const began = performance.now();
const suites = (await listSuites(values.suites.split(','))).filter((suite) => !NOT_WATCHED.test(suite));
const vitest = await createVitest('test', {
  root,
  config: false,
  watch: false,
  reporters: ['dot'],
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
await vitest.start();
await vitest.close();
const noted = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Noted);
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
rmSync(folder, { recursive: true });
await server.stop();
process.exit(differences > 0 ? 1 : 0);
