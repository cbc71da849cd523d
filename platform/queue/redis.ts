import { openRedis } from '../redis/connect.ts';
import type { Place } from './place.ts';

const PATIENCE_MS = 5_000;
/** Longer than the library has a worker wait for a job: ten seconds at the most. */
const WAITING_MS = 12_000;

/**
 * The queues in Redis. Two connections: producers fail immediately while Redis is away, because a request waits for them and
 * the sweep makes up for it; workers wait until it is back. (Each worker opens one more, on which it waits for jobs.)
 */
export function redisPlace(url: string, prefix: string, onError: (error: unknown) => void): Place {
  const producers = openRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  const workers = openRedis(url, {
    maxRetriesPerRequest: null,
    connectTimeout: PATIENCE_MS,
    socketTimeout: WAITING_MS,
  });
  for (const connection of [producers, workers]) connection.on('error', onError);
  const opened = new Promise<void>((resolve) => {
    for (const event of ['ready', 'error', 'close'] as const) producers.once(event, () => resolve());
  });
  return {
    connection: producers,
    workerConnection: workers,
    factory: undefined,
    prefix,
    opened,
    isReachable: () => producers.status === 'ready',
    close: async () => {
      producers.disconnect();
      workers.disconnect();
    },
  };
}
