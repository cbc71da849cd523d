import type { PayloadStyle } from '#core/partners/webhook-endpoint/webhook-endpoint-record.ts';
import type { StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { withIds } from '../event-ids.ts';
import { withExamples } from '../tested-events.ts';
import { eventColumns, storedEvent } from '../stored-event.ts';
import { selection } from '../../views/columns.ts';
import type { ViewContext } from '../../views/view.ts';
import type { FeedReader } from './events.ts';

/** Deliveries to a webhook behind a number. */
type Backlog = {
  readonly rows: readonly { readonly number: number; readonly event: StoredEvent }[];
  /** The part is complete up to this number. */
  readonly through: number;
  readonly more: boolean;
  /** The number before the oldest that is retained. */
  readonly oldest: number;
  readonly latest: number;
  readonly style: PayloadStyle;
  /** What the webhook may read: its own scopes, as far as its client has them still. */
  readonly scopes: readonly string[];
};

type Endpoint = {
  readonly client_id: string;
  readonly style: PayloadStyle;
  readonly scopes: readonly string[];
  readonly held: readonly string[];
};

const events = selection(eventColumns);

/**
 * One statement, so that the numbers and the events are of one moment; a second one where uuids are wanted. Deliveries of a
 * webhook are numbered in the order of their commits, for who numbers them holds the webhook's row: a reader who has read up to a
 * number has read everything up to it.
 * @param after null: from the oldest that is retained
 */
export async function deliveriesBehind(
  { sql }: Pick<ViewContext, 'sql'>,
  webhookId: number,
  { after, limit }: { readonly after: number | null; readonly limit: number },
  reader: Pick<FeedReader, 'sandbox' | 'idFormat'>,
): Promise<Backlog> {
  const rows = await sql(
    `with bounds as materialized (
       select w.client_id, w.last_sequence as latest, w.payload_style as style, w.scopes, c.scopes as held,
              coalesce((select d.sequence - 1 from webhook_delivery d where d.endpoint_id = w.id order by d.sequence limit 1),
                       w.last_sequence) as oldest
         from webhook w join api_client c on c.id = w.client_id where w.id = $1::bigint),
     page as materialized (
       select d.sequence as number, d.event_id from webhook_delivery d
        where d.endpoint_id = $1::bigint
          and d.sequence > coalesce($2::bigint, (select bounds.oldest from bounds))
        order by d.sequence limit ${Math.trunc(limit) + 1})
     select bounds.*, page.number, ${events.list}
       from bounds left join (page join event l on l.id = page.event_id) on true
      order by page.number`,
    [webhookId, after],
  );
  const [first] = rows;
  const latest = Number(first?.['latest']);
  const found = rows.filter((row) => row['number'] !== null).slice(0, limit);
  const own = first as Endpoint; // As the columns of a webhook and a client are.
  const scopes = own.scopes.filter((scope) => own.held.includes(scope));
  const stored = found.map((row) => storedEvent(events.read(row), reader));
  const tester = { clientId: Number(own.client_id), scopes };
  const shown = await withIds(sql, await withExamples(sql, stored, () => tester), reader.idFormat);
  const more = rows.filter((row) => row['number'] !== null).length > limit;
  return {
    rows: shown.map((event, n) => ({ number: Number(found[n]?.['number']), event })),
    through: more ? Number(found.at(-1)?.['number']) : latest,
    more,
    oldest: Number(first?.['oldest']),
    latest,
    style: own.style,
    scopes,
  };
}
