import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';

const largestBody = 256 * 1024;
/** Who sends a request byte by byte holds a connection for no longer than this, as on REST. */
const ARRIVAL_MS = 30_000;

export type Bounds = {
  /** Proxies whose X-Forwarded-For names the client; none: the peer is the client. */
  readonly trustedProxies?: readonly string[];
  /** How long a request may take to arrive, its body included. */
  readonly arrivalMs?: number;
};

/** A server that serves nothing yet: how much of a request it takes, for how long, and from whom it came. */
export function boundedServer({ trustedProxies = [], arrivalMs = ARRIVAL_MS }: Bounds): FastifyInstance {
  return fastify({
    bodyLimit: largestBody,
    requestIdHeader: false,
    genReqId: requestIdOf,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: arrivalMs,
    // Node exchanges the two limits where that of the headers is the larger one.
    http: { headersTimeout: arrivalMs, connectionsCheckingInterval: Math.min(arrivalMs, ARRIVAL_MS) },
  });
}

/** The client's X-Request-ID, 1 to 128 printable characters without blanks; otherwise one of our own. */
function requestIdOf(request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> }): string {
  const header = request.headers['x-request-id'];
  return typeof header === 'string' && /^[\x21-\x7e]{1,128}$/.test(header) ? header : randomUUID();
}
