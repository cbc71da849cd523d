import { setTimeout as sleep } from 'node:timers/promises';
import { networkOf } from '#platform/runtime/network-of.ts';

/**
 * Makes guessing slow without ever limiting a client that knows its secret: answers to wrong secrets wait, the longer
 * the more of them came from one address for one client. Good credentials are not counted here at all.
 */
export type SlowDown = { readonly afterWrongSecret: (clientKey: string, address: string) => Promise<void> };

const FREE_TRIES = 3;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 4_000;
const FORGOTTEN_AFTER_MS = 15 * 60_000;
const MOST_REMEMBERED = 10_000;
/** Answers that wait at the same time; beyond, they leave immediately: a flood must not fill the memory. */
const MOST_WAITING = 200;

/** @param elapsed milliseconds of a clock that never goes back */
export function slowDown(elapsed: () => number, wait: (ms: number) => Promise<unknown> = sleep): SlowDown {
  const tries = new Map<string, { count: number; last: number }>();
  let waiting = 0;
  return {
    afterWrongSecret: async (clientKey, address) => {
      const who = `${networkOf(address)} ${clientKey.slice(0, 100)}`;
      const now = elapsed();
      const before = tries.get(who);
      const count = before && now - before.last < FORGOTTEN_AFTER_MS ? before.count + 1 : 1;
      // Deleted and set again: the map's order is the order of last use, and its head is what is forgotten first.
      tries.delete(who);
      tries.set(who, { count, last: now });
      const [oldest] = tries.keys();
      if (tries.size > MOST_REMEMBERED && oldest !== undefined) tries.delete(oldest);
      if (count <= FREE_TRIES || waiting >= MOST_WAITING) return;
      waiting += 1;
      try {
        await wait(Math.min(FIRST_WAIT_MS * 2 ** Math.min(count - FREE_TRIES - 1, 10), LONGEST_WAIT_MS));
      } finally {
        waiting -= 1;
      }
    },
  };
}
