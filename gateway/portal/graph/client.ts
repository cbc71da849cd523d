import { cacheExchange, Client, fetchExchange, makeOperation, mapExchange } from 'urql';
import { endSession } from '../frame/session.ts';

/** What our own pages send, so that the gateway takes their session. */
export const OWN_PAGE = { 'x-umoja-page': '1' } as const;

/** Documents go by their hash, in the way of automatic persisted queries: the bundle has no texts. */
const byHash = mapExchange({
  onOperation: (operation) => {
    const { documentId: sha256Hash } = operation.query as { readonly documentId?: string };
    if (sha256Hash === undefined) return operation;
    const extensions = { ...operation.extensions, persistedQuery: { version: 1 as const, sha256Hash } };
    return makeOperation(operation.kind, { ...operation, extensions }, operation.context);
  },
});

/** A session that has ended leads to signing in; the page stays where it is, and goes on after that. */
const watchSession = mapExchange({
  onError: ({ graphQLErrors }) => {
    if (graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED')) endSession();
  },
});

/**
 * The graph as one person sees it: what was loaded for one is never shown to another.
 * @param _actor whose it is
 */
export const openGraph = (_actor: string): Client =>
  new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: { headers: OWN_PAGE, credentials: 'same-origin' },
    exchanges: [watchSession, cacheExchange, byHash, fetchExchange],
  });
