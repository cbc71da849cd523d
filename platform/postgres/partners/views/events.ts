import { isOperational, mayReceive } from '#core/partners/event-types.ts';
import type { StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { RETENTION_DAYS } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { eventTypes } from '../../../runtime/event-types.ts';
import { instantText } from '../../../runtime/wire.ts';
import { withIds } from '../event-ids.ts';
import { eventColumns, storedEvent } from '../stored-event.ts';
import type { Filter, List, ListQuery } from '../../views/list.ts';
import { readPage, type Spread } from '../../views/page.ts';
import { view, whereAfter, type Condition, type ViewContext } from '../../views/view.ts';

/** Who reads the feed. */
export type FeedReader = {
  readonly clientId: number;
  readonly scopes: readonly string[];
  readonly sandbox: boolean;
  readonly idFormat: 'integer' | 'uuid';
  /** An app of the payment bridge sees what belongs to it, and nothing of the institution’s. */
  readonly ownOnly: boolean;
  readonly now: Temporal.Instant;
};

const types = [...eventTypes.keys()];

/** What the feed of events is filtered and sorted by. */
export const eventList: List = {
  table: 'event',
  order: 'newest_first',
  fields: {
    type: { type: 'choice', column: 'type', choices: types },
    subject_type: {
      type: 'choice',
      column: 'subject_type',
      choices: [...new Set([...eventTypes.values()].map(({ subjectType }) => subjectType))],
    },
    subject_id: { type: 'id', column: 'subject_id' },
    occurred_at: { type: 'instant', column: 'occurred_at', sortable: true, stamp: true },
  },
};

const events = view('event', { columns: eventColumns });

/** Events of the last 30 days, as far as the reader may see them: the same that webhooks get. */
export function eventViews(context: ViewContext) {
  const find = async ({ sandbox, idFormat }: FeedReader, ending: string, ...conditions: readonly Condition[]) => {
    const { clause, params } = whereAfter([], ...conditions);
    const [row] = await context.sql(`${events.select(events.rows)} ${clause} ${ending}`, params);
    const event = row && events.read(row, context);
    if (!event) return null;
    const [shown] = await withIds(context.sql, [storedEvent(event, { sandbox })], idFormat);
    return shown ? { id: event.id, event: shown } : null;
  };
  return {
    one: (reader: FeedReader, uuid: string): Promise<{ readonly id: number; readonly event: StoredEvent } | null> =>
      find(
        reader,
        '',
        ['l.uuid = ?::uuid', uuid],
        ['l.type = any(?::text[])', readable(reader, [])],
        ['l.occurred_at >= ?::timestamptz', oldest(reader)],
        [reader.ownOnly ? OWNED : `(l.owner_client_id is null or ${OWNED})`, reader.clientId],
      ),
    /** One page of what the client requests, newest first unless it sorts otherwise. */
    list: async (reader: FeedReader, query: ListQuery) => {
      const sort = query.sort.length > 0 ? query.sort : [{ field: 'occurred_at', descending: true }];
      const since: Condition = ['l.occurred_at >= ?::timestamptz', oldest(reader)];
      const spread = spreadOf(reader, query.filters);
      // Which types there are to read follows from these filters; as conditions they would lead to another index.
      const filters = query.filters.filter(({ field }) => field !== 'type' && field !== 'subject_type');
      const page = await readPage(context, events, eventList, { ...query, sort, filters }, [since], spread);
      const rows = page.rows.map((row) => storedEvent(row, reader));
      return { ...page, rows: await withIds(context.sql, rows, reader.idFormat) };
    },
    /** The newest event of a type about a record, inside the transaction that emitted it. */
    latest: async (reader: FeedReader, type: string, subject: { readonly type: string; readonly id: number }) => {
      const ofSubject: Condition = ['l.subject_type = ?1 and l.subject_id = ?2', subject.type, subject.id];
      return (await find(reader, 'order by l.id desc limit 1', ofSubject, ['l.type = ?', type]))?.event ?? null;
    },
  };
}

const OWNED = 'l.owner_client_id = ?::bigint';

const oldest = ({ now }: FeedReader) => instantText(now.subtract({ hours: RETENTION_DAYS * 24 }));

/** The types that the reader may receive and filters by: what the catalogue knows needs no look at rows. */
export function readable({ scopes }: FeedReader, filters: readonly Filter[]): string[] {
  const matches = (name: string, value: string) =>
    filters
      .filter(({ field }) => field === name)
      .every(({ operator, values }) => values.includes(value) === (operator === 'eq' || operator === 'in'));
  return types.filter(
    (type) =>
      mayReceive(type, scopes) &&
      matches('type', type) &&
      matches('subject_type', eventTypes.get(type)?.subjectType ?? ''),
  );
}

/**
 * The feed type by type, as its indexes have it: of all types or of those that the reader owns. Events of a client's own webhooks and keys
 * is always its own. Conditions are on plain columns: row-level security lets no other use an index.
 */
function spreadOf(reader: FeedReader, filters: readonly Filter[]): Spread {
  const types = readable(reader, filters);
  const subjects = types.map((type) => eventTypes.get(type)?.subjectType ?? '');
  const ofOneSubject = filters.some(({ field }) => field === 'subject_id');
  const owned = reader.ownOnly || types.every(isOperational);
  return {
    from: 'unnest($1::text[], $2::text[]) as t(type, subject_type)',
    on: [
      'l.type = t.type',
      owned ? 'l.owner_client_id = $3::bigint' : '(l.owner_client_id is null or l.owner_client_id = $3::bigint)',
      // For the index of subjects; where none is requested, it would lead away from the index of the feed.
      ofOneSubject ? 'l.subject_type = t.subject_type' : '$2::text[] is not null',
    ].join(' and '),
    params: [types, subjects, reader.clientId],
  };
}
