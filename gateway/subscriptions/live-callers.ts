import type { KnownCaller } from '../authentication.ts';

/** How a caller is looked up. */
export type From = {
  /** The same for those who came with the same token or session, from the same place. */
  readonly key: string;
  /** @throws GraphQLError where it is no longer good */
  readonly lookUp: () => Promise<KnownCaller>;
};

/** A caller whose token is looked up again and again while a stream lives. */
export type LiveCaller = {
  /** The caller as it is, known since so many milliseconds at most. @throws what the lookup throws */
  readonly fresh: (mostMs: number) => Promise<KnownCaller>;
  readonly leave: () => void;
};

type Known = { caller: Promise<KnownCaller>; at: number; users: number };

/**
 * Streams with the same token share one lookup.
 * @param elapsed milliseconds of a clock that only goes forwards
 */
export function liveCallers(elapsed: () => number) {
  const known = new Map<string, Known>();
  return ({ key, lookUp }: From, first: KnownCaller): LiveCaller => {
    const same = known.get(key) ?? { caller: Promise.resolve(first), at: elapsed(), users: 0 };
    known.set(key, same);
    same.users++;
    return {
      fresh(mostMs) {
        if (elapsed() - same.at > mostMs) {
          same.at = elapsed();
          same.caller = lookUp();
          // Whoever asks gets the error; the next one asks again.
          same.caller.catch(() => (same.at = -Infinity));
        }
        return same.caller;
      },
      leave() {
        if (--same.users === 0) known.delete(key);
      },
    };
  };
}
