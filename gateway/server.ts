import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { BaseLogger } from 'pino';
import { signIdentity } from '#platform/auth/internal-identity.ts';
import { addHealth, type Health } from '#platform/runtime/health.ts';
import { apolloLogger } from '#platform/runtime/apollo-logger.ts';
import type { RequestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import { within } from '#platform/runtime/tracing/tracing.ts';
import { disableVendorReports } from '#platform/runtime/vendor-reports.ts';
import type { Ring } from '#platform/runtime/ring.ts';
import type { Authenticate } from './authentication.ts';
import { boundedServer, type Bounds } from './bounded-server.ts';
import { callerOf } from './authentication.ts';
import { contextsOf, DEADLINE_MS, onceOnly, oncePerRequest } from './contexts.ts';
import type { ChargeFor, Spend } from './cost/budget.ts';
import { chargeFor, costBudget } from './cost/budget.ts';
import { preparation } from './cost/preparation.ts';
import type { IsAllowedOrigin } from './cross-origin.ts';
import { allowOrigins } from './cross-origin.ts';
import { lastMask, requestError } from './errors.ts';
import type { GraphiqlPage } from './graphiql.ts';
import { sendGraphiql, serveGraphiqlAssets, wantsPage } from './graphiql.ts';
import { federatedGateway, type FederatedGateway, type OperationSeen } from './federated-gateway.ts';
import { knownOperations } from './known-operations.ts';
import { legacyStatus } from './legacy-status.ts';
import { outageStatus } from './outage-status.ts';
import { discreetTowardsLive } from './live-discretion.ts';
import { operationLimits, operationMeter } from './operation-limits.ts';
import { notedOutcome } from './operation-outcome.ts';
import { servePeople, type PeopleOptions } from './people/endpoints.ts';
import { OWN_PAGE } from './people/same-origin.ts';
import type { Reading } from './people/visitors.ts';
import type { BuiltPortal } from './portal-server/built-portal.ts';
import { sendNothingThere } from './nothing-there.ts';
import { portalDocuments, servePortal } from './portal-server/serve-portal.ts';
import { persistedQueries } from './persisted-queries.ts';
import { logResponses } from './request-log.ts';
import { readUnambiguousJson } from './sent-json.ts';
import { servedOperations } from './served-operations.ts';
import type { FetchLimits, Links, SubgraphLink } from './execute/links.ts';
import { FETCH_LIMITS, linksTo } from './execute/links.ts';
import { decorateRequests, type RequestContext } from './request-context.ts';
import type { Feed } from './subscriptions/feed.ts';
import type { Serving as StreamServing } from './subscriptions/serve.ts';
import { serveStream, wantsStream } from './subscriptions/serve.ts';
import { showChange } from './subscriptions/show.ts';
import type { StreamLimits } from './subscriptions/subscriptions.ts';
import { STREAM_LIMITS, subscriptions } from './subscriptions/subscriptions.ts';
import { supergraphFile } from './supergraph-file.ts';
import type { TrustedDocumentsOptions } from './trusted-documents.ts';
import { trustedDocuments } from './trusted-documents.ts';

export type GatewayOptions = Bounds & {
  readonly port: number;
  readonly host?: string;
  /** The committed supergraph, `gateway/supergraph.graphql`. */
  readonly supergraphPath: string;
  /** The contract: what has one of these tags clients of this gateway don’t see. */
  readonly withoutTags?: readonly string[];
  /** Where each subgraph is: the subgraph itself in one process, its address in several. */
  readonly subgraphs: (name: string) => SubgraphLink | undefined;
  readonly authenticate: Authenticate;
  /** How people sign in; they do not where it is left out. */
  readonly people?: PeopleOptions;
  /** The web application for people; none where it is left out. */
  readonly portal?: BuiltPortal;
  readonly identityKey: Ring;
  readonly now: () => Temporal.Instant;
  readonly log: Pick<BaseLogger, 'error' | 'warn' | 'info' | 'debug'>;
  /** Makes the page that browsers get at the endpoint, with a token for those who may have one: in a sandbox only. */
  readonly graphiql?: (request: Reading) => Promise<GraphiqlPage>;
  /** The origins of web pages that may ask; none where it is left out. */
  readonly isAllowedOrigin?: IsAllowedOrigin;
  /** Takes the cost of an operation from what its client has for each minute. */
  readonly spend?: Spend;
  /** Documents that were approved beforehand, and whether callers of a live tenant may send others. */
  readonly documents?: Pick<TrustedDocumentsOptions, 'path' | 'live'>;
  /** Counts operations, streams, and fetches from subgraphs. */
  readonly requests?: Pick<RequestMetrics, 'graph' | 'fetch' | 'stream'>;
  /** Whether the process is to receive requests, served at /readyz. */
  readonly health?: Health;
  /** How long a request may take, its fetches included. */
  readonly deadlineMs?: number;
  /** Notified of each operation that is carried out. */
  readonly seen?: OperationSeen;
  /** What subscriptions follow; without it, none are served. */
  readonly feed?: Feed;
  readonly streamLimits?: Partial<StreamLimits>;
  /** How long one fetch from a subgraph may take. */
  readonly fetchLimits?: FetchLimits;
  /** How often the supergraph file, and that of the documents, are looked at for changes. */
  readonly reloadEveryMs?: number;
};

export type Gateway = {
  /** `http://host:port/graphql` */
  readonly url: string;
  /** Takes no new requests, lets the running ones end, then lets go of everything. */
  close(): Promise<void>;
};

/** Of every response; what may be stored, pages and their parts, says so itself. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/**
 * No page of another origin sends one of these without the browser’s leave (CORS). A token is among them: forms and images
 * carry none, and no browser adds one on its own, so a query by GET that has one was not forged.
 */
const unforgeableHeaders = ['authorization', OWN_PAGE, 'x-apollo-operation-name', 'apollo-require-preflight'] as const;

/**
 * Starts the gateway of the graph: `POST /graphql` (and GET for queries), `GET /health`.
 * It knows no trade: what it serves is the supergraph file and the subgraphs that are handed in.
 *
 *     const gateway = await startGateway({
 *       port: config.graphqlPort, supergraphPath: 'gateway/supergraph.graphql',
 *       subgraphs: (name) => inThisProcess.get(name) ?? addresses.get(name),
 *       authenticate: (authorization) => bearerOf(authorization), identityKey, now, log,
 *       graphiql: async () => ({ title: 'Umoja', headers: { Authorization: `Bearer ${await demoToken()}` }, examples }),
 *     });
 *
 * @throws Error where the supergraph file is missing, broken, or names a subgraph that is not handed in
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  disableVendorReports();
  const { log } = options;
  const everyMs = options.reloadEveryMs ?? 1_000;
  const refusalOf = operationMeter();
  const { path, live } = options.documents ?? { path: null, live: 'anything' };
  const own = options.portal ? await portalDocuments() : {};
  const documents = await trustedDocuments({ path, own, live, refusalOf, everyMs, log });

  const supergraph = await supergraphOf(options, everyMs);
  const links = linksFor(options);
  const prepare = preparation(options.spend);
  const gateway = federatedGateway({ file: supergraph, links, preparation: prepare, seen: options.seen, log });
  const charge = chargeFor(() => supergraph.graph().costs, options.spend);
  const persisted = persistedQueries(documents.textOf);
  const apollo = apolloOf(gateway, charge, persisted, options);
  await apollo.start();
  const streams = streamsOf(options, links);

  const app = boundedServer(options);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).headers(SECURITY_HEADERS);
  });
  readUnambiguousJson(app);
  decorateRequests(app);
  logResponses(app, log, options.requests);
  const contextOf = contextsOf(options, { gateway, documents, prepare, refusalOf });
  let closing = false;
  app.addHook('onSend', async (_request, reply) => {
    // A client's connection would otherwise outlive its last answer, and hold up the close.
    if (closing) void reply.header('connection', 'close');
  });
  allowOrigins(app, options.isAllowedOrigin ?? (() => false));
  app.get('/health', async () => ({ status: 'ok', supergraph: supergraph.graph().fingerprint }));

  if (options.health) addHealth(app, options.health);
  if (options.people) servePeople(app, options.people);
  if (options.portal) servePortal(app, options.portal);
  else app.setNotFoundHandler(sendNothingThere);

  const context = oncePerRequest(contextOf);
  const server = fastifyApolloHandler(apollo, { context });
  const asJson = knownOperations({ gateway, charge, context, textOf: persisted.textOf, server });
  const callerStill = (request: FastifyRequest) => callerOf(request, options, 'recognise');
  const serving = { apollo, contextOf, callerStill, log };
  const handler: RouteHandlerMethod = function (request, reply) {
    // A stream outlives the step that began it.
    return streams !== null && wantsStream(request)
      ? serveStream({ ...serving, ...streams }, request, reply)
      : within(request.span, () => asJson.call(this, request, reply));
  };
  serveGraph(app, handler, options);

  const close = async (): Promise<void> => {
    closing = true;
    await streams?.subscriptions.close();
    await app.close();
    await apollo.stop();
    documents.close();
  };
  try {
    const address = await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' });
    return { url: `${address}/graphql`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const supergraphOf = ({ supergraphPath, subgraphs, withoutTags = [], log }: GatewayOptions, everyMs: number) =>
  supergraphFile({
    path: supergraphPath,
    everyMs,
    without: withoutTags,
    isKnown: (name) => subgraphs(name) !== undefined,
    log,
  });

const linksFor = ({ subgraphs: link, fetchLimits: limits = FETCH_LIMITS, log, requests }: GatewayOptions): Links =>
  linksTo({ link, limits, log, count: requests?.fetch });

function apolloOf(
  gateway: FederatedGateway,
  charge: ChargeFor,
  cache: ReturnType<typeof persistedQueries>,
  { log, feed }: Pick<GatewayOptions, 'log' | 'feed'>,
): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    gateway: gateway.apollo,
    introspection: true,
    csrfPrevention: { requestHeaders: [...unforgeableHeaders] },
    persistedQueries: { cache },
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxTokens: operationLimits.tokens },
    stopOnTerminationSignals: false,
    formatError: lastMask(log),
    logger: apolloLogger(log),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      servedOperations(feed === undefined ? 'without a feed' : 'with a feed'),
      discreetTowardsLive(),
      costBudget(charge),
      legacyStatus(),
      outageStatus(),
      notedOutcome(),
    ],
  });
}

/** What serves subscriptions; null where there is no feed for them to follow. */
function streamsOf(options: GatewayOptions, links: Links): Pick<StreamServing, 'subscriptions' | 'limits'> | null {
  const { feed, spend, log, now, identityKey, requests, deadlineMs = DEADLINE_MS } = options;
  if (feed === undefined) return null;
  const limits = { ...STREAM_LIMITS, ...options.streamLimits };
  const show = showChange(links, log, (caller) => ({
    caller,
    identity: onceOnly(() => signIdentity(caller, identityKey, now())),
    deadline: performance.now() + deadlineMs,
    notes: { operation: null, cost: null, outcome: 'ok' },
  }));
  return { limits, subscriptions: subscriptions({ feed, limits, show, spend, count: requests?.stream, log }) };
}

/** The endpoint of the graph, its page for people, and what becomes of faults. */
function serveGraph(
  app: FastifyInstance,
  handler: RouteHandlerMethod,
  { graphiql, log }: Pick<GatewayOptions, 'graphiql' | 'log'>,
): void {
  if (graphiql !== undefined) serveGraphiqlAssets(app);
  app.get('/graphql', async function (request, reply) {
    if (graphiql !== undefined && wantsPage(request)) return sendGraphiql(await graphiql(request), reply);
    // The handler of the integration is typed for any route, and this one knows its own.
    return handler.call(this, request as never, reply as never);
  });
  app.post('/graphql', handler);
  app.route({
    method: ['PUT', 'PATCH', 'DELETE'],
    url: '/graphql',
    handler: async (_request, reply) =>
      reply.code(405).header('allow', 'GET, POST').send(requestError('The graph takes GET and POST.', 405)),
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send(requestError(error.message, status));
    within(request.span, () => log.error({ err: error, request_id: request.id }, 'The gateway met a fault'));
    return reply.code(status).send(requestError('Something went wrong on our side.', status));
  });
}
