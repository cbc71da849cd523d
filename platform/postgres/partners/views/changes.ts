import type { StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { withIds } from '../event-ids.ts';
import { eventColumns, storedEvent } from '../stored-event.ts';
import { readable, type FeedReader } from './events.ts';
import { selection } from '../../views/columns.ts';
import type { ViewContext } from '../../views/view.ts';

/** Numbers of the feed that one read looks at, however few of their events the reader may see. */
const SPAN = 10_000;

export type Change = { readonly sequence: number; readonly event: StoredEvent };

/** A part of the feed. It is complete up to `through`: a number that is missing is another reader's. */
export type ChangePage = {
  readonly rows: readonly Change[];
  readonly through: number;
  /** The feed goes on behind `through` already. */
  readonly more: boolean;
  /** The number before the oldest that is retained; reading begins there. */
  readonly oldest: number;
  /** The latest number. */
  readonly latest: number;
};

const events = selection(eventColumns);

/** The feed of what changed, as far as the reader may see it. */
export function changeViews({ sql }: ViewContext) {
  return {
    /**
     * One statement, so that the numbers and the events are of one moment; a second one where uuids are wanted.
     * @param after the number behind which to read; null: from the oldest that is retained
     */
    page: async (
      reader: FeedReader,
      {
        after,
        types,
        limit,
      }: { readonly after: number | null; readonly types: readonly string[]; readonly limit: number },
    ): Promise<ChangePage> => {
      const rows = await sql(
        `with ends as materialized (
           select coalesce((select h.last from feed_head h), 0) as latest),
         bounds as materialized (
           select ends.latest, coalesce((select min(f.sequence) - 1 from feed_entry f), ends.latest) as oldest from ends),
         start as materialized (select coalesce($1::bigint, bounds.oldest) as after from bounds),
         span as materialized (
           select f.* from feed_entry f
            where f.sequence > (select start.after from start) and f.sequence <= (select start.after from start) + ${SPAN}),
         page as materialized (
           select span.sequence, span.event_id from span
            where span.type = any($2::text[])
              and (${reader.ownOnly ? '' : 'span.owner_client_id is null or '}span.owner_client_id = $3::bigint)
            order by span.sequence limit ${Math.trunc(limit) + 1})
         select bounds.latest, bounds.oldest, start.after, page.sequence as number, ${events.list}
           from bounds cross join start left join (page join event l on l.id = page.event_id) on true
          order by page.sequence`,
        [after, readable(reader, []).filter((type) => types.includes(type)), reader.clientId],
      );
      const [first] = rows;
      const latest = Number(first?.['latest']);
      const found = rows.filter((row) => row['number'] !== null);
      const stored = found.slice(0, limit).map((row) => storedEvent(events.read(row), reader));
      const shown = (await withIds(sql, stored, reader.idFormat)).map((event, n): Change => ({
        sequence: Number(found[n]?.['number']),
        event,
      }));
      const looked = Math.min(Number(first?.['after']) + SPAN, latest);
      const through = found.length > limit ? (shown.at(-1)?.sequence ?? looked) : looked;
      return { rows: shown, through, more: through < latest, oldest: Number(first?.['oldest']), latest };
    },
  };
}
