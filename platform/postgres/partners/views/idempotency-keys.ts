import { readInstant } from '../../mapping/types.ts';
import type { ViewContext } from '../../views/view.ts';

export type IdempotencyKeyView = {
  readonly key: string;
  readonly state: 'in_progress' | 'completed';
  readonly fingerprint: Buffer;
  /** Of the stored response; null while there is none. */
  readonly status: number | null;
  readonly location: string | null;
  readonly requestId: string;
  readonly createdAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
};

/** What became of a client's own requests, by their keys. */
export function idempotencyKeyViews({ sql }: ViewContext) {
  return {
    one: async (clientId: number, key: string): Promise<IdempotencyKeyView | null> => {
      const [row] = await sql(
        `select key, state, fingerprint, status, response -> 'headers' ->> 'location' as location, request_id,
                created_at, expires_at
           from idempotency_key where client_id = $1 and key = $2`,
        [clientId, key],
      );
      return row
        ? {
            key: String(row['key']),
            state: row['state'] as IdempotencyKeyView['state'],
            fingerprint: row['fingerprint'] as Buffer,
            status: row['status'] === null ? null : Number(row['status']),
            location: row['location'] as string | null,
            requestId: String(row['request_id']),
            createdAt: readInstant(row['created_at']),
            expiresAt: readInstant(row['expires_at']),
          }
        : null;
    },
    /** True while a request with this key runs: its transaction holds the key's lock and shows nothing yet. */
    isRunning: async (clientId: number, key: string): Promise<boolean> => {
      const [row] = await sql<{ running: boolean }>(
        `select exists (
           select from pg_locks
            where locktype = 'advisory' and objsubid = 1 and granted
              and database = (select oid from pg_database where datname = current_database())
              and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)) as running`,
        [`idempotency ${clientId} ${key}`],
      );
      return row?.running === true;
    },
  };
}
