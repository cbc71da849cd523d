import Type, { type TObject } from 'typebox';
import type { Scope } from '#core/partners/scopes.ts';
import type { List, ListPage, ListQuery } from '#platform/app/lists.ts';
import type { Views } from '#platform/app/views.ts';
import { readerOfOwnRequests } from '#platform/auth/caller.ts';
import type { Ids, Subject } from '../records.ts';
import type { Call, Route, Surface } from '../route.ts';
import { embeddedInEach, includesIn, MOST_WITH_MANY, withIncluded, type Includes } from '../included.ts';
import { requireScopes } from '../scopes.ts';
import { instant, object } from '../shapes.ts';
import { generationOf, markedText } from './generation-marks.ts';
import { readListQuery, type ReadQuery } from './list-query.ts';

type AnyCall = Call<Record<string, string>, Record<string, unknown>, never> & { readonly now: Temporal.Instant };

export type ListRow<Shown> = {
  readonly path: string;
  readonly surface: Surface;
  readonly operation: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** Null for what any client may read: its own requests. */
  readonly scope: Scope | null;
  readonly bucket: Route['bucket'];
  readonly params?: TObject;
  /** The record that the path names, where the list is of one parent. */
  readonly subject?: Subject;
  readonly list: List;
  /** The schema of one record. */
  readonly schema: TObject;
  /** Reads the page; `parentId` is the id of the subject, 0 where there is none. */
  readonly read: (views: Views, query: ListQuery, parentId: number, call: AnyCall) => Promise<ListPage<Shown>>;
  readonly show: (shown: Shown, ids: Ids) => Readonly<Record<string, unknown>>;
  /** What can be shown beside each record. */
  readonly includes?: Includes<Shown>;
};

const PaginationSchema = object(
  {
    limit: Type.Integer({ description: 'The limit in force.' }),
    has_more: Type.Boolean({ description: 'There is a next page.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
    prev_cursor: Type.Union([Type.String(), Type.Null()]),
    total: Type.Optional(Type.Integer({ description: 'Records that match; only on include=total.' })),
  },
  { $id: 'Pagination' },
);

const ChangesSchema = object(
  {
    as_of: instant('Everything that changed before is in the pages: the filter[...][gte] of the next walk.'),
    cursor: Type.Union([Type.String(), Type.Null()], {
      description:
        'Goes on behind the newest change of the walk: come back with it. On the last page of a list that begins with the oldest change, on the first page of one that begins with the newest.',
    }),
  },
  { $id: 'Changes' },
);

/** The envelope of every list that is walked by cursor. */
const listSchema = (list: List, record: TObject): TObject =>
  object({
    data: Type.Array(record),
    pagination: PaginationSchema,
    ...(isPolled(list) ? { sync: Type.Optional(ChangesSchema) } : {}),
  });

/** Whether a list may be read by the time of change. */
const isPolled = ({ fields }: List): boolean => Object.values(fields).some(({ stamp }) => stamp);

const HOW_TO_POLL =
  'Filtered or sorted by {stamp}, a page shows changes up to sync.as_of alone, before which none can appear any more: a ' +
  'reader who comes back with sync.cursor, or with filter[{stamp}][gte]=sync.as_of as it was written, misses none.';

/** What is said of a list that may be read by the time of change. */
function describeList(list: List, description: string | undefined): { readonly description?: string } {
  const stamp = Object.keys(list.fields).find((name) => list.fields[name]?.stamp);
  const texts = [description, stamp && HOW_TO_POLL.replaceAll('{stamp}', stamp)].filter((text) => text !== undefined);
  return texts.length === 0 ? {} : { description: texts.join(' ') };
}

/** Declares a list: a GET whose grammar, paging and envelope are the same everywhere. */
export function listRoute<Shown>({ list, schema, read, show, subject, includes = {}, ...row }: ListRow<Shown>): Route {
  const members = Object.keys(schema.properties);
  const names = Object.keys(includes);
  const shown = names.length === 0 ? schema : withIncluded(schema, includes);
  return {
    ...row,
    ...describeList(list, row.description),
    ...(subject ? { subject } : {}),
    method: 'GET',
    list: { list, members, includes },
    reply: { status: 200, schema: listSchema(list, shown), describe: 'One page.' },
    refusals: ['unknown_filter', 'invalid_cursor', 'sandbox_was_reset'],
    handle: async (app, received) => {
      // No schema says which parameters a list takes: its grammar reads them, whatever was sent.
      const call = { ...(received as unknown as AnyCall), now: app.clock() };
      if (list.search?.needs && 'q' in call.query) requireScopes(call.caller, 'q', [list.search.needs]);
      const wanted = includesIn(call.query['include'], includes, call.caller, ['total']);
      const isShort = Object.values(wanted).some(({ many }) => many);
      const generation = await generationOf(app, call.caller);
      const request = readListQuery(
        list,
        members,
        call.query,
        { path: call.path, clientId: call.caller.clientId, generation },
        call.tools.cursors,
        { includes: names, ...(isShort ? { mostOfPage: MOST_WITH_MANY } : {}) },
      );
      const { page, beside } = await app.show(
        row.scope === null ? readerOfOwnRequests(call.caller) : call.caller,
        async (views) => {
          const parent = subject ? await subject.require(views, call) : null;
          const page = await read(views, request.query, parent?.id ?? 0, call);
          return { page, beside: await embeddedInEach(views, page.rows, wanted, call.ids) };
        },
      );
      const asOf = page.asOf && markedText(page.asOf, generation);
      return envelope(list, page, { ...request, asOf }, call, (record) => ({
        ...project(show(record, call.ids), request.fields),
        ...beside(record),
      }));
    },
  };
}

function envelope<Shown>(
  list: List,
  page: ListPage<Shown>,
  { query, bound, asOf: handedOut }: ReadQuery & { readonly asOf: string | null },
  call: AnyCall,
  show: (shown: Shown) => unknown,
) {
  const from = query.boundary?.direction ?? null;
  // A page that was reached by going back has a next one: the page that it was reached from.
  const next = page.last !== null && (from === 'prev' || page.more) ? page.last : null;
  const prev = page.first !== null && (from === 'next' || (from === 'prev' && page.more)) ? page.first : null;
  const cursor = (values: readonly string[] | null, direction: 'next' | 'prev', asOf = page.asOf) =>
    values && call.tools.cursors.seal({ direction, values, asOf }, bound);
  const pagination = {
    limit: query.limit,
    has_more: next !== null,
    next_cursor: cursor(next, 'next'),
    prev_cursor: cursor(prev, 'prev'),
    ...(page.total === null ? {} : { total: page.total }),
  };
  const links = [linkTo(call, 'next', pagination.next_cursor), linkTo(call, 'prev', pagination.prev_cursor)];
  const link = links.filter((text) => text !== null).join(', ');
  const follow = cursor(...placeOfNewest(list, page, query), null);
  const sync = handedOut === null ? {} : { sync: { as_of: handedOut, cursor: follow } };
  return {
    headers: link === '' ? {} : { link },
    uuids: page.rows.map(uuidOf),
    body: { data: page.rows.map(show), pagination, ...sync },
  };
}

/** Records that show a person have a uuid; others need none here. */
const uuidOf = (shown: unknown): string => String((shown as { readonly uuid?: unknown }).uuid);

/** Where newer changes will follow, and in which direction; null values where this page does not reach there. */
function placeOfNewest<Shown>(
  { fields }: List,
  page: ListPage<Shown>,
  { sort: [leading], boundary }: ReadQuery['query'],
): [values: readonly string[] | null, direction: 'next' | 'prev'] {
  if (!leading || !fields[leading.field]?.stamp) return [null, 'next'];
  const direction = leading.descending ? 'prev' : 'next';
  const isOutermost =
    leading.descending && boundary === null ? true : (boundary?.direction ?? 'next') === direction && !page.more;
  const edge = leading.descending ? page.first : page.last;
  return [isOutermost ? (edge ?? boundary?.values ?? []) : null, direction];
}

function linkTo(call: AnyCall, rel: 'next' | 'prev', cursor: string | null): string | null {
  if (cursor === null) return null;
  // A parameter that was sent twice, and is no text, has been refused.
  const query = new URLSearchParams({ ...(call.query as Record<string, string>), cursor });
  return `<${call.baseUrl}${call.path}?${query}>; rel="${rel}"`;
}

function project(body: Readonly<Record<string, unknown>>, fields: readonly string[] | null) {
  return fields === null ? body : Object.fromEntries(fields.map((name) => [name, body[name]]));
}
