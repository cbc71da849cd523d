import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { outageOf } from '../runtime/outage.ts';
import { codeOf } from '../runtime/thrown.ts';

/**
 * Reading from a replica, so that no reader misses what was committed before its request. A read learns how far the primary is,
 * and a connection of the replica serves it once it has come as far: so a client reads its own writes, those of others that
 * it knows of, and what another process has written for it, and carries nothing along from reply to request. Where the
 * replica does not come that far in time, or fails, the primary serves the read.
 */

/** How long a read waits for the replica; the primary serves it after that. */
const WAITED_MS = 150;
/** Between two looks at a replica that is behind. */
const LOOKED_EVERY_MS = 4;
/** After it was too late, or away, the primary serves all reads for so long. */
const AVOIDED_MS = 1_000;

/** Where a server's write-ahead log ends: for a replica, what it has applied of it. */
const AT = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end as at`;
/** What a transaction that is confirmed has flushed. It fails on a replica: then the server of DATABASE_URL is none that writes. */
export const PRIMARY_AT = 'select pg_current_wal_flush_lsn() as at';

/** The replica has not come as far as the primary was, or was too late before. */
class ReplicaBehind extends Error {}

/** What refuses a function that only the primary can carry out; see sync_horizon(). */
const NEEDS_PRIMARY = 'UM098';
/** A replica ends a query where it has to apply what the query still sees. */
const CONFLICT = '40001';
const READ_ONLY = '25006';

/** True for what a read meets on a replica and does not meet on the primary. */
export function isOfReplica(error: unknown): boolean {
  if (error instanceof ReplicaBehind) return true;
  const codes = [codeOf(error), codeOf(Error.isError(error) ? error.cause : null)];
  return (
    codes.some((code) => code === NEEDS_PRIMARY || code === CONFLICT || code === READ_ONLY) || outageOf(error) !== null
  );
}

type ReplicaParts = {
  readonly connect: () => Promise<PoolClient>;
  /** How far the primary is: what PRIMARY_AT returns. */
  readonly primaryAt: () => Promise<string>;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
};

/** Connections of a replica, each of which has come as far as the primary was when it was wanted. */
export function replicaConnections({ connect, primaryAt, elapsed }: ReplicaParts) {
  const wanted = shared(primaryAt);
  const reached = new WeakMap<PoolClient, bigint>();
  let avoidedUntil = 0;

  const comeTo = async (client: PoolClient, position: bigint): Promise<boolean> => {
    const until = elapsed() + WAITED_MS;
    for (;;) {
      if ((reached.get(client) ?? -1n) >= position) return true;
      const { rows } = await client.query<{ at: string }>(AT);
      reached.set(client, positionOf(rows[0]?.at ?? '0/0'));
      if ((reached.get(client) ?? -1n) >= position) return true;
      if (elapsed() >= until) return false;
      await sleep(LOOKED_EVERY_MS);
    }
  };

  return {
    /** @throws ReplicaBehind, and what connecting met */
    connect: async (): Promise<PoolClient> => {
      if (elapsed() < avoidedUntil) throw new ReplicaBehind('The replica was behind a moment ago.');
      try {
        const position = positionOf(await wanted());
        const client = await connect();
        const hasCome = await comeTo(client, position).catch((error: unknown) => {
          client.release(true);
          throw error;
        });
        if (hasCome) return client;
        client.release();
      } catch (error) {
        avoidedUntil = elapsed() + AVOIDED_MS;
        throw error;
      }
      avoidedUntil = elapsed() + AVOIDED_MS;
      throw new ReplicaBehind('The replica is behind.');
    },
  };
}

/** A log sequence number as PostgreSQL writes it: two hexadecimal halves. */
function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** One question at a time for all who wait: each receives the response to one that was sent after it asked. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | null = null;
  let current: Promise<unknown> = Promise.resolve();
  return () => {
    next ??= current.then(() => {
      next = null;
      const asked = ask();
      current = asked.catch(() => undefined);
      return asked;
    });
    return next;
  };
}
