/**
 * Runs the tests: with what the system brings along (one PostgreSQL for data and queues), then those that differ there
 * with Redis for queues and limits. Starts a server only where a suite needs it. The arguments of `node test/run.ts` are
 * Jest's: paths, `-t <name>`.
 *
 * DATABASE_URL, if set, is the server on which test databases are made; REDIS_URL the Redis of the second pass.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareTemplate, startTestServer, sweepTestServer } from './support/database.ts';
import { listSuites, runJest, type Pass, type Running, type Tally } from './support/jest.ts';
import { startRedis, sweepTestKeys } from './support/redis.ts';
import { suitesByNeed } from './support/what-suites-need.ts';

const filters = process.argv.slice(2);
const startedAt = performance.now();
/** Closed last to first, also after a failure or a signal. */
const closing: { readonly what: string; readonly close: () => Promise<unknown> }[] = [];
const tallies: Tally[] = [];
let running: Running | null = null;
let interruptedBy: NodeJS.Signals | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    say(interruptedBy ? `${signal} again: ending Jest immediately.` : `${signal}: ending Jest, then the servers.`);
    running?.end(interruptedBy ? 'SIGKILL' : 'SIGTERM');
    interruptedBy ??= signal;
  });
}

try {
  await runBothPasses();
} catch (error) {
  if (!interruptedBy) tallies.push({ passed: 0, failures: [`[run] ${(error as Error).stack}`], skipped: 0 });
}
for (const { what, close } of closing.reverse()) {
  await close().catch((error: Error) => say(`${what} could not be closed: ${error.message}`));
}
process.exit(conclude());

async function runBothPasses(): Promise<void> {
  const reports = await mkdtemp(join(tmpdir(), 'umoja-run-'));
  closing.push({ what: 'The folder of reports', close: () => rm(reports, { recursive: true, force: true }) });
  const [suites, needing] = await Promise.all([listSuites(filters), suitesByNeed()]);
  const database = suites.some((suite) => needing.database.has(suite)) ? await provideDatabase() : {};

  say(`Pass 1 of 2: ${suites.length} suites, PostgreSQL for data and queues.`);
  await run({
    name: 'postgres',
    filters,
    options: [],
    environment: { ...database, UMOJA_TEST_QUEUE: 'postgres' },
    reportFile: join(reports, '1.json'),
  });
  const again = suites.filter((suite) => needing.redis.has(suite));
  if (interruptedBy || again.length === 0) return;

  const redis = await provideRedis();
  const others = suites.filter((suite) => !needing.redis.has(suite));
  say(`Pass 2 of 2: ${again.length} suites, Redis for queues and limits. The others do not differ and have run.`);
  await run({
    name: 'redis',
    filters,
    // Jest takes every word after this option for another path: it must come last.
    options: ['--testPathIgnorePatterns=/node_modules/', ...others.map((suite) => `<rootDir>/${suite}`)],
    environment: { ...database, UMOJA_TEST_QUEUE: 'redis', REDIS_URL: redis },
    reportFile: join(reports, '2.json'),
  });
}

async function run(pass: Pass): Promise<void> {
  if (interruptedBy) return;
  const began = performance.now();
  running = runJest(pass, say);
  const tally = await running.tally;
  running = null;
  tallies.push(interruptedBy ? { ...tally, failures: [] } : tally);
  const seconds = Math.round((performance.now() - began) / 1_000);
  say(`Pass «${pass.name}» took ${seconds} s: ${tally.passed} passed, ${tally.failures.length} failed.`);
}

/** The server for test databases, with a migrated template on it, as the suites' environment. */
async function provideDatabase(): Promise<Record<string, string>> {
  const given = process.env['DATABASE_URL'];
  if (given) say(`Test databases are made on the server of DATABASE_URL (${new URL(given).host}).`);
  const own = given ? null : await startTestServer(say);
  if (own) closing.push({ what: 'PostgreSQL', close: () => own.stop() });
  const url = given ?? own!.url;
  const template = await prepareTemplate(url, say);
  if (own) await sweepTestServer(url, template);
  return { UMOJA_TEST_DATABASE_URL: url, UMOJA_TEST_TEMPLATE: template };
}

async function provideRedis(): Promise<string> {
  const redis = await startRedis();
  const given = redis.kind === 'given';
  closing.push({ what: 'Redis', close: () => (given ? sweepTestKeys(redis.url) : redis.stop()) });
  say(given ? `Redis: the one at REDIS_URL (${new URL(redis.url).host}).` : `Redis: ${redis.kind} at ${redis.url}.`);
  return redis.url;
}

/** Prints what failed and the closing line; returns the exit code. */
function conclude(): number {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const skipped = tallies.reduce((sum, tally) => sum + tally.skipped, 0);
  const failures = tallies.flatMap((tally) => tally.failures);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ✕ ${failure}`).join('\n')}\n`);
  if (interruptedBy) say(`Interrupted by ${interruptedBy}: not everything was run.`);
  else if (passed + failures.length === 0) say('No test was run, which is no success.');
  console.log(`${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
  if (interruptedBy) return interruptedBy === 'SIGINT' ? 130 : 143;
  return failures.length > 0 || passed === 0 ? 1 : 0;
}

function say(line: string): void {
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
}
