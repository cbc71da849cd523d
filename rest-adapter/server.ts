import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { Authenticator } from '#platform/auth/authenticate.ts';
import type { App } from '#platform/compose.ts';
import type { Log } from '#platform/log.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import { requestIdOf, traceparentOf } from './headers.ts';
import { MAX_BODY_BYTES, readJson } from './json-body.ts';
import { TransportError } from './problems.ts';
import { earlierRefusal } from './refusal-order.ts';
import type { Route, Tools } from './route.ts';
import { answerTo, pathOf, refusalIn, send } from './replies.ts';
import { routerPath, serveRow } from './serve-row.ts';

export type RestDependencies = {
  readonly app: App;
  readonly auth: Authenticator;
  readonly log: Log;
  /** How partners reach this server; the base of every link and problem type. */
  readonly baseUrl: string;
  readonly tools: Tools;
  readonly limiter: RateLimiter;
};

/** Something beside the rows: tokens, callbacks, pages. */
export type Door = (server: FastifyInstance, dependencies: RestDependencies) => void;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    traceparent: string | null;
  }
  interface FastifyContextConfig {
    row?: Route;
  }
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/** Builds the server of all REST surfaces from the route rows; `doors` adds what is no row. */
export function restServer(
  dependencies: RestDependencies,
  routes: readonly Route[],
  doors: readonly Door[],
): FastifyInstance {
  const { log, baseUrl } = dependencies;
  const server = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    requestTimeout: 30_000,
    keepAliveTimeout: 60_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    onProtoPoisoning: 'ignore',
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(SECURITY_HEADERS);
      void send(reply, answerTo(error, request, dependencies));
    },
    clientErrorHandler: refuseUnreadable,
  });
  server.decorateRequest('caller', null);
  server.decorateRequest('traceparent', null);
  server.addHook('onRequest', async (request, reply) => {
    request.traceparent = traceparentOf(request.headers.traceparent);
    reply.header('x-request-id', request.id).headers(SECURITY_HEADERS);
  });

  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => readJson(bytes),
  );

  server.setErrorHandler(async (error, request, reply) => {
    const refusal = refusalIn(error);
    const earlier = refusal && (await earlierRefusal(refusal, request, dependencies).catch((fault: unknown) => fault));
    return send(reply, answerTo(earlier ?? error, request, dependencies));
  });
  server.setNotFoundHandler((request, reply) => {
    const missing = new DomainError('missing', 'not_found', `There is nothing at ${pathOf(request).slice(0, 200)}.`, {
      resource: 'route',
    });
    return send(reply, answerTo(missing, request, dependencies));
  });

  for (const row of routes) serveRow(server, row, dependencies);
  for (const door of doors) door(server, dependencies);
  refuseOtherMethods(server, routes);
  log.debug({ routes: routes.length }, `REST at ${baseUrl}`);
  return server;
}

/** Methods that a path doesn't take are 405 with Allow, not 404. */
function refuseOtherMethods(server: FastifyInstance, routes: readonly Route[]): void {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  for (const [path, allowed] of methods) {
    const others = (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).filter((method) => !allowed.includes(method));
    server.route({
      method: others,
      url: routerPath(path),
      exposeHeadRoute: false,
      onRequest: async (request) => {
        throw new TransportError('method_not_allowed', `${pathOf(request)} does not take ${request.method}.`, {
          allowed,
        });
      },
      handler: async () => undefined,
    });
  }
}

/** What arrives and is no HTTP, or has headers beyond measure, never becomes a request: the socket is answered. */
function refuseUnreadable(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const [status, code, title] = tooLarge
    ? ['431 Request Header Fields Too Large', 'headers_too_large', 'The headers are too large']
    : ['400 Bad Request', 'invalid_header', 'The message is no HTTP request that can be read'];
  const body = JSON.stringify({ type: `/problems/${code}`, title, status: Number(status.slice(0, 3)), code });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
  );
}
