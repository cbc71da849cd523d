/** Who waits: a client of an institution. */
type Waiter = { readonly tenantId: number; readonly clientId: number };

/** Requests that wait for something new: bounded, and let go when the server stops. */
export type WaitingRoom = {
  /**
   * Returns when something may be new in the institution, or after so many milliseconds; false where the room is closed or
   * full, or the client has its share of it.
   */
  readonly wait: (waiter: Waiter, ms: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/** Requests of one process that wait at the same time; further ones are answered with what there is. */
const MOST_WAITING = 200;
/** Of one client: others find room. */
const MOST_OF_ONE = 10;
/** However much happens, a waiting request looks again so often at most. */
const PAUSE_MS = 100;

/**
 * @param listen calls back when something may be new in an institution (null: perhaps in any), until what it returns ends
 *   it; begun with the first who waits
 */
export function waitingRoom(listen: (wake: (tenantId: number | null) => void) => () => Promise<void>): WaitingRoom {
  const waiting = new Map<() => void, Waiter>();
  let end: (() => Promise<void>) | null = null;
  let isClosed = false;
  /** Institutions of which events have come since the last look; null among them: perhaps of any. */
  const changed = new Set<number | null>();
  let lookAt: ReturnType<typeof setTimeout> | null = null;
  const letGo = () => {
    lookAt = null;
    const isAny = changed.has(null);
    for (const [go, { tenantId }] of waiting) if (isAny || changed.has(tenantId)) go();
    changed.clear();
  };
  const wake = (tenantId: number | null) => {
    changed.add(tenantId);
    lookAt ??= setTimeout(letGo, PAUSE_MS);
  };
  return {
    wait: async (waiter, ms) => {
      const { tenantId, clientId } = waiter;
      const own = [...waiting.values()].filter((each) => each.tenantId === tenantId && each.clientId === clientId);
      if (isClosed || waiting.size >= MOST_WAITING || own.length >= MOST_OF_ONE) return false;
      end ??= listen(wake);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(resolve, waiter);
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
      waiting.delete(resolve);
      return !isClosed;
    },
    close: async () => {
      isClosed = true;
      if (lookAt !== null) clearTimeout(lookAt);
      changed.add(null);
      letGo();
      await end?.();
    },
  };
}
