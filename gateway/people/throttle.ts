import { networkOf } from '#platform/runtime/network-of.ts';

const WINDOW_MS = 60_000;
/** What one address may request of signing in within a minute, beside what ended in success. */
const MOST_REQUESTS = 60;
/** Failures of one address within a minute, after which it waits. */
const MOST_FAILURES = 10;
const MOST_REMEMBERED = 10_000;

/** Counts by address, in this process: guessing 256 bits is without result, and reading rows for it costs. */
export type Throttle = {
  /** Seconds to wait; null where the address may go on. */
  readonly waitOf: (address: string) => number | null;
  readonly failed: (address: string) => void;
  /** So many of its requests ended in success, and count no more: a hundred people of one office sign in at eight. */
  readonly succeeded: (address: string, requests: number) => void;
};

/** @param elapsed milliseconds of a clock that never goes back */
export function throttle(elapsed: () => number): Throttle {
  const windows = new Map<string, { readonly since: number; requests: number; failures: number }>();
  const windowOf = (sender: string) => {
    const address = networkOf(sender);
    const now = elapsed();
    const known = windows.get(address);
    if (known && now - known.since < WINDOW_MS) return known;
    const fresh = { since: now, requests: 0, failures: 0 };
    windows.delete(address);
    windows.set(address, fresh);
    const [oldest] = windows.keys();
    if (windows.size > MOST_REMEMBERED && oldest !== undefined) windows.delete(oldest);
    return fresh;
  };
  return {
    waitOf: (address) => {
      const window = windowOf(address);
      window.requests += 1;
      if (window.requests <= MOST_REQUESTS && window.failures < MOST_FAILURES) return null;
      return Math.max(1, Math.ceil((window.since + WINDOW_MS - elapsed()) / 1_000));
    },
    failed: (address) => void (windowOf(address).failures += 1),
    succeeded: (address, requests) => {
      const window = windowOf(address);
      window.requests = Math.max(0, window.requests - requests);
    },
  };
}
