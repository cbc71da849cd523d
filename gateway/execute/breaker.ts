/** So many failures one after the other, and a subgraph is left alone for a while. */
const FAILURES = 5;
const REST_MS = 2_000;

/**
 * Stands in front of one subgraph that does not answer: its fields are null immediately, and no request waits for it.
 * After a rest one fetch tries it; what comes of that counts.
 */
export type Breaker = {
  /** True where a fetch may be sent now. */
  readonly admits: () => boolean;
  readonly failed: () => void;
  readonly succeeded: () => void;
};

/** @param elapsed milliseconds of a clock that only goes forwards */
export function breaker(elapsed: () => number): Breaker {
  let failures = 0;
  let restsUntil = 0;
  return {
    admits() {
      if (failures < FAILURES) return true;
      if (elapsed() < restsUntil) return false;
      // This one tries; the others wait for what comes of it.
      restsUntil = elapsed() + REST_MS;
      return true;
    },
    failed() {
      failures++;
      if (failures >= FAILURES) restsUntil = elapsed() + REST_MS;
    },
    succeeded() {
      failures = 0;
    },
  };
}
