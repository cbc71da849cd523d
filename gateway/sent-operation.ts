import type { FastifyRequest } from 'fastify';
import { isRecord } from '#platform/runtime/is-record.ts';

/** What a request says that it wants: the text of an operation, or the hash of one that is known here. */
export type SentOperation = { readonly text: string; readonly hash: string | null };

/** Reads it where the server will look for it, too; empty where the request has nothing, which the server then says. */
export function sentOperation({
  method,
  query,
  body,
}: Pick<FastifyRequest, 'method' | 'query' | 'body'>): SentOperation {
  const source = method === 'GET' ? query : body;
  if (!isRecord(source)) return { text: '', hash: null };
  return { text: typeof source.query === 'string' ? source.query : '', hash: hashIn(source.extensions) };
}

/** The way of automatic persisted queries, which registered documents share: `extensions.persistedQuery.sha256Hash`. */
function hashIn(extensions: unknown): string | null {
  const decoded = typeof extensions === 'string' ? parsed(extensions) : extensions;
  const query = isRecord(decoded) ? decoded.persistedQuery : null;
  return isRecord(query) && typeof query.sha256Hash === 'string' ? query.sha256Hash : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The server refuses it, with a sentence.
    return null;
  }
}
