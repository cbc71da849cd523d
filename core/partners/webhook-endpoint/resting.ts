import { BREAKER } from './breaker.ts';

/** How long the first that waits for room at its endpoint sleeps if it is not called: the worker that should call it may have died. */
const ROOM_SECONDS = 60;

/** When a worker has to look whether there is room again. */
export function roomAt(now: Temporal.Instant): Temporal.Instant {
  return now.add({ seconds: ROOM_SECONDS });
}

/** When a parked delivery looks again without being called. */
type Look = {
  /** When the endpoint may take deliveries again. */
  readonly at: Temporal.Instant;
  /** Whether it is the first of those that wait at the endpoint. */
  readonly isFirst: boolean;
};

/**
 * The first delivery of an endpoint looks again at the moment itself, all others much later: they are called when there
 * is room, or the breaker closes. A thousand that look each time would take the time of all others.
 */
export function restUntil({ at, isFirst }: Look): Temporal.Instant {
  return isFirst ? at : at.add({ seconds: BREAKER.longestProbeSeconds });
}
