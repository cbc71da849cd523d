import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { Bucket } from '#core/partners/quotas.ts';
import { beginSpan } from '#platform/runtime/tracing/tracing.ts';
import type { AddEndpoints, RestDependencies } from './dependencies.ts';
import { requestIdOf, requirePlainUtf8, traceparentOf } from './headers.ts';
import { MAX_BODY_BYTES, mostItems, readJson } from './json-body.ts';
import { TransportError } from './problems.ts';
import { earlierRefusal } from './refusal-order.ts';
import type { Route } from './route.ts';
import { replyTo, pathOf, refusalIn, send } from './replies.ts';
import { identified, serveRow } from './serve-row.ts';
import { refuseExpectation, requireHost, unreadable } from './unreadable.ts';

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/** A request arrives within this time, its body included. */
const ARRIVAL_MS = 30_000;

/** Builds the server of all REST surfaces from the route rows; `endpoints` adds what is no row. */
export function restServer(
  dependencies: RestDependencies,
  routes: readonly Route[],
  endpoints: readonly AddEndpoints[],
): FastifyInstance {
  const { log, baseUrl, trustedProxies } = dependencies;
  const server = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    requestTimeout: ARRIVAL_MS,
    keepAliveTimeout: 60_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    onProtoPoisoning: 'ignore',
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(SECURITY_HEADERS);
      void send(reply, replyTo(error, request, dependencies));
    },
    clientErrorHandler: unreadable(dependencies),
    // A missing Host we refuse ourselves: the runtime would do so with an empty reply. And it exchanges the limits of headers
    // and of whole requests where that of the headers is the larger one.
    http: { requireHostHeader: false, headersTimeout: ARRIVAL_MS },
  });
  server.server.on('checkExpectation', refuseExpectation(dependencies));
  server.decorateRequest('caller', null);
  server.decorateRequest('traceparent', null);
  server.decorateRequest('span', null);
  server.decorateRequest('sentBody', null);
  // What waits for nothing has no promise, here and in the hooks below.
  server.addHook('onRequest', (request, reply, done) => {
    const sent = traceparentOf(request.headers.traceparent);
    request.span = beginSpan('REST request', { kind: 'server', parent: sent });
    request.traceparent = request.span?.traceparent ?? sent;
    reply.header('x-request-id', request.id).headers(SECURITY_HEADERS);
    requireHost(request.raw);
    done();
  });

  noteResponses(server, log);

  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      requirePlainUtf8(request.raw);
      return readJson(bytes, mostItems(request.routeOptions.config.row?.maxBytes));
    },
  );

  server.setErrorHandler(async (error, request, reply) => {
    const refusal = refusalIn(error, request);
    const earlier = refusal && (await earlierRefusal(refusal, request, dependencies).catch((fault: unknown) => fault));
    return send(reply, replyTo(earlier ?? error, request, dependencies));
  });
  refuseUnserved(server, dependencies);
  for (const row of routes) serveRow(server, row, dependencies);
  for (const add of endpoints) add(server, dependencies);
  log.debug({ routes: routes.length }, `REST at ${baseUrl}`);
  return server;
}

/** One line a request, by which a caller's id leads to it. The pattern of the address: in itself it may be a secret. */
function noteResponses(server: FastifyInstance, log: RestDependencies['log']): void {
  server.addHook('onResponse', (request, reply, done) => {
    request.span?.end({
      attributes: {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? 'none',
        'http.response.status_code': reply.statusCode,
        'umoja.request_id': request.id,
      },
      failed: reply.statusCode >= 500,
    });
    log.info(
      {
        request_id: request.id,
        ...(request.traceparent === null ? {} : { traceparent: request.traceparent }),
        client_id: request.caller?.clientKey ?? null,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        took_ms: Math.round(reply.elapsedTime),
      },
      'Answered.',
    );
    done();
  });
}

/** Where the surfaces stand: without a token nothing is shown there, and neither is what there isn't. */
const SURFACES = /^\/(api\/)?v\d+(\/|$)/;
/** Which quota pays for what is not there. */
const bucketOf = (path: string): Bucket => (path.startsWith('/api/') ? 'B.read' : 'A.read');

/**
 * Methods that a path doesn't take are 405 with Allow, whatever is served there; other paths are 404. Below the surfaces
 * the token comes first, as everywhere: 401, 429, then these.
 */
function refuseUnserved(server: FastifyInstance, dependencies: RestDependencies): void {
  const served = new Map<string, { readonly path: RegExp; readonly methods: Set<string>; readonly isOpen: boolean }>();
  server.addHook('onRoute', ({ url, method, config }) => {
    const path = new RegExp(`^${url.replaceAll(/[.\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`);
    const known = served.get(url) ?? { path, methods: new Set<string>(), isOpen: config?.row === undefined };
    for (const each of [method].flat()) known.methods.add(each);
    served.set(url, known);
  });
  server.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const known = [...served.values()].find((each) => each.path.test(path));
    if (SURFACES.test(path) && !known?.isOpen) {
      const caller = await identified(request, dependencies);
      await dependencies.limiter.spend(caller, bucketOf(path), (headers) => void reply.headers(headers));
    }
    const allowed = known?.methods;
    const refusal = allowed
      ? new TransportError('method_not_allowed', `${path.slice(0, 200)} does not take ${request.method}.`, {
          allowed: [...allowed],
        })
      : new DomainError('missing', 'not_found', `There is nothing at ${path.slice(0, 200)}.`, { resource: 'route' });
    return send(reply, replyTo(refusal, request, dependencies));
  });
}
