/**
 * The turns of one endpoint that wants at most so many deliveries a second: each delivery gets a moment of its own,
 * the next free one. What a client sees of its webhook does not change with it.
 */
export type Pace = { nextTurnAt: Temporal.Instant | null };

/** Takes the next free turn and moves the pace on. Times have milliseconds, so the rate is met from below. */
export function takeTurn(pace: Pace, perSecond: number, now: Temporal.Instant): Temporal.Instant {
  const { nextTurnAt } = pace;
  const turn = nextTurnAt !== null && Temporal.Instant.compare(now, nextTurnAt) < 0 ? nextTurnAt : now;
  pace.nextTurnAt = turn.add({ milliseconds: Math.ceil(1000 / perSecond) });
  return turn;
}
