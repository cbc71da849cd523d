import { mapExchange } from 'urql';
import { createStore } from '../frame/store.ts';

const ANSWERS = 'answers';
/** As long as a session lasts at most: what is older is shown to nobody. */
const LONGEST_MS = 12 * 3_600_000;

type Answer = { readonly at: string; readonly data: unknown };

/** When what is shown was loaded, where the server can't be reached; null where it can. */
export const shownFrom = createStore<string | null>(null);

/**
 * Stores the last answer of each query, and shows it where there is no connection. Of one person, until they sign out.
 * @param actor whose answers they are
 */
export const lastAnswers = (actor: string) =>
  mapExchange({
    onResult: async (result) => {
      const { operation, data, error } = result;
      if (operation.kind !== 'query' || !('caches' in window)) return result;
      const place = `/${ANSWERS}/${encodeURIComponent(actor)}/${operation.key}`;
      if (!error) {
        shownFrom.set(null);
        void store(place, { at: new Date().toISOString(), data });
        return result;
      }
      const stored = error.networkError && !error.response ? await read(place) : null;
      if (stored === null) return result;
      shownFrom.set(stored.at);
      const { error: _, ...rest } = result;
      // Not marked as stale: urql would wait for a fresher one.
      return { ...rest, data: stored.data };
    },
  });

/** Nothing of a person stays behind in a browser that they have left. */
export const forgetAnswers = async (): Promise<void> => {
  if ('caches' in window) await caches.delete(ANSWERS);
};

async function store(place: string, answer: Answer): Promise<void> {
  await (await caches.open(ANSWERS)).put(place, Response.json(answer));
}

async function read(place: string): Promise<Answer | null> {
  const found = await (await caches.open(ANSWERS)).match(place);
  // Stored by us, here.
  const answer = found && ((await found.json()) as Answer);
  return answer && Date.now() - Date.parse(answer.at) < LONGEST_MS ? answer : null;
}
