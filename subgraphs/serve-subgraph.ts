import { ApolloServer } from '@apollo/server';
import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import fastify from 'fastify';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { GraphQLError } from 'graphql';
import type { DocumentNode, FormattedExecutionResult, GraphQLSchema } from 'graphql';
import type { BaseLogger } from 'pino';
import { within } from '#platform/runtime/tracing/tracing.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { identityHeader, readIdentity } from '#platform/auth/internal-identity.ts';
import { addHealth, type Health } from '#platform/runtime/health.ts';
import { apolloLogger } from '#platform/runtime/apollo-logger.ts';
import type { Ring } from '#platform/runtime/ring.ts';
import { errorMask } from './errors.ts';
import { beganFetch, linesOfFetches, type Fetch } from './fetch-lines.ts';
import { inlineTraces } from './inline-traces.ts';
import { showLaterValues } from './later-values.ts';
import { subgraphSchema } from './schema.ts';
import type { Resolvers } from './schema.ts';

/** A fetch of the gateway: an operation on one subgraph, `_entities` included. */
export type SubgraphRequest = {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
};
export type SubgraphResponse = { readonly status: number; readonly body: FormattedExecutionResult };

export type Subgraph = {
  readonly name: string;
  /**
   * Answers a fetch of a gateway in the same process, which hands its caller over; or, as over HTTP, one that has the
   * value of the identity header to show.
   */
  execute(request: SubgraphRequest, by: Caller | string | undefined): Promise<SubgraphResponse>;
  /** Serves `POST /graphql`, `GET /health` and the pages of `health`; gives the address that it listens on. */
  listen(at: { readonly port: number; readonly host?: string; readonly health?: Health }): Promise<string>;
  /** Refuses new fetches, lets the running ones end, then lets go of everything. */
  close(): Promise<void>;
};

export type SubgraphOptions<Context extends { readonly caller: Caller }> = {
  readonly name: string;
  readonly typeDefs: DocumentNode;
  readonly resolvers: Resolvers<Context>;
  /** Makes what the resolvers of one fetch share: the caller, the use cases bound to it, the loaders. */
  readonly context: (caller: Caller) => Context | Promise<Context>;
  /** What has to be done before a response leaves: where it fails, nothing of the response is shown. */
  readonly beforeResponse?: (context: Context) => Promise<void>;
  readonly identityKey: Ring;
  readonly now: () => Temporal.Instant;
  readonly log: Pick<BaseLogger, 'error' | 'warn' | 'info' | 'debug'>;
  /** How long a fetch may take to arrive, its body included. */
  readonly arrivalMs?: number;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where its identity is not valid. */
    fetch: Fetch | null;
  }
}

/** Lists of keys of a whole page of records travel in one fetch. */
const largestBody = 4 * 1024 * 1024;
/** What does not arrive as a whole holds a connection for no longer than this, as at the gateway. */
const ARRIVAL_MS = 30_000;

/**
 * Builds a subgraph: its schema, its check of who calls, its one place where errors are masked. It answers in process
 * (`execute`) and over HTTP (`listen`), and both ways pass the same checks. Nothing of any trade is in here.
 *
 *     const lending = await serveSubgraph({
 *       name: 'lending',
 *       typeDefs: readTypeDefs(new URL('schema.graphql', import.meta.url), new URL('enums.graphql', import.meta.url)),
 *       resolvers: { Query: { ... }, Loan: { __resolveReference: (ref, { loaders }) => loaders.loan.load(ref.id) } },
 *       context: (caller) => ({ caller, app: app.as(caller), loaders: lendingLoaders(caller) }),
 *       identityKey, now, log,
 *     });
 *
 * The scalars of scalars.ts come with it where the schema declares them. Mutations use withUserErrors.
 * @throws Error where the schema is invalid or a resolver fits nothing in it
 */
export async function serveSubgraph<Context extends { readonly caller: Caller }>(
  options: SubgraphOptions<Context>,
): Promise<Subgraph> {
  const errors = errorMask(options.name, options.log);
  const running = new Set<Promise<unknown>>();
  let closing = false;

  const apollo = apolloOf(options, errors);
  await apollo.start();

  const fetchBy = (by: Caller | string | undefined): Fetch | null => {
    const caller = typeof by === 'object' ? by : readIdentity(by, options.identityKey, options.now());
    return caller === null ? null : beganFetch(options.name, caller);
  };
  const contextFor = async (fetch: Fetch | null): Promise<Context> => {
    if (fetch === null) throw unauthenticated();
    return options.context(fetch.caller);
  };

  const respond = async (request: SubgraphRequest, by: Caller | string | undefined): Promise<SubgraphResponse> => {
    if (closing) throw shuttingDown();
    const fetch = fetchBy(by);
    return within(fetch?.span ?? null, async () => {
      const contextValue = await contextFor(fetch);
      const { body, http } = await apollo.executeOperation(graphqlRequest(request), { contextValue });
      if (body.kind === 'incremental') throw new Error('A subgraph answers in one piece.');
      return { status: http.status ?? 200, body: body.singleResult };
    });
  };

  const { arrivalMs = ARRIVAL_MS } = options;
  const app = fastify({
    bodyLimit: largestBody,
    requestTimeout: arrivalMs,
    // Node exchanges the two limits where that of the headers is the larger one.
    http: { headersTimeout: arrivalMs, connectionsCheckingInterval: Math.min(arrivalMs, ARRIVAL_MS) },
  });
  app.addHook('onSend', async (_request, reply) => {
    // The gateway's connection would otherwise outlive its last answer, and hold up the close.
    if (closing) void reply.header('connection', 'close');
  });
  app.get('/health', async () => ({ status: 'ok', subgraph: options.name }));
  const overHttp: RouteHandlerMethod = fastifyApolloHandler(apollo, { context: ({ fetch }) => contextFor(fetch) });
  app.decorateRequest('fetch', null);
  app.post('/graphql', function (request, reply) {
    request.fetch = fetchBy(single(request.headers[identityHeader]));
    return within(request.fetch?.span ?? null, () => overHttp.call(this, request, reply));
  });
  showErrors(app, errors.mask);

  return {
    name: options.name,
    execute(request, by) {
      const response = respond(request, by).catch((error: unknown) => errorResponse(error, errors.mask));
      running.add(response);
      return response.finally(() => running.delete(response));
    },
    listen: ({ port, host = '127.0.0.1', health }) => {
      if (health) addHealth(app, health);
      return app.listen({ port, host });
    },
    async close() {
      closing = true;
      await app.close();
      await Promise.all(running);
      await apollo.stop();
    },
  };
}

/** What never became a fetch: too long, not JSON. */
function showErrors(app: FastifyInstance, mask: ReturnType<typeof errorMask>['mask']): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    const code = status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR';
    return reply.code(status).send({ errors: [mask({ message: error.message, extensions: { code } }, error)] });
  });
}

/** It takes half a second of a processor. */
const schemas = new WeakMap<object, GraphQLSchema>();

/** The same resolvers have the same type definitions: subgraphs of one process that have them share the schema. */
function schemaOf<Context extends { readonly caller: Caller }>({
  name,
  typeDefs,
  resolvers,
}: Pick<SubgraphOptions<Context>, 'name' | 'typeDefs' | 'resolvers'>): GraphQLSchema {
  const schema = schemas.get(resolvers) ?? subgraphSchema(name, typeDefs, resolvers);
  schemas.set(resolvers, schema);
  return schema;
}

function apolloOf<Context extends { readonly caller: Caller }>(
  options: SubgraphOptions<Context>,
  errors: ReturnType<typeof errorMask>,
): ApolloServer<Context> {
  const schema = schemaOf(options);
  showLaterValues(schema, (type, value) =>
    options.log.warn({ subgraph: options.name, type, value }, 'A record has a value of a later version.'),
  );
  return new ApolloServer<Context>({
    schema,
    introspection: false,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    formatError: errors.mask,
    logger: apolloLogger(options.log),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      inlineTraces(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      requestsOfErrors<Context>(errors.noteRequest),
      ...(options.beforeResponse ? [shownAfter(options.beforeResponse, errors)] : []),
      linesOfFetches<Context>(options.name, options.log),
    ],
  });
}

function requestsOfErrors<Context extends { readonly caller: Caller }>(
  note: (error: unknown, requestId: string) => void,
): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async ({ contextValue }) => ({
      didEncounterErrors: async ({ errors }) => {
        for (const error of errors) note(error, contextValue.caller.requestId);
      },
    }),
  };
}

/** Shows a response after what has to be done before it; where that fails, its error alone. */
function shownAfter<Context extends { readonly caller: Caller }>(
  before: (context: Context) => Promise<void>,
  { noteRequest, mask }: ReturnType<typeof errorMask>,
): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async ({ contextValue }) => ({
      willSendResponse: async ({ response }) => {
        try {
          await before(contextValue);
        } catch (error) {
          noteRequest(error, contextValue.caller.requestId);
          const masked = mask({ message: 'A response could not be shown.' }, error);
          response.body = { kind: 'single', singleResult: { data: null, errors: [masked] } };
        }
      },
    }),
  };
}

function graphqlRequest({ query, variables, operationName }: SubgraphRequest): GraphQLRequest {
  return {
    query,
    ...(variables === undefined ? {} : { variables: { ...variables } }),
    ...(operationName === undefined ? {} : { operationName }),
  };
}

function unauthenticated(): GraphQLError {
  return new GraphQLError('A subgraph answers its gateway only: the internal identity is missing or not valid.', {
    extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
  });
}

function shuttingDown(): GraphQLError {
  return new GraphQLError('This subgraph is shutting down.', {
    extensions: { code: 'SHUTTING_DOWN', http: { status: 503 } },
  });
}

/** What Apollo Server does over HTTP with an error before execution, for the way in process. */
function errorResponse(
  error: unknown,
  mask: (formatted: { message: string; extensions: Record<string, unknown> }, error: unknown) => object,
): SubgraphResponse {
  const extensions = error instanceof GraphQLError ? error.extensions : {};
  // As Apollo Server puts it there.
  const http = extensions.http as { status?: number } | undefined;
  const message = error instanceof Error ? error.message : String(error);
  return {
    status: http?.status ?? 500,
    // A masked error has a message, as every error in a reply.
    body: { errors: [mask({ message, extensions: { code: extensions.code } }, error) as { message: string }] },
  };
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
