import diagnostics from 'node:diagnostics_channel';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** How work in the background makes room for requests. */
export type Pace = {
  /** Waits after a piece of work that took so long. */
  readonly rest: (workedMs: number) => Promise<void>;
  readonly close: () => void;
};

/** While requests come, and for so long after the last one, the work takes a tenth of the time. */
const BUSY_FOR_MS = 1_500;
const REST_WHILE_BUSY = 9;
const REST_AT_MOST_MS = 1_000;
/** Otherwise it leaves a little: connections, timers and other processes go on. */
const REST_ALONE = 0.15;

const STARTED = 'http.server.request.start';
/** What monitors poll is no one who waits. */
const POLLED = /^\/(livez|readyz|metrics)\b/;

/** Yields to the requests that this process serves, as the runtime announces them. */
export function yieldingToRequests(elapsed: () => number): Pace {
  let last = Number.NEGATIVE_INFINITY;
  const onStart = (message: unknown) => {
    // What Node publishes on this channel.
    const { url = '' } = (message as { readonly request: { readonly url?: string } }).request;
    if (!POLLED.test(url)) last = elapsed();
  };
  diagnostics.subscribe(STARTED, onStart);
  return {
    rest: async (workedMs) => {
      const isBusy = elapsed() - last < BUSY_FOR_MS;
      const restMs = Math.min(REST_AT_MOST_MS, workedMs * (isBusy ? REST_WHILE_BUSY : REST_ALONE));
      if (restMs >= 1) await sleep(restMs);
      else await turn();
    },
    close: () => diagnostics.unsubscribe(STARTED, onStart),
  };
}

/** For who waits for the end. */
export const withoutRest: Pace = { rest: async () => undefined, close: () => undefined };
