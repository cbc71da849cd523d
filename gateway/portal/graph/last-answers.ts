import { makeOperation, mapExchange, type CombinedError, type OperationContext } from 'urql';
import { createStore } from '../frame/store.ts';
import { forgetRecords } from './shown-records.ts';

const ANSWERS = 'answers';
/** Who is idle for as long is signed out: what is older is not shown. */
const LONGEST_MS = 30 * 60_000;
/** As much as a person looks at in that time. */
const MOST = 100;

type Answer = { readonly at: string; readonly data: unknown };

/** When what is shown was loaded, where the server can't be reached; null where it can. */
export const shownFrom = createStore<string | null>(null);

/** The context of a query whose answer leaves no trace in the browser: a page of an export. */
export const NOT_STORED = { isStored: false } satisfies Partial<OperationContext>;

/** Counts how often everything was forgotten: an answer to what was sent before that is too late to be stored. */
let generation = 0;

/**
 * Stores the last answer of each query, and shows it where there is no connection, or the server is away. Of one person, until they sign out or their
 * session ends.
 * @param actor whose answers they are
 */
export const lastAnswers = (actor: string) =>
  mapExchange({
    onOperation: (operation) =>
      makeOperation(operation.kind, operation, { ...operation.context, storedIn: generation }),
    onResult: async (result) => {
      const { operation, data, error } = result;
      const { isStored = true, storedIn } = operation.context;
      if (operation.kind !== 'query' || !isStored || !('caches' in window)) return result;
      const place = `${placeOf(actor)}${operation.key}`;
      if (!error) {
        shownFrom.set(null);
        void store(place, { at: new Date().toISOString(), data }, storedIn);
        return result;
      }
      const stored = isOutage(error) ? await read(place) : null;
      if (stored === null) return result;
      shownFrom.set(stored.at);
      const { error: _, ...rest } = result;
      // Not marked as stale: urql would wait for a fresher one.
      return { ...rest, data: stored.data };
    },
  });

/** No reply came, or one of a server that can't answer for now: while it is started again, what was loaded stays in sight. */
const isOutage = ({ networkError, response, graphQLErrors }: CombinedError): boolean =>
  (networkError !== undefined && (!(response instanceof Response) || response.status >= 500)) ||
  (graphQLErrors.length > 0 && graphQLErrors.every(({ extensions }) => AWAY.has(String(extensions['code']))));
const AWAY: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'SUBGRAPH_UNAVAILABLE']);

const placeOf = (actor: string): string => `/${ANSWERS}/${encodeURIComponent(actor)}/`;

/** Nothing of a person stays behind in a browser that they have left. */
export const forgetAnswers = async (): Promise<void> => {
  generation += 1;
  forgetRecords();
  if ('caches' in window) await caches.delete(ANSWERS);
};

/** Deletes what may not be shown any more. */
export const forgetOldAnswers = (): Promise<void> => forgetWhere(async (place) => (await read(place)) === null);

/** Deletes what another person has left. `anyone`: who is signed in, as it was answered last. */
export const forgetOthers = (actor: string): Promise<void> =>
  forgetWhere(async (place) => ![actor, 'anyone'].some((name) => place.startsWith(placeOf(name))));

async function forgetWhere(isGone: (place: string) => Promise<boolean>): Promise<void> {
  if (!('caches' in window) || !(await caches.has(ANSWERS))) return;
  const cache = await caches.open(ANSWERS);
  for (const request of await cache.keys())
    if (await isGone(new URL(request.url).pathname)) await cache.delete(request);
}

async function store(place: string, answer: Answer, storedIn: unknown): Promise<void> {
  const cache = await caches.open(ANSWERS);
  if (storedIn !== generation) return;
  await cache.put(place, Response.json(answer));
  // The oldest come first.
  const places = await cache.keys();
  for (const old of places.slice(0, Math.max(0, places.length - MOST))) await cache.delete(old);
}

async function read(place: string): Promise<Answer | null> {
  const found = await (await caches.open(ANSWERS)).match(place);
  // Stored by us, here.
  const answer = found && ((await found.json()) as Answer);
  return answer && Date.now() - Date.parse(answer.at) < LONGEST_MS ? answer : null;
}
