/**
 * How a webhook takes several deliveries in one post, in the order of their numbers and one post after the other. A webhook
 * without it takes each in a post of its own.
 */
export type Batch = {
  /** Deliveries in one post at most. */
  readonly max: number;
  /** How long the first waits for others to go with it, while there are fewer. */
  readonly waitMs: number;
};

export const BATCH_LIMITS = { max: 100, waitMs: 60_000 } as const;
