import type { Store } from './database.ts';
import { instantText } from '../runtime/wire.ts';
import { signatureOfNotification } from './privacy/sealed-texts.ts';

/** How a notification came in over the network. */
export type Arrival = {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** The address that it came from; null where it is unknown. */
  readonly source: string | null;
  /** Providers are known to call back from there. */
  readonly isExpected: boolean;
};

/** A provider notification at a callback endpoint, before it is read. */
type ReceivedCallback = {
  readonly kind: string;
  /** What the address is about: our name for a request, or a shortcode. */
  readonly subject: string;
  /** The body as it was sent. */
  readonly text: string;
  readonly arrival: Arrival;
};

type StoredCallback = Pick<ReceivedCallback, 'kind' | 'subject' | 'text'> & {
  readonly id: number;
  readonly uuid: string;
  /** Where this try fails, there is no other one, unless an operator asks for it. */
  readonly isLastTry: boolean;
};

/**
 * Stores provider notifications, raw, before they are read: they may never come again, and in a dispute they are the
 * evidence. They name who paid: bodies and headers are sealed. What was stored and not processed is taken up by a worker.
 */
export type CallbackStore = {
  /** `isProcessed`: the very same was received and processed before. */
  readonly store: (
    tenantId: number,
    received: ReceivedCallback,
  ) => Promise<{ readonly id: number; readonly uuid: string; readonly isProcessed: boolean }>;
  readonly processed: (tenantId: number, id: number) => Promise<void>;
  /** One that is not processed yet, for a new try now; null where there is nothing to do any more. */
  readonly retry: (tenantId: number, id: number) => Promise<StoredCallback | null>;
};

/** How long its receiver may take, before a worker takes it up. */
const PROCESSED_WITHIN = { seconds: 30 };
/** In fourteen hours. */
export const MOST_TRIES = 20;
const LONGEST_PAUSE_MINUTES = 60;
/** They hold credentials of ours, or of a proxy's. */
const NOT_STORED = ['authorization', 'proxy-authorization', 'cookie'];

export function callbackStore(store: Pick<Store, 'write'>, clock: () => Temporal.Instant): CallbackStore {
  return {
    store: (tenantId, { kind, subject, text, arrival }) =>
      store.write(tenantId, async ({ sql, sealing }) => {
        const entries = Object.entries(arrival.headers).filter(([name]) => !NOT_STORED.includes(name));
        const [body, headers] = [text.replaceAll('\0', '\uFFFD'), JSON.stringify(Object.fromEntries(entries))];
        const [row] = await sql<{ id: string; uuid: string; taken: boolean }>(
          `insert into callback (kind, subject, digest, body, headers, source, received_at, last_received_at, due_at, terms)
           values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)
           on conflict (tenant_id, subject, kind, digest) do update set
             times = callback.times + 1, last_received_at = excluded.last_received_at
           returning id, uuid, processed_at is not null as taken`,
          [
            kind,
            subject,
            Buffer.from(sealing.hashOf('text', text), 'base64url'),
            sealing.sealAlike(body),
            JSON.stringify(sealing.sealAlike(headers)),
            arrival.source,
            instantText(clock()),
            instantText(clock().add(PROCESSED_WITHIN)),
            signatureOfNotification(sealing, body, headers),
          ],
        );
        if (!row) throw new Error('A callback could not be stored.');
        return { id: Number(row.id), uuid: row.uuid, isProcessed: row.taken };
      }),
    processed: (tenantId, id) =>
      store.write(tenantId, async ({ sql }) => {
        // Where this is lost in a crash, it is processed once more and changes nothing: it need not wait for the disk.
        await sql('set local synchronous_commit = off');
        await sql('update callback set processed_at = $2, due_at = null where id = $1', [id, instantText(clock())]);
      }),
    retry: (tenantId, id) =>
      store.write(tenantId, async ({ sql, sealing }) => {
        const [row] = await sql<{ uuid: string; kind: string; subject: string; body: string; is_last: boolean }>(
          `update callback set tries = tries + 1,
                  due_at = case when tries + 1 < $2::int
                                then $3::timestamptz + least(2 ^ tries, $4::int) * interval '1 minute' end
            where id = $1 and due_at <= $3::timestamptz
            returning uuid, kind, subject, body, due_at is null as is_last`,
          [id, MOST_TRIES, instantText(clock()), LONGEST_PAUSE_MINUTES],
        );
        if (!row) return null;
        const { uuid, kind, subject, body, is_last: isLastTry } = row;
        return { id, uuid, kind, subject, text: sealing.openAlike(body), isLastTry };
      }),
  };
}
