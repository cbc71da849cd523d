import type { ApolloServerPlugin } from '@apollo/server';
import type { FetchContext } from './execute/links.ts';

/**
 * An operation of which nothing could be carried out, because something that it needs is not there for now, is HTTP 503
 * with Retry-After, as on REST: load balancers and clients know what that means. Where a part was carried out the status
 * stays, and the errors say `extensions.retryAfter`.
 */
export function outageStatus(): ApolloServerPlugin<FetchContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response }) {
          if (response.body.kind !== 'single') return;
          const { data, errors = [] } = response.body.singleResult;
          if (errors.length === 0 || Object.values(data ?? {}).some((value) => value !== null)) return;
          const waits = errors.map(({ extensions }) =>
            extensions?.code === 'SERVICE_UNAVAILABLE' ? Number(extensions['retryAfter'] ?? 1) : null,
          );
          if (!waits.every((wait) => wait !== null)) return;
          response.http.status = 503;
          response.http.headers.set('retry-after', String(Math.max(...waits)));
        },
      };
    },
  };
}
