/**
 * Runs the tests in one run of Vitest: every suite with what the system brings along (one PostgreSQL for data and queues),
 * and those that differ there with Redis for queues and limits as well. Starts a server only where a suite needs it. The
 * arguments of `node test/run.ts` are Vitest's: parts of paths, `-t <name>`.
 *
 * DATABASE_URL, if set, is the server on which test databases are made; REDIS_URL the Redis of the suites that need one.
 */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderInMemory, prepareTemplate, startTestServer, sweepTestServer } from './support/database.ts';
import { environmentOf, withPlainOwner } from './support/test-server.ts';
import { compilePrograms } from './support/compiled.ts';
import { startRedis, sweepTestKeys } from './support/redis.ts';
import { choiceOf, listSuites, runVitest, type Project, type Running } from './support/vitest.ts';
import type { Tally } from './support/two-runs.ts';
import { suitesByNeed } from './support/what-suites-need.ts';

const choice = choiceOf(process.argv.slice(2));
const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
const isWhole = choice.filter.length === 0;
const startedAt = performance.now();
/** Closed last to first, also after a failure or a signal. */
const closing: { readonly what: string; readonly close: () => Promise<unknown> }[] = [];
const NOTHING: Tally = { passed: 0, failures: [], skipped: 0, unsteady: [] };
let running: Running | null = null;
let interruptedBy: NodeJS.Signals | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    say(interruptedBy ? `${signal} again.` : `${signal}: ending the suites, then the servers.`);
    interruptedBy ??= signal;
    running?.end();
  });
}

prepareEnvironment();
const tally = await runSuites().catch((error: Error) =>
  interruptedBy ? NOTHING : { ...NOTHING, failures: [`[run] ${error.stack}`] },
);
for (const { what, close } of closing.reverse()) {
  await close().catch((error: Error) => say(`${what} could not be closed: ${error.message}`));
}
process.exit(conclude(tally));

async function runSuites(): Promise<Tally> {
  const [suites, needing] = await Promise.all([listSuites(choice.filter), suitesByNeed()]);
  if (suites.length === 0) return NOTHING;
  const again = suites.filter((suite) => needing.redis.has(suite));
  if (isWhole) await useMemory();
  const database = suites.some((suite) => needing.database.has(suite)) ? await provideDatabase() : {};
  const redis = again.length > 0 ? await provideRedis() : null;
  // It takes some five seconds of a processor: the whole suite gets them back fifty times, a single one perhaps never.
  const programs = isWhole ? await compilePrograms() : {};
  if (interruptedBy) return NOTHING;

  const projects: Project[] = [
    { name: 'postgres', suites, environment: { ...database, ...programs, UMOJA_TEST_QUEUE: 'postgres' } },
  ];
  if (redis) {
    const servers = { UMOJA_TEST_QUEUE: 'redis', UMOJA_TEST_REDIS_URL: redis, REDIS_URL: redis };
    const environment = { ...database, ...programs, ...servers };
    projects.push({ name: 'redis', suites: again, environment });
  }
  say(`${suites.length} suites with queues and limits in PostgreSQL, ${again.length} of them again with Redis.`);
  running = await runVitest(projects, choice);
  const tally = await running.tally;
  running = null;
  return interruptedBy ? { ...tally, failures: [] } : tally;
}

/** Takes out of the environment what would lead suites to real data or ports. What has them write guides stays. */
function prepareEnvironment(): void {
  const leadsElsewhere =
    /^(DATABASE_URL|REDIS_URL|REST_PORT|GRAPHQL_PORT|UMOJA_(?!TEST_WRITE$|WRITE_TABLE$).*|PG[A-Z]+)$/;
  for (const name of Object.keys(process.env)) if (leadsElsewhere.test(name)) delete process.env[name];
  // Suites start the system and its commands a hundred times: compiled once, each start costs less than half.
  process.env['NODE_COMPILE_CACHE'] = join(tmpdir(), `umoja-compiled-${process.getuid?.() ?? 'user'}`);
}

/** Temporary files of this process, and of all that it starts, are kept in memory. */
async function useMemory(): Promise<void> {
  const folder = await folderInMemory();
  if (folder === null) return;
  closing.push({ what: folder, close: () => rm(folder, { recursive: true, force: true }) });
  process.env['TMPDIR'] = folder;
}

/** The server for test databases, with a migrated template on it, as the suites' environment. */
async function provideDatabase(): Promise<Record<string, string>> {
  if (databaseUrl) say(`Test databases are made on the server of DATABASE_URL (${new URL(databaseUrl).host}).`);
  const own = databaseUrl ? null : await startTestServer(say);
  if (own) closing.push({ what: 'PostgreSQL', close: () => own.stop() });
  const url = databaseUrl ?? own!.url;
  const server = await withPlainOwner(url);
  const template = await prepareTemplate(server.url, say);
  if (own) await sweepTestServer(url, template);
  return { ...environmentOf(server), UMOJA_TEST_TEMPLATE: template };
}

async function provideRedis(): Promise<string> {
  const redis = await startRedis(redisUrl);
  const isConfigured = redis.kind === 'given';
  closing.push({ what: 'Redis', close: () => (isConfigured ? sweepTestKeys(redis.url) : redis.stop()) });
  say(
    isConfigured
      ? `Redis: the one at REDIS_URL (${new URL(redis.url).host}).`
      : `Redis: ${redis.kind} at ${redis.url}.`,
  );
  return redis.url;
}

/** Prints what failed and the closing line; returns the exit code. */
function conclude({ passed, failures, skipped, unsteady }: Tally): number {
  const list = (tests: readonly string[]) => tests.map((test) => `  ✕ ${test}`).join('\n');
  if (failures.length > 0) console.log(`\nFailed:\n${list(failures)}\n`);
  if (unsteady.length > 0) console.log(`\nFailed once and passed alone; find out why:\n${list(unsteady)}\n`);
  if (interruptedBy) say(`Interrupted by ${interruptedBy}: not everything was run.`);
  else if (passed + failures.length === 0) say('No test was run, which is no success.');
  console.log(`${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
  if (interruptedBy) return interruptedBy === 'SIGINT' ? 130 : 143;
  return failures.length > 0 || passed === 0 ? 1 : 0;
}

function say(line: string): void {
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
}
