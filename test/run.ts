/**
 * Runs the tests in one run of Jest: every suite with what the system brings along (one PostgreSQL for data and queues),
 * and those that differ there with Redis for queues and limits as well. Starts a server only where a suite needs it. The
 * arguments of `node test/run.ts` are Jest's: paths, `-t <name>`.
 *
 * DATABASE_URL, if set, is the server on which test databases are made; REDIS_URL the Redis of the suites that need one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareTemplate, startTestServer, sweepTestServer } from './support/database.ts';
import { listSuites, runJest, type Project, type Running, type Tally } from './support/jest.ts';
import { startRedis, sweepTestKeys } from './support/redis.ts';
import { suitesByNeed } from './support/what-suites-need.ts';

const filters = process.argv.slice(2);
const startedAt = performance.now();
/** Closed last to first, also after a failure or a signal. */
const closing: { readonly what: string; readonly close: () => Promise<unknown> }[] = [];
const NOTHING: Tally = { passed: 0, failures: [], skipped: 0 };
let running: Running | null = null;
let interruptedBy: NodeJS.Signals | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    say(interruptedBy ? `${signal} again: ending Jest immediately.` : `${signal}: ending Jest, then the servers.`);
    running?.end(interruptedBy ? 'SIGKILL' : 'SIGTERM');
    interruptedBy ??= signal;
  });
}

const tally = await runSuites().catch((error: Error) =>
  interruptedBy ? NOTHING : { ...NOTHING, failures: [`[run] ${error.stack}`] },
);
for (const { what, close } of closing.reverse()) {
  await close().catch((error: Error) => say(`${what} could not be closed: ${error.message}`));
}
process.exit(conclude(tally));

async function runSuites(): Promise<Tally> {
  const reports = await mkdtemp(join(tmpdir(), 'umoja-run-'));
  closing.push({ what: 'The folder of reports', close: () => rm(reports, { recursive: true, force: true }) });
  const [suites, needing] = await Promise.all([listSuites(filters), suitesByNeed()]);
  if (suites.length === 0) return NOTHING;
  const again = suites.filter((suite) => needing.redis.has(suite));
  const database = suites.some((suite) => needing.database.has(suite)) ? await provideDatabase() : {};
  const redis = again.length > 0 ? { UMOJA_TEST_REDIS_URL: await provideRedis() } : {};
  if (interruptedBy) return NOTHING;

  const projects: Project[] = [{ name: 'postgres', suites, setupFiles: [] }];
  if (again.length > 0)
    projects.push({ name: 'redis', suites: again, setupFiles: ['<rootDir>/test/support/use-redis.ts'] });
  say(`${suites.length} suites with queues and limits in PostgreSQL, ${again.length} of them again with Redis.`);
  running = runJest(
    {
      filters,
      projects,
      environment: { ...database, ...redis, UMOJA_TEST_QUEUE: 'postgres' },
      reportFile: join(reports, 'tally.json'),
    },
    say,
  );
  const tally = await running.tally;
  running = null;
  return interruptedBy ? { ...tally, failures: [] } : tally;
}

/** The server for test databases, with a migrated template on it, as the suites' environment. */
async function provideDatabase(): Promise<Record<string, string>> {
  const configured = process.env['DATABASE_URL'];
  if (configured) say(`Test databases are made on the server of DATABASE_URL (${new URL(configured).host}).`);
  const own = configured ? null : await startTestServer(say);
  if (own) closing.push({ what: 'PostgreSQL', close: () => own.stop() });
  const url = configured ?? own!.url;
  const template = await prepareTemplate(url, say);
  if (own) await sweepTestServer(url, template);
  return { UMOJA_TEST_DATABASE_URL: url, UMOJA_TEST_TEMPLATE: template };
}

async function provideRedis(): Promise<string> {
  const redis = await startRedis();
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
function conclude({ passed, failures, skipped }: Tally): number {
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
