import type { EventEmitter } from 'node:events';

type Client = EventEmitter & { release: (broken?: boolean) => void };

/**
 * Gives a connection's place in the pool back when the server drops it in the middle of a transaction. Whoever holds it
 * would do so by ending the transaction; but begin, commit and rollback fail on a dead connection, and the query
 * builder releases it only where they succeed. Without this, a restart of PostgreSQL costs a place for each
 * transaction under way, until none is left.
 */
export function freeBrokenConnections(pool: unknown): void {
  const events = pool as EventEmitter;
  const taken = new WeakSet<Client>();
  events.on('acquire', (client: Client) => taken.add(client));
  events.on('release', (_error: unknown, client: Client) => taken.delete(client));
  events.on('connect', (client: Client) => {
    client.once('end', () => {
      if (!taken.has(client)) return;
      const { release } = client;
      // Its holder may release it later all the same; the pool takes that but once.
      client.release = () => undefined;
      release(true);
    });
  });
}
