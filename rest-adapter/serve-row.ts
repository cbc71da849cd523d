import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { fingerprintOf, type CommandResponse } from '#platform/app/idempotency.ts';
import { within } from '#platform/runtime/tracing/tracing.ts';
import type { PersonalReading } from '#platform/app/personal-readings.ts';
import type { CommandRequest } from '#platform/app/transact.ts';
import { hasEtag } from './openapi/problems.ts';
import { generationBefore, inGeneration, tagOfGeneration, versionsOf } from './generations.ts';
import { MAX_BODY_BYTES } from './json-body.ts';
import { jsonResponse, validatorsOf } from './responses.ts';
import { presented } from './resource.ts';
import { authorizationOf, idempotencyKeyOf, isKnown } from './headers.ts';
import { problemOf, TransportError } from './problems.ts';
import { idsFor, wantsUuids } from './records.ts';
import { requireApp, requireScopes } from './scopes.ts';
import { withUuids } from './refused-ids.ts';
import { restRefusals } from './refusals.ts';
import { scopesOf, type Deprecation, type Handled, type Route, type Shown } from './route.ts';
import { personalDataIn } from './personal/shown.ts';
import { occasionOf, pathOf, send } from './replies.ts';
import type { RestDependencies } from './dependencies.ts';
import { proposals } from './lending/proposals.ts';
import { ID_FORMAT, object } from './shapes.ts';
import { bodyCheck, parameterCheck } from './validate.ts';
import { paramsOf, requireNames } from './path-parameters.ts';

/**
 * Serves one row. Before its handler runs, a request has passed, in this order: token, quota, scope, age of the
 * operation, media types, parameters, headers, body.
 */
export function serveRow(server: FastifyInstance, row: Route, dependencies: RestDependencies): void {
  const { app, limiter } = dependencies;
  const checkBody = row.method === 'GET' ? null : checkOf(row);
  const checkQuery = row.list ? null : queryCheck(row);
  const recordReadings = readingsRecorder(row, app);

  server.route({
    method: row.method,
    url: routerPath(row.path),
    exposeHeadRoute: row.method === 'GET',
    config: { row },
    bodyLimit: row.maxBytes ?? MAX_BODY_BYTES,
    onRequest: async (request, reply) => {
      const caller = await identified(request, dependencies);
      await limiter.spend(caller, row.bucket, (headers) => void reply.headers(headers));
      requireScopes(caller, 'This call', scopesOf(row));
      requireApp(row, caller);
      if (row.deprecation) announceEnd(row.deprecation, app.clock(), reply);
      requireAcceptable(request);
    },
    handler: async (request, reply) => {
      const query = queryOf(request);
      requireNames(row, paramsOf(request));
      checkQuery?.(query);
      const caller = callerOf(request);
      const generation = await generationBefore(row, caller, app);
      const outcome = await within(request.span, () => handled(row, request, query, dependencies, checkBody));
      if ('response' in outcome) {
        await recordReadings(caller, outcome);
        if (outcome.replayed) reply.header('idempotent-replayed', 'true');
        return send(reply, inGeneration(outcome.response, generation));
      }
      const response = shown(row, outcome, request, generation);
      if (response.status !== 304) await recordReadings(caller, outcome);
      return send(reply, response);
    },
  });
}

/**
 * What writes down whose personal data a reply of the row shows, before it shows them. A creation shows what was sent with
 * it: that is no reading, but its replay is one.
 */
function readingsRecorder(row: Route, app: RestDependencies['app']) {
  const find = personalDataIn(row.reply.schema);
  return async (caller: Caller, outcome: Awaited<ReturnType<Route['handle']>>): Promise<void> => {
    if (find === null) return;
    const readings: PersonalReading[] = [];
    if (!('response' in outcome)) find(outcome.body, outcome.uuids ?? [], readings);
    else if (showsMoreThanSent(row, outcome)) find(JSON.parse(outcome.response.body), [], readings);
    await app.recordReadings(caller, readings);
  };
}

const showsMoreThanSent = ({ reply }: Route, { response: { status }, replayed }: Handled) =>
  status === reply.status && (replayed || status !== 201);

/** Whose token the request has. @throws DomainError unauthenticated, invalid_token; invalid_header where there are two */
export async function identified(request: FastifyRequest, { auth }: RestDependencies): Promise<Caller> {
  request.caller = await auth.identify(authorizationOf(request.raw), {
    requestId: request.id,
    traceparent: request.traceparent,
    address: request.ip,
  });
  return request.caller;
}

function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('A route was reached without a caller.');
  return caller;
}

/** Calls the row's handler with what the request says. Ids in refusals are those that the caller wants. */
async function handled(
  row: Route,
  request: FastifyRequest,
  query: ReturnType<typeof queryOf>,
  dependencies: RestDependencies,
  checkBody: ReturnType<typeof bodyCheck> | null,
): ReturnType<Route['handle']> {
  const { app, baseUrl, tools } = dependencies;
  const caller = callerOf(request);
  const writing = row.method !== 'GET';
  const key = writing ? idempotencyKeyOf(request.raw) : null;
  const versions = writing ? await versionsOf(request, caller, app) : undefined;
  const body = checkBody ? checkBody(request.body) : request.body;
  const params = paramsOf(request);
  const claim = key === null ? null : { key, fingerprint: fingerprintOfRequest(request) };
  const byUuid = wantsUuids(caller, query);
  const version = await versionAmong(versions, async () =>
    row.subject ? app.read(caller, (views) => row.subject!.require(views, { caller, params })) : null,
  );
  const refused: CommandRequest<never>['refused'] = async (error, views) => {
    const refusal = byUuid ? await withUuids(error, row.path, views) : error;
    return problemOf(refusal, occasionOf(request, baseUrl));
  };
  return row
    .handle(app, {
      caller,
      callerNow: async () => {
        const present = await identified(request, dependencies);
        requireScopes(present, 'This call', scopesOf(row));
        return present;
      },
      // The schemas of the row have let all three through, and `route` has typed its handler by the same schemas.
      params: params as never,
      query: query as never,
      body: body as never,
      version,
      baseUrl,
      path: pathOf(request),
      ids: idsFor(caller, query),
      tools,
      subjectId: async () => {
        if (!row.subject) throw new Error(`${row.operation} names no record in its path.`);
        return row.subject.idOf(app, { caller, params });
      },
      request: (present, confidential) => ({
        caller,
        claim,
        present,
        refused,
        proposed: presented(proposals, { caller, ids: idsFor(caller, query) }, 202),
        ...(confidential ? { confidential } : {}),
      }),
      refused,
    })
    .catch(async (error: unknown) => {
      if (!byUuid || !(error instanceof DomainError)) throw error;
      throw await app.read(caller, (views) => withUuids(error, row.path, views));
    });
}

/** An operation without a body takes none, or an empty object: what else is sent was meant to do something. */
const takesNothing = bodyCheck(object({}));
function checkOf({ body: schema, rowsIn, bodyIsOptional }: Route): ReturnType<typeof bodyCheck> {
  if (!schema) return bodylessCheck;
  const check = bodyCheck(schema, rowsIn);
  return bodyIsOptional ? (body) => check(body ?? {}) : check;
}
const bodylessCheck = (body: unknown): unknown => (body === undefined ? undefined : takesNothing(body));

/** No record has this version: what is decided on it is stale. */
const NO_VERSION = -1;

/**
 * The one version that a command is decided on. Of several that If-Match names it is the record's, where it is among
 * them; the use case compares it again, with the record locked.
 */
async function versionAmong(
  versions: readonly number[] | undefined,
  subject: () => Promise<{ readonly version: number } | null>,
): Promise<number | undefined> {
  if (versions === undefined || versions.length === 1) return versions?.[0];
  const current = versions.length === 0 ? undefined : (await subject())?.version;
  return current !== undefined && versions.includes(current) ? current : (versions[0] ?? NO_VERSION);
}

/** The address of a row as the router writes it. */
const routerPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** What makes this request the same as another one with its key. */
export function fingerprintOfRequest(request: FastifyRequest): Buffer {
  return fingerprintOf({
    method: request.method,
    path: pathOf(request),
    query: queryOf(request),
    body: request.body ?? null,
  });
}

/** The query as names and values; a name that comes twice has a list, which no schema takes. */
export function queryOf(request: FastifyRequest): Record<string, unknown> {
  // The server makes names and values of a query.
  return { ...(request.query as Record<string, unknown>) };
}

/** Every operation takes id_format; what else it takes is in its row. */
export function queryCheck(
  row: Pick<Route, 'query' | 'offsetList'>,
): (query: Readonly<Record<string, unknown>>) => void {
  const properties = { ...row.query?.properties, id_format: ID_FORMAT };
  const unknown = row.offsetList ? restRefusals.unknown_filter : restRefusals.invalid_parameter;
  return parameterCheck(object(properties), Object.keys(properties), unknown);
}

/** RFC 9745 and RFC 8594: a date to know of, and the date after which it is gone. */
function announceEnd(
  { since, sunset, link, successor }: Deprecation,
  now: Temporal.Instant,
  reply: FastifyReply,
): void {
  const links = [
    `<${link}>; rel="deprecation"; type="text/html"`,
    `<${link}>; rel="sunset"; type="text/html"`,
    ...(successor === undefined ? [] : [`<${successor}>; rel="successor-version"`]),
  ];
  reply.headers({
    deprecation: `@${Math.trunc(since.epochMilliseconds / 1000)}`,
    sunset: new Date(sunset.epochMilliseconds).toUTCString(),
    link: links.join(', '),
  });
  if (Temporal.Instant.compare(now, sunset) < 0) return;
  throw refuse(restRefusals.api_version_removed, `This operation was withdrawn on ${sunset.toString().slice(0, 10)}.`, {
    sunset: sunset.toString(),
    ...(successor === undefined ? {} : { successor }),
  });
}

/** The reply to a read. What is no list has an ETag, by which a client that has it is spared the body. */
function shown(
  row: Route,
  { headers = {}, record, body }: Shown,
  request: FastifyRequest,
  generation: number,
): CommandResponse {
  const response = jsonResponse(200, body, headers);
  if (!hasEtag(row)) return response;
  const validators = validatorsOf(response.body, record);
  const etag = tagOfGeneration(validators.etag, generation);
  if (isKnown(request.headers['if-none-match'], etag)) {
    return { status: 304, headers: { ...headers, ...validators, etag }, body: '' };
  }
  return { ...response, headers: { ...response.headers, ...validators, etag } };
}

function requireAcceptable(request: FastifyRequest): void {
  const accept = request.headers.accept;
  if (accept === undefined || /(\*\/\*|application\/(\*|json|problem\+json))/.test(accept)) return;
  throw new TransportError('not_acceptable', 'Replies are JSON; accept application/json.', {
    supported: ['application/json', 'application/problem+json'],
  });
}
