import { isOperational, mayBeTold } from '#core/partners/event-types.ts';
import type { StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { KEPT_DAYS } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { eventTypes } from '../../../app/event-types.ts';
import { instantText } from '../../../runtime/wire.ts';
import { EVENT_COLUMNS, storedEvent, type EventRow } from '../stored-event.ts';
import { readPage, type Filter, type List, type ListQuery, type Spread } from '../../views/list.ts';
import type { ViewContext } from '../../views/view.ts';

/** Who reads the feed. */
export type FeedReader = {
  readonly clientId: number;
  readonly scopes: readonly string[];
  readonly sandbox: boolean;
  /** An app of the payment bridge sees what belongs to it, and nothing of the institution’s. */
  readonly ownOnly: boolean;
  readonly now: Temporal.Instant;
};

const types = [...eventTypes.keys()];

/** What a client may ask of the feed of events. */
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
    occurred_at: { type: 'instant', column: 'occurred_at', sortable: true },
  },
};

/** Events of the last 30 days, as far as somebody may be told of them: the same that webhooks are told. */
export function eventViews({ sql }: ViewContext) {
  return {
    one: async (reader: FeedReader, uuid: string): Promise<{ id: number; told: StoredEvent } | null> => {
      const rows = await sql<EventRow & { id: string; owner_client_id: string | null }>(
        `select e.id, ${EVENT_COLUMNS}, e.owner_client_id from event e
          where e.uuid = $1::uuid and e.type = any($2::text[]) and e.occurred_at >= $3::timestamptz`,
        [uuid, readable(reader, []), oldest(reader)],
      );
      const [row] = rows.filter(({ owner_client_id: owner }) =>
        owner === null ? !reader.ownOnly : Number(owner) === reader.clientId,
      );
      return row ? { id: Number(row.id), told: storedEvent(row, reader.sandbox) } : null;
    },
    /** One page of what the client asks for, newest first unless it asks otherwise. */
    list: (reader: FeedReader, query: ListQuery) =>
      readPage(
        sql,
        eventList,
        { ...query, sort: query.sort.length > 0 ? query.sort : [{ field: 'occurred_at', descending: true }] },
        {
          base: [['l.occurred_at >= ?::timestamptz', oldest(reader)]],
          spread: spreadOf(reader, query.filters),
          select: (page) => `select l.* from ${page} l`,
          show: (row) => storedEvent(row as unknown as EventRow, reader.sandbox),
        },
      ),
    /** The newest event of a type about a record, inside the transaction that told it. */
    latest: async (reader: FeedReader, type: string, subject: { readonly type: string; readonly id: number }) => {
      const [row] = await sql<EventRow>(
        `select ${EVENT_COLUMNS} from event e
          where e.subject_type = $1 and e.subject_id = $2 and e.type = $3 order by e.id desc limit 1`,
        [subject.type, subject.id, type],
      );
      return row ? storedEvent(row, reader.sandbox) : null;
    },
  };
}

const oldest = ({ now }: FeedReader) => instantText(now.subtract({ hours: KEPT_DAYS * 24 }));

/** The types that the reader may be told of and asks for: what the catalogue knows needs no look at rows. */
function readable({ scopes }: FeedReader, filters: readonly Filter[]): string[] {
  const asked = (name: string, value: string) =>
    filters
      .filter(({ field }) => field === name)
      .every(({ operator, values }) => values.includes(value) === (operator === 'eq' || operator === 'in'));
  return types.filter(
    (type) =>
      mayBeTold(type, scopes) && asked('type', type) && asked('subject_type', eventTypes.get(type)?.subjectType ?? ''),
  );
}

/**
 * The feed type by type, as its indexes have it: of all types or of those that the reader owns. News of a client's wiring
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
      // For the index of subjects; where none is asked for, it would lead away from the index of the feed.
      ofOneSubject ? 'l.subject_type = t.subject_type' : '$2::text[] is not null',
    ].join(' and '),
    params: [types, subjects, reader.clientId],
  };
}
