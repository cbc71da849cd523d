import { DomainError } from '#core/kernel/domain-error.ts';
import type { PeopleOptions } from '#gate/people/endpoints.ts';
import { OWN_PAGE } from '#gate/people/same-origin.ts';
import { sessionSecretOf } from '#gate/people/session-cookie.ts';
import { admittedReaders, admittedVisitors, type Reading } from '#gate/people/visitors.ts';
import type { Running } from '#platform/runtime/drain.ts';
import { cursorsWith } from '#platform/app/cursors.ts';
import type { Platform } from '#platform/app/open-platform.ts';
import { tenantFeed } from '#platform/app/tenant-feed.ts';
import { clientByKey } from '#platform/cli/clients.ts';
import type { DemoInstitution } from '#platform/auth/sign-in.ts';
import { demoFile, readFactsAt, societyFile } from '#platform/demo/demo.ts';
import { RECEIVER_PATH } from '#platform/demo/receiver.ts';
import { percentGrown } from '#platform/demo/society/percent-grown.ts';
import { demoTokens } from '#platform/demo/visitors.ts';
import type { Finding } from '#platform/runtime/health.ts';
import { ConfigError } from '#platform/runtime/config.ts';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import { systemResolve } from '#platform/outbound/destination.ts';
import { redisForLimits } from '#platform/redis/limits.ts';
import { graphQuota, rateLimiter } from '#platform/runtime/rate-limit.ts';
import { clientSecrets } from '#platform/auth/client-secrets.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { countDropped, showUnwrittenArchives } from '#platform/runtime/metrics/process-metrics.ts';
import type { DemoCredentials } from '#rest/pages/docs/doc-pages.ts';
import { SUBGRAPHS, type SubgraphName } from '#sub/subgraphs.ts';
import type { Config, Parts, Role } from './roles.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The roles beside the subgraphs. */
export const OTHER_ROLES = ['gateway', 'rest', 'workers'] as const;
export type OtherRole = (typeof OTHER_ROLES)[number];

export const portOf = (ports: Parts['ports'], role: Role): number => ports.get(role) ?? 0;

/** How a role starts; in the order of ROLES, closed in the opposite one. */
export const startRole = (role: Role, parts: Parts): Promise<Running> =>
  isSubgraph(role) ? startSubgraph(role, parts) : START[role](parts);

const isSubgraph = (role: Role): role is SubgraphName => Object.hasOwn(SUBGRAPHS, role);

/** Each loads what it alone needs: a process has the memory and the start of its own roles, not of all. */
const START: { readonly [R in OtherRole]: (parts: Parts) => Promise<Running> } = {
  gateway: async ({ config, log, platform, ports, subgraphs, registry, requests, health }) => {
    const { startGateway } = await import('#gate/server.ts');
    const { builtPortal, portalPlaces } = await import('#gate/portal-server/built-portal.ts');
    for (const [name, { url }] of config.subgraphs) {
      if (!subgraphs.has(name)) health.add(`${name} subgraph`, () => subgraphFinding(url));
    }
    const redis = config.redisUrl === null ? null : redisForLimits(config.redisUrl, log);
    const people = peopleAt(platform, config, portOf(ports, 'gateway'));
    const operations = platform.app.operationLog(log);
    countDropped(registry, 'umoja_operation_log_dropped_total', operations.dropped);
    const gateway = await startGateway({
      host: config.host,
      port: portOf(ports, 'gateway'),
      supergraphPath: new URL('../../gateway/supergraph.graphql', import.meta.url).pathname,
      subgraphs: (name) => subgraphs.get(name) ?? linkTo(config.subgraphs.get(name)?.url),
      authenticate: (authorization, address) => knownCaller(platform, authorization, address),
      people,
      // The portal asks for all of the graph.
      ...(config.graphqlWithout.length === 0 ? { portal: builtPortal(portalPlaces(config.dataDir), log) } : {}),
      withoutTags: config.graphqlWithout,
      trustedProxies: config.trustedProxies,
      identityKey: platform.keys.identity,
      now: platform.clock,
      log,
      health,
      requests,
      graphiql: graphiqlPage(platform, config, people),
      spend: graphQuota(rateLimiter(platform.clock, { redis, log, countedAlone: requests.countedAlone })),
      documents: { path: config.graphqlDocuments, live: config.graphqlLive },
      isAllowedOrigin: config.graphqlOrigins,
      feed: tenantFeed(platform.app),
      seen: operations.add,
    });
    const close = async () => {
      await gateway.close();
      await operations.close();
      redis?.close();
    };
    return { name: 'gateway', close };
  },

  rest: async ({ config, log, platform, ports, restUrl, metrics, registry, requests, health }) => {
    const { startRest } = await import('#rest/start.ts');
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
      portal: originOf(config, portOf(ports, 'gateway')),
      demoCredentials: demoCredentialsOf(config, restUrl),
      ...(plantsDemo(config) ? { demoReceiver: RECEIVER_PATH } : {}),
      metrics: { text: metrics, token: config.metricsToken },
      health,
      requestLog,
      requests,
      trustedProxies: config.trustedProxies,
      callbackSources: config.callbackSources,
    });
    const close = async () => {
      await rest.close();
      redis?.close();
    };
    return { name: 'REST', close };
  },

  workers: async ({ config, log, platform, queues, restUrl, tally, registry }) => {
    const { startWorkers } = await import('#work/server.ts');
    const { plantFixture } = await import('#platform/demo/fixtures.ts');
    const { app, keys, rails } = platform;
    const { webhookAllow, deliveredTogether, checkedTogether, archiveDir } = config;
    showUnwrittenArchives(registry, app.rounds.unwrittenArchives);
    const workers = await startWorkers({
      app,
      keys,
      rails,
      queues,
      log,
      restUrl,
      webhookAllow,
      deliveredTogether,
      checkedTogether,
      archiveDir,
      tally,
      plant: plantFixture,
    });
    return { name: 'workers', close: workers.close };
  },
};

async function startSubgraph(name: SubgraphName, parts: Parts): Promise<Running> {
  const { config, log, platform, ports, subgraphs, together, health } = parts;
  const { app, keys, clock } = platform;
  const webhooks = { guard: guardOf(config), secrets: signingSecrets(keys) };
  const { start } = await SUBGRAPHS[name].load();
  const subgraph = await start({
    app,
    webhooks,
    clientSecrets: clientSecrets(keys),
    cursors: cursorsWith(keys.cursor),
    identityKey: keys.identity,
    now: clock,
    log,
  });
  subgraphs.set(name, subgraph);
  // Beside its gateway a subgraph is called directly; alone, it listens.
  if (!together)
    say(
      `the ${name} subgraph answers its gateway at ${await subgraph.listen({ port: portOf(ports, name), host: config.host, health })}/graphql`,
    );
  return { name: `${name} subgraph`, close: () => subgraph.close() };
}

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

/** What webhooks of sandbox tenants may reach beside public addresses. */
function guardOf({ webhookAllow }: Config) {
  return { allowedNetworks: parseNetworks(webhookAllow.join(',')), resolve: systemResolve };
}

const linkTo = (url: string | null | undefined) => (url ? { url } : undefined);

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
export const plantsDemo = (config: Config): boolean => demoOf(config) !== 'no';

/** The society grows where jobs are done. */
export const growsSociety = (config: Config, roles: readonly Role[]): boolean =>
  demoOf(config) === 'living' && roles.includes('workers');

const demoOf = ({ demo, databaseUrl }: Config) => demo ?? (databaseUrl === null ? 'living' : 'no');

/** Where the demo receives its own events: this process both sends and serves them, on this machine. */
export function receiverOf({ host }: Pick<Config, 'host'>, roles: readonly Role[], port: number): string | null {
  const isHere = ['127.0.0.1', 'localhost', '0.0.0.0', '::'].includes(host);
  const isReceived = isHere && roles.includes('rest') && roles.includes('workers');
  return isReceived ? `http://127.0.0.1:${port}${RECEIVER_PATH}` : null;
}

/** Where people open the portal: the name to which their keys are bound. */
export const originOf = ({ publicOrigin }: Pick<Config, 'publicOrigin'>, port: number): string =>
  publicOrigin ?? `http://localhost:${port}`;

/** How people sign in. Visitors enter the planted demo, from this machine or where the operator lets them. */
function peopleAt({ app, database, keys }: Platform, config: Config, port: number): PeopleOptions {
  const origin = originOf(config, port);
  const files = { demo: demoFile(config.dataDir), society: societyFile(config.dataDir) };
  const demoTenant = async (institution: DemoInstitution) => {
    const facts = await readFactsAt(files[institution]);
    const client = facts && (await clientByKey(database, facts.client_id));
    return client?.operator.mode === 'sandbox' ? client.operator.tenantId : null;
  };
  return {
    origin,
    signIn: app.signInAt({
      origin,
      key: keys.challenge,
      openid: openidOf(config),
      sandboxTenant: plantsDemo(config) ? demoTenant : null,
      percentGrown: async () => (plantsDemo(config) ? percentGrown(config.dataDir) : null),
    }),
    admitsVisitor: admittedVisitors(config.sandboxEntry, origin),
  };
}

/** @throws ConfigError where the identity provider is named, and we at it are not */
function openidOf({ oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret }: Config) {
  if (issuer === null) return null;
  if (clientId === null) throw new ConfigError('OIDC_ISSUER is set, and OIDC_CLIENT_ID is not. Set both.');
  return { issuer, clientId, clientSecret };
}

/** The credentials of the demo, for guides that are read at its machine by the name that it is served under. */
function demoCredentialsOf(config: Config, restUrl: string): DemoCredentials {
  const admits = admittedReaders(config.sandboxEntry, restUrl);
  return async (request) => {
    if (!plantsDemo(config) || !admits(request)) return null;
    const facts = await readFactsAt(demoFile(config.dataDir));
    return facts && { client_id: facts.client_id, client_secret: facts.client_secret };
  };
}

/**
 * GraphiQL as the person of a sandbox who has a session here: their own pages lead to it, and it shows what these do. Others who may
 * enter the demo get a token of it, which would count before a session; for others, and without a demo, it opens empty.
 */
function graphiqlPage({ auth }: Platform, config: Config, { origin, signIn }: PeopleOptions) {
  const tokens = demoTokens(auth, config.dataDir, () => performance.now());
  const admits = admittedReaders(config.sandboxEntry, origin);
  const headersFor = async (request: Reading): Promise<Readonly<Record<string, string>>> => {
    // Nothing is handed out: the browser adds the session itself, and the gateway takes it from a page of ours alone.
    if (await isInSandbox(request, signIn)) return { [OWN_PAGE]: '1' };
    const token = plantsDemo(config) && admits(request) ? await tokens() : null;
    return token === null ? {} : { authorization: `Bearer ${token}` };
  };
  return async (request: Reading) => {
    const { EXAMPLES: examples } = await import('#sub/examples.ts');
    return { title: 'Umoja', headers: await headersFor(request), examples };
  };
}

async function isInSandbox({ headers }: Reading, signIn: PeopleOptions['signIn']): Promise<boolean> {
  const secret = sessionSecretOf(headers.cookie);
  return secret !== null && (await signIn.recognise(secret))?.mode === 'sandbox';
}
