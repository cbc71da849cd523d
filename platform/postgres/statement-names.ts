import type { PoolClient } from 'pg';
import type { Prepared } from './prepared.ts';
import { codeOf, textOf } from '../runtime/thrown.ts';

/**
 * Statements that a connection knows by name: PostgreSQL parses each once, plans it once where its plan is kept, and says
 * once which columns it returns. A connection knows a bounded number of them, since each costs the server memory.
 */
export type StatementNames = {
  /** What the connection knows of a statement, which is about to be sent. */
  readonly of: (client: PoolClient, statement: Prepared) => Named;
  /** Names that the connection is to forget with what it sends next. */
  readonly outdated: (client: PoolClient) => readonly string[];
  /** Before a connection is used: it forgets names that may be worth nothing any more. */
  readonly refresh: (client: PoolClient) => void;
  /** All connections forget their names before they are used again. */
  readonly forget: () => void;
};

/** The columns of a result: their names, what reads their texts, and a row in which all are null. */
export type ResultColumns = {
  readonly names: readonly string[];
  readonly reads: readonly ((text: string) => unknown)[];
  readonly empty: Readonly<Record<string, null>>;
};

/** A statement on one connection. */
export type Named = {
  readonly name: string;
  /**
   * `new`: the connection was not sent it. `sent`: it was, and has not executed it yet. `doubtful`: whether it took the
   * name is not known, because something failed meanwhile.
   */
  state: 'new' | 'sent' | 'known' | 'doubtful';
  /** What it returns, once the server has said so. It can't change: the server refuses a statement whose columns did. */
  columns: ResultColumns | null;
};

/** Statements of the application itself are some hundreds; a plan takes the server 20 to 200 kB. */
const MOST_NAMES = 300;

/** What is known of one connection: the names, that used longest ago first, and since which forgetting. */
type Known = { readonly names: Map<string, Named>; since: number };

export function statementNames(most = MOST_NAMES): StatementNames {
  const connections = new WeakMap<PoolClient, Known>();
  let forgotten = 0;

  const knownOf = (client: PoolClient): Known => {
    let known = connections.get(client);
    if (!known) connections.set(client, (known = { names: new Map(), since: forgotten }));
    return known;
  };

  return {
    of: (client, { name }) => {
      const { names } = knownOf(client);
      const named: Named = names.get(name) ?? { name, state: 'new', columns: null };
      // Used last, so forgotten last.
      names.delete(name);
      names.set(name, named);
      return named;
    },
    outdated: (client) => {
      const { names } = knownOf(client);
      const oldest: string[] = [];
      for (const [name, { state }] of names) {
        if (names.size <= most) break;
        // The server is about to execute it.
        if (state === 'sent' || state === 'new') continue;
        names.delete(name);
        oldest.push(name);
      }
      return oldest;
    },
    refresh: (client) => {
      const known = knownOf(client);
      if (known.since === forgotten) return;
      known.since = forgotten;
      known.names.clear();
      // Where it fails, what follows fails as well.
      client.query('deallocate all').catch(() => undefined);
    },
    forget: () => void (forgotten += 1),
  };
}

/**
 * A connection doesn't know a statement any more by which it was sent (26000: the server discarded it), or its
 * columns changed under it (0A000: a migration). Nothing is wrong with the statement: it is parsed again.
 */
export function isForgotten(error: unknown): boolean {
  const code = codeOf(error);
  return code === '26000' || (code === '0A000' && textOf(error, 'routine') === 'RevalidateCachedQuery');
}

/** A transaction that met such a statement is tried again: the code is that of a serialization failure. */
class StatementForgotten extends Error {
  readonly code = '40001';
}

/** SQLSTATE 25006: in a transaction that we opened for reading it is a write of ours, and no database that became read-only. */
export function asFault(error: unknown): unknown {
  if (codeOf(error) !== '25006') return error;
  return new Error('A transaction for reading was to write or to lock.', { cause: error });
}

/** What a connection has forgotten is the fault of nothing in the transaction: it is tried again, with no name known. */
export function retryable(error: unknown, names: StatementNames | null): unknown {
  if (!isForgotten(error)) return error;
  names?.forget();
  return new StatementForgotten('A prepared statement was no longer what it had been.', { cause: error });
}

/** A statement behind another one of its transaction that failed. */
export const isAftermath = (error: unknown): boolean => codeOf(error) === '25P02';
