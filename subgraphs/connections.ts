import type { Caller } from '#platform/auth/caller.ts';
import { SEARCH, type Criteria } from '#platform/app/lists.ts';
import type { Slice, Views } from '#platform/app/views.ts';
import { GraphQLError } from 'graphql';
import { isUuid } from '#platform/runtime/is-uuid.ts';
import { demandScope } from './demand-scopes.ts';
import { criteriaOf, searchOf, type AnyList, type Order } from './lists.ts';
import type { Read } from './reading.ts';

/** The arguments of a connection (Relay's Cursor Connections). */
export type ConnectionArguments = {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
};

const MOST = 100;
const USUAL = 20;

/**
 * A list as the graph shows it. Nothing is read that is not selected: the page only for edges, nodes and pageInfo, the
 * count only for totalCount.
 *
 * A cursor is opaque, and carries no more than the uuid of its record and the list that it belongs to.
 * @param list the name of the list, to distinguish its cursors from those of others
 * @throws GraphQLError BAD_USER_INPUT where the arguments contradict each other, request too much or hold a foreign cursor
 */
export function connection<Shown extends { readonly uuid: string }>(
  list: string,
  args: ConnectionArguments,
  reads: {
    /** The records of the slice, in the order of the list. */
    readonly slice: (slice: Slice) => Promise<readonly Shown[]>;
    readonly count: () => Promise<number>;
  },
) {
  const { size, ...range } = rangeOf(list, args);
  let request: Promise<Page<Shown>> | null = null;
  const page = () => (request ??= readPage(reads.slice, size, range));
  const edgeOf = (node: Shown) => ({ cursor: cursorOf(list, node), node });

  return {
    edges: async () => (await page()).records.map(edgeOf),
    nodes: async () => (await page()).records,
    pageInfo: async () => {
      const { records, more } = await page();
      const [first, last] = [records.at(0), records.at(-1)];
      return {
        hasNextPage: range.fromEnd ? range.before !== null : more,
        hasPreviousPage: range.fromEnd ? more : range.after !== null,
        startCursor: first === undefined ? null : cursorOf(list, first),
        endCursor: last === undefined ? null : cursorOf(list, last),
      };
    },
    totalCount: () => reads.count(),
  };
}

/** What the root lists take. */
type ListArguments = ConnectionArguments & {
  readonly filter?: Readonly<Record<string, unknown>> | null;
  readonly orderBy?: readonly Order[] | null;
};

const MOST_KEYS = 3;

/** The resolver of a list whose filter and order are those of its table of fields. */
export function listed<Context extends { readonly read: Read; readonly caller: Caller }>(
  name: string,
  list: AnyList,
  look: (
    views: Views,
    context: Context,
  ) => {
    readonly slice: (criteria: Criteria, slice: Slice) => Promise<readonly { readonly uuid: string }[]>;
    readonly count: (criteria: Criteria) => Promise<number>;
  },
) {
  return (_: unknown, { filter, orderBy, ...args }: ListArguments, context: Context) => {
    const keys = (orderBy ?? []).map(({ by }) => by);
    if (keys.length > MOST_KEYS || new Set(keys).size < keys.length) {
      throw badInput(`orderBy takes at most ${MOST_KEYS} keys, and none of them twice.`);
    }
    const criteria = criteriaOf(list, filter, orderBy);
    const needed = searchOf(list)?.needs;
    if (needed && criteria?.filters.some(({ field }) => field === SEARCH))
      demandScope(context.caller, 'search', needed);
    // A cursor belongs to the order in which its record was read.
    const order = (criteria?.sort ?? []).map(({ field, descending }) => `:${descending ? '-' : ''}${field}`).join('');
    if (criteria === null) return connection(`${name}${order}`, args, nothing);
    return connection(`${name}${order}`, args, {
      slice: (slice) => context.read((views) => look(views, context).slice(criteria, slice)),
      count: () => context.read((views) => look(views, context).count(criteria)),
    });
  };
}

/** A connection of nothing, for a filter that nothing can meet. */
const nothing = { slice: async () => [], count: async () => 0 };

type Range = Omit<Slice, 'limit'>;
type Page<Shown> = { readonly records: readonly Shown[]; readonly more: boolean };

/** One record more than requested shows whether there are more. */
async function readPage<Shown>(
  read: (slice: Slice) => Promise<readonly Shown[]>,
  size: number,
  range: Range,
): Promise<Page<Shown>> {
  const found = await read({ ...range, limit: size + 1 });
  const surplus = Math.max(0, found.length - size);
  return { records: range.fromEnd ? found.slice(surplus) : found.slice(0, size), more: surplus > 0 };
}

function rangeOf(list: string, args: ConnectionArguments): Range & { readonly size: number } {
  const [first, last] = [args.first ?? null, args.last ?? null];
  if (first !== null && last !== null) throw badInput('first and last can’t be combined; request one end of the list.');
  const size = first ?? last ?? USUAL;
  if (size < 0 || size > MOST) throw badInput(`${first === null ? 'last' : 'first'} takes 0 to ${MOST}.`);
  return {
    size,
    fromEnd: last !== null,
    after: uuidIn(list, 'after', args.after ?? null),
    before: uuidIn(list, 'before', args.before ?? null),
  };
}

function cursorOf(list: string, { uuid }: { readonly uuid: string }): string {
  return Buffer.from(`${list} ${uuid}`).toString('base64url');
}

function uuidIn(list: string, argument: string, cursor: string | null): string | null {
  if (cursor === null) return null;
  const [of, uuid = '', ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  if (of === list && isUuid(uuid) && more.length === 0) return uuid;
  throw badInput(`${argument} takes a cursor of this list, as its edges and pageInfo give it.`);
}

/** An argument that is wrong in a way that the schema can't say. */
export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}
