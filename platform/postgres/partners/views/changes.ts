import type { StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { recordsIn, withIds } from '../event-ids.ts';
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

/** A change with the event as it was written: records are named by their integers. */
export type WrittenChange = Change & { readonly written: StoredEvent };

/** A change as the process knows it that serves the feed to many readers; each is shown what it may see. */
export type FeedEntry = {
  readonly sequence: number;
  readonly type: string;
  /** The client that it concerns alone; null where it concerns the institution. */
  readonly owner: number | null;
  /** What it is about, as `subject <uuid>`, and the records that it names, as `loan <uuid>`. */
  readonly records: readonly string[];
};

/** A part of the feed as it is, before scopes are checked. */
export type FeedPart = Pick<ChangePage, 'through' | 'oldest' | 'latest'> & { readonly entries: readonly FeedEntry[] };

const events = selection(eventColumns);

/** How far the feed has come, and up to which number changes were removed. */
const ENDS = 'select coalesce(max(h.last), 0) as latest, coalesce(max(h.pruned), 0) as pruned from feed_head h';
/** A change that is retained before one that was removed is not read on from: between them one would be missed. */
const OLDEST = 'coalesce((select min(f.sequence) - 1 from feed_entry f where f.sequence > ends.pruned), ends.latest)';

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
        `with ends as materialized (${ENDS}),
         bounds as materialized (select ends.latest, ${OLDEST} as oldest from ends),
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

    /** The latest changes before a number, newest first. `through` is the least number that was looked at. */
    latest: (reader: FeedReader, request: LatestRequest) => latestChanges(sql, reader, request),

    /** How far the feed has come: one row, which all of an institution may read. */
    head: async (): Promise<number> => {
      const [row] = await sql<{ latest: string }>('select coalesce(max(h.last), 0) as latest from feed_head h');
      return Number(row?.latest);
    },

    /** Changes by their numbers, as far as the reader may see them. */
    at: (reader: FeedReader, sequences: readonly number[]) => changesAt(sql, reader, sequences),

    /**
     * What came behind a number, before scopes are checked: for the one reader of an institution, who serves many.
     * @param after null: nothing, but how far the feed has come
     */
    entries: (after: number | null, limit: number) => entriesBehind(sql, after, Math.trunc(limit)),
  };
}

type LatestRequest = {
  /** null: from the end of the feed. */
  readonly before: number | null;
  readonly types: readonly string[];
  readonly limit: number;
};

async function latestChanges(
  sql: ViewContext['sql'],
  reader: FeedReader,
  { before, types, limit }: LatestRequest,
): Promise<Pick<ChangePage, 'rows' | 'through' | 'more'>> {
  const rows = await sql(
    `with start as materialized (
       select coalesce($1::bigint, (select h.last + 1 from feed_head h), 1) as before,
              coalesce((select min(f.sequence) from feed_entry f), 0) as oldest),
     span as materialized (
       select f.* from feed_entry f
        where f.sequence < (select start.before from start) and f.sequence >= (select start.before from start) - ${SPAN}),
     page as materialized (
       select span.sequence, span.event_id from span
        where span.type = any($2::text[]) and (span.owner_client_id is null or span.owner_client_id = $3::bigint)
        order by span.sequence desc limit ${Math.trunc(limit) + 1})
     select start.before, start.oldest, page.sequence as number, ${events.list}
       from start left join (page join event l on l.id = page.event_id) on true
      order by page.sequence desc`,
    [before, readable(reader, []).filter((type) => types.includes(type)), reader.clientId],
  );
  const [first] = rows;
  const found = rows.filter((row) => row['number'] !== null);
  const stored = found.slice(0, limit).map((row) => storedEvent(events.read(row), reader));
  const shown = (await withIds(sql, stored, reader.idFormat)).map((event, n): Change => ({
    sequence: Number(found[n]?.['number']),
    event,
  }));
  const oldest = Number(first?.['oldest']);
  const looked = Math.max(Number(first?.['before']) - SPAN, oldest);
  const through = found.length > limit ? (shown.at(-1)?.sequence ?? looked) : looked;
  return { rows: shown, through, more: through > oldest };
}

async function changesAt(
  sql: ViewContext['sql'],
  reader: FeedReader,
  sequences: readonly number[],
): Promise<readonly WrittenChange[]> {
  const rows = await sql(
    `select f.sequence as number, ${events.list}
       from feed_entry f join event l on l.id = f.event_id
      where f.sequence = any($1::bigint[]) and f.type = any($2::text[])
        and (${reader.ownOnly ? '' : 'f.owner_client_id is null or '}f.owner_client_id = $3::bigint)`,
    [sequences, readable(reader, []), reader.clientId],
  );
  const written = rows.map((row) => storedEvent(events.read(row), reader));
  const shown = await withIds(sql, written, reader.idFormat);
  return written.flatMap((each, n) => {
    const event = shown[n];
    return event === undefined ? [] : [{ sequence: Number(rows[n]?.['number']), event, written: each }];
  });
}

async function entriesBehind(sql: ViewContext['sql'], after: number | null, limit: number): Promise<FeedPart> {
  const rows = await sql(
    `with ends as materialized (${ENDS}),
     bounds as materialized (select ends.latest, ${OLDEST} as oldest from ends),
     page as materialized (
       select f.sequence, f.event_id, f.owner_client_id from feed_entry f
        where f.sequence > coalesce($1::bigint, (select ends.latest from ends))
        order by f.sequence limit ${limit})
     select bounds.latest, bounds.oldest, page.sequence as number, page.owner_client_id as owner, ${events.list}
       from bounds left join (page join event l on l.id = page.event_id) on true
      order by page.sequence`,
    [after],
  );
  const [first] = rows;
  const latest = Number(first?.['latest']);
  const found = rows.filter((row) => row['number'] !== null);
  const stored = found.map((row) => storedEvent(events.read(row), { sandbox: false }));
  const records = await recordsIn(sql, stored);
  const entries = stored.map(({ type, subject }, n) => ({
    sequence: Number(found[n]?.['number']),
    type,
    owner: found[n]?.['owner'] === null ? null : Number(found[n]?.['owner']),
    records: [`subject ${subject.uuid}`, `${subject.type} ${subject.uuid}`, ...(records[n] ?? [])],
  }));
  const through = stored.length === limit ? (entries.at(-1)?.sequence ?? latest) : latest;
  return { entries, through, oldest: Number(first?.['oldest']), latest };
}
