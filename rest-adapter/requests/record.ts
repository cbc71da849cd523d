import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddEndpoints } from '../dependencies.ts';
import type { LoggedRequest, RequestLog } from '#platform/app/request-log.ts';
import { scopesOf, type Route } from '../route.ts';
import { redacted, redactedPath, redactedProblem } from './redacted.ts';
import { textOf } from '#platform/runtime/thrown.ts';
import { paramsOf } from '../path-parameters.ts';

/** A longer body is not looked into. */
const MOST_CHARACTERS = 64_000;

/** True where the client finds the request in its log: it is an operation, and whose it is is known. */
export const isLogged = ({ routeOptions, caller }: FastifyRequest): boolean =>
  routeOptions.config.row !== undefined && caller !== null;

/** A request of a client as it is logged; null for what is no operation, or has no client. */
function describeRequest(request: FastifyRequest, reply: FastifyReply): (() => LoggedRequest) | null {
  const { row } = request.routeOptions.config;
  const { caller, id: requestId, body, sentBody } = request;
  if (!row || !caller) return null;
  const key = request.headers['idempotency-key'];
  const { statusCode: status, elapsedTime } = reply;
  const params = paramsOf(request);
  return () => {
    const refused = status >= 400;
    const sent = parsed(sentBody);
    return {
      tenantId: caller.tenantId,
      clientId: caller.clientId,
      requestId,
      method: request.method,
      path: redactedPath(row, params, status),
      status,
      durationMs: Math.round(elapsedTime),
      idempotencyKey: typeof key === 'string' ? key.slice(0, 255) : null,
      errorCode: refused ? textOf(sent, 'code') : null,
      scope: scopesOf(row).join(' ') || null,
      requestBody: row.method === 'GET' ? null : redacted(body, row.body),
      responseBody: refused ? sent && redactedProblem(sent) : redacted(sent, schemaOf(row, status)),
    };
  };
}

function parsed(body: string | null): unknown {
  if (body === null || body.length > MOST_CHARACTERS) return null;
  // It is a reply of ours: JSON.
  return JSON.parse(body);
}

function schemaOf(row: Route, status: number): object | null {
  const other = row.alsoReplies?.find((reply) => reply.status === status)?.schema;
  return other ?? row.reply.schema;
}

/** Logs what clients request. */
export const loggedIn =
  (requestLog: RequestLog): AddEndpoints =>
  (server) => {
    server.addHook('onResponse', (request, reply, done) => {
      const describe = describeRequest(request, reply);
      if (describe) requestLog.add(describe);
      done();
    });
    server.addHook('onClose', () => requestLog.close());
  };
