import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestError } from './errors.ts';

/** The longest part of an address that a refusal repeats. */
const SHOWN = 100;

/** The response where an address is served by nothing: what was sent there, and where the graph is. */
export const sendNothingThere = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  // What follows the path may hold a token.
  const [path = ''] = request.url.split('?');
  return reply
    .code(404)
    .send(requestError(`Nothing takes ${request.method} ${path.slice(0, SHOWN)}. The graph is at /graphql.`, 404));
};
