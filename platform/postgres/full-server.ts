import type pg from 'pg';
import { codeOf } from '../runtime/thrown.ts';

/** How long a server that took no more connections is taken to be full. */
const FULL_MS = 1_000;

/**
 * Connections of a pool, also while the server takes no more (53300): who would have opened a further one waits for one
 * that the process has. Without that, the pools of several processes that together may grow beyond `max_connections`
 * refuse requests under load, though each process could serve all of them.
 * @param patienceMs the longest wait; where the process has no connection at all, it is not waited for
 * @param onFull called when the server refused a connection that the pool can do without, with how many it has
 */
export function connectionsOf(
  pool: pg.Pool,
  patienceMs: number,
  onFull: (connections: number) => void,
): () => Promise<pg.PoolClient> {
  const waiting = new Set<() => void>();
  let fullUntil = 0;
  // One that is released is for one who waits. The pool has it among its idle ones after this turn.
  pool.on('release', () => setImmediate(() => waiting.values().next().value?.()));
  const turn = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(resolve, FULL_MS);
    waiting.add(resolve);
    await promise;
    waiting.delete(resolve);
    clearTimeout(late);
  };
  const isCrowded = () => performance.now() < fullUntil && pool.idleCount === 0 && pool.totalCount > 0;
  return async () => {
    const until = performance.now() + patienceMs;
    for (;;) {
      if (isCrowded() && performance.now() < until) await turn();
      try {
        return await pool.connect();
      } catch (error) {
        const isFull = codeOf(error) === '53300';
        if (!isFull || pool.totalCount === 0 || performance.now() >= until) throw error;
        fullUntil = performance.now() + FULL_MS;
        onFull(pool.totalCount);
      }
    }
  };
}
