import type { FastifyInstance } from 'fastify';
import { jsonResponse } from './responses.ts';
import { send } from './replies.ts';
import { addHealth, type Health } from '#platform/runtime/health.ts';
import type { AddEndpoints, RestDependencies } from './dependencies.ts';

/** `/livez` and `/readyz`, for load balancers and what monitors the process. */
export const healthPagesOf =
  (health: Health): AddEndpoints =>
  (server) =>
    addHealth(server, health);

/** For what monitors the process: it answers, and its database answers. */
export function healthEndpoint(server: FastifyInstance, { app, log }: Pick<RestDependencies, 'app' | 'log'>): void {
  server.get('/healthz', async (request, reply) => {
    try {
      await app.ping();
      return send(reply, jsonResponse(200, { status: 'ok' }));
    } catch (error) {
      log.error({ error, request_id: request.id }, 'The database does not answer.');
      return send(reply, jsonResponse(503, { status: 'unavailable' }));
    }
  });
}
