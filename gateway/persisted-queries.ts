import type { ApolloServerOptions, BaseContext } from '@apollo/server';

type Cache = NonNullable<ApolloServerOptions<BaseContext>['cache']> & object;

/** Texts that clients registered by sending them once with their hash: so many, none longer than this. */
const most = 1_000;
const longest = 16_384;
/** What the server puts in front of a hash. */
const prefix = 'apq:';

/**
 * Where the server finds the document for a hash: among those that are trusted, else among the last that were sent in
 * full (automatic persisted queries). One that is too long to be stored is sent in full each time.
 */
export function persistedQueries(trusted: (hash: string) => string | undefined) {
  const sent = new Map<string, string>();
  return {
    get: async (key) => trusted(key.slice(prefix.length)) ?? sent.get(key),
    set: async (key, text) => {
      if (text.length > longest) return;
      sent.delete(key);
      if (sent.size >= most) sent.delete(sent.keys().next().value ?? '');
      sent.set(key, text);
    },
    delete: async (key) => sent.delete(key),
    /** The text of a hash, for who need not wait. */
    textOf: (hash: string) => trusted(hash) ?? sent.get(prefix + hash),
  } satisfies Cache & Record<'textOf', (hash: string) => string | undefined>;
}
