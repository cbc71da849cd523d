import type { BackendFactory } from 'bullmq';

/** Where the queues are, in the terms of BullMQ. */
export type Place = {
  readonly connection: object;
  readonly workerConnection: object;
  readonly factory: BackendFactory | undefined;
  /** The prefix of every key, where there are keys. */
  readonly prefix: string | undefined;
  /** Resolves once the first connection stands, or has failed: what is enqueued at a start waits for it. */
  readonly opened: Promise<void>;
  /** False while an attempt would fail. */
  readonly isReachable: () => boolean;
  readonly close: () => Promise<void>;
};
