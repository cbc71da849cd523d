import Type, { type TObject } from 'typebox';
import type { Scope } from '#core/partners/scopes.ts';
import type { Caller } from '#platform/auth/caller.ts';
import {
  COUNTED_UP_TO,
  isTombstone,
  type ChangedPage,
  type Criteria,
  type ListPaging,
  type ListedPage,
  type Paging,
  type SchoolList,
  type SyncWindow,
  type Tombstone,
} from '#platform/app/lists.ts';
import type { Views } from '#platform/app/views.ts';
import type { Ids, Subject } from '../../records.ts';
import { route, type Call, type Route, type Shown } from '../../route.ts';
import { generationOf, markedText } from '../../lists/generation-marks.ts';
import { anyId, instant, nullable, object } from '../../shapes.ts';
import { criteriaIn, parametersOf } from './filters.ts';
import { MAX_OFFSET, PAGING_PARAMETERS, readOffsetQuery, type OffsetQuery } from './offset-query.ts';

type Identified = { readonly id: number; readonly uuid: string; readonly updatedAt: Temporal.Instant };

/** What a list is read from: every collection of education's views. */
type Readable<Record> = {
  readonly list: (criteria: Criteria, paging: ListPaging) => Promise<ListedPage<Record>>;
  readonly horizon: () => Promise<Temporal.Instant>;
  readonly changedSince: (criteria: Criteria, window: SyncWindow, paging: Paging) => Promise<ChangedPage<Record>>;
};

export type OffsetListRow<Record extends Identified> = {
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly scope: Scope;
  readonly alsoScopes?: readonly Scope[];
  readonly params?: TObject;
  /** The record that the path names, where the list is of one parent, and the field of the list that names it. */
  readonly parent?: { readonly subject: Subject; readonly field: string };
  /** The schema of one record. */
  readonly schema: TObject;
  readonly list: SchoolList;
  readonly of: (views: Views, caller: Caller) => Readable<Record>;
  readonly show: (record: Record, ids: Ids, caller: Caller) => object;
};

const TombstoneSchema = object(
  {
    id: anyId('The id that the record had.'),
    uuid: Type.String({ format: 'uuid' }),
    deleted: Type.Literal(true, { description: 'The record was removed for good.' }),
    deleted_at: instant('When it was removed.'),
    updated_at: instant('The same: its place in the order of changes.'),
  },
  { $id: 'Tombstone' },
);

const OffsetPaginationSchema = object(
  {
    limit: Type.Integer({ description: 'The limit in force.' }),
    offset: Type.Integer(),
    total: Type.Integer({
      description: `All records that match; of changes behind after_id, those that are left. Counted up to ${COUNTED_UP_TO}.`,
    }),
    total_is_minimum: Type.Optional(
      Type.Literal(true, { description: `There are more than ${COUNTED_UP_TO}, which are not counted.` }),
    ),
    has_more: Type.Boolean({ description: 'There is a next page.' }),
    next_offset: nullable(
      Type.Integer({
        description: 'The offset of the next page. While records change, follow Link rel="next" instead.',
      }),
    ),
  },
  { $id: 'OffsetPagination' },
);

const SyncSchema = object(
  {
    as_of: instant('Everything before is in the pages. Keep that of the first page: it is the next updated_since.'),
  },
  { $id: 'Sync' },
);

/** The envelope of a list. */
const envelopeOf = (record: TObject): TObject =>
  object({
    data: Type.Array(Type.Union([record, TombstoneSchema])),
    pagination: OffsetPaginationSchema,
    sync: SyncSchema,
  });

const HOW_TO_SYNC =
  'Ordered by id; with updated_since by time of change and id, with tombstones of what was removed. To keep a copy, walk ' +
  'from updated_since=2000-01-01 by Link rel="next" to the end, then go on from the sync.as_of of the first page, as it was written. ' +
  'Records may come again: of two with one id, the later updated_at holds.';

/** Declares a list of the schools: a GET whose grammar, paging and envelope are the same everywhere. */
export function offsetList<Record extends Identified>({
  schema,
  list,
  of,
  show,
  parent,
  description,
  ...row
}: OffsetListRow<Record>): Route {
  return route({
    ...row,
    ...(parent ? { subject: parent.subject } : {}),
    description: description === undefined ? HOW_TO_SYNC : `${description} ${HOW_TO_SYNC}`,
    method: 'GET',
    surface: 'education',
    bucket: 'C.read',
    offsetList: true,
    query: object({ ...parametersOf(list), ...PAGING_PARAMETERS }),
    reply: { status: 200, schema: envelopeOf(schema), describe: 'One page.' },
    refusals: ['unknown_filter', 'offset_too_large', 'sync_window_expired', 'sandbox_was_reset'],
    handle: async (app, received) => {
      // The schemas of parameters and paging are of texts, which the compiler can't derive from a table of filters.
      const call = received as unknown as ListCall;
      const generation = await generationOf(app, call.caller);
      const handOut = {
        ...sealOf(call, generation.number),
        time: (at: Temporal.Instant) => markedText(at, generation),
      };
      const request = readOffsetQuery(call.query, handOut.open, generation);
      const page = await app.show(call.caller, async (views) => {
        const parents = parent ? { [parent.field]: String((await parent.subject.require(views, call)).id) } : {};
        return read(of(views, call.caller), criteriaIn(list, { ...call.query, ...parents }), request);
      });
      return envelope(page, request, call, handOut, (record) => show(record, call.ids, call.caller));
    },
  });
}

type ListCall = Call<Record<string, string>, Readonly<Record<string, string | undefined>>, never>;
type Page<Record> = ListedPage<Record | Tombstone> & { readonly asOf: Temporal.Instant };

/**
 * A page, and up to when it is complete. The horizon of the whole collection is read before its rows are read: a
 * change in between is delivered twice rather than never.
 */
async function read<Record>(
  collection: Readable<Record>,
  criteria: Criteria,
  { paging, window }: OffsetQuery,
): Promise<Page<Record>> {
  if (window) return collection.changedSince(criteria, window, paging);
  const asOf = await collection.horizon();
  return { ...(await collection.list(criteria, paging)), asOf };
}

function envelope<Record extends Identified>(
  { rows, more, total, counted, asOf }: Page<Record>,
  { paging, window }: OffsetQuery,
  call: ListCall,
  handOut: { readonly close: (id: number) => string; readonly time: (at: Temporal.Instant) => string },
  show: (record: Record) => object,
): Shown {
  const { limit, offset } = paging;
  const nextOffset = more && offset + limit <= MAX_OFFSET ? offset + limit : null;
  const last = rows.at(-1);
  const pinned = window ? { limit, updated_before: handOut.time(asOf) } : { limit, after_id: null };
  const lastOffset = Math.floor(Math.max(0, total - 1) / limit) * limit;
  const prevOffset = Math.max(0, counted ? Math.min(offset - limit, lastOffset) : offset - limit);
  const links = [
    link(call, 'first', { ...pinned, offset: 0 }),
    offset > 0 && prevOffset <= MAX_OFFSET ? link(call, 'prev', { ...pinned, offset: prevOffset }) : null,
    more && last ? link(call, 'next', placeBehind(last)) : null,
    counted && lastOffset <= MAX_OFFSET ? link(call, 'last', { ...pinned, offset: lastOffset }) : null,
  ];
  return {
    headers: { 'x-total-count': String(total), link: links.filter((text) => text !== null).join(', ') },
    body: {
      data: rows.map((row) => (isTombstone(row) ? tombstoneBody(row, call.ids) : show(row))),
      pagination: {
        limit,
        offset,
        total,
        ...(counted ? {} : { total_is_minimum: true }),
        has_more: more,
        next_offset: nextOffset,
      },
      sync: { as_of: handOut.time(asOf) },
    },
  };

  /**
   * What changes while a client pages moves to the end of the window: only a place in the order stays where it is. Such a
   * place is found immediately, too, where an offset is counted out from the beginning.
   */
  function placeBehind(record: Identified) {
    const place = { ...pinned, after_id: afterId(record) };
    return window
      ? { ...place, updated_since: handOut.time(record.updatedAt), offset: null }
      : { ...place, offset: offset + limit };
  }

  /** A client that wants uuids is shown no integer id here either. */
  function afterId(record: Identified): string {
    return call.ids(record) === record.id ? String(record.id) : handOut.close(record.id);
  }
}

function tombstoneBody(tombstone: Tombstone, ids: Ids) {
  return {
    id: ids(tombstone),
    uuid: tombstone.uuid,
    deleted: true,
    deleted_at: tombstone.deletedAt,
    updated_at: tombstone.updatedAt,
  };
}

function link(call: ListCall, rel: string, changes: Readonly<Record<string, string | number | null>>): string {
  const sent = Object.entries(call.query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const query = new URLSearchParams(sent);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, String(value));
  }
  return `<${call.baseUrl}${call.path}?${query}>; rel="${rel}"`;
}

/** Ids in links as opaque text, for this client and this list only. */
function sealOf({ tools, path, caller }: ListCall, generation: number) {
  const list = { bound: JSON.stringify(['after_id', path, caller.clientId]), generation };
  return {
    close: (id: number) => tools.cursors.seal({ direction: 'next', values: [String(id)], asOf: null }, list),
    open: (text: string) => {
      const [id] = tools.cursors.open(text, list)?.values ?? [];
      return id === undefined ? null : Number(id);
    },
  };
}
