import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import type { Prepared } from './prepared.ts';
import { codeOf, textOf } from '../runtime/thrown.ts';

/**
 * Statements that a connection knows by name: PostgreSQL parses each once, and plans it once where its plan is kept. A
 * connection knows a bounded number of them, since each costs the server memory.
 */
export type StatementNames = {
  /** Sends a statement by its name. */
  readonly send: <R extends QueryResultRow = QueryResultRow>(
    client: PoolClient,
    statement: Prepared,
    params: readonly unknown[],
  ) => Promise<QueryResult<R>>;
  /** Before a connection is used: it forgets names that may be worth nothing any more. */
  readonly refresh: (client: PoolClient) => void;
  /** All connections forget their names before they are used again. */
  readonly forget: () => void;
};

/** Statements of the application itself are some hundreds; a plan takes the server 20 to 200 kB. */
const MOST_NAMES = 300;

/** What the driver knows of a connection's statements. Its types leave that out. */
type Driver = {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  readonly close: (statement: { readonly type: 'S'; readonly name: string }) => void;
};
// The types of pg describe a connection as far as its own documentation does.
const driverOf = (client: PoolClient): Driver => client.connection as unknown as Driver;

/** What is known of one connection: the names, that used longest ago first, and since which forgetting. */
type Known = { readonly names: Set<string>; since: number };

export function statementNames(most = MOST_NAMES): StatementNames {
  const connections = new WeakMap<PoolClient, Known>();
  let forgotten = 0;

  const knownOf = (client: PoolClient): Known => {
    let known = connections.get(client);
    if (!known) connections.set(client, (known = { names: new Set(), since: forgotten }));
    return known;
  };

  return {
    send: <R extends QueryResultRow>(client: PoolClient, { name, text }: Prepared, params: readonly unknown[]) => {
      const { names } = knownOf(client);
      names.delete(name);
      names.add(name);
      if (names.size > most) closeOldest(client, names, most);
      return client.query<R>({ name, text, values: [...params] });
    },
    refresh: (client) => {
      const known = knownOf(client);
      if (known.since === forgotten) return;
      known.since = forgotten;
      known.names.clear();
      const { parsedStatements } = driverOf(client);
      for (const name of Object.keys(parsedStatements)) delete parsedStatements[name];
      // Where it fails, what follows fails as well.
      client.query('deallocate all').catch(() => undefined);
    },
    forget: () => void (forgotten += 1),
  };
}

/** The message leaves with the statement that is sent next, and needs no transaction that is in order. */
function closeOldest(client: PoolClient, names: Set<string>, most: number): void {
  const driver = driverOf(client);
  for (const name of names) {
    if (names.size <= most) return;
    // Sent and not parsed yet: the driver would take it for known once it is.
    if (name in driver.submittedNamedStatements) continue;
    names.delete(name);
    // One that failed was never known.
    if (!(name in driver.parsedStatements)) continue;
    delete driver.parsedStatements[name];
    driver.close({ type: 'S', name });
  }
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
export class StatementForgotten extends Error {
  readonly code = '40001';
}
