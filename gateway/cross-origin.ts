import type { FastifyInstance } from 'fastify';

/** True for the origin of a web page that may ask the graph: `https://app.example.org`. */
export type IsAllowedOrigin = (origin: string) => boolean;

/** What a page may read of a reply, beside what every page may. */
const readable =
  'x-request-id, x-query-cost, retry-after, ratelimit, ratelimit-policy, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset';
const sent = 'authorization, content-type, accept, x-request-id, traceparent, apollo-require-preflight';
/** Seconds that a browser keeps the answer to its question; Chrome keeps none for longer. */
const preflightSeconds = '7200';

/**
 * Lets pages of other origins ask (CORS). Nothing is given away by it: a token is sent by the page that holds it, never
 * by the browser on its own, so no credentials are allowed and a page without a token learns what anybody learns.
 */
export function allowOrigins(app: FastifyInstance, isAllowedOrigin: IsAllowedOrigin): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== '/graphql') return;
    void reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !isAllowedOrigin(origin)) return;
    void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': readable });
  });
  app.options('/graphql', async (request, reply) => {
    const { origin } = request.headers;
    if (origin !== undefined && isAllowedOrigin(origin)) {
      void reply.headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': sent,
        'access-control-max-age': preflightSeconds,
      });
    }
    return reply.code(204).header('allow', 'GET, POST').send();
  });
}
