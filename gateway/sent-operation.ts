import type { FastifyRequest } from 'fastify';

/** What a request says that it wants: the text of an operation, or the hash of one that is known here. */
export type SentOperation = { readonly text: string; readonly hash: string | null };

/** Reads it where the server will look for it, too; empty where the request has nothing, which the server then says. */
export function sentOperation({
  method,
  query,
  body,
}: Pick<FastifyRequest, 'method' | 'query' | 'body'>): SentOperation {
  const source = (method === 'GET' ? query : body) as { query?: unknown; extensions?: unknown } | null | undefined;
  const text = typeof source?.query === 'string' ? source.query : '';
  return { text, hash: hashIn(source?.extensions) };
}

/** The way of automatic persisted queries, which registered documents share: `extensions.persistedQuery.sha256Hash`. */
function hashIn(extensions: unknown): string | null {
  const decoded = typeof extensions === 'string' ? parsed(extensions) : extensions;
  const hash = (decoded as { persistedQuery?: { sha256Hash?: unknown } } | null | undefined)?.persistedQuery
    ?.sha256Hash;
  return typeof hash === 'string' ? hash : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The server refuses it, with a sentence.
    return null;
  }
}
