import type { FormattedExecutionResult } from 'graphql';

/** What is requested of one subgraph, in one fetch. */
export type Fetch = {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
};
type Send = (fetch: Fetch) => Promise<FormattedExecutionResult>;

/**
 * The entities that one request needs: by subgraph and selection, then by representation. Null for one that
 * came with errors: each fetch that waits for it requests it again, and has errors of its own.
 */
export type RequestedEntities = Map<string, Map<string, Promise<Entity | null>>>;
type Entity = { readonly found: unknown };

/**
 * Asks for each entity once, however many paths of a request lead to it. The stock gateway sends a representation for
 * each place in the result; a page of twenty loans of one member has that member twenty times.
 * @param asked what the request has asked for before; a new one where it may have changed since
 */
export async function fetchOnce(subgraph: string, fetch: Fetch, requested: RequestedEntities, send: Send) {
  const { representations, ...others } = fetch.variables ?? {};
  if (!Array.isArray(representations)) return send(fetch);
  const sendFor = (wanted: readonly string[]): Promise<FormattedExecutionResult> =>
    send({ ...fetch, variables: { ...others, representations: wanted.map((key) => JSON.parse(key)) } });

  // The operation's name tells the place of the fetch in its plan; what follows it is the selection.
  const selection = JSON.stringify([subgraph, fetch.query.slice(fetch.query.indexOf('{')), others]);
  const known = requested.get(selection) ?? new Map<string, Promise<Entity | null>>();
  requested.set(selection, known);

  const places: readonly string[] = representations.map((representation) => JSON.stringify(representation));
  const distinct = [...new Set(places)];
  const elsewhere = new Map(distinct.flatMap((key) => (known.has(key) ? [[key, known.get(key)!] as const] : [])));
  const mine = distinct.filter((key) => !elsewhere.has(key));
  const fetched = mine.length === 0 ? null : shared(mine, known, sendFor(mine));

  const found = new Map<string, Entity>();
  const errors: NonNullable<FormattedExecutionResult['errors']>[number][] = [];
  const take = (keys: readonly string[], { data, errors: failures = [] }: FormattedExecutionResult): void => {
    const entities = (data?.['_entities'] ?? []) as readonly unknown[];
    keys.forEach((key, index) => found.set(key, { found: entities[index] ?? null }));
    for (const error of failures) errors.push(atPlace(error, keys, places));
  };
  const unfetched: string[] = [];
  for (const [key, promise] of elsewhere) {
    const entity = await promise;
    if (entity === null) unfetched.push(key);
    else found.set(key, entity);
  }
  if (fetched !== null) take(mine, await fetched);
  if (unfetched.length > 0) take(unfetched, await sendFor(unfetched));

  // What is at several places is copied: the gateway writes into what it gets.
  const _entities = places.map((key) => structuredClone(found.get(key)?.found ?? null));
  return { data: { _entities }, ...(errors.length === 0 ? {} : { errors }) };
}

/** Lets other fetches of the request wait for the same entities. */
function shared(
  keys: readonly string[],
  known: Map<string, Promise<Entity | null>>,
  response: Promise<FormattedExecutionResult>,
): Promise<FormattedExecutionResult> {
  const entities = response.then(
    ({ data, errors }) => (errors === undefined ? ((data?.['_entities'] ?? null) as unknown[] | null) : null),
    () => null,
  );
  keys.forEach((key, index) =>
    known.set(
      key,
      entities.then((all) => (all === null ? null : { found: all[index] ?? null })),
    ),
  );
  return response;
}

/** An error of an entity, at the first place that needs it. */
function atPlace<EntityError extends { readonly path?: readonly (string | number)[] }>(
  error: EntityError,
  requested: readonly string[],
  places: readonly string[],
): EntityError {
  const [list, index, ...rest] = error.path ?? [];
  if (list !== '_entities' || typeof index !== 'number') return error;
  return { ...error, path: [list, places.indexOf(requested[index] ?? ''), ...rest] };
}
