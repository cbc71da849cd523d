/** Requests that wait for something new: bounded, and let go when the server stops. */
export type WaitingRoom = {
  /**
   * Returns when something may be new, or after so many milliseconds; false where the room is closed or full, or the
   * client has its share of it.
   */
  readonly wait: (client: string, ms: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/** Requests of one process that wait at the same time; further ones are answered with what there is. */
const MOST_WAITING = 200;
/** Of one client: others find room. */
const MOST_OF_ONE = 10;
/** However much happens, a waiting request looks again so often at most. */
const PAUSE_MS = 100;

/**
 * @param listen calls back when something may be new, until what it returns ends it; begun with the first who waits
 */
export function waitingRoom(listen: (wake: () => void) => () => Promise<void>): WaitingRoom {
  /** Who waits, and for which client. */
  const waiting = new Map<() => void, string>();
  let end: (() => Promise<void>) | null = null;
  let isClosed = false;
  let dueAt: ReturnType<typeof setTimeout> | null = null;
  const letGo = () => {
    dueAt = null;
    for (const go of waiting.keys()) go();
  };
  return {
    wait: async (client, ms) => {
      const own = [...waiting.values()].filter((each) => each === client).length;
      if (isClosed || waiting.size >= MOST_WAITING || own >= MOST_OF_ONE) return false;
      end ??= listen(() => (dueAt ??= setTimeout(letGo, PAUSE_MS)));
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(resolve, client);
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
      waiting.delete(resolve);
      return !isClosed;
    },
    close: async () => {
      isClosed = true;
      if (dueAt !== null) clearTimeout(dueAt);
      letGo();
      await end?.();
    },
  };
}
