import type { ErrorClass } from './attempt.ts';

/** Seconds to wait before each attempt, counted from the end of the one before. The first is made immediately. */
export type Schedule = readonly number[];

const MINUTE = 60;
const HOUR = 3600;

/** About 75 hours: a weekend without operators is survived. */
export const LIVE_SCHEDULE: Schedule = [
  0,
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/**
 * The same time where one failure holds up all that comes behind it: a receiver that is back is not left waiting for more
 * than an hour.
 */
const LIVE_BATCH_SCHEDULE: Schedule = [...LIVE_SCHEDULE.slice(0, 4), ...Array.from({ length: 75 }, () => HOUR)];

/** A developer at a test receiver sees the end of it within minutes. */
export const SANDBOX_SCHEDULE: Schedule = [0, 5, 1 * MINUTE, 5 * MINUTE];

/** The figures around the schedule. */
const RETRY = {
  /** Each wait is made longer or shorter by up to this share, so that failures together don't return together. */
  jitter: 0.2,
  /** The longest Retry-After that is honoured. */
  longestRetryAfterSeconds: 24 * HOUR,
  /** The shortest wait after a receiver has said or shown that it is overloaded. */
  overloadedWaitSeconds: MINUTE,
} as const;

/** The schedule of an endpoint. */
export function scheduleFor(endpoint: { readonly sandbox: boolean; readonly batch: object | null }): Schedule {
  if (endpoint.sandbox) return SANDBOX_SCHEDULE;
  return endpoint.batch === null ? LIVE_SCHEDULE : LIVE_BATCH_SCHEDULE;
}

/** What a failed attempt says about when to come back. */
export type Failure = {
  readonly status: number | null;
  readonly errorClass: ErrorClass | null;
  readonly retryAfterSeconds: number | null;
};

/** True where the receiver seems to have too much to do: 429, 503 and time-outs. */
export function isOverloaded(failure: Failure): boolean {
  return failure.status === 429 || failure.status === 503 || failure.errorClass === 'timeout';
}

/**
 * Milliseconds until the next attempt, or null after the last one. A Retry-After makes the wait longer, never shorter:
 * the receiver can't make us hammer it.
 * @param made attempts of the present round of the schedule, the failed one included
 * @param random in [0, 1), for the jitter
 */
export function waitAfter(schedule: Schedule, made: number, failure: Failure, random: number): number | null {
  const base = schedule[made];
  if (base === undefined) return null;
  // Our own worker's death says nothing about the receiver: no reason to wait.
  if (failure.errorClass === 'interrupted') return 0;
  const jittered = base * (1 + RETRY.jitter * (2 * random - 1));
  const overloaded = isOverloaded(failure) ? RETRY.overloadedWaitSeconds : 0;
  const retryAfter = Math.min(failure.retryAfterSeconds ?? 0, RETRY.longestRetryAfterSeconds);
  return Math.round(Math.max(jittered, overloaded, retryAfter) * 1000);
}
