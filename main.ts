import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '#core/kernel/domain-error.ts';
import { startGateway } from '#gate/server.ts';
import { banner } from '#platform/runtime/banner.ts';
import { drain, type Running } from '#platform/runtime/drain.ts';
import { openPlatform, type Platform } from '#platform/app/open-platform.ts';
import { PortTaken, reservePort } from '#platform/runtime/ports.ts';
import {
  ConfigError,
  readConfig,
  requireKnownNames,
  settings,
  subgraphSettings,
  type Config as CommonConfig,
} from '#platform/runtime/config.ts';
import { demoFile, ensureDemo } from '#platform/demo/demo.ts';
import { demoTokens } from '#platform/demo/visitors.ts';
import { openHealth, type Finding, type Health } from '#platform/runtime/health.ts';
import { Unavailable } from '#platform/runtime/outage.ts';
import { openLog, type Log } from '#platform/runtime/log.ts';
import { deliveryTally, type DeliveryTally } from '#platform/runtime/metrics/delivery-tally.ts';
import { metricsText } from '#platform/runtime/metrics/backlog.ts';
import { countDropped, processMetrics } from '#platform/runtime/metrics/process-metrics.ts';
import { databaseFinding } from '#platform/postgres/health.ts';
import { backlogOf } from '#platform/postgres/partners/backlog.ts';
import { serveMetrics } from '#platform/runtime/metrics/serve.ts';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import { systemResolve } from '#platform/outbound/destination.ts';
import { openQueues, QUEUES, type Queues } from '#platform/queue/queues.ts';
import { redisForLimits } from '#platform/redis/limits.ts';
import { graphQuota, rateLimiter } from '#platform/runtime/rate-limit.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { startRest } from '#rest/start.ts';
import { EXAMPLES } from '#sub/examples.ts';
import type { Subgraph } from '#sub/serve-subgraph.ts';
import { SUBGRAPHS, subgraphRows, type SubgraphName } from '#sub/subgraphs.ts';
import { startWorkers } from '#work/server.ts';

/**
 * The composition root: `node main.ts [role]...`; without a role, all of them in one process. This is the only file that
 * knows every floor of the house: it opens what is below, hands it up, and closes it in the opposite order.
 */
const SUBGRAPH_ROLES = subgraphRows().map(({ name, port }) => ({ name, ...subgraphSettings(name, port) }));
const OTHER_ROLES = ['gateway', 'rest', 'workers'] as const;
type OtherRole = (typeof OTHER_ROLES)[number];
type Role = SubgraphName | OtherRole;
const ROLES: readonly Role[] = [...SUBGRAPH_ROLES.map(({ name }) => name), ...OTHER_ROLES];

const USAGE = `Usage: node main.ts [role]...

Starts every role in one process, or only those that are named: ${ROLES.join(', ')}.

Settings are environment variables:
${[...Object.values(settings), ...SUBGRAPH_ROLES.flatMap(({ port, url }) => [port, url])]
  .map(({ name, means, otherwise }) => `  ${name.padEnd(18)} ${means} [${otherwise}]`)
  .join('\n')}
`;

type Config = CommonConfig & {
  readonly subgraphs: ReadonlyMap<string, { readonly port: number; readonly url: string }>;
};

/** Reads all settings. @throws ConfigError naming the first variable that can't be used */
function readSettings(environment: Readonly<Record<string, string | undefined>>): Config {
  const subgraphs = SUBGRAPH_ROLES.map(({ name, port, url }) => {
    return [name, { port: port.read(environment[port.name]), url: url.read(environment[url.name]) }] as const;
  });
  const config = { ...readConfig(environment), subgraphs: new Map(subgraphs) };
  requireKnownNames(environment, [
    ...Object.values(settings),
    ...SUBGRAPH_ROLES.flatMap(({ port, url }) => [port, url]),
  ]);
  return config;
}

/** How long running requests and jobs may take to end when the house is closed. */
const DRAIN_MS = 25_000;

const LAME_DUCK_SECONDS = 5;
const lameDuckMs = ({ lameDuckSeconds }: Config, roles: readonly Role[]): number =>
  (lameDuckSeconds ?? (roles.length === ROLES.length ? 0 : LAME_DUCK_SECONDS)) * 1_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** What every role is handed. */
type Parts = {
  readonly config: Config;
  readonly log: Log;
  readonly platform: Platform;
  readonly queues: Queues;
  readonly ports: ReadonlyMap<Role, number>;
  readonly restUrl: string;
  /** Subgraphs that run in this process, by name. */
  readonly subgraphs: Map<string, Subgraph>;
  readonly together: boolean;
  readonly roles: readonly Role[];
  /** The text of /metrics, and what this process counts for it. */
  readonly metrics: () => Promise<string>;
  readonly registry: ReturnType<typeof processMetrics>;
  readonly tally: DeliveryTally;
  readonly health: Health;
};

/** How a role starts; in the order of ROLES, closed in the opposite one. */
const startRole = (role: Role, parts: Parts): Promise<Running> =>
  isSubgraph(role) ? startSubgraph(role, parts) : START[role](parts);

const isSubgraph = (role: Role): role is SubgraphName => Object.hasOwn(SUBGRAPHS, role);

const START: { readonly [R in OtherRole]: (parts: Parts) => Promise<Running> } = {
  gateway: async ({ config, log, platform, ports, subgraphs, health }) => {
    for (const [name, { url }] of config.subgraphs) {
      if (!subgraphs.has(name)) health.add(`${name} subgraph`, () => subgraphFinding(url));
    }
    const redis = config.redisUrl === null ? null : redisForLimits(config.redisUrl, log);
    const gateway = await startGateway({
      host: config.host,
      port: portOf(ports, 'gateway'),
      supergraphPath: new URL('gateway/supergraph.graphql', import.meta.url).pathname,
      subgraphs: (name) => subgraphs.get(name) ?? linkTo(config.subgraphs.get(name)?.url),
      authenticate: (authorization, address) => knownCaller(platform, authorization, address),
      trustedProxies: config.trustedProxies,
      identityKey: platform.keys.identity,
      now: platform.clock,
      log,
      health,
      graphiql: graphiqlPage(platform, config),
      spend: graphQuota(rateLimiter(platform.clock, { redis, log })),
      documents: { path: config.graphqlDocuments, live: config.graphqlLive },
      isAllowedOrigin: config.graphqlOrigins,
    });
    const close = async () => {
      await gateway.close();
      redis?.close();
    };
    return { name: 'gateway', close };
  },

  rest: async ({ config, log, platform, ports, restUrl, metrics, registry, health }) => {
    const { app, auth, keys } = platform;
    const requestLog = app.requestLog(log);
    countDropped(registry, 'umoja_request_log_dropped_total', requestLog.dropped);
    const webhookGuard = guardOf(config);
    const redis = config.redisUrl === null ? null : redisForLimits(config.redisUrl, log);
    const rest = await startRest({
      app,
      auth,
      log,
      keys,
      webhookGuard,
      redis,
      host: config.host,
      port: portOf(ports, 'rest'),
      baseUrl: restUrl,
      metrics: { text: metrics, token: config.metricsToken },
      health,
      requestLog,
      trustedProxies: config.trustedProxies,
      callbackSources: config.callbackSources,
    });
    const close = async () => {
      await rest.close();
      redis?.close();
    };
    return { name: 'REST', close };
  },

  workers: async ({ config, log, platform, queues, restUrl, tally }) => {
    const { app, keys, rails } = platform;
    const { webhookAllow } = config;
    const workers = await startWorkers({ app, keys, rails, queues, log, restUrl, webhookAllow, tally });
    return { name: 'workers', close: workers.close };
  },
};

async function startSubgraph(name: SubgraphName, parts: Parts): Promise<Running> {
  const { config, log, platform, ports, subgraphs, together, health } = parts;
  const { app, keys, clock } = platform;
  const webhooks = { guard: guardOf(config), secrets: signingSecrets(keys) };
  const { start } = await SUBGRAPHS[name].load();
  const subgraph = await start({ app, webhooks, identityKey: keys.identity, now: clock, log });
  subgraphs.set(name, subgraph);
  // Beside its gateway a subgraph is called directly; alone, it listens.
  if (!together)
    say(
      `the ${name} subgraph answers its gateway at ${await subgraph.listen({ port: portOf(ports, name), host: config.host, health })}/graphql`,
    );
  return { name: `${name} subgraph`, close: () => subgraph.close() };
}

type Starting = Pick<Parts, 'roles' | 'config' | 'log' | 'health'> & { readonly running: Running[] };

async function start({ roles, config, log, running, health }: Starting): Promise<void> {
  const startedAt = performance.now();
  const named = roles.length === ROLES.length ? 'everything in one process' : roles.join(', ');
  say(`Umoja: starting ${named}`);
  const ports = await reservePorts(roles, config);
  const restUrl = config.publicUrl ?? `http://${reachable(config.host)}:${portOf(ports, 'rest')}`;
  const graphqlUrl = `http://${reachable(config.host)}:${portOf(ports, 'gateway')}/graphql`;

  const platform = await openPlatform({
    config,
    log,
    say,
    restUrl,
    // A database of an operator is shared by many processes: it is migrated by a step of its own.
    schema: config.databaseUrl === null ? 'migrate' : 'verify',
  });
  running.push({ name: 'database', close: platform.close });
  const queues = await openQueues({
    redisUrl: config.redisUrl,
    database: platform.settings,
    log,
    clock: platform.database.clock,
  });
  running.push({ name: 'queues', close: queues.close });
  const {
    app,
    internals,
    database,
    keys,
    settings: { adminUrl },
  } = platform;
  const { dataDir } = config;
  const demo = plantsDemo(config)
    ? await ensureDemo({ app, internals, database, keys, adminUrl, dataDir, restUrl, graphqlUrl, say })
    : null;

  const together = roles.includes('gateway');
  const elapsed = () => performance.now();
  const registry = processMetrics();
  countDropped(registry, 'umoja_client_uses_dropped_total', platform.auth.droppedUses);
  const tally = deliveryTally(elapsed, registry);
  const metrics = metricsText({
    registry,
    backlog: backlogOf(database),
    queues: QUEUES,
    waiting: queues.waiting,
    clock: platform.clock,
    elapsed,
  });
  running.push(...(await startHealth({ roles, config, log, health, metrics }, platform, queues)));
  const shared = { config, log, platform, queues, ports, restUrl, metrics, registry, tally, health };
  const parts: Parts = { ...shared, subgraphs: new Map(), together, roles };
  for (const role of ROLES) if (roles.includes(role)) running.push(await startRole(role, parts));
  say(
    banner({
      roles,
      seconds: (performance.now() - startedAt) / 1_000,
      restUrl: roles.includes('rest') ? restUrl : null,
      graphqlUrl: together ? graphqlUrl : null,
      database: config.databaseUrl === null ? `our own PostgreSQL, data in ${dataDir}` : platform.databasePlace,
      queues: config.redisUrl === null ? 'in PostgreSQL' : 'in Redis',
      demo,
      demoFile: demoFile(dataDir),
    }),
  );
}

/** What this process looks at to know whether it is ready, and a port for it where REST doesn't serve it. */
async function startHealth(
  { roles, config, log, health, metrics }: Pick<Parts, 'roles' | 'config' | 'log' | 'health' | 'metrics'>,
  { database }: Platform,
  queues: Queues,
): Promise<Running[]> {
  const unableToWrite = roles.every((role) => role === 'workers') ? 'failed' : 'degraded';
  health.add('database', () => databaseFinding(database, unableToWrite));
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

/** One subgraph that is down costs its own fields only. */
async function subgraphFinding(url: string): Promise<Finding> {
  const down: Finding = { state: 'degraded', reason: 'It can’t be reached, or is not ready.' };
  return fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok ? { state: 'ok' } : down;
    },
    () => down,
  );
}

/** Each role's port, found free before anything is started. */
async function reservePorts(roles: readonly Role[], config: Config): Promise<Parts['ports']> {
  const { host, restPort, graphqlPort } = config;
  const alone = !roles.includes('gateway');
  const wanted = [
    { role: 'rest', needed: true, port: restPort, setting: settings.restPort.name },
    { role: 'gateway', needed: true, port: graphqlPort, setting: settings.graphqlPort.name },
    ...SUBGRAPH_ROLES.map(({ name, port }) => {
      return { role: name, needed: alone, port: config.subgraphs.get(name)?.port ?? 0, setting: port.name };
    }),
  ] as const;
  const ports = new Map<Role, number>();
  for (const { role, needed, port, setting } of wanted) {
    ports.set(role, needed && roles.includes(role) ? await reservePort(host, port, setting) : port);
  }
  return ports;
}

const portOf = (ports: Parts['ports'], role: Role): number => ports.get(role) ?? 0;

/** What webhooks of sandbox tenants may reach beside public addresses. */
function guardOf({ webhookAllow }: Config) {
  return { allowedNetworks: parseNetworks(webhookAllow.join(',')), resolve: systemResolve };
}

const linkTo = (url: string | null | undefined) => (url ? { url } : undefined);

/** An address that listens on everything is reached by the name of this machine itself. */
const reachable = (host: string) =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;

async function knownCaller(platform: Platform, authorization: string | undefined, address: string) {
  try {
    return await platform.auth.identify(authorization, { requestId: '', traceparent: null, address });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const status = error.kind === 'forbidden' ? 403 : 401;
    return { refused: { status, code: error.code, message: error.message } } as const;
  }
}

/** A database of an operator gets no demo that was not requested. */
const plantsDemo = ({ demo, databaseUrl }: Config): boolean => demo ?? databaseUrl === null;

/** GraphiQL with a token of the demo; without a demo it opens empty. */
function graphiqlPage({ auth }: Platform, config: Config) {
  const tokens = demoTokens(auth, config.dataDir, () => performance.now());
  return async () => {
    const token = plantsDemo(config) ? await tokens() : null;
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    return { title: 'Umoja', headers, examples: EXAMPLES };
  };
}

/** Runs until a signal; exit code 0 after a clean end, 1 after a fault, 2 where the command or a setting is wrong. */
async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) return say(USAGE);
  const unknown = words.filter((word) => !(ROLES as readonly string[]).includes(word));
  if (unknown.length > 0) throw new ConfigError(`There is no role ${unknown.join(', ')}.\n\n${USAGE}`);
  const config = readSettings(process.env);
  const log = openLog(config.logLevel);
  const roles = words.length === 0 ? ROLES : ROLES.filter((role) => words.includes(role));
  const running: Running[] = [];

  const health = openHealth();

  let ending: Promise<void> | null = null;
  const end = (why: string, code: number, servesForMs: number): Promise<void> => {
    ending ??= (async () => {
      // A load balancer goes on sending until its next check: connections are refused after that.
      health.leave();
      if (servesForMs > 0) say(`\n${why}: not ready any more, still serving for ${servesForMs / 1_000} s`);
      await sleep(servesForMs);
      say(`\n${why}: finishing what runs, then stopping`);
      const clean = await drain(running, DRAIN_MS, log);
      say(clean ? 'stopped' : 'stopped, but not everything ended cleanly');
      process.exit(clean ? code : 1);
    })();
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1);
      void end(signal, 0, lameDuckMs(config, roles));
    });
  }
  process.on('unhandledRejection', (error) => {
    log.fatal({ error }, 'Something broke that no caller was waiting for.');
    void end('a fault', 1, 0);
  });

  try {
    await start({ roles, config, log, running, health });
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
  complain(expected ? error.message : `Umoja could not start.\n${(error as Error).stack ?? String(error)}`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}
