/**
 * Of people, what was opened is remembered: for at most twice so long, and of no more than twice so many. Opening a page of
 * members costs half as much again as the page.
 */
const REMEMBERED_MS = 60_000;
const MOST_PEOPLE = 2_000;

/** Values that were used lately: two generations, of which the older one goes when the younger one is full or old. */
export function remembered<T>(elapsed: () => number) {
  let [young, old] = [new Map<string, T>(), new Map<string, T>()];
  let since = elapsed();
  const turn = () => {
    [young, old] = [new Map(), young];
    since = elapsed();
  };
  return {
    get: (name: string): T | undefined => {
      if (elapsed() - since >= REMEMBERED_MS) turn();
      return young.get(name) ?? old.get(name);
    },
    set: (name: string, value: T): T => {
      if (young.size >= MOST_PEOPLE) turn();
      young.set(name, value);
      return value;
    },
    clear: () => {
      young = new Map();
      old = new Map();
    },
  };
}
