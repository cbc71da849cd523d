import { createHash } from 'node:crypto';

/** A statement that each connection parses and plans once. For those that run often, never for texts that vary freely. */
export type Prepared = { readonly name: string; readonly text: string };

/** Names a statement by its text, so that two of a name are the same. */
export function prepared(text: string): Prepared {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
}
