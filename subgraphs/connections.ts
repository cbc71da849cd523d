import type { Caller } from '#platform/auth/caller.ts';
import { COUNTED_IN_GRAPH, SEARCH, type Criteria } from '#platform/app/lists.ts';
import type { Opened } from '#platform/app/cursors.ts';
import type { Place, Placed, Slice, Views } from '#platform/app/views.ts';
import { GraphQLError } from 'graphql';
import type { ListCursors } from './cursors.ts';
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
 * count, once, only for totalCount and totalIsMinimum.
 *
 * A cursor is opaque. It carries a place in the order of the list, which stays where it is when its record changes or goes.
 * @param list the name of the list with its order, to distinguish its cursors from those of others
 * @throws GraphQLError BAD_USER_INPUT where the arguments contradict each other or request too much
 * @throws DomainError invalid_cursor (malformed)
 */
export function connection<Shown>(
  list: string,
  args: ConnectionArguments,
  cursors: ListCursors,
  reads: {
    /** The records of the slice, in the order of the list. */
    readonly slice: (slice: Slice) => Promise<readonly Placed<Shown>[]>;
    /** How many there are; more than COUNTED_IN_GRAPH where they are not counted to the end. */
    readonly count: () => Promise<number>;
  },
) {
  const range = rangeOf(list, args, cursors);
  let request: Promise<Page<Shown>> | null = null;
  const page = () => (request ??= readPage(list, range, cursors, reads.slice));
  let counting: Promise<number> | null = null;
  const count = () => (counting ??= reads.count());

  return {
    edges: async () => {
      const { placed, cursorAt } = await page();
      return placed.map(({ record: node }, index) => ({ cursor: () => cursorAt(index), node }));
    },
    nodes: async () => (await page()).placed.map(({ record }) => record),
    pageInfo: async () => {
      const { hasNextPage, hasPreviousPage, startCursor, endCursor } = await page();
      return { hasNextPage, hasPreviousPage, startCursor: startCursor(), endCursor: endCursor() };
    },
    totalCount: async () => Math.min(await count(), COUNTED_IN_GRAPH),
    totalIsMinimum: async () => (await count()) > COUNTED_IN_GRAPH,
  };
}

/** What the root lists take. */
type ListArguments = ConnectionArguments & {
  readonly filter?: Readonly<Record<string, unknown>> | null;
  readonly orderBy?: readonly Order[] | null;
};

const MOST_KEYS = 3;

/** The resolver of a list whose filter and order are those of its table of fields. */
export function listed<Context extends { readonly read: Read; readonly caller: Caller; readonly cursors: ListCursors }>(
  name: string,
  list: AnyList,
  look: (
    views: Views,
    context: Context,
  ) => {
    readonly slice: (criteria: Criteria, slice: Slice) => Promise<readonly Placed<unknown>[]>;
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
    // A cursor is a place in one order; which records are shown of it is not said by it.
    const order = (criteria?.sort ?? []).map(({ field, descending }) => `:${descending ? '-' : ''}${field}`).join('');
    if (criteria === null) return connection(`${name}${order}`, args, context.cursors, nothing);
    return connection(`${name}${order}`, args, context.cursors, {
      slice: (slice) => context.read((views) => look(views, context).slice(criteria, slice)),
      count: () => context.read((views) => look(views, context).count(criteria)),
    });
  };
}

/** A connection of nothing, for a filter that nothing can meet. */
export const nothing = { slice: async () => [], count: async () => 0 };

type Range = {
  readonly size: number;
  readonly fromEnd: boolean;
  readonly after: Opened | null;
  readonly before: Opened | null;
};

type Page<Shown> = {
  readonly placed: readonly Placed<Shown>[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: () => string | null;
  readonly endCursor: () => string | null;
  readonly cursorAt: (index: number) => string;
};

/** One record more than requested shows whether there are more. */
async function readPage<Shown>(
  list: string,
  { size, fromEnd, after, before }: Range,
  cursors: ListCursors,
  read: (slice: Slice) => Promise<readonly Placed<Shown>[]>,
): Promise<Page<Shown>> {
  const seal = await cursors.sealing(
    list,
    [after, before].filter((each) => each !== null),
  );
  const found = await read({ after: placeOf(after), before: placeOf(before), limit: size + 1, fromEnd });
  const surplus = Math.max(0, found.length - size);
  const placed = fromEnd ? found.slice(surplus) : found.slice(0, size);
  const [isMore, isBounded] = [surplus > 0, (fromEnd ? before : after) !== null];
  const [hasNextPage, hasPreviousPage] = fromEnd ? [isBounded, isMore] : [isMore, isBounded];
  const [first] = placed;
  // The last records of a walk by changes may have been changed again before they were read: what is behind its horizon is
  // read with the cursor of this page all the same.
  const onFrom = (bound: Opened | null) => (bound?.asOf ? seal(atEnd(bound)) : null);
  const startCursor = () => (first ? seal(hasPreviousPage ? first.place : atEnd(first.place)) : onFrom(before));
  const endCursor = () => (first ? cursorAt(placed.length - 1) : onFrom(after));
  const cursorAt = (index: number): string => {
    const { place } = placed[index] as Placed<Shown>;
    if (index === placed.length - 1) return seal(hasNextPage ? place : atEnd(place));
    return seal(index === 0 && !hasPreviousPage ? atEnd(place) : place);
  };
  return { placed, hasNextPage, hasPreviousPage, startCursor, endCursor, cursorAt };
}

/** Beyond either end of a list of changes comes what has changed since: another walk, with a horizon of its own. */
const atEnd = ({ values }: Place): Place => ({ values, asOf: null });

const placeOf = (opened: Opened | null): Place | null => opened && { values: opened.values, asOf: opened.asOf };

function rangeOf(list: string, args: ConnectionArguments, cursors: ListCursors): Range {
  const [first, last] = [args.first ?? null, args.last ?? null];
  if (first !== null && last !== null) throw badInput('first and last can’t be combined; request one end of the list.');
  const size = first ?? last ?? USUAL;
  if (size < 0 || size > MOST) throw badInput(`${first === null ? 'last' : 'first'} takes 0 to ${MOST}.`);
  const opened = (argument: 'after' | 'before') => {
    const cursor = args[argument] ?? null;
    return cursor === null ? null : cursors.open(list, argument, cursor);
  };
  return { size, fromEnd: last !== null, after: opened('after'), before: opened('before') };
}

/** An argument that is wrong in a way that the schema can't say. */
export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}
