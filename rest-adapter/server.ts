import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import { mayUse, type Caller } from '#platform/auth/caller.ts';
import type { Authenticator } from '#platform/auth/authenticate.ts';
import type { App } from '#platform/compose.ts';
import { fingerprintOf, type Answer } from '#platform/idempotency.ts';
import type { Log } from '#platform/log.ts';
import { etagOf, jsonAnswer } from './answers.ts';
import { idempotencyKeyOf, ifMatchOf, isKnown, requestIdOf, traceparentOf } from './headers.ts';
import { MAX_BODY_BYTES, readJson } from './json-body.ts';
import { problemOf, TransportError } from './problems.ts';
import type { Route, Shown } from './route.ts';
import { bodyCheck, parameterCheck } from './validate.ts';

export type RestDependencies = {
  readonly app: App;
  readonly auth: Authenticator;
  readonly log: Log;
  /** How partners reach this server; the base of every link and problem type. */
  readonly baseUrl: string;
};

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    traceparent: string | null;
  }
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/** Builds the server of all REST surfaces from the route rows; `also` adds doors that are no rows (tokens, callbacks, pages). */
export function restServer(
  dependencies: RestDependencies,
  routes: readonly Route[],
  also: readonly ((server: FastifyInstance, dependencies: RestDependencies) => void)[],
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

  server.setErrorHandler((error, request, reply) => send(reply, answerTo(error, request, dependencies)));
  server.setNotFoundHandler((request, reply) => {
    const missing = new DomainError('missing', 'not_found', `There is nothing at ${pathOf(request).slice(0, 200)}.`, {
      resource: 'route',
    });
    return send(reply, answerTo(missing, request, dependencies));
  });

  for (const route of routes) addRoute(server, route, dependencies);
  for (const add of also) add(server, dependencies);
  refuseOtherMethods(server, routes);
  log.debug({ routes: routes.length }, `REST at ${baseUrl}`);
  return server;
}

function addRoute(server: FastifyInstance, route: Route, dependencies: RestDependencies): void {
  const { app, auth, baseUrl } = dependencies;
  const checkBody = route.body ? bodyCheck(route.body) : null;
  const checkParams = route.params ? parameterCheck(route.params, Object.keys(route.params.properties)) : null;
  const queryNames = Object.keys(route.query?.properties ?? {});
  const checkQuery = route.query ? parameterCheck(route.query, queryNames) : null;

  server.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    onRequest: async (request) => {
      request.caller = await auth.identify(request.headers.authorization, {
        requestId: request.id,
        traceparent: request.traceparent,
      });
      if (!mayUse(request.caller, route.scope)) {
        throw refuse(partnerRefusals.insufficient_scope, `This call needs the scope ${route.scope}.`, {
          required_scopes: [route.scope],
          granted_scopes: request.caller.scopes,
        });
      }
      requireAcceptable(request);
    },
    handler: async (request, reply) => {
      const { caller } = request;
      if (!caller) throw new Error('A route was reached without a caller.');
      const query = queryOf(request);
      checkParams?.(request.params as Record<string, unknown>);
      if (checkQuery) checkQuery(query);
      else refuseQuery(query);
      const writing = route.method !== 'GET';
      const key = writing ? idempotencyKeyOf(request.raw) : null;
      const version = writing ? ifMatchOf(request.headers['if-match']) : undefined;
      if (checkBody) checkBody(request.body);
      const claim =
        key === null
          ? null
          : {
              key,
              fingerprint: fingerprintOf({
                method: route.method,
                path: pathOf(request),
                query,
                body: request.body ?? null,
              }),
            };
      const outcome = await route.handle(app, {
        caller,
        params: request.params as never,
        query: query as never,
        body: request.body as never,
        version,
        baseUrl,
        asked: (present) => ({
          caller,
          claim,
          present,
          refused: (error) => problemOf(error, occasionOf(request, baseUrl)),
        }),
      });
      if ('answer' in outcome) {
        if (outcome.replayed) reply.header('idempotent-replayed', 'true');
        return send(reply, outcome.answer);
      }
      return send(reply, shown(outcome, request));
    },
  });
}

function shown({ status = 200, headers = {}, body }: Shown, request: FastifyRequest): Answer {
  if (isKnown(request.headers['if-none-match'], headers['etag'])) return { status: 304, headers, body: '' };
  return jsonAnswer(status, body, headers);
}

/** A single record as a read shows it. */
export function showRecord(record: { readonly version: number }, body: unknown): Shown {
  return { headers: { etag: etagOf(record) }, body };
}

/** Methods that a path doesn't take are 405 with Allow, not 404. */
function refuseOtherMethods(server: FastifyInstance, routes: readonly Route[]): void {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  for (const [path, allowed] of methods) {
    const others = (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).filter((method) => !allowed.includes(method));
    server.route({
      method: others,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
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

/** Whatever was thrown, as a reply. What is not a refusal is a fault: it is logged whole and told as nothing but its id. */
function answerTo(error: unknown, request: FastifyRequest, { log, baseUrl }: RestDependencies): Answer {
  const occasion = occasionOf(request, baseUrl);
  if (error instanceof DomainError || error instanceof TransportError) return problemOf(error, occasion);
  const transport = transportErrorOf(error);
  if (transport) return problemOf(transport, occasion);
  log.error({ error, request_id: request.id, method: request.method, path: occasion.path }, 'A request failed.');
  return problemOf(
    new TransportError(
      'internal_error',
      'Something broke on our side; nothing was changed. It was logged under request_id.',
    ),
    occasion,
  );
}

function transportErrorOf(error: unknown): TransportError | DomainError | null {
  switch ((error as { code?: unknown }).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new TransportError('payload_too_large', `The body has more than ${MAX_BODY_BYTES} bytes.`, {
        max_bytes: MAX_BODY_BYTES,
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new TransportError('unsupported_media_type', 'The body has to be application/json.', {
        supported: ['application/json'],
      });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new DomainError('malformed', 'malformed_json', 'The request is not well formed.');
    default:
      return null;
  }
}

/** Sends a reply as it was made, byte for byte. */
export function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(body === '' ? null : body);
}

export function occasionOf(request: FastifyRequest, baseUrl: string) {
  return { baseUrl, path: pathOf(request), requestId: request.id };
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}

/** The query as names and values; a name that comes twice has a list, which no schema takes. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  return { ...(request.query as Record<string, unknown>) };
}

function refuseQuery(query: Readonly<Record<string, unknown>>): void {
  const name = Object.keys(query)[0];
  if (name === undefined) return;
  throw new DomainError('malformed', 'invalid_parameter', `There is no parameter ${name.slice(0, 100)} here.`, {
    parameter: name.slice(0, 100),
    allowed: [],
  });
}

function requireAcceptable(request: FastifyRequest): void {
  const accept = request.headers.accept;
  if (accept === undefined || /(\*\/\*|application\/(\*|json|problem\+json))/.test(accept)) return;
  throw new TransportError('not_acceptable', 'Replies are JSON; accept application/json.', {
    supported: ['application/json', 'application/problem+json'],
  });
}
