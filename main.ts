import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { banner } from '#platform/runtime/banner.ts';
import { drain, type Running } from '#platform/runtime/drain.ts';
import { openPlatform, type Platform } from '#platform/app/open-platform.ts';
import { PortTaken } from '#platform/runtime/ports.ts';
import { ConfigError } from '#platform/runtime/config.ts';
import { demoFile, ensureDemo } from '#platform/demo/demo.ts';
import { growInBackground } from '#platform/demo/society/background.ts';
import { openHealth, type Finding } from '#platform/runtime/health.ts';
import { Unavailable } from '#platform/runtime/outage.ts';
import { openLog, type Log } from '#platform/runtime/log.ts';
import { deliveryTally } from '#platform/runtime/metrics/delivery-tally.ts';
import { metricsText } from '#platform/runtime/metrics/backlog.ts';
import { requestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import {
  countDropped,
  processMetrics,
  roundTripTimes,
  showConnections,
} from '#platform/runtime/metrics/process-metrics.ts';
import { databaseFinding } from '#platform/postgres/health.ts';
import { keysFinding } from '#platform/postgres/privacy/keys/known-keys.ts';
import { amountsOf } from '#platform/postgres/amounts.ts';
import { backlogOf } from '#platform/postgres/partners/backlog.ts';
import { moneyFiguresOf } from '#platform/postgres/money-figures.ts';
import { startTracing } from '#platform/runtime/tracing/start.ts';
import { serveMetrics } from '#platform/runtime/metrics/serve.ts';
import { requireOneRedis } from '#platform/redis/one-redis.ts';
import { openQueues, QUEUES, type Queues } from '#platform/queue/queues.ts';
import { type Config, type Parts, ROLES, type Role, USAGE, readSettings, reservePorts } from '#platform/roles/roles.ts';
import { growsSociety, originOf, plantsDemo, receiverOf, say, startRole, portOf } from '#platform/roles/start-role.ts';
import { showDelivered } from '#rest/webhooks/delivered-records.ts';
import { isOneOf } from '#core/kernel/names.ts';
import { errorOf } from '#platform/runtime/thrown.ts';

/**
 * The composition root: `node main.ts [role]...`; without a role, all of them in one process. It opens what is below, starts
 * the roles, and closes both in the opposite order.
 */

/** How long running requests and jobs may take to end when the process stops. */
const DRAIN_MS = 25_000;

/** One Ctrl-C may come twice: from the terminal, and from npm, which passes it on. A later one is a person who will not wait. */
const SAME_SIGNAL_MS = 1_000;

const LAME_DUCK_SECONDS = 5;
const lameDuckMs = ({ lameDuckSeconds }: Config, roles: readonly Role[]): number =>
  (lameDuckSeconds ?? (roles.length === ROLES.length ? 0 : LAME_DUCK_SECONDS)) * 1_000;
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

type Starting = Pick<Parts, 'roles' | 'config' | 'log' | 'health'> & {
  readonly running: Running[];
  /** Aborted by what ends the process: nothing further is started. */
  readonly ending: AbortSignal;
};

/** @throws the reason of `ending`, between two parts */
async function start({ roles, config, log, running, health, ending }: Starting): Promise<void> {
  const startedAt = performance.now();
  const named = roles.length === ROLES.length ? 'everything in one process' : roles.join(', ');
  say(`Umoja: starting ${named}`);
  const ports = await reservePorts(roles, config);
  const tracing = await startTracing(config, roles.length === ROLES.length ? 'umoja' : roles.join('+'));
  if (tracing !== null) running.push({ name: 'tracing', close: tracing.close });
  const restUrl = config.publicUrl ?? `http://${reachable(config.host)}:${portOf(ports, 'rest')}`;
  const graphqlUrl = `http://${reachable(config.host)}:${portOf(ports, 'gateway')}/graphql`;

  const platform = await openPlatform({
    showRecords: showDelivered,
    config,
    log,
    say,
    restUrl,
    // A database of an operator is shared by many processes: it is migrated by a step of its own.
    schema: config.databaseUrl === null ? 'migrate' : 'verify',
  });
  running.push({ name: 'database', close: platform.close });
  ending.throwIfAborted();
  if (config.redisUrl !== null) await requireOneRedis(config.redisUrl);
  const queues = await openQueues({
    redisUrl: config.redisUrl,
    database: platform.settings,
    poolSize: config.queuePoolSize,
    log,
    clock: platform.database.clock,
  });
  running.push({ name: 'queues', close: queues.close });
  ending.throwIfAborted();
  const { app, internals, database, keys } = platform;
  const { adminUrl } = platform.settings;
  const { dataDir } = config;
  const receiverUrl = receiverOf(config, roles, portOf(ports, 'rest'));
  const demo = plantsDemo(config)
    ? await ensureDemo({ app, internals, database, keys, adminUrl, dataDir, restUrl, graphqlUrl, receiverUrl, say })
    : null;

  const together = roles.includes('gateway');
  const { metrics, ...figures } = openMetrics(platform, queues, log);
  running.push(...(await startHealth({ roles, config, log, health, metrics }, platform, queues)));
  const shared = { config, log, platform, queues, ports, restUrl, metrics, ...figures, health };
  const parts: Parts = { ...shared, subgraphs: new Map(), together, roles };
  for (const role of ROLES.filter((each) => roles.includes(each))) {
    ending.throwIfAborted();
    running.push(await startRole(role, parts));
  }
  ending.throwIfAborted();
  say(
    banner({
      roles,
      seconds: (performance.now() - startedAt) / 1_000,
      restUrl: roles.includes('rest') ? restUrl : null,
      graphqlUrl: together ? graphqlUrl : null,
      portalUrl: together ? originOf(config, portOf(ports, 'gateway')) : null,
      database: config.databaseUrl === null ? `our own PostgreSQL, data in ${dataDir}` : platform.databasePlace,
      queues: config.redisUrl === null ? 'in PostgreSQL' : 'in Redis',
      demo,
      demoFile: demoFile(dataDir),
    }),
  );
  if (demo !== null && growsSociety(config, roles)) {
    const urls = { rest_url: restUrl, graphql_url: graphqlUrl };
    running.push(growInBackground({ platform, log, health, dataDir, urls, receiverUrl, out: process.stdout }));
  }
}

/** What this process counts, and the text in which it shows that. */
function openMetrics({ auth, database, clock }: Platform, { waiting }: Queues, log: Log) {
  const elapsed = () => performance.now();
  const registry = processMetrics();
  countDropped(registry, 'umoja_client_uses_dropped_total', auth.droppedUses);
  showConnections(registry, database.connections);
  database.onRoundTrip = roundTripTimes(registry);
  const [backlog, money, amounts] = [backlogOf(database), moneyFiguresOf(database), amountsOf(database)];
  return {
    registry,
    requests: requestMetrics(registry),
    tally: deliveryTally(elapsed, registry),
    metrics: metricsText({ registry, backlog, money, amounts, queues: QUEUES, waiting, clock, elapsed, log }),
  };
}

/** What this process looks at to know whether it is ready, and a port for it where REST doesn't serve it. */
async function startHealth(
  { roles, config, log, health, metrics }: Pick<Parts, 'roles' | 'config' | 'log' | 'health' | 'metrics'>,
  { database, settings: { masterKeys } }: Platform,
  queues: Queues,
): Promise<Running[]> {
  const unableToWrite = roles.every((role) => role === 'workers') ? 'failed' : 'degraded';
  health.add('database', () => databaseFinding(database, unableToWrite));
  health.add('keys', () => keysFinding(database, masterKeys));
  health.add('queues', async () => queuesFinding(queues));
  const { host, metricsPort, metricsToken } = config;
  if (metricsPort === null || roles.includes('rest')) return [];
  const served = await serveMetrics({ host, port: metricsPort, token: metricsToken, metrics, health, log });
  return [{ name: 'metrics', close: served.close }];
}

const queuesFinding = ({ isReachable }: Queues): Finding =>
  isReachable()
    ? { state: 'ok' }
    : { state: 'degraded', reason: 'The queues can’t be reached: what is due waits for them.' };

/** An address that listens on everything is reached by the name of this machine itself. */
const reachable = (host: string) =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;

/** Runs until a signal; exit code 0 after a clean end, 1 after a fault, 2 where the command or a setting is wrong. */
async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return say(USAGE);
  const unknown = words.filter((word) => !isOneOf(ROLES, word));
  if (unknown.length > 0) throw new ConfigError(`There is no role ${unknown.join(', ')}.\n\n${USAGE}`);
  const config = readSettings(process.env);
  const log = openLog(config.logLevel);
  const roles = words.length === 0 ? ROLES : ROLES.filter((role) => words.includes(role));
  const running: Running[] = [];

  const health = openHealth();

  const stop = new AbortController();
  let started: Promise<void> = Promise.resolve();
  let ending: Promise<void> | null = null;
  const end = (why: string, code: number, servesForMs: number): Promise<void> => {
    ending ??= (async () => {
      stop.abort();
      // A load balancer goes on sending until its next check: connections are refused after that.
      health.leave();
      if (servesForMs > 0) say(`\n${why}: not ready any more, still serving for ${servesForMs / 1_000} s`);
      await sleep(servesForMs);
      say(`\n${why}: finishing what runs, then stopping`);
      // What is being started meanwhile would be left behind, with nothing below it. A start that fails now has ended too.
      await Promise.race([started.catch(() => undefined), sleep(DRAIN_MS)]);
      const clean = await drain(running, DRAIN_MS, log);
      say(clean ? 'stopped' : 'stopped, but not everything ended cleanly');
      process.exit(clean ? code : 1);
    })();
    return ending;
  };
  let firstSignal: number | null = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      firstSignal ??= performance.now();
      if (performance.now() - firstSignal < SAME_SIGNAL_MS && ending) return;
      if (ending) process.exit(1);
      void end(signal, 0, lameDuckMs(config, roles));
    });
  }
  process.on('unhandledRejection', (error) => {
    log.fatal({ error }, 'Something broke that no caller was waiting for.');
    void end('a fault', 1, 0);
  });

  try {
    started = start({ roles, config, log, running, health, ending: stop.signal });
    await started;
    // With NODE_COMPILE_CACHE, the next start reads what this one compiled, even if this process is killed.
    flushCompileCache();
  } catch (error) {
    if (ending) return;
    await drain(running, DRAIN_MS, log);
    throw error;
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof PortTaken || error instanceof Unavailable;
  complain(expected ? error.message : `Umoja could not start.\n${errorOf(error).stack ?? String(error)}`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}
