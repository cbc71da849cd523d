/**
 * The breaker of one endpoint: it keeps a dead receiver from using up the attempts of everything that waits for it.
 * Closed, every delivery may be attempted. Open, all wait; at `openUntil` one of them is let through as a probe. Up to
 * three probe one after the other, each with another delivery: one that the receiver refuses, or its first moments after
 * an outage, must not hold up a healthy endpoint until the next round.
 */
export type Breaker = {
  readonly consecutiveFailures: number;
  /** Until when everything waits; null while closed. */
  readonly openUntil: Temporal.Instant | null;
  /** Probes that failed since it opened. */
  readonly failedProbes: number;
};

/** The figures of the breaker. */
export const BREAKER = {
  opensAfterFailures: 10,
  firstProbeSeconds: 60,
  longestProbeSeconds: 600,
  probesOfRound: 3,
  /** From a probe that failed to the next of its round. */
  nextProbeSeconds: 10,
} as const;

export const CLOSED: Breaker = { consecutiveFailures: 0, openUntil: null, failedProbes: 0 };

/** Seconds from one round of probes to the next: a minute, doubling, at most ten. */
export function probeIntervalSeconds(failedProbes: number): number {
  const rounds = Math.min(Math.floor(failedProbes / BREAKER.probesOfRound), 16);
  return Math.min(BREAKER.firstProbeSeconds * 2 ** rounds, BREAKER.longestProbeSeconds);
}

/** True where a probe has failed, and another of its round follows soon. */
export function probesOn({ openUntil, failedProbes }: Breaker): boolean {
  return openUntil !== null && failedProbes % BREAKER.probesOfRound !== 0;
}

export type Passage = 'free' | 'probe' | 'wait';

/** What a delivery that is due finds. */
export function passage(breaker: Breaker, now: Temporal.Instant): Passage {
  if (breaker.openUntil === null) return 'free';
  return Temporal.Instant.compare(now, breaker.openUntil) < 0 ? 'wait' : 'probe';
}

/**
 * The breaker after a probe was let through: it is open for another interval immediately, so that there is only one,
 * and so that a probe whose worker dies is followed by the next instead of leaving the breaker open for ever.
 */
export function afterProbeStarts(breaker: Breaker, now: Temporal.Instant): Breaker {
  return { ...breaker, openUntil: now.add({ seconds: probeIntervalSeconds(breaker.failedProbes) }) };
}

/** The breaker after a failed attempt. Stragglers that had started before it opened don't prolong it. */
export function afterFailure(breaker: Breaker, kind: 'probe' | 'ordinary', now: Temporal.Instant): Breaker {
  const consecutiveFailures = breaker.consecutiveFailures + 1;
  if (breaker.openUntil !== null) {
    if (kind === 'ordinary') return { ...breaker, consecutiveFailures };
    const failed = { ...breaker, consecutiveFailures, failedProbes: breaker.failedProbes + 1 };
    const seconds = probesOn(failed) ? BREAKER.nextProbeSeconds : probeIntervalSeconds(failed.failedProbes);
    return { ...failed, openUntil: now.add({ seconds }) };
  }
  if (consecutiveFailures < BREAKER.opensAfterFailures) return { ...breaker, consecutiveFailures };
  return { consecutiveFailures, failedProbes: 0, openUntil: now.add({ seconds: probeIntervalSeconds(0) }) };
}
