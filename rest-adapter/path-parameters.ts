import type { FastifyRequest } from 'fastify';

/** What a request has in the place of the parameters of its path. The server gives text for each; none is a wildcard. */
export function paramsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  // See above; the type of requests leaves them open.
  return request.params as Readonly<Record<string, string>>;
}
