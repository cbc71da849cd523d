import { BREAKER } from './breaker.ts';

/** How long the first that waits for room at its endpoint sleeps if it is not called: the worker that should call it may have died. */
const ROOM_SECONDS = 60;

/** When a worker has to look whether there is room again. */
export function roomAt(now: Temporal.Instant): Temporal.Instant {
  return now.add({ seconds: ROOM_SECONDS });
}

/**
 * When a parked delivery looks again by itself: the first of an endpoint at the given moment, all others much later.
 * They are called when there is room, or the breaker closes; a thousand that look each time would keep everybody busy.
 */
export function restUntil(lookAt: Temporal.Instant, isFirst: boolean): Temporal.Instant {
  return isFirst ? lookAt : lookAt.add({ seconds: BREAKER.longestProbeSeconds });
}
