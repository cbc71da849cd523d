import { createHash } from 'node:crypto';
import type { Store } from '../../../postgres/database.ts';
import { instantText } from '../../../runtime/wire.ts';
import type { Clock } from '../../transact.ts';

/** How news came in over the network. */
export type Arrival = {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** The address that it came from; null where nobody knows. */
  readonly source: string | null;
  /** Providers are known to call back from there. */
  readonly isExpected: boolean;
};

/** What a provider told at an address of ours, before anybody has read it. */
export type ToldNews = {
  readonly kind: string;
  /** What the address is about: our name for a request, or a shortcode. */
  readonly subject: string;
  /** The body as it was sent. */
  readonly text: string;
  readonly arrival: Arrival;
};

export type KeptNews = Pick<ToldNews, 'kind' | 'subject' | 'text'> & { readonly id: number };

/**
 * Keeps what providers tell, raw, before it is understood: they may never say it again, and in a dispute it is the
 * evidence. What was kept and not carried out is taken up by a worker.
 */
export type CallbackInbox = {
  /** `isTaken`: the very same was told and carried out before. */
  readonly keep: (tenantId: number, told: ToldNews) => Promise<{ readonly id: number; readonly isTaken: boolean }>;
  /** It was carried out. */
  readonly taken: (tenantId: number, id: number) => Promise<void>;
  /** What nobody has carried out yet, for one who tries now; null where there is nothing to do any more. */
  readonly tryAgain: (tenantId: number, id: number) => Promise<KeptNews | null>;
};

/** How long whoever heard it has, before somebody else takes it up. */
const CARRIED_OUT_WITHIN = { seconds: 30 };
const MOST_TRIES = 20;
const LONGEST_PAUSE_MINUTES = 60;
/** They would open doors of ours, or of a proxy's. */
const NOT_KEPT = ['authorization', 'proxy-authorization', 'cookie'];

export function callbackInbox(store: Pick<Store, 'write'>, clock: Clock): CallbackInbox {
  return {
    keep: (tenantId, { kind, subject, text, arrival }) =>
      store.write(tenantId, async ({ sql }) => {
        const headers = Object.entries(arrival.headers).filter(([name]) => !NOT_KEPT.includes(name));
        const [row] = await sql<{ id: string; taken: boolean }>(
          `insert into callback (kind, subject, digest, body, headers, source, received_at, last_received_at, due_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7, $8)
           on conflict (tenant_id, subject, kind, digest) do update set
             times = callback.times + 1, last_received_at = excluded.last_received_at
           returning id, processed_at is not null as taken`,
          [
            kind,
            subject,
            createHash('sha256').update(text).digest(),
            text.replaceAll('\0', '\uFFFD'),
            JSON.stringify(Object.fromEntries(headers)).replaceAll(String.raw`\u0000`, ''),
            arrival.source,
            instantText(clock()),
            instantText(clock().add(CARRIED_OUT_WITHIN)),
          ],
        );
        if (!row) throw new Error('A callback could not be kept.');
        return { id: Number(row.id), isTaken: row.taken };
      }),
    taken: (tenantId, id) =>
      store.write(tenantId, async ({ sql }) => {
        // Where this is lost in a crash, it is carried out once more and changes nothing: nobody waits for the disk.
        await sql('set local synchronous_commit = off');
        await sql('update callback set processed_at = $2, due_at = null where id = $1', [id, instantText(clock())]);
      }),
    tryAgain: (tenantId, id) =>
      store.write(tenantId, async ({ sql }) => {
        const [row] = await sql<{ kind: string; subject: string; body: string; tries: number }>(
          `update callback set tries = tries + 1,
                  due_at = case when tries < $2::int
                                then $3::timestamptz + least(2 ^ tries, $4::int) * interval '1 minute' end
            where id = $1 and due_at <= $3::timestamptz returning kind, subject, body`,
          [id, MOST_TRIES, instantText(clock()), LONGEST_PAUSE_MINUTES],
        );
        return row ? { id, kind: row.kind, subject: row.subject, text: row.body } : null;
      }),
  };
}
