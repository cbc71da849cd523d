/**
 * How many deliveries may be under way to one endpoint at the same time. It begins with few and gains one by each success
 * that does not take long; an attempt that does costs it half. Forty hosts that take 15 s for each would hold all workers
 * otherwise.
 */
export const PLACES = { first: 2, least: 1, most: 10, longMs: 5_000 } as const;

/** The places of an endpoint after an attempt. One that fails fast neither gains nor loses. */
export function placesAfter(
  places: number,
  { durationMs, errorClass }: { readonly durationMs: number; readonly errorClass: string | null },
): number {
  if (durationMs >= PLACES.longMs) return Math.max(PLACES.least, Math.floor(places / 2));
  return errorClass === null ? Math.min(PLACES.most, places + 1) : places;
}

/** True where it has shown that it answers fast. All others share the slow lane. */
export function isFast(places: number): boolean {
  return places > PLACES.first;
}

/** True where it has shown that it does not. */
export function isSlow(places: number): boolean {
  return places < PLACES.first;
}

/**
 * The part of a worker's room that deliveries to slow and new endpoints share. However many of these there are, the rest is
 * left to those that answer fast.
 */
export type SlowLane = {
  /**
   * Takes room for a delivery; false where there is none. Room that it has already counts once.
   * @param places of its endpoint: slow ones leave a part of the lane to new ones
   */
  readonly enter: (deliveryId: number, places: number) => boolean;
};

/** When a delivery looks again for room in the slow lane: some sooner, some later, and after a job would wait for it. */
export const LANE_LOOK_SECONDS = { soonest: 16, latest: 24 } as const;

/** An endpoint whose attempts take long leaves its room to others for so long, before its next delivery comes. */
const GIVES_WAY_SECONDS = 3;

/** When a delivery that waits at an endpoint comes, after an attempt there has made room. */
export function nextAt(places: number, now: Temporal.Instant): Temporal.Instant {
  return isSlow(places) ? now.add({ seconds: GIVES_WAY_SECONDS }) : now;
}
