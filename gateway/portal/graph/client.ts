import { cacheExchange, Client, fetchExchange, makeOperation, mapExchange, type Operation } from 'urql';
import { lastAnswers } from './last-answers.ts';
import { askedHere, ONE_REPLY } from './own-page.ts';
import { shownRecords } from './shown-records.ts';
import { endSession, session } from '../frame/session.ts';
import { documentIdOf } from './document-id.ts';

/** Documents go by their hash, in the way of automatic persisted queries: the bundle has no texts. */
const byHash = mapExchange({
  onOperation: (operation) => {
    const sha256Hash = documentIdOf(operation.query);
    if (sha256Hash === undefined) return operation;
    const extensions = { ...operation.extensions, persistedQuery: { version: 1 as const, sha256Hash } };
    return makeOperation(operation.kind, { ...operation, extensions }, operation.context);
  },
});

/**
 * The graph as one person sees it: what was loaded for one is never shown to another. A session that has ended leads to
 * signing in; what could not be loaded because of it is loaded when the person is back.
 * @param actor whose it is
 * @param send how a request is sent
 */
export function openGraph(actor: string, send: typeof fetch = fetch): Client {
  const missed = new Map<number, Operation>();
  const watchSession = mapExchange({
    onError: ({ graphQLErrors }, operation) => {
      if (!graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED')) return;
      if (operation.kind === 'query') missed.set(operation.key, operation);
      endSession();
    },
  });
  const client = new Client({
    url: '/graphql',
    fetch: send,
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: () => ({ headers: { ...askedHere(), accept: ONE_REPLY }, credentials: 'same-origin' }),
    exchanges: [watchSession, shownRecords, cacheExchange, lastAnswers(actor), byHash, fetchExchange],
  });
  session.follow(() => {
    const current = session.get();
    if (current.kind !== 'open') return;
    const again = current.viewer.actor === actor ? [...missed.values()] : [];
    missed.clear();
    for (const { kind, context, ...request } of again) {
      const operation = makeOperation(
        kind,
        { kind, context, ...request },
        { ...context, requestPolicy: 'network-only' },
      );
      client.reexecuteOperation(operation);
    }
  });
  return client;
}
