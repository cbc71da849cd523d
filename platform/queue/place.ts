import type { BackendFactory } from 'bullmq';

/** Where the queues live, as BullMQ wants to be told. */
export type Place = {
  readonly connection: object;
  readonly workerConnection: object;
  readonly factory: BackendFactory | undefined;
  /** Begins every key, where there are keys. */
  readonly prefix: string | undefined;
  /** False while there is no use in trying. */
  readonly isReachable: () => boolean;
  readonly close: () => Promise<void>;
};
