import { formsOfKey } from '../../privacy/covered-reference.ts';
import { expression, orNull, selection, unmapped } from '../../views/columns.ts';
import type { ViewContext } from '../../views/view.ts';

const { choice, integer, json, text } = expression;

const keys = selection({
  ...unmapped('k', { key: 'text', requestId: 'text', createdAt: 'instant', expiresAt: 'instant' }),
  state: choice('k.state', ['in_progress', 'completed']),
  fingerprint: json<Buffer>('k.fingerprint'),
  /** Of the stored response; null while there is none. */
  status: orNull(integer('k.status')),
  location: orNull(text(`k.response -> 'headers' ->> 'location'`)),
});
type IdempotencyKeyView = Omit<ReturnType<typeof keys.read>, 'fingerprint'> & {
  /** True for a request with this fingerprint. */
  readonly isOf: (fingerprint: Buffer) => boolean;
};

/**
 * A fingerprint as it is stored. A body has few secrets: one who read the table could try numbers of people until the hash is the
 * same. The key of the tenant's hashes is never replaced, so that a repetition is recognised.
 */
export const storedFingerprint = (fingerprint: Buffer, { sealing }: Pick<ViewContext, 'sealing'>): Buffer =>
  Buffer.from(sealing.hashOf('text', fingerprint.toString('hex')), 'base64url');

/** What became of a client's own requests, by their keys. */
export function idempotencyKeyViews({ sql, sealing }: ViewContext) {
  return {
    one: async (clientId: number, key: string): Promise<IdempotencyKeyView | null> => {
      const [row] = await sql(
        `select ${keys.list} from idempotency_key k where k.client_id = $1 and k.key = any($2)
          order by k.expires_at desc limit 1`,
        [clientId, formsOfKey(sealing, key)],
      );
      if (!row) return null;
      const { fingerprint: stored, ...shown } = keys.read(row);
      return { ...shown, key, isOf: (fingerprint) => stored.equals(storedFingerprint(fingerprint, { sealing })) };
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
