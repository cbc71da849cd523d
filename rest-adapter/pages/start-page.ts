import type { AddEndpoints } from '../dependencies.ts';

/** GET / leads to the portal: a person who opens the address of the API in a browser looks for it. */
export function startPage(portal: string): AddEndpoints {
  return (server) => {
    server.get('/', async (_request, reply) => reply.redirect(portal, 302));
  };
}
